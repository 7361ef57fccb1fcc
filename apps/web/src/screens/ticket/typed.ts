/**
 * Numbers typed on a phone: comma or Arabic separator as point, digits of every keyboard, spaces. Parsed once, exactly,
 * into whole units or into a fault.
 */
import {
  formatDecimal,
  LOT_DECIMALS,
  LOT_UNITS_PER_LOT,
  type LotUnits,
  type Points,
  PRICE_MAX,
  parseDecimal,
} from '@veritick/domain'
import { latinDigits } from '../../design/digits.ts'

/** A stop-loss or take-profit field. `touched`: typed by the customer, so the app no longer changes it. */
export type Level = {
  readonly on: boolean
  readonly text: string
  readonly touched: boolean
  /** The price that was typed before the customer chose another unit, while the level is not changed. */
  readonly asPrice?: string
  /** The distance that `text` rounds, as `exactDistance` counts it, until the customer types. */
  readonly exact?: number
}
export const levelOff: Level = { on: false, text: '', touched: false }

/** `out_of_range`: digits, but no possible size or price. */
export type TypedFault = 'missing' | 'not_a_number' | 'too_precise' | 'out_of_range'

/**
 * Lots in 0.0001 of a lot. Zero and negative sizes are numbers; the limits of the caller refuse them. `lotMax`: the
 * largest size, by which "1,000" may also be a thousand lots. Where sizes are whole, it is never one lot.
 */
export function typedLots(
  text: string,
  { lotStep, lotMax = lotStep }: { readonly lotStep: LotUnits; readonly lotMax?: LotUnits },
): LotUnits | TypedFault {
  const lots = typedNumber(text, LOT_DECIMALS)
  if (typeof lots !== 'number' || !hasOneGroup(text)) return lots as LotUnits | TypedFault
  const decimals = lotDecimals(lotStep, lotStep)
  const isAmbiguous = decimals === 0 || (decimals < GROUP_DIGITS && Math.abs(lots) * 1_000 <= lotMax)
  return isAmbiguous ? 'not_a_number' : (lots as LotUnits)
}

/** A price in points. A price that is not positive is a fault. */
export function typedPrice(text: string, precision: number): Points | TypedFault {
  const value = typedNumber(text, precision)
  if (typeof value === 'number' && (value <= 0 || value > PRICE_MAX)) return 'out_of_range'
  return value as Points | TypedFault
}

export const pointsIn = (price: Points | TypedFault): Points | undefined =>
  typeof price === 'number' ? price : undefined

export const textOfPrice = (price: Points, precision: number): string => formatDecimal(price, precision)

/** The size with the decimals of the step: 0.10 for a step of 0.01, 5 for a whole lot. */
export function textOfLots(lots: LotUnits, step: LotUnits): string {
  const decimals = lotDecimals(lots, step)
  const text = formatDecimal(lots, LOT_DECIMALS)
  return decimals === 0 ? text.slice(0, -LOT_DECIMALS - 1) : text.slice(0, text.length - LOT_DECIMALS + decimals)
}

export function lotDecimals(lots: LotUnits, step: LotUnits): number {
  for (let decimals = 0; decimals < LOT_DECIMALS; decimals += 1) {
    const unit = LOT_UNITS_PER_LOT / 10 ** decimals
    if (step % unit === 0 && lots % unit === 0) return decimals
  }
  return LOT_DECIMALS
}

/**
 * A typed price, unless its only separator may group thousands and the price is nearer to `near` with thousands: near a
 * market of 44,612 "44,500" is no 44.5 and "20,000" no 20. Near 1.08 "1,085" is a price.
 */
export function typedPriceNear(text: string, precision: number, near: Points | undefined): Points | TypedFault {
  const price = typedPrice(text, precision)
  if (typeof price !== 'number' || near === undefined || !hasOneGroup(text)) return price
  return price * NEARER_WITH_THOUSANDS < near ? 'not_a_number' : price
}
/** From the square root of a thousand on, a price is nearer to a thousand times its value. */
const NEARER_WITH_THOUSANDS = 32

/** A number with `decimals`. Where they are fewer than three, a customer who types "1,000" may group thousands. */
export const typedGrouped = (text: string, decimals: number): number | TypedFault =>
  decimals < GROUP_DIGITS && hasOneGroup(text) ? 'not_a_number' : typedNumber(text, decimals)
const GROUP_DIGITS = 3

/** One separator with one to three digits before it, not zero, and three behind it: it may group thousands. */
export const hasOneGroup = (text: string, separator = '[.,]'): boolean =>
  new RegExp(`^-?[1-9]\\d{0,2}${separator}\\d{3}$`).test(inLatinDigits(text))

/** A number in units of its last decimal; trailing zeros beyond the decimals are allowed. */
export function typedNumber(text: string, decimals: number): number | TypedFault {
  const plain = latin(text)
  if (plain === '') return 'missing'
  return parseDecimal(plain, decimals)
}

/**
 * Latin digits and a point: "١٫٠٨٥" and "1,085" become "1.085". Of two kinds of separator the last one is the decimal
 * sign, the other groups thousands: "2,651.40" and "2.651,40" are one number, "1.23,4.5" is no number. A bare leading
 * or trailing point gets its zero.
 */
function latin(text: string): string {
  return pointed(inLatinDigits(text))
    .replace(/^\./, '0.')
    .replace(/\.$/, '')
    .replace(/^0+(?=[0-9])/, '')
}

/** Without spaces, apostrophes and the Arabic separator of thousands. */
function inLatinDigits(text: string): string {
  return latinDigits(text)
    .replace(/[\s'\u2019\u200e\u200f\u066c]/g, '')
    .replace(/\u066b/g, '.')
}

/** The number with a point as its only separator. A wrongly grouped text stays unchanged and is no number. */
function pointed(text: string): string {
  const separators = text.replace(/[^.,]/g, '')
  const [first] = separators
  const last = separators.at(-1)
  if (first === undefined || last === undefined || separators.length === 1) return text.replace(',', '.')
  const isGroupedOnly = first === last
  const at = isGroupedOnly ? text.length : text.lastIndexOf(last)
  const grouped = text.slice(0, at)
  if (!GROUPS[first === ',' ? ',' : '.'].test(grouped)) return text
  return `${grouped.replaceAll(first, '')}${isGroupedOnly ? '' : `.${text.slice(at + 1)}`}`
}
const GROUPS = { ',': /^-?\d{1,3}(?:,\d{3})+$/, '.': /^-?\d{1,3}(?:\.\d{3})+$/ } as const
