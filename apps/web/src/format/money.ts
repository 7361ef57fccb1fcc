/**
 * Decimal text of the wire as it is shown: grouped, latin digits, a real minus sign, rounded to the asked decimals.
 * Text in, text out, so no amount becomes a binary fraction. Components render it in `<bdi>` (`Amount`).
 */
import { formatDecimal, type Ppm } from '@veritick/domain'
import { percentIn } from '@veritick/locales'
import { MONEY_DECIMALS } from './decimals.ts'
import { MINUS } from './price.ts'

/** Marks that Intl adds for right-to-left scripts; the isolate around the figure replaces them. */
const BIDI_MARKS = /[\u200e\u200f\u061c]/g

export type MoneyOptions = {
  /** BCP 47 tag of the reader's language. */
  readonly tag: string
  readonly decimals?: number
  /** `+` before a gain. */
  readonly signed?: boolean
  /** Rounds down instead of half away: for amounts that the customer may spend or withdraw. */
  readonly down?: boolean
}

/** `"-1234.567000"` -> `"−1,234.57"`. */
export function formatMoney(text: string, options: MoneyOptions): string {
  const { tag, decimals = MONEY_DECIMALS, signed = false, down = false } = options
  const shown = formatter({ tag, decimals, signed, down }).format(text as Intl.StringNumericLiteral)
  return shown.replace(BIDI_MARKS, '').replace('-', MINUS)
}

/**
 * A whole number in groups: `"100.000"` in German. Isolates enclose it, so that the dictionary does not replace its
 * group sign as a decimal sign.
 */
export const formatWhole = (value: number, tag: string): string =>
  `\u2068${formatMoney(String(value), { tag, decimals: 0 })}\u2069`

/** A version is no number: `"1.0"` keeps its point in every language, by the same isolates. */
export const formatVersion = (version: string): string => `\u2068${version}\u2069`

const RATE_DECIMALS = 4

/** A rate signed as its amounts are: -30,000 ppm is `"−3.00%"`, `"−3,00\u00a0%"` in German. At least 2 decimals. */
export function formatRate(rate: Ppm, tag: string): string {
  const text = formatDecimal(rate, RATE_DECIMALS)
    .replace(/0{1,2}$/, '')
    .replace('-', MINUS)
  return percentIn(rate > 0 ? `+${text}` : text, tag)
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Cached: creating a formatter costs a thousand times more than using it. */
function formatter(options: Required<MoneyOptions>): Intl.NumberFormat {
  const key = JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(`${options.tag}-u-nu-latn`, {
    minimumFractionDigits: options.decimals,
    maximumFractionDigits: options.decimals,
    signDisplay: options.signed ? 'exceptZero' : 'negative',
    roundingMode: options.down ? 'floor' : 'halfExpand',
  })
  formatters.set(key, made)
  return made
}
