/**
 * A price moves: the rates that hang on it follow, and the accounts whose revaluation triggers it reaches will be checked. Cheap whatever is held: four
 * comparisons, plus one rate for each instrument that is converted by this one.
 */
import type { Market } from './market.ts'
import type { PriceQueue } from './queue.ts'
import type { State } from './state.ts'

/** The market has just taken a quote. Open or not: nothing fires here, accounts are only marked. */
export function priceMoved(state: State, market: Market): void {
  if (market.dependents.length > 0) moveRates(state, market)
  const { revaluationTriggers } = market
  markReached(state, revaluationTriggers.bidFalling, market.bid)
  markReached(state, revaluationTriggers.bidRising, market.bid)
  markReached(state, revaluationTriggers.askRising, market.ask)
  markReached(state, revaluationTriggers.askFalling, market.ask)
}

function moveRates(state: State, market: Market): void {
  const outOfBand = market.outOfBand()
  if (outOfBand) market.centreBand()
  for (const dependent of market.dependents) {
    dependent.refreshRate()
    if (outOfBand) state.markHoldersDirty(dependent)
  }
}

function markReached(state: State, queue: PriceQueue, price: number): void {
  const { exposures } = state
  while (queue.reached(price)) {
    const exposure = queue.topSlot()
    const alive = exposures.generation[exposure] === queue.topGeneration()
    queue.pop(alive)
    if (alive) state.markDirty(exposures.account[exposure] ?? 0)
  }
}
