/**
 * The newest page of candles of the charts that were read last, with the live candles after them: what a chart shows
 * when its candles cannot be read. `lastValues.ts` takes them over a restart of the app.
 */
import type { CallData, KlineUpdate, PeriodName, WireCandle } from '@veritick/contract'

type Page = CallData<'kline'>
export type Series = { readonly instrument: number; readonly period: PeriodName; readonly limit: number }
export type KeptSeries = Series & { readonly candles: Page }
type Growing = Series & { readonly candles: WireCandle[] }

/** Charts; the one that was read longest ago makes room. */
export const SERIES_MAX = 8

const kept = new Map<string, Growing>()
const nameOf = ({ instrument, period, limit }: Series) => `${instrument} ${period} ${limit}`

export function keepCandles(series: Series, candles: Page): void {
  const name = nameOf(series)
  kept.delete(name)
  kept.set(name, { ...series, candles: [...candles] })
  const [oldest] = kept.keys()
  if (kept.size > SERIES_MAX && oldest !== undefined) kept.delete(oldest)
}

export const keptCandles = (series: Series): Page | undefined => kept.get(nameOf(series))?.candles

export const allKeptCandles = (): readonly KeptSeries[] => [...kept.values()]

/** A live candle of an instrument: it replaces the open one, or begins the next. */
export function noteCandle(instrument: number, { Period, ...candle }: KlineUpdate['kline']): void {
  for (const { instrument: own, period, limit, candles } of kept.values()) {
    if (own !== instrument || period !== Period) continue
    if (candles.at(-1)?.Time === candle.Time) candles.pop()
    candles.push(candle)
    if (candles.length > limit) candles.shift()
  }
}
