/**
 * Moves a drawing by keys: up and down by a pip, with Page Up and Page Down by ten, left and right by a candle. All
 * points move together. Pure.
 */
import { priceText } from '@veritick/contract'
import { pointsAt, steppedPrice } from './dragLevel.ts'
import type { DrawPoint } from './drawings.ts'

/** A step of the price, or of `candles`: positive is later. */
type Step = { readonly up: boolean; readonly many: boolean } | { readonly candles: 1 | -1 }

const STEPS: { readonly [key: string]: Step | undefined } = {
  ArrowUp: { up: true, many: false },
  ArrowDown: { up: false, many: false },
  PageUp: { up: true, many: true },
  PageDown: { up: false, many: true },
  ArrowLeft: { candles: -1 },
  ArrowRight: { candles: 1 },
}

type Chart = {
  readonly precision: number
  /** Times of the candles, the oldest first. */
  readonly times: readonly number[]
}

/** `undefined`: the key moves nothing. */
export function movedByKey(drawn: readonly DrawPoint[], key: string, chart: Chart): readonly DrawPoint[] | undefined {
  const step = STEPS[key]
  if (step === undefined) return undefined
  if ('candles' in step) return drawn.map(([time, value]) => [besideTime(time, step.candles, chart.times), value])
  return drawn.map(([time, value]) => [time, steppedValue(value, { ...step, precision: chart.precision })])
}

/** The time of the candle before or after; beyond the known candles by the distance of the last two. */
function besideTime(time: number, candles: 1 | -1, times: readonly number[]): number {
  const at = times.findLastIndex((each) => each <= time)
  const known = times[at + candles]
  if (known !== undefined && (at >= 0 || candles === 1) && time <= (times.at(-1) ?? 0)) return known
  const [before = 0, last = 0] = times.slice(-2)
  return time + candles * (last - before)
}

function steppedValue(value: number, step: Parameters<typeof steppedPrice>[1]): number {
  return Number(priceText(steppedPrice(pointsAt(value, step.precision), step), step.precision))
}
