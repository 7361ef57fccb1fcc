/**
 * The newest page of candles of the last read charts, followed by live candles. A chart shows them when its candles
 * cannot be read. `lastValues.ts` stores them for a restart of the app.
 */
import type { CallData, KlineUpdate, PeriodName, WireCandle } from '@veritick/contract'

type Page = CallData<'kline'>
export type Series = { readonly instrument: number; readonly period: PeriodName; readonly limit: number }
export type KeptSeries = Series & { readonly candles: Page }
type Growing = Series & { readonly candles: WireCandle[] }

/** Number of kept charts; the least recently read chart is removed. */
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

/** Adds a live candle: it replaces the open candle or starts the next. */
export function noteCandle(instrument: number, { Period, ...candle }: KlineUpdate['kline']): void {
  for (const { instrument: own, period, limit, candles } of kept.values()) {
    if (own !== instrument || period !== Period) continue
    if (candles.at(-1)?.Time === candle.Time) candles.pop()
    candles.push(candle)
    if (candles.length > limit) candles.shift()
  }
}

const restoreListeners = new Set<() => void>()

/** Calls the listener once the stored candles have been read: a chart that could not read its candles may have some. */
export function onCandlesRestored(listener: () => void): () => void {
  restoreListeners.add(listener)
  return () => restoreListeners.delete(listener)
}

/** Keeps the stored candles of an earlier visit, and tells the charts. */
export function restoreCandles(stored: readonly KeptSeries[]): void {
  for (const { candles, ...series } of stored) keepCandles(series, candles)
  for (const listener of restoreListeners) listener()
}
