/** Four hours, weeks and months, made from the server's candles. */
import { describe, expect, it } from 'vitest'
import type { Bar } from './candles.ts'
import { CHART_PERIODS, chartPeriodOf, grouped } from './chartPeriods.ts'

const bar = (time: string, close: number): Bar => ({
  timestamp: Date.parse(time),
  open: close - 1,
  high: close + 2,
  low: close - 3,
  close,
  volume: 10,
})

it('has distinct labels: m for minutes, M for months', () =>
  expect(CHART_PERIODS.map((period) => chartPeriodOf(period).label)).toEqual([
    '1m',
    '5m',
    '15m',
    '30m',
    '1h',
    '4h',
    '1D',
    '1W',
    '1M',
  ]))

it('reads every longer period from a period of the server and names it for the library', () => {
  expect(chartPeriodOf('60min')).toMatchObject({ base: '60min', shown: { type: 'hour', span: 1 } })
  expect(chartPeriodOf('4hour')).toMatchObject({ base: '60min', shown: { type: 'hour', span: 4 } })
  expect(chartPeriodOf('1month')).toMatchObject({ base: '1day', shown: { type: 'month', span: 1 } })
  expect(chartPeriodOf('15min')).toMatchObject({ base: '15min', shown: { type: 'minute', span: 15 } })
})

describe('grouping', () => {
  const { groupOf: fourHours } = chartPeriodOf('4hour')
  const { groupOf: weeks } = chartPeriodOf('1week')
  const { groupOf: months } = chartPeriodOf('1month')

  it('a candle opens with its first part, closes with its last and spans all', () => {
    // 17:00 to 20:00 New York in winter, then 21:00.
    const hours = ['22', '23'].map((hour, index) => bar(`2024-01-08T${hour}:00:00Z`, 100 + index))
    const late = ['00', '01', '02'].map((hour, index) => bar(`2024-01-09T${hour}:00:00Z`, 110 - index))
    expect(grouped([...hours, ...late], fourHours)).toEqual([
      { timestamp: Date.parse('2024-01-08T22:00:00Z'), open: 99, high: 112, low: 97, close: 109, volume: 40 },
      { ...bar('2024-01-09T02:00:00Z', 108) },
    ])
  })

  it('four hours follow New York through the change of the clock', () => {
    const winter = grouped([bar('2024-03-08T21:00:00Z', 1), bar('2024-03-08T22:00:00Z', 2)], fourHours)
    const summer = grouped([bar('2024-03-12T20:00:00Z', 1), bar('2024-03-12T21:00:00Z', 2)], fourHours)
    expect([winter.length, summer.length]).toEqual([2, 2])
  })

  it('a forex week runs from Sunday evening to Friday, a month by trading days', () => {
    // Trading days open at 17:00 New York on the evening before.
    const days = ['2024-01-28', '2024-01-29', '2024-01-30', '2024-01-31', '2024-02-01', '2024-02-04']
    const bars = days.map((day, index) => bar(`${day}T22:00:00Z`, 100 + index))
    expect(grouped(bars, weeks).map(({ timestamp, close }) => [new Date(timestamp).toISOString(), close])).toEqual([
      ['2024-01-28T22:00:00.000Z', 104],
      ['2024-02-04T22:00:00.000Z', 105],
    ])
    // The trading day that opens on 31 January in the evening is 1 February.
    expect(grouped(bars, months).map(({ close }) => close)).toEqual([102, 105])
  })

  it('a stock day is the date on which it opens', () =>
    expect(grouped([bar('2024-01-31T14:30:00Z', 1), bar('2024-02-01T14:30:00Z', 2)], months)).toHaveLength(2))

  it('leaves the candles of the server unchanged', () => {
    const bars = [bar('2024-01-08T22:00:00Z', 1), bar('2024-01-08T22:01:00Z', 2)]
    expect(grouped(bars, undefined)).toEqual(bars)
  })
})
