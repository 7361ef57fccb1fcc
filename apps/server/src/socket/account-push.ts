/**
 * The pushes to one customer: live figures of the account that the session trades on, orders that left its lists, and
 * the notices of all the customer's accounts. Figures are computed only for accounts with a connection that listens.
 */
import { type AccountId, must } from '@veritick/domain'
import type { AccountLive } from '@veritick/engine'
import type { Audience } from './audience.ts'
import type { Connection } from './connection.ts'
import type { Context } from './context.ts'
import { DueAccounts, HOLDINGS_PER_LOOK, LOOK_EVERY_MS } from './due-accounts.ts'
import { changesOrders, closedData, closedOf, noticeData } from './notices.ts'
import { PUSH_MILLIS } from './quote-push.ts'
import { forexTradeData } from './topics.ts'

type Parts = Pick<Context, 'core' | 'market' | 'notices' | 'log' | 'ids'>
type Published = Parameters<Parameters<Parts['core']['onPublished']>[0]>[0]
type Stored = Parameters<Parameters<Parts['notices']['onStored']>[0]>[0]

export class AccountPush {
  readonly #parts: Parts
  readonly #audience: Audience
  readonly #due = new DueAccounts()
  /** The figures that each account was sent last: the same figures are not sent again. */
  readonly #sent = new Map<AccountId, string>()
  /**
   * Changes of the orders of each account with a listener: a client that sees another number reads its lists again. The
   * figures alone do not say it: a pending order has none.
   */
  readonly #orderChanges = new Map<AccountId, number>()
  /** Accounts with an event since they were last marked as due. */
  readonly #touched = new Set<AccountId>()
  /** A moved price may change the figures of every account. */
  #moved = false
  #computing = false
  readonly #ends: readonly (() => void)[]

  constructor(parts: Parts, audience: Audience) {
    this.#parts = parts
    this.#audience = audience
    const timers = [setInterval(() => this.#markDue(), PUSH_MILLIS), setInterval(() => this.#pushDue(), LOOK_EVERY_MS)]
    this.#ends = [
      parts.core.onPublished((published) => this.#tellClosed(published)),
      parts.notices.onStored((stored) => this.#tellNotices(stored)),
      () => {
        for (const timer of timers) clearInterval(timer)
      },
    ]
  }

  /** A price moved. */
  moved(): void {
    this.#moved = true
  }

  /**
   * The first messages of a private topic. Figures that the account was sent last serve all its connections; those of
   * an account without figures are computed in its turn, once for all connections that wait for them.
   */
  start(connection: Connection, topic: string): void {
    const { session } = connection
    if (session === undefined) return
    if (topic === 'FOREX_TRADE') {
      const sent = this.#sent.get(session.account)
      if (sent === undefined) this.#due.mark([session.account])
      else connection.snapshot(topic, [sent])
    } else connection.snapshot(topic, [topic === 'FOREX_CLOSED' ? closedData({ ids: [], reasons: [] }) : 'null'])
  }

  stop(): void {
    for (const end of this.#ends) end()
  }

  #tellClosed({ events }: Published): void {
    // An account whose last connection has just left may be back before its figures are forgotten.
    const watched = (account: AccountId) => this.#audience.has(account) || this.#sent.has(account)
    for (const event of events)
      if (changesOrders(event) && 'account' in event && watched(event.account))
        this.#orderChanges.set(event.account, (this.#orderChanges.get(event.account) ?? 0) + 1)
    for (const [account, closed] of closedOf(events, { watched, ids: this.#parts.ids })) {
      this.#touched.add(account)
      if (closed.ids.length === 0) continue
      for (const connection of this.#listening(account, 'FOREX_CLOSED')) {
        connection.tell('FOREX_CLOSED', closedData(closed))
      }
    }
  }

  #tellNotices(stored: Stored): void {
    for (const connection of this.#audience.ofUser(stored.user)) {
      const { session, language } = connection
      if (session === undefined || !connection.listens('FOREX_NOTICE')) continue
      const texts = noticeData(stored, { language, tokenHash: session.tokenHash, ids: this.#parts.ids })
      for (const data of texts) connection.tell('FOREX_NOTICE', data)
    }
  }

  #markDue(): void {
    const listening = new Set(this.#audience.accounts('FOREX_TRADE'))
    // Figures that are computed no more would grow old.
    for (const account of this.#sent.keys()) if (!listening.has(account)) this.#sent.delete(account)
    for (const account of this.#orderChanges.keys()) if (!listening.has(account)) this.#orderChanges.delete(account)
    this.#due.mark(this.#moved ? listening : [...listening].filter((account) => this.#touched.has(account)))
    this.#moved = false
    this.#touched.clear()
  }

  /** One question to the core for some of the accounts that are due. */
  #pushDue(): void {
    if (this.#computing) return
    const accounts = this.#due.take((account) => this.#audience.has(account))
    if (accounts.length === 0) return
    this.#computing = true
    const { core, log } = this.#parts
    core
      .query({ kind: 'live', accounts, limit: HOLDINGS_PER_LOOK })
      .then((seen) => {
        this.#due.putBack(accounts.slice(seen.length))
        for (const live of seen) if (live !== undefined) this.#push(live)
      })
      .catch((error: unknown) => {
        // They are due again: a connection may wait for its first figures.
        for (const account of accounts) this.#touched.add(account)
        log.debug({ err: error }, 'live profit could not be read')
      })
      .finally(() => {
        this.#computing = false
      })
  }

  #push(live: AccountLive): void {
    const { account } = live.view
    const listening = this.#listening(account, 'FOREX_TRADE')
    if (listening.length === 0) return
    const data = this.#dataOf(live)
    const isNew = this.#sent.get(account) !== data
    this.#sent.set(account, data)
    for (const connection of listening) {
      if (isNew || connection.awaits('FOREX_TRADE')) connection.push('FOREX_TRADE', 'FOREX_TRADE', data)
    }
  }

  #listening(account: AccountId, topic: string): Connection[] {
    return [...this.#audience.of(account)].filter((connection) => connection.listens(topic))
  }

  #dataOf(live: AccountLive): string {
    const { market, ids } = this.#parts
    const precisionOf = (instrument: number) =>
      must(market.item(instrument), 'a traded instrument is in the catalogue').entry.terms.pricePrecision
    return forexTradeData(live, { precisionOf, ids, orderChanges: this.#orderChanges.get(live.view.account) ?? 0 })
  }
}
