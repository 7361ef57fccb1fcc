/**
 * Stores what quotes did to alerts: those of one customer in the order in which it happened, customers in turns. One
 * transaction stores the new state of an alert and the notice to its owner, so an alert neither fires twice nor loses
 * its notice. While the store fails, the steps wait in memory.
 */
import { priceText } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import type { Logger } from 'pino'
import type { Transaction } from '../../store/index.ts'
import { accountToShow } from '../accounts/index.ts'
import { leavingOut, workOf } from '../notices/index.ts'
import type { Opened, PriceAlertParts } from './context.ts'
import { isProven, type SteppedRow, storeSteps } from './rows.ts'
import { StepTurns } from './step-turns.ts'
import type { Step } from './watch.ts'

/** Steps that wait in memory; beyond it quotes wait to be compared with alerts (quote-turns.ts). */
const WAITING_MAX = 100_000
/** After a failure of the store. */
const RETRY_MS = 1_000

type AccountNotice = Parameters<PriceAlertParts['notices']['add']>[2][number]
type StoredNotice = Awaited<ReturnType<PriceAlertParts['notices']['add']>>

export class StepWriter {
  readonly #parts: Opened
  readonly #log: Logger
  readonly #onStored: () => void
  readonly #waiting = new StepTurns()
  #running: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #stopped = false

  /** `onStored` is called after each transaction: quotes may wait for the room. */
  constructor(parts: Opened, onStored: () => void) {
    this.#parts = parts
    this.#log = parts.log
    this.#onStored = onStored
  }

  get isFull(): boolean {
    return this.#waiting.size >= WAITING_MAX
  }

  add(steps: readonly Step[]): void {
    this.#waiting.add(steps)
    this.#wake()
  }

  /** Resolves when every step given until now is stored. */
  async settled(): Promise<void> {
    while (this.#waiting.size > 0) {
      this.#wake()
      await this.#running
    }
  }

  /** Stores what waits, once; what the store refuses is found again at the first quotes after the start. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#retry)
    await this.#running
    await this.#run().catch((error: unknown) => this.#log.error({ err: error }, 'price alerts could not be stored'))
  }

  #wake(): void {
    if (this.#running !== undefined || this.#stopped || this.#waiting.size === 0) return
    this.#running = this.#run().then(
      () => {
        this.#running = undefined
        // A step may have come between the last look and here.
        this.#wake()
      },
      (error: unknown) => {
        this.#running = undefined
        this.#log.error({ err: error }, 'price alerts could not be stored; the server tries again in a second')
        this.#retry = setTimeout(() => this.#wake(), RETRY_MS)
        this.#retry.unref()
      },
    )
  }

  async #run(): Promise<void> {
    const { store, notices } = this.#parts
    while (this.#waiting.size > 0) {
      const turn = this.#waiting.next()
      const { result: told, leftOut } = await leavingOut((without) => {
        const left = turn.filter(({ alert }) => !without.has(alert.user))
        return store.transaction((tx) => this.#store(tx, left))
      })
      this.#waiting.done(turn)
      // Their rows are unchanged, so these alerts fire again at the first quotes after the next start.
      for (const [user, error] of leftOut)
        this.#log.error({ err: error, user }, 'price alerts of a customer could not be stored and are left out')
      for (const each of told) notices.told(each)
      this.#onStored()
    }
  }

  async #store(tx: Transaction, turn: readonly Step[]): Promise<StoredNotice[]> {
    const stepped = (await storeSteps(tx, turn)).filter((row) => isProven(this.#parts.shown, row))
    const rows = new Map(stepped.map((row) => [row.alert, row]))
    const byAccount = new Map<SteppedRow['account'], { readonly user: UserId; readonly notices: AccountNotice[] }>()
    for (const step of turn) {
      const row = rows.get(step.alert.alert)
      const notice = row === undefined || step.kind === 'arms' ? undefined : this.#noticeOf(row, step)
      if (notice === undefined) continue
      const own = byAccount.get(notice.account)
      if (own === undefined) byAccount.set(notice.account, { user: step.alert.user, notices: [notice] })
      else own.notices.push(notice)
    }
    const stored: StoredNotice[] = []
    for (const [account, { user, notices }] of byAccount) {
      await workOf(user, async () => {
        const owned = await accountToShow(tx.db, account)
        // The words are the customer's own: they reach no other one who was given the account in the store.
        if (owned?.user === user) stored.push(await this.#parts.notices.add(tx, owned, notices))
      })
    }
    return stored
  }

  #noticeOf({ account, instrument, ...row }: SteppedRow, { bid, time }: Step): AccountNotice | undefined {
    const entry = this.#parts.market.item(instrument)?.entry
    if (entry === undefined) return undefined
    const written = (price: number) => priceText(price as SteppedRow['price'], entry.terms.pricePrecision)
    const { side, note } = row
    const facts = { kind: 'price_alert', code: entry.showCode, instrument, side } as const
    const prices = { price: written(row.price), bid: written(bid) }
    return { account, at: time, facts: { ...facts, ...prices, note } }
  }
}
