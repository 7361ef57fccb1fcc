/** Candles of the wire as the chart library takes them. Only for drawing: nothing here is ever money. */
import type { PeriodName, WireCandle } from '@veritick/contract'

export type Bar = { timestamp: number; open: number; high: number; low: number; close: number; volume: number }

export const barOf = (candle: WireCandle): Bar => ({
  timestamp: candle.Time,
  open: Number(candle.Open),
  high: Number(candle.High),
  low: Number(candle.Low),
  close: Number(candle.Close),
  volume: candle.Volume,
})

/** Candles asked for at once; fewer in an answer means that there are no older ones. */
export const CANDLES_A_PAGE = 300

/** The library's own words for our periods. */
export const CHART_PERIODS = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '1day': { type: 'day', span: 1 },
} as const satisfies { readonly [P in PeriodName]: { readonly type: 'minute' | 'hour' | 'day'; readonly span: number } }
