/** The time axis on a narrow phone: short days, no label cut at an edge; the marks that the library does not draw. */
import { expect, it } from 'vitest'
import { type ChartColours, formatChartDate, stylesOf, ticksInside } from './chartStyles.ts'

const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const timestamp = Date.UTC(2024, 2, 15, 13, 30)

it('writes a day as month and day on the axis, with its year under the cross', () => {
  expect(formatChartDate({ dateTimeFormat, timestamp, template: 'YYYY-MM-DD', type: 'xAxis' })).toBe('03-15')
  expect(formatChartDate({ dateTimeFormat, timestamp, template: 'HH:mm', type: 'xAxis' })).toBe('09:30')
  expect(formatChartDate({ dateTimeFormat, timestamp, template: 'YYYY-MM-DD', type: 'crosshair' })).toBe('2024-03-15')
})

it('omits labels that an edge would cut', () => {
  const tick = (coord: number) => ({ coord, value: timestamp, text: '03-15' })
  const bounding = { width: 320, height: 26, left: 0, right: 0, top: 0, bottom: 0 }
  expect(ticksInside({ bounding, defaultTicks: [tick(4), tick(90), tick(200), tick(310)] })).toEqual([
    tick(90),
    tick(200),
  ])
})

it('leaves the highest and the lowest price to the overlay of the lines, and the last one to the library', () => {
  const colours = new Proxy({}, { get: (_, name) => name }) as ChartColours
  const { high, low, last } = stylesOf(colours, 'candles').candle?.priceMark ?? {}
  expect([high?.show, low?.show, last?.show]).toEqual([false, false, undefined])
})
