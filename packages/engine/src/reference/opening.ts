/**
 * May this position open now, and at what cost: trading rules 4 and 5. Asked by a market order and by a pending order at its
 * trigger, so that both are checked alike.
 */
import {
  compareLevel,
  feeOf,
  type LotUnits,
  MARGIN_CALL_LEVEL,
  type Micros,
  MONEY_MAX,
  marginOf,
  must,
  notionalOf,
  type Points,
  profitOf,
  type Side,
} from '@veritick/domain'
import type { ConversionEvidence, QuoteEvidence } from '../events.ts'
import type { Account, Instrument, State } from './state.ts'
import { holdingsOf, liveConversion, worthOf } from './valuation.ts'

export type NewPosition = {
  readonly account: Account
  readonly instrument: Instrument
  readonly side: Side
  readonly lots: LotUnits
  readonly leverage: number
  /** The current Close for a market order, the target for a pending one. */
  readonly marginPrice: Points
}

export type Cost = {
  readonly price: Points
  readonly margin: Micros
  readonly fee: Micros
  readonly conversion: ConversionEvidence
}

/** Level below 100 already: nothing new opens. */
export function inMarginCall(state: State, account: Account): boolean {
  const { equity, marginUsed } = worthOf(state, account)
  return compareLevel(equity, marginUsed, MARGIN_CALL_LEVEL) < 0
}

/** Refusals, in this order: `conversion_missing`, `amount_too_large`, `margin_not_enough`. */
export function costOf(
  state: State,
  position: NewPosition,
  quote: QuoteEvidence,
): Cost | 'conversion_missing' | 'amount_too_large' | 'margin_not_enough' {
  const conversion = liveConversion(state, position.instrument)
  if (conversion === undefined) return 'conversion_missing'
  if (tooLarge(state, position, conversion)) return 'amount_too_large'
  const { account, instrument, side, lots, leverage, marginPrice } = position
  const { terms } = instrument
  const margin = marginOf({ terms, lots, price: marginPrice, leverage, conversion })
  const fee = feeOf({ feeType: state.feeType, terms, lots, margin })
  const price = side === 'buy' ? quote.ask : quote.bid
  const spread = profitOf({ terms, side, lots, open: price, price: side === 'buy' ? quote.bid : quote.ask, conversion })
  const worth = worthOf(state, account)
  // Free margin after the fill, with fee and spread paid. At zero or more the level is 100 or more.
  if (worth.equity - fee + spread < worth.marginUsed + margin) return 'margin_not_enough'
  return { price, margin, fee, conversion }
}

/** All that an account holds is together worth at most MONEY_MAX at its opening prices, so that no move can pass 2^53. */
export function tooLarge(state: State, position: NewPosition, conversion: ConversionEvidence): boolean {
  const { account, instrument, lots, marginPrice } = position
  let total = notionalOf({ terms: instrument.terms, lots, price: marginPrice, conversion })
  for (const held of holdingsOf(state, account.account)) {
    const { terms } = must(state.instruments.get(held.instrument), 'a holding is of a known instrument')
    const opening = must(held.opening, 'a holding was opened')
    const worth = notionalOf({ terms, lots: held.lots, price: held.price, conversion: opening.conversion })
    if (total === undefined || worth === undefined) return true
    total = (total + worth) as Micros
  }
  return total === undefined || total > MONEY_MAX
}
