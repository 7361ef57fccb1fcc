/** Candles of the wire for the chart library. For drawing only: no value here becomes money. */
import type { PeriodName, WireCandle } from '@veritick/contract'
import { CANDLE_PERIODS } from '@veritick/domain'

export type Bar = { timestamp: number; open: number; high: number; low: number; close: number; volume: number }

export const barOf = (candle: WireCandle): Bar => ({
  timestamp: candle.Time,
  open: Number(candle.Open),
  high: Number(candle.High),
  low: Number(candle.Low),
  close: Number(candle.Close),
  volume: candle.Volume,
})

/** Candles of one request. Fewer in an answer: there are no older ones. */
export const CANDLES_A_PAGE = 300

/** A candle period as the chart library names it. */
export function chartPeriodOf(period: PeriodName): { readonly type: 'minute' | 'hour' | 'day'; readonly span: number } {
  const { length } = CANDLE_PERIODS[period]
  if (length === 'trading_day') return { type: 'day', span: 1 }
  const minutes = length / MINUTE_MILLIS
  return minutes % HOUR_MINUTES === 0
    ? { type: 'hour', span: minutes / HOUR_MINUTES }
    : { type: 'minute', span: minutes }
}

const MINUTE_MILLIS = 60_000
const HOUR_MINUTES = 60
