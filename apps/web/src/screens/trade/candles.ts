/** Candles of the wire for the chart library. For drawing only: no value here becomes money. */
import type { WireCandle } from '@veritick/contract'

export type Bar = { timestamp: number; open: number; high: number; low: number; close: number; volume: number }

export const barOf = (candle: WireCandle): Bar => ({
  timestamp: candle.Time,
  open: Number(candle.Open),
  high: Number(candle.High),
  low: Number(candle.Low),
  close: Number(candle.Close),
  volume: candle.Volume,
})

/** Candles of one request. Fewer in an answer: no older candles exist. */
export const CANDLES_A_PAGE = 300
/**
 * Candles of one request where the chart makes longer ones from them: 1,000 trading days are 200 weeks, and the months
 * of almost four years.
 */
export const PARTS_A_PAGE = 1_000
