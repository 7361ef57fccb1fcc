/**
 * The periods of the chart: the periods of the server, and longer periods that the chart makes from them. A longer
 * candle opens with its first shorter one. Four hours are counted from 17:00 New York, weeks and months from trading
 * days. When the server gets a period of the same length, remove it from `MADE`.
 */
import { PERIODS, type PeriodName } from '@veritick/contract'
import { CANDLE_PERIODS, millis, wallOf } from '@veritick/domain'
import { DAY_MILLIS, HOUR_MILLIS, MINUTE_MILLIS } from '../../format/time.ts'
import type { Bar } from './candles.ts'

const MADE = ['4hour', '1week', '1month'] as const
export type ChartPeriod = PeriodName | (typeof MADE)[number]

type Row = {
  readonly label: string
  /** The period of the server that is read. */
  readonly base: PeriodName
  /** The name of the chart library. */
  readonly shown: { readonly type: 'minute' | 'hour' | 'day' | 'week' | 'month'; readonly span: number }
  /** The longer candle of a shorter candle; `undefined`: the server's candles unchanged. */
  readonly groupOf: ((time: number) => string) | undefined
}

const HOUR_MINUTES = 60
/** From 17:00 New York to midnight: a moment plus this falls on the date of its trading day. */
const DAY_SHIFT_MILLIS = 7 * HOUR_MILLIS
const GROUP_HOURS = 4

const ROWS: { readonly [P in (typeof MADE)[number]]: Row } = {
  '4hour': {
    label: '4h',
    base: '60min',
    shown: { type: 'hour', span: GROUP_HOURS },
    groupOf: (time) => {
      const { date, hour } = newYork(time + DAY_SHIFT_MILLIS)
      return `${date} ${Math.floor(hour / GROUP_HOURS)}`
    },
  },
  '1week': { label: '1W', base: '1day', shown: { type: 'week', span: 1 }, groupOf: mondayOf },
  '1month': {
    label: '1M',
    base: '1day',
    shown: { type: 'month', span: 1 },
    groupOf: (time) => newYork(time + DAY_SHIFT_MILLIS).date.slice(0, 'YYYY-MM'.length),
  },
}

export const CHART_PERIODS: readonly ChartPeriod[] = [
  ...PERIODS.filter((period) => period !== '1day'),
  '4hour',
  '1day',
  '1week',
  '1month',
]

export function chartPeriodOf(period: ChartPeriod): Row {
  if (isMade(period)) return ROWS[period]
  const { label, length } = CANDLE_PERIODS[period]
  return { label, base: period, shown: shownOf(length), groupOf: undefined }
}

/** Whether several candles begin on one day, so that the axis names times. */
export function isIntraday(period: ChartPeriod): boolean {
  const { type } = chartPeriodOf(period).shown
  return type === 'minute' || type === 'hour'
}

const isMade = (period: ChartPeriod): period is (typeof MADE)[number] => MADE.some((each) => each === period)

function shownOf(length: number | 'trading_day'): Row['shown'] {
  if (length === 'trading_day') return { type: 'day', span: 1 }
  const minutes = length / MINUTE_MILLIS
  return minutes % HOUR_MINUTES === 0
    ? { type: 'hour', span: minutes / HOUR_MINUTES }
    : { type: 'minute', span: minutes }
}

/** Longer candles from shorter ones, oldest first. Without groups the candles themselves. */
export function grouped(bars: readonly Bar[], groupOf: Row['groupOf']): Bar[] {
  if (groupOf === undefined) return [...bars]
  const made: Bar[] = []
  let last: string | undefined
  for (const bar of bars) {
    const group = groupOf(bar.timestamp)
    const open = made.at(-1)
    if (open === undefined || group !== last) made.push({ ...bar })
    else {
      open.high = Math.max(open.high, bar.high)
      open.low = Math.min(open.low, bar.low)
      open.close = bar.close
      open.volume += bar.volume
    }
    last = group
  }
  return made
}

function newYork(time: number): { readonly date: string; readonly hour: number } {
  const wall = new Date(wallOf(millis(time)))
  return { date: wall.toISOString().slice(0, 'YYYY-MM-DD'.length), hour: wall.getUTCHours() }
}

/** The Monday of the trading day's week, as a date. */
function mondayOf(time: number): string {
  const day = Date.parse(`${newYork(time + DAY_SHIFT_MILLIS).date}T00:00:00Z`)
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return new Date(day - sinceMonday * DAY_MILLIS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
