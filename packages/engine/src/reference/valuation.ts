/**
 * Values of the present: the quote and the rate that count for an instrument, the profit of a holding, the equity of an
 * account. Everything is computed from the start each time.
 */
import { CONVERSION_USD, conversionFrom, type Micros, must, type Points, profitOf, unreachable } from '@veritick/domain'
import type { AccountId } from '../commands.ts'
import type { ConversionEvidence, QuoteEvidence } from '../events.ts'
import { type Account, type Instrument, type Order, ordersOf, type State } from './state.ts'

/** The newest quote of the feed, or after a restart the newest that an event named. */
export function quoteOf(instrument: Instrument): QuoteEvidence | undefined {
  return instrument.liveQuote ?? instrument.quote
}

/** The quote that fills now, of an instrument that `isOpen`. */
export function liveQuoteOf({ liveQuote }: Instrument): QuoteEvidence {
  return must(liveQuote, 'an open market has a quote')
}

/** Fills may happen: the session is open and quotes are coming. */
export function isOpen(instrument: Instrument): boolean {
  return instrument.status === 'open' && instrument.liveQuote !== undefined
}

const USD: ConversionEvidence = { ...CONVERSION_USD, instrument: 0, seq: 0 }

/** The rate by a quote of the feed; orders need it. */
export function liveConversion(state: State, instrument: Instrument): ConversionEvidence | undefined {
  return conversionBy(state, instrument, (source) => source.liveQuote)
}

/**
 * The best rate known, for valuation: by a quote of the feed, else one that an event named. Known wherever a holding
 * exists.
 */
export function conversionOf(state: State, instrument: Instrument): ConversionEvidence | undefined {
  return conversionBy(state, instrument, quoteOf) ?? instrument.conversion
}

/** The instrument whose price converts the quote currency into USD; `undefined`: none is needed or known. */
export function rateSource(state: State, { terms: { conversion } }: Instrument): Instrument | undefined {
  const isConverted = conversion.kind === 'multiply' || conversion.kind === 'divide'
  return isConverted ? state.instruments.get(conversion.instrument) : undefined
}

function conversionBy(
  state: State,
  instrument: Instrument,
  look: (source: Instrument) => QuoteEvidence | undefined,
): ConversionEvidence | undefined {
  const { conversion } = instrument.terms
  switch (conversion.kind) {
    case 'usd':
      return USD
    case 'missing':
      return undefined
    case 'multiply':
    case 'divide': {
      const source = rateSource(state, instrument)
      const quote = source === undefined ? undefined : look(source)
      if (source === undefined || quote === undefined) return undefined
      const rate = conversionFrom(conversion.kind, quote.bid, source.terms.pricePrecision)
      return { ...rate, instrument: conversion.instrument, seq: quote.seq }
    }
    default:
      return unreachable(conversion)
  }
}

/** A long is closed on the bid, a short on the ask. */
export function closePrice(order: Order, quote: QuoteEvidence): Points {
  return order.side === 'buy' ? quote.bid : quote.ask
}

/** Where a holding stands. */
export type Standing = {
  readonly instrument: Instrument
  readonly quote: QuoteEvidence
  readonly conversion: ConversionEvidence
  readonly price: Points
  readonly profit: Micros
}

/** A holding at the quote and the rate that count now; the profit in micro-dollars, trading rule 5. */
export function standingOf(state: State, order: Order): Standing {
  const instrument = must(state.instruments.get(order.instrument), 'a holding is of a known instrument')
  const quote = must(quoteOf(instrument), 'where a holding is there was a quote')
  const conversion = must(conversionOf(state, instrument), 'where a holding is there was a rate')
  const price = closePrice(order, quote)
  const { side, lots } = order
  const profit = profitOf({ terms: instrument.terms, side, lots, open: order.price, price, conversion })
  return { instrument, quote, conversion, price, profit }
}

/** Profit in micro-dollars of one order that is a holding, at the quote and the rate that count now. */
export function orderProfit(state: State, order: Order): Micros {
  return standingOf(state, order).profit
}

/** Equity in micro-dollars: trading rule 5. */
export function equityOf(state: State, { account, balance }: Account): Micros {
  return holdingsOf(state, account).reduce<number>((sum, order) => sum + orderProfit(state, order), balance) as Micros
}

/** Sum of the margins of the account's holdings, in micro-dollars. */
export function marginUsedOf(state: State, { account }: Account): Micros {
  const margins = holdingsOf(state, account).map(({ opening }) => must(opening, 'a holding was opened').margin)
  return margins.reduce<number>((sum, margin) => sum + margin, 0) as Micros
}

/**
 * After a restart a price or rate of an account may be known from its events only. Until the feed has quoted all of
 * them, the account gets no margin notice and no stop-out, because the valuation would mix old and new prices.
 */
export function waitsForFeed(state: State, account: AccountId): boolean {
  return holdingsOf(state, account).some((order) => {
    const instrument = must(state.instruments.get(order.instrument), 'a holding is of a known instrument')
    const { conversion } = instrument.terms
    const needsRate = conversion.kind === 'multiply' || conversion.kind === 'divide'
    return instrument.liveQuote === undefined || (needsRate && liveConversion(state, instrument) === undefined)
  })
}

/** Oldest first. */
export function holdingsOf(state: State, account: AccountId): Order[] {
  return ordersOf(state, (order) => order.account === account && order.pending === undefined)
}

/** Oldest first. */
export function pendingsOf(state: State, account: AccountId): Order[] {
  return ordersOf(state, (order) => order.account === account && order.pending !== undefined)
}
