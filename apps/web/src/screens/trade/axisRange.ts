/**
 * The range of the price axis. While the lines of a ticket are set on the chart it is wide enough to show them, but not
 * so wide that the candles become a flat line: a line that is far away has no effect. The legend stands above the
 * candles. For drawing only.
 */
import type { AxisRange } from 'klinecharts'

/** The axis shows at most this many times the range of its candles. */
const WIDER_MAX = 5
/** Of a line that would need more than this, the axis shows nothing. A nearer one has room to be dragged towards. */
const FAR_MAX = 2 * WIDER_MAX
/** Margin beyond the outermost line. */
const MARGIN = 0.1

export function widened(range: AxisRange, prices: readonly number[]): AxisRange {
  if (range.range <= 0) return range
  const sizeOf = (low: number, high: number) => ((high - low) * (1 + 2 * MARGIN)) / range.range
  const near = prices.filter((price) => sizeOf(Math.min(range.from, price), Math.max(range.to, price)) <= FAR_MAX)
  const low = Math.min(range.from, ...near)
  const high = Math.max(range.to, ...near)
  if (low === range.from && high === range.to) return range
  const size = Math.min(sizeOf(low, high), WIDER_MAX) * range.range
  const spare = size - range.range
  // Each side gets a share by the distance of its lines.
  const below = (spare * (range.from - low)) / (range.from - low + high - range.to)
  return rangeOf(range.from - below, range.to + spare - below)
}

/** Shares of the candles' range that the library leaves free above and below them. */
const GAP = { top: 0.2, bottom: 0.1 }
const GAPS = 1 + GAP.top + GAP.bottom
/** The legend gets at most this share of the pane. */
const LEGEND_SHARE_MAX = 0.5

/** The range with the candles below the legend; `height`: of the pane, like `legend` in pixels. */
export function belowLegend(
  range: AxisRange,
  { legend, height }: { readonly legend: number; readonly height: number },
) {
  const share = Math.min(legend / height, LEGEND_SHARE_MAX)
  const highest = range.to - (range.range * GAP.top) / GAPS
  if (!(share > GAP.top / GAPS) || range.range <= 0) return range
  return rangeOf(range.from, range.from + (highest - range.from) / (1 - share))
}

function rangeOf(from: number, to: number): AxisRange {
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
