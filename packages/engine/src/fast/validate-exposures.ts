/** The exposures against the positions that they sum up, and their lists by account and by market, both ways. */
import { type ExposureSlot, NONE, type OrderSlot } from './columns.ts'
import { BUY } from './orders.ts'
import type { State } from './state.ts'
import { orderProfit } from './valuation.ts'

/** The fault, or `undefined`. */
export function exposuresFault(state: State): string | undefined {
  const { accounts, exposures, markets } = state
  let byAccount = 0
  for (const account of accounts.live()) {
    let before: ExposureSlot | typeof NONE = NONE
    for (let each = accounts.firstExposure.get(account); each !== NONE; each = exposures.nextOfAccount.get(each)) {
      const found = exposureFault(state, each)
      if (found !== undefined) return found
      if (exposures.account.get(each) !== account) return `exposure ${each} stands in the list of another account`
      if (exposures.previousOfAccount.get(each) !== before)
        return `exposure ${each} names another of its account before it`
      before = each
      byAccount++
    }
  }
  let byMarket = 0
  for (const market of markets) {
    let before: ExposureSlot | typeof NONE = NONE
    for (let each = market.firstExposure; each !== NONE; each = exposures.nextOfInstrument.get(each)) {
      if (!exposures.isLive(each)) return `the list of ${market.terms.code} names an exposure that ended`
      if (exposures.instrument.get(each) !== market.slot) return `exposure ${each} stands in the list of another market`
      if (exposures.previousOfInstrument.get(each) !== before)
        return `exposure ${each} names another of its market before it`
      before = each
      byMarket++
    }
  }
  const live = exposures.count()
  return byAccount === live && byMarket === live
    ? undefined
    : `${live} exposures live, listed are ${byAccount} and ${byMarket}`
}

function exposureFault(state: State, exposure: ExposureSlot): string | undefined {
  const { orders, exposures } = state
  if (!exposures.isLive(exposure)) return 'a list names an exposure that ended'
  const market = state.marketOfExposure(exposure)
  const isValued = exposures.valuedAt.get(exposure) === market.valuation
  let [holdings, longLots, longCost, shortLots, shortCost, profit] = [0, 0, 0, 0, 0, 0]
  let before: OrderSlot | typeof NONE = NONE
  for (let slot = exposures.firstOrder.get(exposure); slot !== NONE; slot = orders.nextOfExposure.get(slot)) {
    if (orders.exposure.get(slot) !== exposure) return `exposure ${exposure} lists an order of another one`
    if (orders.previousOfExposure.get(slot) !== before)
      return `a position of exposure ${exposure} names another before it`
    const lots = orders.lots.get(slot)
    const cost = lots * orders.price.get(slot)
    if (orders.side.get(slot) === BUY) {
      longLots += lots
      longCost += cost
    } else {
      shortLots += lots
      shortCost += cost
    }
    if (isValued) profit += orderProfit(state, slot, market)
    holdings++
    before = slot
  }
  if (holdings === 0 || exposures.holdings.get(exposure) !== holdings)
    return `exposure ${exposure} holds ${holdings}, it counts otherwise`
  if (exposures.longLots.get(exposure) !== longLots || exposures.shortLots.get(exposure) !== shortLots) {
    return `exposure ${exposure} is ${longLots} long and ${shortLots} short, its sums are others`
  }
  if (isValued && exposures.profit.get(exposure) !== profit)
    return `exposure ${exposure} has a profit of ${profit}, its sum is another`
  if (exposures.exact.get(exposure) === 0) return undefined
  if (exposures.longCost.get(exposure) === longCost && exposures.shortCost.get(exposure) === shortCost) return undefined
  return `exposure ${exposure} has cost ${longCost} and ${shortCost}, its sums are others`
}
