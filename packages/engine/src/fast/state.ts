/**
 * All that the fast engine knows, in tables, and the small changes that keep the tables in step with each other: links, sums and
 * queue entries. What an event means stands in evolve.ts; nothing here decides.
 */
import { assert, type FeeType, type InstrumentId, type InstrumentTerms, type Millis, must } from '@veritick/domain'
import type { AccountId, OrderId, RequestId } from '../commands.ts'
import type { DurableTransfer } from '../state-bytes.ts'
import { Accounts, DEMO, DirtyAccounts } from './accounts.ts'
import { BookTotals } from './books.ts'
import { Exposures } from './exposures.ts'
import { Market } from './market.ts'
import { BUY, HOLDING, LIMIT, Orders, PENDING, QUEUED_FIRST, QUEUED_SECOND } from './orders.ts'
import type { PriceQueue } from './queue.ts'
import { invalidateRevaluationTriggers } from './revaluation-triggers.ts'

export class State {
  sequence = 0
  orderNext: OrderId = 1
  feeType: FeeType = 1
  lastRollover: Millis | undefined
  readonly demo = new BookTotals()
  readonly real = new BookTotals()
  readonly orders = new Orders()
  readonly accounts = new Accounts()
  readonly exposures = new Exposures()
  readonly markets: Market[] = []
  private readonly marketsById = new Map<InstrumentId, Market>()
  readonly transfers = new Map<RequestId, DurableTransfer>()
  readonly dirtyAccounts = new DirtyAccounts()

  market(instrument: InstrumentId): Market | undefined {
    return this.marketsById.get(instrument)
  }

  /** The market of a row of `orders`. */
  marketOf(slot: number): Market {
    return must(this.markets[this.orders.instrument[slot] ?? -1], 'an order is of a known instrument')
  }

  marketOfExposure(slot: number): Market {
    return must(this.markets[this.exposures.instrument[slot] ?? -1], 'an exposure is of a known instrument')
  }

  accountSlot(account: AccountId): number {
    const slot = this.accounts.find(account)
    assert(slot >= 0, 'an event is of an open account')
    return slot
  }

  bookOf(account: number): BookTotals {
    return this.accounts.kind[account] === DEMO ? this.demo : this.real
  }

  /** Something about the account changed: its revaluation triggers may be wrong, so the next quote checks it. */
  markDirty(account: number): void {
    this.accounts.stopOutDeferred[account] = 0
    this.dirtyAccounts.add(this.accounts, account)
  }

  /** Every account that holds something of the market is checked on the next quote. */
  markHoldersDirty(market: Market): void {
    for (
      let exposure = market.firstExposure;
      exposure >= 0;
      exposure = this.exposures.nextOfInstrument[exposure] ?? -1
    ) {
      this.markDirty(this.exposures.account[exposure] ?? 0)
    }
  }

  /** New or changed terms. What a holding is worth depends on them only through the rate: the rest of the contract never changes. */
  setTerms(terms: InstrumentTerms): void {
    const market = this.marketsById.get(terms.id)
    if (market === undefined) this.addMarket(terms)
    else market.terms = terms
    this.linkRates()
  }

  private addMarket(terms: InstrumentTerms): void {
    const market = new Market(this.markets.length, terms)
    this.markets.push(market)
    this.marketsById.set(terms.id, market)
  }

  /** Who holds an instrument whose rate is another now, or comes from elsewhere, is looked at. */
  private linkRates(): void {
    for (const market of this.markets) market.dependents.length = 0
    for (const market of this.markets) {
      const { conversion } = market.terms
      const needsSource = conversion.kind === 'multiply' || conversion.kind === 'divide'
      const source = needsSource ? this.marketsById.get(conversion.instrument) : undefined
      source?.dependents.push(market)
      const moved = source !== market.rateSource
      if (moved) this.invalidateTriggersOf(market)
      market.rateSource = source
      if (market.refreshRate() || moved) this.markHoldersDirty(market)
    }
  }

  /** Revaluation triggers on the rate stand in the queues of the source that gives it: they are invalidated there, before it is another. */
  private invalidateTriggersOf(market: Market): void {
    for (
      let exposure = market.firstExposure;
      exposure >= 0;
      exposure = this.exposures.nextOfInstrument[exposure] ?? -1
    ) {
      invalidateRevaluationTriggers(this, exposure)
    }
  }

  /** A new live order at the end of its account's list: numbers only rise. Its columns are the caller's. */
  linkOrder(slot: number, account: number): void {
    const { orders, accounts } = this
    const last = accounts.lastOrder[account] ?? -1
    orders.account[slot] = account
    orders.previousOfAccount[slot] = last
    orders.nextOfAccount[slot] = -1
    if (last >= 0) orders.nextOfAccount[last] = slot
    else accounts.firstOrder[account] = slot
    accounts.lastOrder[account] = slot
  }

  /** The order is over: out of its account's list, its queue entries stale, its row free. */
  dropOrder(slot: number): void {
    const { orders, accounts } = this
    const account = orders.account[slot] ?? 0
    const previous = orders.previousOfAccount[slot] ?? -1
    const next = orders.nextOfAccount[slot] ?? -1
    if (previous >= 0) orders.nextOfAccount[previous] = next
    else accounts.firstOrder[account] = next
    if (next >= 0) orders.previousOfAccount[next] = previous
    else accounts.lastOrder[account] = previous
    this.clearTriggers(slot)
    orders.remove(slot)
  }

  /** Puts the levels of a pending order or a holding into its market's queues. */
  setTriggers(slot: number): void {
    const { orders } = this
    const generation = orders.generation[slot] ?? 0
    const first =
      orders.status[slot] === PENDING ? (orders.price[slot] ?? Number.NaN) : (orders.stopLoss[slot] ?? Number.NaN)
    const second = orders.status[slot] === HOLDING ? (orders.takeProfit[slot] ?? Number.NaN) : Number.NaN
    let queued = 0
    if (!Number.isNaN(first)) {
      this.triggerQueue(slot, QUEUED_FIRST).push(first, slot, generation)
      queued |= QUEUED_FIRST
    }
    if (!Number.isNaN(second)) {
      this.triggerQueue(slot, QUEUED_SECOND).push(second, slot, generation)
      queued |= QUEUED_SECOND
    }
    orders.queued[slot] = queued
  }

  /** The entries of the order that still stand in queues are no longer true. */
  clearTriggers(slot: number): void {
    const { orders } = this
    const queued = orders.queued[slot] ?? 0
    orders.queued[slot] = 0
    orders.generation[slot] = (orders.generation[slot] ?? 0) + 1
    if ((queued & QUEUED_FIRST) !== 0) this.triggerQueue(slot, QUEUED_FIRST).invalidate(orders.generation)
    if ((queued & QUEUED_SECOND) !== 0) this.triggerQueue(slot, QUEUED_SECOND).invalidate(orders.generation)
  }

  private triggerQueue(slot: number, which: number): PriceQueue {
    const { orders } = this
    const { triggers } = this.marketOf(slot)
    const buy = orders.side[slot] === BUY
    if (orders.status[slot] === PENDING) {
      if (orders.pendingKind[slot] === LIMIT) return buy ? triggers.askFalling : triggers.bidRising
      return buy ? triggers.askRising : triggers.bidFalling
    }
    if (which === QUEUED_FIRST) return buy ? triggers.bidFalling : triggers.askRising
    return buy ? triggers.bidRising : triggers.askFalling
  }
}
