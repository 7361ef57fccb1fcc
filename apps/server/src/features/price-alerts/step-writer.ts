/**
 * Stores what quotes did to alerts, in the order in which it happened. One transaction stores the new state of an alert
 * and the notice to its owner, so an alert neither fires twice nor loses its notice. While the store fails, the steps
 * wait in memory.
 */
import { priceText } from '@veritick/contract'
import type { Logger } from 'pino'
import type { Transaction } from '../../store/index.ts'
import { accountRow } from '../accounts/index.ts'
import type { PriceAlertParts } from './context.ts'
import { type AlertRow, storeStep } from './rows.ts'
import type { Step } from './watch.ts'

/** Steps that wait in memory; beyond it quotes are not compared with alerts, which stay armed. */
const WAITING_MAX = 100_000
/** Steps of one transaction. */
const BATCH_MAX = 100
/** After a failure of the store. */
const RETRY_MS = 1_000

type StoredNotice = Awaited<ReturnType<PriceAlertParts['notices']['add']>>

export class StepWriter {
  readonly #parts: PriceAlertParts
  readonly #log: Logger
  #waiting: Step[] = []
  #running: Promise<void> | undefined
  #retry: NodeJS.Timeout | undefined
  #stopped = false

  constructor(parts: PriceAlertParts) {
    this.#parts = parts
    this.#log = parts.log
  }

  get isFull(): boolean {
    return this.#waiting.length >= WAITING_MAX
  }

  add(steps: readonly Step[]): void {
    this.#waiting.push(...steps)
    this.#wake()
  }

  /** Resolves when every step given until now is stored. */
  async settled(): Promise<void> {
    while (this.#waiting.length > 0) {
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
    if (this.#running !== undefined || this.#stopped || this.#waiting.length === 0) return
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
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH_MAX)
      const told = await store.transaction(async (tx) => {
        const stored: StoredNotice[] = []
        for (const step of batch) {
          const row = await storeStep(tx, step)
          const notice = row === undefined || step.kind === 'arms' ? undefined : await this.#notice(tx, row, step)
          if (notice !== undefined) stored.push(notice)
        }
        return stored
      })
      this.#waiting = this.#waiting.slice(batch.length)
      for (const each of told) notices.told(each)
    }
  }

  async #notice(tx: Transaction, row: AlertRow, { bid, time }: Step): Promise<StoredNotice | undefined> {
    const { account, instrument, side, note } = row
    const owned = await accountRow(tx.db, account)
    const entry = this.#parts.market.item(instrument)?.entry
    if (owned === undefined || entry === undefined) return undefined
    const written = (price: number) => priceText(price as AlertRow['price'], entry.terms.pricePrecision)
    const facts = { kind: 'price_alert', code: entry.showCode, instrument, side } as const
    const prices = { price: written(row.price), bid: written(bid) }
    return this.#parts.notices.add(tx, owned, [{ account, at: time, facts: { ...facts, ...prices, note } }])
  }
}
