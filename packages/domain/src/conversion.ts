/**
 * The rate from an instrument's quote currency to USD, as an exact fraction (trading rule 5). 1 / 150.321 has no finite
 * decimal form. The fill stores the quote of the rate, so that the division can be repeated.
 */
import type { ConversionSource, InstrumentTerms } from './instrument.ts'
import type { Points } from './numbers.ts'

/** numerator / denominator USD for one unit of the quote currency. Both positive safe integers. */
export type Conversion = { readonly numerator: number; readonly denominator: number }

export const CONVERSION_USD: Conversion = { numerator: 1, denominator: 1 }

/**
 * The rate that the Close of a source gives. `multiply`: QUSD, USD for one Q. `divide`: USDQ, Q for one USD. `close` is
 * in price steps of the source, `precision` its price precision.
 */
export function conversionFrom(kind: 'multiply' | 'divide', close: Points, precision: number): Conversion {
  const one = 10 ** precision
  return kind === 'multiply' ? { numerator: close, denominator: one } : { numerator: one, denominator: close }
}

/**
 * The rate of an instrument now. `look` reads the source's terms and Close. `undefined` while there is no rate: the
 * caller refuses with `conversion_missing` and never assumes 1.
 */
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
