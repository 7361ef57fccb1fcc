/**
 * From an instrument's quote currency to USD, as an exact fraction. Kept as a fraction because 1 / 150.321 has no end:
 * the fill stores which quote gave it, so anyone can divide again.
 */
import type { ConversionSource, InstrumentTerms } from './instrument.ts'
import type { Points } from './numbers.ts'

/** numerator / denominator USD for one unit of the quote currency. Both positive safe integers. */
export type Conversion = { readonly numerator: number; readonly denominator: number }

export const CONVERSION_USD: Conversion = { numerator: 1, denominator: 1 }

/** The fraction that a source's Close gives. `precision` is the price precision of the source's instrument. */
export function conversionFrom(kind: 'multiply' | 'divide', close: Points, precision: number): Conversion {
  const one = 10 ** precision
  return kind === 'multiply' ? { numerator: close, denominator: one } : { numerator: one, denominator: close }
}

/** `undefined` where the rate is not known: the caller refuses, it never assumes 1. */
export function conversionOf(
  source: ConversionSource,
  look: (
    instrument: number,
  ) => { readonly terms: Pick<InstrumentTerms, 'pricePrecision'>; readonly close: Points | undefined } | undefined,
): Conversion | undefined {
  if (source.kind === 'usd') return CONVERSION_USD
  if (source.kind === 'missing') return undefined
  const found = look(source.instrument)
  if (found?.close === undefined) return undefined
  return conversionFrom(source.kind, found.close, found.terms.pricePrecision)
}
