/**
 * Prices and their changes of the wire as they are shown, and their sign. Text in, text out, so no price becomes a
 * binary fraction.
 */
import { figureIn, percentIn } from '@veritick/locales'

export const MINUS = '\u2212'

/** `"0.24"` -> `"0.24%"`, `"0,24\u00a0%"` in German; the arrow beside it shows the sign. */
export const formatPercent = (text: string, tag: string): string => percentIn(text.replace('-', ''), tag)

/** -1, 0 or 1 of a decimal text; `-0.00` is 0. */
export function signOf(text: string): -1 | 0 | 1 {
  if (!/[1-9]/.test(text)) return 0
  return text.startsWith('-') ? -1 : 1
}

/** Whether one price is above another of the same instrument: both positive, with the same number of decimals. */
export const isHigher = (price: string, than: string): boolean =>
  price.length === than.length ? price > than : price.length > than.length

/**
 * A price in two parts, because its last two digits are drawn a step larger. `"1.08512"` -> `["1.085", "12"]`,
 * `"228.52"` -> `["228.", "52"]`; a price without decimals is not split. The decimal sign follows the language.
 */
export function splitPrice(text: string, tag: string): { readonly head: string; readonly tail: string } {
  const shown = figureIn(text, tag).replace('-', MINUS)
  if (!/[.,\u066b]\d\d/.test(shown)) return { head: shown, tail: '' }
  return { head: shown.slice(0, -2), tail: shown.slice(-2) }
}
