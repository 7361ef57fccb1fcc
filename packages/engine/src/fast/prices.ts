/**
 * A price moves: the dependent rates follow, and the accounts whose revaluation triggers it reaches are marked for a
 * check. The cost does not depend on the number of positions: four comparisons, plus one rate for each instrument that
 * this one converts. One exception: a rate that leaves its band marks every account with a position that it converts.
 */
import { assert } from '@veritick/domain'
import type { ExposureSlot } from './columns.ts'
import type { Market } from './market.ts'
import type { PriceQueue } from './queue.ts'
import { revaluationPopped } from './revaluation-triggers.ts'
import type { State } from './state.ts'

/** The market has just taken a quote. Open or not: nothing is filled here, accounts are only marked. */
export function priceMoved(state: State, market: Market): void {
  assert(market.hasQuote(), 'a price moves by a quote')
  if (market.dependents.length > 0) moveRates(state, market)
  const { revaluationTriggers } = market
  markReached(state, market, revaluationTriggers.bidFalling, market.bid)
  markReached(state, market, revaluationTriggers.bidRising, market.bid)
  markReached(state, market, revaluationTriggers.askRising, market.ask)
  markReached(state, market, revaluationTriggers.askFalling, market.ask)
}

function moveRates(state: State, market: Market): void {
  const outOfBand = market.outOfBand()
  if (outOfBand) market.centreBand()
  for (const dependent of market.dependents) {
    assert(dependent.rateSource === market, 'a dependent names its source')
    dependent.refreshRate()
    if (outOfBand) state.markHoldersDirty(dependent)
  }
}

function markReached(state: State, market: Market, queue: PriceQueue<ExposureSlot>, price: number): void {
  const { exposures } = state
  while (queue.reached(price)) {
    const exposure = queue.topSlot()
    const valid = exposures.generation.get(exposure) === queue.topGeneration()
    queue.pop(valid)
    if (!valid) continue
    assert(exposures.isLive(exposure), 'a valid trigger is of a live exposure')
    revaluationPopped(state, exposure, { market, queue })
    state.markDirty(exposures.account.get(exposure))
  }
}
