/**
 * Values of the present: the quote and the rate that count for an instrument, the profit of a holding, the equity of an
 * account. Everything is computed from the start each time.
 */
import { CONVERSION_USD, conversionFrom, type Micros, must, type Points, profitOf, unreachable } from '@veritick/domain'
import type { AccountId } from '../commands.ts'
import type { ConversionEvidence, QuoteEvidence } from '../events.ts'
import { type Account, type Instrument, type Order, ordersOf, type State } from './state.ts'

export type Worth = { readonly equity: Micros; readonly profit: Micros; readonly marginUsed: Micros }

/** The quote heard last, or after a restart the newest that an event named. */
export function quoteOf(instrument: Instrument): QuoteEvidence | undefined {
  return instrument.liveQuote ?? instrument.quote
}

/** Fills may happen: the session is open and quotes are coming. */
export function tradable(instrument: Instrument): boolean {
  return instrument.status === 'open' && instrument.liveQuote !== undefined
}

const USD: ConversionEvidence = { ...CONVERSION_USD, instrument: 0, seq: 0 }

/** The rate by a quote that was heard; orders need it. */
export function liveConversion(state: State, instrument: Instrument): ConversionEvidence | undefined {
  return conversionBy(state, instrument, (source) => source.liveQuote)
}

/**
 * The best rate known, for valuation: by a quote that was heard, else one that an event named. Known wherever a holding
 * exists.
 */
export function knownConversion(state: State, instrument: Instrument): ConversionEvidence | undefined {
  return conversionBy(state, instrument, quoteOf) ?? instrument.conversion
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
      const source = state.instruments.get(conversion.instrument)
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
export function closePriceOf(order: Order, quote: QuoteEvidence): Points {
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
  const conversion = must(knownConversion(state, instrument), 'where a holding is there was a rate')
  const price = closePriceOf(order, quote)
  const { side, lots } = order
  const profit = profitOf({ terms: instrument.terms, side, lots, open: order.price, price, conversion })
  return { instrument, quote, conversion, price, profit }
}

/** Equity, profit and used margin in micro-dollars: trading rule 5. */
export function worthOf(state: State, account: Account): Worth {
  let profit = 0
  let marginUsed = 0
  for (const order of holdingsOf(state, account.account)) {
    profit += standingOf(state, order).profit
    marginUsed += must(order.opening, 'a holding was opened').margin
  }
  return { profit: profit as Micros, marginUsed: marginUsed as Micros, equity: (account.balance + profit) as Micros }
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
