/**
 * The live orders as columns: pending ones and holdings. A row is a slot; order numbers find their slot through pages that come
 * and go with the orders on them, so old and sparse numbers cost nothing. A level that is off is NaN in its column: every
 * comparison with it is false.
 */
import type { OrderId } from '../commands.ts'
import type { ConversionEvidence, QuoteEvidence } from '../events.ts'
import {
  counters,
  doubles,
  flags,
  ints,
  longerCounters,
  longerDoubles,
  longerFlags,
  longerInts,
  Slots,
} from './columns.ts'

export const FREE = 0
export const PENDING = 1
export const HOLDING = 2

export const BUY = 0
export const SELL = 1

export const LIMIT = 1
export const STOP = 2

/** Which entries of an order stand in its instrument's trigger queues. */
export const QUEUED_FIRST = 1
export const QUEUED_SECOND = 2

export class Orders {
  readonly slots = new Slots((capacity) => this.grow(capacity))
  private readonly index = new OrderIndex()

  status = flags()
  side = flags()
  /** LIMIT or STOP of a pending order. */
  pendingKind = flags()
  /** QUEUED_FIRST: the target of a pending order, the stop-loss of a holding. QUEUED_SECOND: the take-profit. */
  queued = flags()
  /** Changes whenever the entries in the trigger queues stop being true. */
  generation = counters()
  /** Slots of the other tables; no exposure (-1) while pending. */
  account = ints()
  instrument = ints()
  exposure = ints()
  previousOfAccount = ints()
  nextOfAccount = ints()
  previousOfExposure = ints()
  nextOfExposure = ints()

  id = doubles()
  lots = doubles()
  leverage = doubles()
  /** Target of a pending order, fill price of a holding. */
  price = doubles()
  stopLoss = doubles()
  takeProfit = doubles()
  margin = doubles()
  fee = doubles()
  swap = doubles()
  /** In USD at its opening price and rate, rounded up; NaN where it would pass 2^53. Of a holding. */
  notional = doubles()
  /** Profit at the last exact valuation; only read right after one. */
  profit = doubles()
  placedAt = doubles()
  openedAt = doubles()
  quoteSeq = doubles()
  quoteBid = doubles()
  quoteAsk = doubles()
  quoteTime = doubles()
  conversionInstrument = doubles()
  conversionSeq = doubles()
  conversionNumerator = doubles()
  conversionDenominator = doubles()
  /** The request that placed it. */
  request: string[] = []

  /** A row for a new order, its number findable from now on. Links are the caller's. */
  add(order: OrderId): number {
    const slot = this.slots.take()
    this.id[slot] = order
    this.queued[slot] = 0
    this.exposure[slot] = -1
    this.index.set(order, slot)
    return slot
  }

  /** The row is free again; whatever still names its generation is stale. */
  remove(slot: number): void {
    this.index.delete(this.id[slot] ?? 0)
    this.status[slot] = FREE
    this.generation[slot] = (this.generation[slot] ?? 0) + 1
    this.request[slot] = ''
    this.slots.give(slot)
  }

  /** -1 where no live order has the number. */
  find(order: OrderId): number {
    return this.index.get(order)
  }

  setEvidence(slot: number, quote: QuoteEvidence, conversion: ConversionEvidence): void {
    this.quoteSeq[slot] = quote.seq
    this.quoteBid[slot] = quote.bid
    this.quoteAsk[slot] = quote.ask
    this.quoteTime[slot] = quote.time
    this.conversionInstrument[slot] = conversion.instrument
    this.conversionSeq[slot] = conversion.seq
    this.conversionNumerator[slot] = conversion.numerator
    this.conversionDenominator[slot] = conversion.denominator
  }

  private grow(capacity: number): void {
    this.status = longerFlags(this.status, capacity)
    this.side = longerFlags(this.side, capacity)
    this.pendingKind = longerFlags(this.pendingKind, capacity)
    this.queued = longerFlags(this.queued, capacity)
    this.generation = longerCounters(this.generation, capacity)
    this.account = longerInts(this.account, capacity)
    this.instrument = longerInts(this.instrument, capacity)
    this.exposure = longerInts(this.exposure, capacity)
    this.previousOfAccount = longerInts(this.previousOfAccount, capacity)
    this.nextOfAccount = longerInts(this.nextOfAccount, capacity)
    this.previousOfExposure = longerInts(this.previousOfExposure, capacity)
    this.nextOfExposure = longerInts(this.nextOfExposure, capacity)
    this.id = longerDoubles(this.id, capacity)
    this.lots = longerDoubles(this.lots, capacity)
    this.leverage = longerDoubles(this.leverage, capacity)
    this.price = longerDoubles(this.price, capacity)
    this.stopLoss = longerDoubles(this.stopLoss, capacity)
    this.takeProfit = longerDoubles(this.takeProfit, capacity)
    this.margin = longerDoubles(this.margin, capacity)
    this.fee = longerDoubles(this.fee, capacity)
    this.swap = longerDoubles(this.swap, capacity)
    this.notional = longerDoubles(this.notional, capacity)
    this.profit = longerDoubles(this.profit, capacity)
    this.placedAt = longerDoubles(this.placedAt, capacity)
    this.openedAt = longerDoubles(this.openedAt, capacity)
    this.quoteSeq = longerDoubles(this.quoteSeq, capacity)
    this.quoteBid = longerDoubles(this.quoteBid, capacity)
    this.quoteAsk = longerDoubles(this.quoteAsk, capacity)
    this.quoteTime = longerDoubles(this.quoteTime, capacity)
    this.conversionInstrument = longerDoubles(this.conversionInstrument, capacity)
    this.conversionSeq = longerDoubles(this.conversionSeq, capacity)
    this.conversionNumerator = longerDoubles(this.conversionNumerator, capacity)
    this.conversionDenominator = longerDoubles(this.conversionDenominator, capacity)
  }
}

/** Numbers of one page share their high part. */
const PAGE_SIZE = 4096

type Page = { number: number; readonly slots: Int32Array; live: number }

const NO_PAGE: Page = { number: -1, slots: new Int32Array(0), live: 0 }

/** Order number to slot: a Map of pages, the last one at hand because new orders are neighbours. */
class OrderIndex {
  private readonly pages = new Map<number, Page>()
  private last = NO_PAGE
  /** An emptied page, all zeros, for the next that is needed. */
  private spare: Page | undefined

  get(order: number): number {
    const page = this.pageOf(order)
    return page === undefined ? -1 : (page.slots[order % PAGE_SIZE] ?? 0) - 1
  }

  set(order: number, slot: number): void {
    const page = this.pageOf(order) ?? this.newPage(Math.floor(order / PAGE_SIZE))
    page.slots[order % PAGE_SIZE] = slot + 1
    page.live++
  }

  delete(order: number): void {
    const page = this.pageOf(order)
    if (page === undefined) return
    page.slots[order % PAGE_SIZE] = 0
    page.live--
    if (page.live > 0) return
    this.pages.delete(page.number)
    if (this.last === page) this.last = NO_PAGE
    this.spare = page
  }

  private pageOf(order: number): Page | undefined {
    const number = Math.floor(order / PAGE_SIZE)
    if (number === this.last.number) return this.last
    const page = this.pages.get(number)
    if (page !== undefined) this.last = page
    return page
  }

  private newPage(number: number): Page {
    const page = this.spare ?? { number, slots: new Int32Array(PAGE_SIZE), live: 0 }
    this.spare = undefined
    page.number = number
    this.pages.set(number, page)
    this.last = page
    return page
  }
}
