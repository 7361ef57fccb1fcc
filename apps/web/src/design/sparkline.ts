/**
 * The small chart of a row as SVG paths: at most 60 closes, spread evenly. The reference price of the day's change is
 * always inside the box.
 */
import { parseDecimal } from '@veritick/domain'

export type Box = { readonly width: number; readonly height: number }

/** More decimals than any price has, so that all closes of a row share one scale. */
const DECIMALS = 6
/** Keeps the stroke inside the box. */
const INSET = 1.5

export type SparklinePaths = {
  readonly line: string
  /** The line, closed along the bottom. */
  readonly area: string
  /** Distance from the top; `undefined` without a price to count from. */
  readonly baseline: number | undefined
}

/** `undefined` with fewer than two closes. `now`: the end of the line, behind the closes. */
export function sparklinePaths(
  closes: readonly string[],
  box: Box,
  { from, now }: { readonly from?: string | undefined; readonly now?: string | undefined } = {},
): SparklinePaths | undefined {
  const end = now === undefined ? undefined : scaled(now)
  const values = end === undefined ? numbersOf(closes) : [...numbersOf(closes), end]
  if (values.length < 2) return undefined
  const start = from === undefined ? undefined : scaled(from)
  const drawn = start === undefined ? values : [...values, start]
  const low = Math.min(...drawn)
  const span = Math.max(...drawn) - low
  const usable = box.height - 2 * INSET
  const height = (value: number) => round(box.height - INSET - (span === 0 ? 0.5 : (value - low) / span) * usable)
  const points = values.map((value, place) => `${round((place / (values.length - 1)) * box.width)},${height(value)}`)
  const line = `M${points.join('L')}`
  return {
    line,
    area: `${line}L${round(box.width)},${round(box.height)}L0,${round(box.height)}Z`,
    baseline: start === undefined ? undefined : height(start),
  }
}

/** Parsed once for each list, because a quote changes only the end of the line. */
const numbers = new WeakMap<readonly string[], readonly number[]>()

function numbersOf(closes: readonly string[]): readonly number[] {
  const known = numbers.get(closes)
  if (known !== undefined) return known
  const made = closes.map(scaled).filter((value) => value !== undefined)
  numbers.set(closes, made)
  return made
}

function scaled(price: string): number | undefined {
  const value = parseDecimal(price, DECIMALS)
  return typeof value === 'number' ? value : undefined
}

const round = (value: number): number => Math.round(value * 10) / 10
