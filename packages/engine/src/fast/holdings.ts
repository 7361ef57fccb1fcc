/**
 * A holding enters and leaves the sums of its account and of its exposure: the one place that keeps them in step with
 * the positions.
 */
import { assert, type Conversion } from '@veritick/domain'
import { type AccountSlot, type ExposureSlot, NONE, type OrderSlot } from './columns.ts'
import type { Market } from './market.ts'
import { BUY, HOLDING } from './orders.ts'
import { invalidateRevaluationTriggers } from './revaluation-triggers.ts'
import type { State } from './state.ts'
import { orderProfit } from './valuation.ts'

/** The order's columns are complete: it enters the sums. `conversion` is the rate that opened it. */
export function hold(state: State, slot: OrderSlot, market: Market, conversion: Conversion): void {
  const { orders } = state
  const notional = market.notional(orders.lots.get(slot), orders.price.get(slot), conversion)
  assert(notional === undefined || notional >= 0, 'a notional is not negative')
  orders.notional.set(slot, notional)
  addHolding(state, slot, market)
}

/** The order's columns are complete and its status is HOLDING. */
function addHolding(state: State, slot: OrderSlot, market: Market): void {
  const { orders, accounts, exposures } = state
  assert(orders.status.get(slot) === HOLDING, 'only a holding is summed up')
  assert(orders.exposure.get(slot) === NONE, 'a holding is summed up once')
  const account = orders.account.get(slot)
  const exposure = exposureFor(state, account, market)
  orders.exposure.set(slot, exposure)
  orders.exposureLife.set(slot, exposures.lifeOf(exposure))
  orders.ofExposure.putFirst(slot, exposures.firstOrder.get(exposure))
  exposures.firstOrder.set(exposure, slot)
  exposures.holdings.add(exposure, 1)
  accounts.holdings.add(account, 1)
  accounts.marginUsed.add(account, orders.margin.get(slot))
  addSize(state, slot, exposure, 1)
  addProfit(state, slot, { exposure, market, sign: 1 })
}

/** Before the row is given back. */
export function removeHolding(state: State, slot: OrderSlot, market: Market): void {
  const { orders, accounts, exposures } = state
  assert(orders.status.get(slot) === HOLDING, 'only a holding is summed up')
  const account = orders.account.get(slot)
  const exposure = state.exposureOf(slot)
  const previous = orders.previousOfExposure.get(slot)
  assert((previous === NONE) === (exposures.firstOrder.get(exposure) === slot), 'the first position has none before it')
  if (previous === NONE) exposures.firstOrder.set(exposure, orders.nextOfExposure.get(slot))
  orders.ofExposure.takeOut(slot)
  exposures.holdings.add(exposure, -1)
  accounts.holdings.add(account, -1)
  accounts.marginUsed.add(account, -orders.margin.get(slot))
  addSize(state, slot, exposure, -1)
  addProfit(state, slot, { exposure, market, sign: -1 })
  orders.exposure.set(slot, NONE)
  assert(accounts.holdings.get(account) >= 0 && accounts.marginUsed.get(account) >= 0, 'what is held is not negative')
  if (exposures.holdings.get(exposure) === 0) dropExposure(state, exposure, market)
}

/** `sign`: 1 adds the size of the order to its exposure, -1 takes it off. */
function addSize(state: State, slot: OrderSlot, exposure: ExposureSlot, sign: 1 | -1): void {
  const { orders, exposures } = state
  const lots = orders.lots.get(slot) * sign
  const cost = lots * orders.price.get(slot)
  addNotional(state, slot, sign)
  const long = orders.side.get(slot) === BUY
  const costColumn = long ? exposures.longCost : exposures.shortCost
  const lotsColumn = long ? exposures.longLots : exposures.shortLots
  lotsColumn.add(exposure, lots)
  costColumn.add(exposure, cost)
  assert(lotsColumn.get(exposure) >= 0, 'what is held is not negative')
  if (!Number.isSafeInteger(cost) || !Number.isSafeInteger(costColumn.get(exposure))) exposures.exact.set(exposure, 0)
}

/** A sum of profits that counts now goes on counting. */
function addProfit(
  state: State,
  slot: OrderSlot,
  to: { readonly exposure: ExposureSlot; readonly market: Market; readonly sign: 1 | -1 },
): void {
  const { exposures } = state
  const { exposure, market, sign } = to
  if (exposures.valuedAt.get(exposure) !== market.valuation) return
  exposures.profit.add(exposure, sign * orderProfit(state, slot, market))
}

function addNotional(state: State, slot: OrderSlot, sign: 1 | -1): void {
  const { orders, accounts } = state
  const account = orders.account.get(slot)
  const notional = orders.notional.get(slot)
  if (notional === undefined) accounts.unbounded.add(account, sign)
  else accounts.notional.add(account, notional * sign)
  assert(accounts.unbounded.get(account) >= 0 && accounts.notional.get(account) >= 0, 'what is held is not negative')
}

/**
 * The account's exposure to the instrument, made where there is none. An account holds few instruments: the list is
 * walked.
 */
function exposureFor(state: State, account: AccountSlot, market: Market): ExposureSlot {
  const { accounts, exposures } = state
  const first = accounts.firstExposure.get(account)
  for (let each = first; each !== NONE; each = exposures.nextOfAccount.get(each)) {
    assert(exposures.account.get(each) === account, 'the list of an account holds its own exposures')
    if (exposures.instrument.get(each) === market.slot) return each
  }
  const exposure = exposures.add(account, market.slot)
  exposures.ofAccount.putFirst(exposure, first)
  accounts.firstExposure.set(account, exposure)
  exposures.ofInstrument.putFirst(exposure, market.firstExposure)
  market.firstExposure = exposure
  return exposure
}

function dropExposure(state: State, exposure: ExposureSlot, market: Market): void {
  const { accounts, exposures } = state
  invalidateRevaluationTriggers(state, exposure)
  const account = exposures.account.get(exposure)
  assert(exposures.instrument.get(exposure) === market.slot, 'an exposure is of the market of its position')
  if (accounts.firstExposure.get(account) === exposure) {
    accounts.firstExposure.set(account, exposures.nextOfAccount.get(exposure))
  } else assert(exposures.previousOfAccount.get(exposure) !== NONE, 'an exposure is first or has one before it')
  exposures.ofAccount.takeOut(exposure)
  if (market.firstExposure === exposure) market.firstExposure = exposures.nextOfInstrument.get(exposure)
  else assert(exposures.previousOfInstrument.get(exposure) !== NONE, 'an exposure is first or has one before it')
  exposures.ofInstrument.takeOut(exposure)
  exposures.remove(exposure)
}
