/** A holding enters and leaves the sums of its account and of its exposure: the one place that keeps them in step with the positions. */

import { BUY } from './orders.ts'
import { invalidateRevaluationTriggers } from './revaluation-triggers.ts'
import type { State } from './state.ts'

/** The order's columns are complete. */
export function addHolding(state: State, slot: number): void {
  const { orders, accounts, exposures } = state
  const account = orders.account[slot] ?? 0
  const exposure = exposureOf(state, account, orders.instrument[slot] ?? 0)
  const first = exposures.firstOrder[exposure] ?? -1
  orders.exposure[slot] = exposure
  orders.previousOfExposure[slot] = -1
  orders.nextOfExposure[slot] = first
  if (first >= 0) orders.previousOfExposure[first] = slot
  exposures.firstOrder[exposure] = slot
  exposures.holdings[exposure] = (exposures.holdings[exposure] ?? 0) + 1
  accounts.holdings[account] = (accounts.holdings[account] ?? 0) + 1
  accounts.marginUsed[account] = (accounts.marginUsed[account] ?? 0) + (orders.margin[slot] ?? 0)
  addSize(state, slot, 1)
}

/** Before the row is given back. */
export function removeHolding(state: State, slot: number): void {
  const { orders, accounts, exposures } = state
  const account = orders.account[slot] ?? 0
  const exposure = orders.exposure[slot] ?? 0
  const previous = orders.previousOfExposure[slot] ?? -1
  const next = orders.nextOfExposure[slot] ?? -1
  if (previous >= 0) orders.nextOfExposure[previous] = next
  else exposures.firstOrder[exposure] = next
  if (next >= 0) orders.previousOfExposure[next] = previous
  exposures.holdings[exposure] = (exposures.holdings[exposure] ?? 0) - 1
  accounts.holdings[account] = (accounts.holdings[account] ?? 0) - 1
  accounts.marginUsed[account] = (accounts.marginUsed[account] ?? 0) - (orders.margin[slot] ?? 0)
  addSize(state, slot, -1)
  if (exposures.holdings[exposure] === 0) dropExposure(state, exposure)
}

function addSize(state: State, slot: number, sign: 1 | -1): void {
  const { orders, exposures } = state
  const exposure = orders.exposure[slot] ?? 0
  const lots = (orders.lots[slot] ?? 0) * sign
  const cost = lots * (orders.price[slot] ?? 0)
  addNotional(state, slot, sign)
  const long = orders.side[slot] === BUY
  const lotsColumn = long ? exposures.longLots : exposures.shortLots
  const costColumn = long ? exposures.longCost : exposures.shortCost
  const costAfter = (costColumn[exposure] ?? 0) + cost
  lotsColumn[exposure] = (lotsColumn[exposure] ?? 0) + lots
  costColumn[exposure] = costAfter
  if (!Number.isSafeInteger(cost) || !Number.isSafeInteger(costAfter)) exposures.exact[exposure] = 0
}

function addNotional(state: State, slot: number, sign: 1 | -1): void {
  const { orders, accounts } = state
  const account = orders.account[slot] ?? 0
  const notional = orders.notional[slot] ?? 0
  if (Number.isNaN(notional)) accounts.unbounded[account] = (accounts.unbounded[account] ?? 0) + sign
  else accounts.notional[account] = (accounts.notional[account] ?? 0) + notional * sign
}

/** The account's exposure to the instrument, made where there is none. An account holds few instruments: the list is walked. */
function exposureOf(state: State, account: number, instrument: number): number {
  const { accounts, exposures } = state
  const first = accounts.firstExposure[account] ?? -1
  for (let each = first; each >= 0; each = exposures.nextOfAccount[each] ?? -1) {
    if (exposures.instrument[each] === instrument) return each
  }
  const exposure = exposures.add(account, instrument)
  exposures.previousOfAccount[exposure] = -1
  exposures.nextOfAccount[exposure] = first
  if (first >= 0) exposures.previousOfAccount[first] = exposure
  accounts.firstExposure[account] = exposure
  const market = state.marketOfExposure(exposure)
  exposures.previousOfInstrument[exposure] = -1
  exposures.nextOfInstrument[exposure] = market.firstExposure
  if (market.firstExposure >= 0) exposures.previousOfInstrument[market.firstExposure] = exposure
  market.firstExposure = exposure
  return exposure
}

function dropExposure(state: State, exposure: number): void {
  const { accounts, exposures } = state
  invalidateRevaluationTriggers(state, exposure)
  const market = state.marketOfExposure(exposure)
  const previous = exposures.previousOfAccount[exposure] ?? -1
  const next = exposures.nextOfAccount[exposure] ?? -1
  if (previous >= 0) exposures.nextOfAccount[previous] = next
  else accounts.firstExposure[exposures.account[exposure] ?? 0] = next
  if (next >= 0) exposures.previousOfAccount[next] = previous
  const before = exposures.previousOfInstrument[exposure] ?? -1
  const after = exposures.nextOfInstrument[exposure] ?? -1
  if (before >= 0) exposures.nextOfInstrument[before] = after
  else market.firstExposure = after
  if (after >= 0) exposures.previousOfInstrument[after] = before
  exposures.slots.give(exposure)
}
