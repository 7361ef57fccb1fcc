/**
 * New or changed terms of an instrument. The value of a holding depends on them only through the rate: the rest of the
 * contract never changes.
 */
import type { InstrumentTerms } from '@veritick/domain'
import { NONE } from './columns.ts'
import type { Market } from './market.ts'
import { invalidateRevaluationTriggers } from './revaluation-triggers.ts'
import type { State } from './state.ts'

/** The instrument has these terms from now on; the accounts whose rate changes are checked at the next quote. */
export function setTerms(state: State, terms: InstrumentTerms): void {
  const market = state.market(terms.id)
  if (market === undefined) state.addMarket(terms)
  else market.terms = terms
  linkRates(state)
}

/** The accounts that hold an instrument whose rate changed, or comes from another instrument, are checked. */
function linkRates(state: State): void {
  for (const market of state.markets) market.dependents.length = 0
  for (const market of state.markets) {
    const { conversion } = market.terms
    const needsSource = conversion.kind === 'multiply' || conversion.kind === 'divide'
    const source = needsSource ? state.market(conversion.instrument) : undefined
    source?.dependents.push(market)
    const moved = source !== market.rateSource
    if (moved) invalidateTriggersOf(state, market)
    market.rateSource = source
    // Its first dependent: until now nothing asked for the band.
    if (source?.hasQuote() === true && source.outOfBand()) source.centreBand()
    if (market.refreshRate() || moved) state.markHoldersDirty(market)
  }
}

/**
 * Triggers on the rate stand in the queues of the source that gives it: they are invalidated before the source changes.
 */
function invalidateTriggersOf(state: State, market: Market): void {
  const { nextOfInstrument } = state.exposures
  for (let each = market.firstExposure; each !== NONE; each = nextOfInstrument.get(each)) {
    invalidateRevaluationTriggers(state, each)
  }
}
