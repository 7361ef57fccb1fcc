/** Distances on the chart: from a finger to a line, and the text of the measuring tool. For drawing only. */
import { formatDecimal } from '@veritick/domain'

type Place = { readonly x: number; readonly y: number }

/** Pixels from a place to the nearest part of a line with corners. */
export function distanceTo(corners: readonly Place[], at: Place): number {
  let nearest = Number.POSITIVE_INFINITY
  for (let index = 1; index < corners.length; index += 1) {
    const [from, to] = [corners[index - 1], corners[index]]
    if (from !== undefined && to !== undefined) nearest = Math.min(nearest, toSegment(from, to, at))
  }
  return nearest
}

function toSegment(from: Place, to: Place, at: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length
  const part = Math.min(Math.max(along, 0), 1)
  return Math.hypot(at.x - from.x - part * dx, at.y - from.y - part * dy)
}

const PERCENT_DECIMALS = 2

/** `"+0.00120 (+0.11%) · 14"`: price, percent, candles. */
export function measured(span: {
  readonly from: number
  readonly to: number
  readonly bars: number
  readonly precision: number
}): string {
  const { from, to, bars, precision } = span
  const signed = (value: number, decimals: number) => {
    const text = formatDecimal(Math.round(Math.abs(value) * 10 ** decimals), decimals)
    return /[1-9]/.test(text) ? `${value < 0 ? '\u2212' : '+'}${text}` : text
  }
  const percent = from === 0 ? 0 : ((to - from) / from) * 100
  return `${signed(to - from, precision)} (${signed(percent, PERCENT_DECIMALS)}%) · ${bars}`
}
