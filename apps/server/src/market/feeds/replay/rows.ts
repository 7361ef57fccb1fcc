/**
 * One line of a recording as numbers: ticks, bid/ask bars, or bars of one price. A line that is not one is answered
 * with the reason; the reader skips it and goes on.
 */
import { type Millis, millis, type Points, PRICE_MAX, points } from '@veritick/domain'

export type Shape = 'ticks' | 'bid_ask_bars' | 'bars'

const HEADERS: readonly { readonly shape: Shape; readonly columns: readonly string[] }[] = [
  { shape: 'ticks', columns: ['ts_utc', 'bid', 'ask'] },
  {
    shape: 'bid_ask_bars',
    columns: ['ts_utc', 'bid_open', 'bid_high', 'bid_low', 'bid_close', 'ask_open', 'ask_high', 'ask_low', 'ask_close'],
  },
  { shape: 'bars', columns: ['ts_utc', 'open', 'high', 'low', 'close'] },
]

/** The header lines of one shape or of all, as messages name them. */
export const headersOf = (shape: Shape | undefined): readonly string[] =>
  HEADERS.filter((each) => shape === undefined || each.shape === shape).map(({ columns }) => columns.join(','))

/** The layout that a header line announces; more columns may follow those that count. */
export type Layout = {
  readonly shape: Shape
  readonly columns: number
  readonly prices: number
  readonly volumeColumn: number | undefined
}

export function layoutOf(header: string): Layout | undefined {
  const names = header
    .replace(/^\uFEFF/, '')
    .split(',')
    .map((name) => name.trim())
  const found = HEADERS.find(({ columns }) => columns.every((column, index) => names[index] === column))
  if (found === undefined) return undefined
  const volume = names.indexOf('volume')
  return {
    shape: found.shape,
    columns: names.length,
    prices: found.columns.length - 1,
    volumeColumn: found.shape === 'bars' && volume > 0 ? volume : undefined,
  }
}

/** Prices as they were written, in the order of the header. */
export type Row = { readonly time: Millis; readonly prices: readonly string[]; readonly volume: number | undefined }

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/
/** An earlier moment is a time that was never set; the journal knows no moment before 1970. */
const MOMENT_MIN = Date.UTC(1971, 0, 1)
/** No recording is of a later moment. */
const MOMENT_MAX = Date.UTC(2100, 0, 1)
/** Longer than any market is closed. */
const JUMP_MAX_MS = 14 * 86_400_000
const PRICE = /^-?\d{1,12}(\.\d+)?$/

/** Reads the lines of one file in their order. */
export class RowReader {
  readonly #layout: Layout
  readonly #priceMax: number
  #last = Number.NEGATIVE_INFINITY
  /** The time of the row before, where it was too far ahead. */
  #ahead: number | undefined
  /**
   * Milliseconds between two rows, above which the later one is far ahead. Bars of a month need more than
   * `JUMP_MAX_MS`.
   */
  #jumpMax = JUMP_MAX_MS

  /** A price with a fraction is one of `pricePrecision` decimals; a whole number may be one in points, and larger. */
  constructor(layout: Layout, pricePrecision: number) {
    this.#layout = layout
    this.#priceMax = PRICE_MAX / 10 ** pricePrecision
  }

  /** The row, or why there is none. */
  read(line: string): Row | string {
    const { shape, columns, volumeColumn } = this.#layout
    const cells = line.split(',')
    if (cells.length !== columns) return `${cells.length} columns instead of ${columns}`
    const moment = cells[0] ?? ''
    const time = MOMENT.test(moment) ? Date.parse(moment) : Number.NaN
    if (!(time >= MOMENT_MIN && time < MOMENT_MAX))
      return `"${moment.slice(0, 40)}" is no moment in UTC from 1971 to 2099`
    const prices = cells.slice(1, 1 + this.#layout.prices)
    const wrong = prices.find(
      (price) => !PRICE.test(price) || Math.abs(Number(price)) > (price.includes('.') ? this.#priceMax : PRICE_MAX),
    )
    if (wrong !== undefined) return `"${wrong.slice(0, 40)}" is no price`
    const volume = volumeColumn === undefined ? undefined : Number(cells[volumeColumn])
    if (volume !== undefined && !(volume >= 0 && volume < 1e15))
      return `"${(cells[volumeColumn ?? 0] ?? '').slice(0, 40)}" is no volume`
    if (time < this.#last || (shape !== 'ticks' && time === this.#last)) return 'its time goes back'
    const fault = shape === 'ticks' ? undefined : barFault(prices)
    if (fault !== undefined) return fault
    if (this.#isAhead(time)) return 'its time is far ahead of the row before'
    this.#last = time
    return { time: millis(time), prices, volume }
  }

  /**
   * One row with a wrong year would make all rows behind it go back in time. So a row that is far ahead of the one
   * before counts only once the next row is as late: a true gap of the recording costs one row.
   */
  #isAhead(time: number): boolean {
    const isConfirmed = this.#ahead !== undefined && time >= this.#ahead
    const jump = Number.isFinite(this.#last) ? time - this.#last : 0
    const isFar = jump > this.#jumpMax
    if (isFar && isConfirmed) this.#jumpMax = jump
    this.#ahead = isFar && !isConfirmed ? time : undefined
    return isFar && !isConfirmed
  }
}

/** Each side of a bar has open, high, low, close. */
function barFault(prices: readonly string[]): string | undefined {
  for (let from = 0; from < prices.length; from += 4) {
    const [open = 0, high = 0, low = 0, close = 0] = prices.slice(from, from + 4).map(Number)
    if (high < low || open > high || open < low || close > high || close < low)
      return 'open or close lies outside low and high'
  }
  return undefined
}

/**
 * A written price in steps of 10^-precision, half away from zero where it is written finer. `shift`: decimals by which
 * a price in points is too large (130584 with shift 5 is 1.30584). The text is a price that a RowReader let through.
 */
export function pointsOf(
  text: string,
  precision: number,
  shift: number,
): { readonly points: Points; readonly rounded: boolean } {
  const negative = text.startsWith('-')
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  // One digit beyond the step decides; those after it cannot change the side of a half.
  const kept = fraction.slice(0, Math.max(0, precision - shift) + 1)
  const digits = Number(whole + kept)
  const surplus = kept.length + shift - precision
  const scale = 10 ** Math.abs(surplus)
  const rest = surplus > 0 ? digits % scale : 0
  const size = surplus > 0 ? (digits - rest) / scale + (rest * 2 >= scale ? 1 : 0) : digits * scale
  return { points: points(negative ? -size : size), rounded: rest !== 0 || /[1-9]/.test(fraction.slice(kept.length)) }
}
