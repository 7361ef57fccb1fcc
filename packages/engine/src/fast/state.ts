/**
 * The state of the fast engine, in tables, and the links from one table to another. evolve.ts has the effect of each
 * event; nothing here decides.
 */
import { assert, type FeeType, type InstrumentId, type InstrumentTerms, type Millis, must } from '@veritick/domain'
import type { AccountId, OrderId, RequestId } from '../commands.ts'
import type { DurableTransfer } from '../state-bytes.ts'
import { Accounts, DEMO, DirtyAccounts } from './accounts.ts'
import { BookTotals } from './books.ts'
import { type AccountSlot, type ExposureSlot, type MarketSlot, NONE, type OrderSlot } from './columns.ts'
import { Exposures } from './exposures.ts'
import { Market } from './market.ts'
import { Orders } from './orders.ts'

/** Numbers of instruments below this stand in a list, too. */
const NUMBERS_LISTED = 1_024

/** The whole state of the fast engine; `durableOf` gives the part of it that outlives a restart. */
export class State {
  /** Events applied since the beginning. */
  sequence = 0
  /** The number that the next order gets. */
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
  /** The same by number, for the small numbers that instruments have: a look into a map costs as much as a check. */
  private readonly marketsByNumber: (Market | undefined)[] = Array.from({ length: NUMBERS_LISTED })
  readonly transfers = new Map<RequestId, DurableTransfer>()
  readonly dirtyAccounts = new DirtyAccounts(this.accounts)

  /** `undefined` of an instrument that was never set. */
  market(instrument: InstrumentId): Market | undefined {
    if (instrument > 0 && instrument < NUMBERS_LISTED) return this.marketsByNumber[instrument]
    return this.marketsById.get(instrument)
  }

  /** The market of an order. */
  marketOf(slot: OrderSlot): Market {
    return must(this.markets[this.orders.instrument.get(slot)], 'an order is of a known instrument')
  }

  marketOfExposure(slot: ExposureSlot): Market {
    return must(this.markets[this.exposures.instrument.get(slot)], 'an exposure is of a known instrument')
  }

  /** The row of an account that is open. */
  accountSlot(account: AccountId): AccountSlot {
    const slot = must(this.accounts.find(account), 'an event is of an open account')
    assert(this.accounts.id.get(slot) === account, 'an account number leads to its own row')
    return slot
  }

  /** The number of the account that an order is of. */
  accountIdOf(slot: OrderSlot): AccountId {
    assert(this.orders.isLive(slot), 'a live order has an account')
    return this.accounts.id.get(this.orders.account.get(slot))
  }

  /** The exposure that a holding is summed up in. */
  exposureOf(slot: OrderSlot): ExposureSlot {
    const exposure = this.orders.exposure.get(slot)
    assert(exposure !== NONE, 'a holding has an exposure')
    assert(
      this.exposures.lifeOf(exposure) === this.orders.exposureLife.get(slot),
      'the exposure of a holding is still the same',
    )
    return exposure
  }

  bookOf(account: AccountSlot): BookTotals {
    return this.accounts.kind.get(account) === DEMO ? this.demo : this.real
  }

  /** Something about the account changed: its revaluation triggers may be wrong, so the next quote checks it. */
  markDirty(account: AccountSlot): void {
    this.accounts.stopOutDeferred.set(account, 0)
    this.dirtyAccounts.add(account)
  }

  /** The next quote checks every account that holds something of the market. */
  markHoldersDirty(market: Market): void {
    const { account, instrument, nextOfInstrument } = this.exposures
    for (let each = market.firstExposure; each !== NONE; each = nextOfInstrument.get(each)) {
      assert(instrument.get(each) === market.slot, 'the list of a market holds its own exposures')
      this.markDirty(account.get(each))
    }
  }

  /** An instrument that was never set before. */
  addMarket(terms: InstrumentTerms): void {
    const market = new Market(this.markets.length as MarketSlot, terms, this.orders)
    this.markets.push(market)
    this.marketsById.set(terms.id, market)
    if (terms.id > 0 && terms.id < NUMBERS_LISTED) this.marketsByNumber[terms.id] = market
    assert(this.markets[market.slot] === market, 'a market stands at its own slot')
  }

  /** A new order at the end of its account's list: order numbers only rise. */
  linkOrder(slot: OrderSlot, account: AccountSlot): void {
    const { orders, accounts } = this
    const last = accounts.lastOrder.get(account)
    assert(last === NONE || orders.id.get(last) < orders.id.get(slot), 'the orders of an account are listed by number')
    orders.account.set(slot, account)
    orders.ofAccount.putLast(slot, last)
    if (last === NONE) accounts.firstOrder.set(account, slot)
    accounts.lastOrder.set(account, slot)
  }

  /** Takes an order that ends out of its account's list. */
  unlinkOrder(slot: OrderSlot): void {
    const { orders, accounts } = this
    const account = orders.account.get(slot)
    const previous = orders.previousOfAccount.get(slot)
    const next = orders.nextOfAccount.get(slot)
    assert((previous === NONE) === (accounts.firstOrder.get(account) === slot), 'the first order has none before it')
    assert((next === NONE) === (accounts.lastOrder.get(account) === slot), 'the last order has none behind it')
    if (previous === NONE) accounts.firstOrder.set(account, next)
    if (next === NONE) accounts.lastOrder.set(account, previous)
    orders.ofAccount.takeOut(slot)
  }
}
