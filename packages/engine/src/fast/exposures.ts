/**
 * The positions of one account in one instrument, both sides summed: enough to value it without visiting a position
 * wherever no rounding comes in, and to say how far a price may move before the account has to be checked. Linked by
 * account and by instrument.
 */
import { assert } from '@veritick/domain'
import {
  type AccountSlot,
  type ExposureSlot,
  type MarketSlot,
  NONE,
  type None,
  type OrderSlot,
  Table,
} from './columns.ts'
import { Links } from './links.ts'

/** Bits of `revaluations`: which of its revaluation triggers stand in the queues of its instrument. */
export const REVALUE_BID_FALLING = 1
export const REVALUE_BID_RISING = 2
export const REVALUE_ASK_RISING = 4
export const REVALUE_ASK_FALLING = 8
/** Either way of the instrument that gives the conversion rate. */
export const REVALUE_RATE_FALLING = 16
export const REVALUE_RATE_RISING = 32

/** A row for each pair of an account and an instrument with positions. */
export class Exposures extends Table<ExposureSlot> {
  readonly account = this.ints<AccountSlot>()
  readonly instrument = this.ints<MarketSlot>()
  /** How many positions it sums up; it lives while there is one. */
  readonly holdings = this.ints()
  readonly firstOrder = this.ints<OrderSlot | None>()
  readonly previousOfAccount = this.ints<ExposureSlot | None>()
  readonly nextOfAccount = this.ints<ExposureSlot | None>()
  readonly previousOfInstrument = this.ints<ExposureSlot | None>()
  readonly nextOfInstrument = this.ints<ExposureSlot | None>()
  readonly ofAccount = new Links(this.previousOfAccount, this.nextOfAccount)
  readonly ofInstrument = new Links(this.previousOfInstrument, this.nextOfInstrument)
  readonly revaluations = this.flags()
  /** A revaluation trigger in a queue is valid while it names this number. It rises whenever they are invalidated. */
  readonly generation = this.ints()
  /** 0 once a cost has passed 2^53: then positions are visited one by one. */
  readonly exact = this.flags<0 | 1>()
  /** Lot units, and the sum of lot units x opening price in points. */
  readonly longLots = this.doubles()
  readonly longCost = this.doubles()
  readonly shortLots = this.doubles()
  readonly shortCost = this.doubles()
  /** Profit in micro-dollars at the last exact valuation; only read right after one, or while `valuedAt` says so. */
  readonly profit = this.doubles()
  /** `Market.valuation` at which `profit` was summed up over the positions; holdings.ts keeps it in step. */
  readonly valuedAt = this.doubles()

  /** An exposure that holds nothing yet. Its links are the caller's to set. */
  add(account: AccountSlot, instrument: MarketSlot): ExposureSlot {
    const slot = this.take()
    assert(this.revaluations.get(slot) === 0, 'a free row has no revaluation triggers')
    this.account.set(slot, account)
    this.instrument.set(slot, instrument)
    this.holdings.set(slot, 0)
    this.firstOrder.set(slot, NONE)
    this.exact.set(slot, 1)
    this.longLots.set(slot, 0)
    this.longCost.set(slot, 0)
    this.shortLots.set(slot, 0)
    this.shortCost.set(slot, 0)
    this.profit.set(slot, 0)
    this.valuedAt.set(slot, NONE)
    return slot
  }

  /** The row ends. Its triggers were invalidated and its links taken out before. */
  remove(slot: ExposureSlot): void {
    assert(
      this.holdings.get(slot) === 0 && this.firstOrder.get(slot) === NONE,
      'an exposure ends with its last position',
    )
    assert(this.revaluations.get(slot) === 0, 'an exposure ends without revaluation triggers')
    assert(this.longLots.get(slot) === 0 && this.shortLots.get(slot) === 0, 'an exposure ends with nothing in its sums')
    this.give(slot)
  }
}
