/**
 * What one account holds of one instrument, both sides summed: enough to value it without visiting a position wherever no rounding
 * comes in, and to say how far a price may move before the account has to be looked at. Linked by account and by instrument.
 */
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

/** Bits of `revaluations`: which revaluation triggers of the exposure stand in its instrument's revaluation queues. */
export const REVALUE_BID_FALLING = 1
export const REVALUE_BID_RISING = 2
export const REVALUE_ASK_RISING = 4
export const REVALUE_ASK_FALLING = 8
/** Revaluation triggers at the next move, whichever way, of the instrument that gives the conversion rate. */
export const REVALUE_RATE = 16

export class Exposures {
  readonly slots = new Slots((capacity) => this.grow(capacity))

  account = ints()
  instrument = ints()
  holdings = ints()
  firstOrder = ints()
  previousOfAccount = ints()
  nextOfAccount = ints()
  previousOfInstrument = ints()
  nextOfInstrument = ints()
  revaluations = flags()
  /** Its revaluation triggers in the queues are true while they name this. */
  generation = counters()
  /** 0 once a cost has passed 2^53: then positions are visited one by one. */
  exact = flags()
  longLots = doubles()
  longCost = doubles()
  shortLots = doubles()
  shortCost = doubles()
  /** Profit at the last exact valuation; only read right after one. */
  profit = doubles()

  add(account: number, instrument: number): number {
    const slot = this.slots.take()
    this.account[slot] = account
    this.instrument[slot] = instrument
    this.holdings[slot] = 0
    this.firstOrder[slot] = -1
    this.revaluations[slot] = 0
    this.exact[slot] = 1
    this.longLots[slot] = 0
    this.longCost[slot] = 0
    this.shortLots[slot] = 0
    this.shortCost[slot] = 0
    this.profit[slot] = 0
    return slot
  }

  private grow(capacity: number): void {
    this.account = longerInts(this.account, capacity)
    this.instrument = longerInts(this.instrument, capacity)
    this.holdings = longerInts(this.holdings, capacity)
    this.firstOrder = longerInts(this.firstOrder, capacity)
    this.previousOfAccount = longerInts(this.previousOfAccount, capacity)
    this.nextOfAccount = longerInts(this.nextOfAccount, capacity)
    this.previousOfInstrument = longerInts(this.previousOfInstrument, capacity)
    this.nextOfInstrument = longerInts(this.nextOfInstrument, capacity)
    this.revaluations = longerFlags(this.revaluations, capacity)
    this.generation = longerCounters(this.generation, capacity)
    this.exact = longerFlags(this.exact, capacity)
    this.longLots = longerDoubles(this.longLots, capacity)
    this.longCost = longerDoubles(this.longCost, capacity)
    this.shortLots = longerDoubles(this.shortLots, capacity)
    this.shortCost = longerDoubles(this.shortCost, capacity)
    this.profit = longerDoubles(this.profit, capacity)
  }
}
