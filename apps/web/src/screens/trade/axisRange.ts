/**
 * The range of the price axis while the lines of a ticket are set on the chart: wide enough to show them, but not so
 * wide that the candles become a flat line. For drawing only.
 */
import type { AxisRange } from 'klinecharts'

/** The axis shows at most this many times the range of its candles. */
const WIDER_MAX = 5
/** Margin beyond the outermost line. */
const MARGIN = 0.1

export function widened(range: AxisRange, prices: readonly number[]): AxisRange {
  if (prices.length === 0 || range.range <= 0) return range
  const low = Math.min(range.from, ...prices)
  const high = Math.max(range.to, ...prices)
  if (low === range.from && high === range.to) return range
  const size = Math.min((high - low) * (1 + 2 * MARGIN), range.range * WIDER_MAX)
  const spare = size - range.range
  // Each side gets a share by the distance of its lines.
  const below = (spare * (range.from - low)) / (range.from - low + high - range.to)
  const [from, to] = [range.from - below, range.to + spare - below]
  const whole = to - from
  return {
    from,
    to,
    range: whole,
    realFrom: from,
    realTo: to,
    realRange: whole,
    displayFrom: from,
    displayTo: to,
    displayRange: whole,
  }
}
