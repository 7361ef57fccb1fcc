/**
 * The candle periods. This table is the only list: contract, server, chart and tests derive theirs from it, so that a
 * new period is one more row. The chart makes longer ones of these. Shortest first.
 */
import { HOUR, MINUTE } from './newyork.ts'

type Row = {
  /** Names the period in the table of stored candles. Never changed, never given twice. */
  readonly storedCode: number
  /** The name in the chart bar, the same in every language. */
  readonly label: string
  /** Length of each bucket in milliseconds, counted on the clock, or the instrument's trading day (decision 15). */
  readonly length: number | 'trading_day'
  /**
   * The longest shorter period whose buckets each lie in one bucket of this one, for every kind of session; `undefined`
   * for the shortest. A stock day opens at 09:30, inside the hour of 09:00, so a day is made of half hours. Only tests
   * read it: they compare each period with the candles of the one that it is made of.
   */
  readonly madeOf: string | undefined
}

export const CANDLE_PERIODS = {
  '1min': { storedCode: 1, label: '1m', length: MINUTE, madeOf: undefined },
  '5min': { storedCode: 5, label: '5m', length: 5 * MINUTE, madeOf: '1min' },
  '15min': { storedCode: 15, label: '15m', length: 15 * MINUTE, madeOf: '5min' },
  '30min': { storedCode: 30, label: '30m', length: 30 * MINUTE, madeOf: '15min' },
  '60min': { storedCode: 60, label: '1h', length: HOUR, madeOf: '30min' },
  '1day': { storedCode: 1440, label: '1D', length: 'trading_day', madeOf: '30min' },
} as const satisfies Readonly<Record<string, Row>>

export type Period = keyof typeof CANDLE_PERIODS

const isPeriod = (name: string): name is Period => Object.hasOwn(CANDLE_PERIODS, name)

/** The names, shortest period first. */
export const PERIODS: readonly Period[] = Object.keys(CANDLE_PERIODS).filter(isPeriod)
