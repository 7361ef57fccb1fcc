/** Dates of the chart in the order of the language: without a year on the axis, with it under the cross of days. */
import { expect, it } from 'vitest'
import { chartDate } from './chartDate.ts'

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
const dateOf = (type: 'xAxis' | 'crosshair', template: string, tag: string) =>
  chartDate({ dateTimeFormat, timestamp, template, type }, tag)

it.each([
  ['en-US', '03/15', '03/15 09:30', '03/15/2024'],
  ['en-GB', '15/03', '15/03 09:30', '15/03/2024'],
  ['de', '15.03.', '15.03. 09:30', '15.03.2024'],
  ['ja', '03/15', '03/15 09:30', '2024/03/15'],
  // No mark of direction, which the canvas would draw as a gap or use to turn the order.
  ['ar', '15/03', '15/03 09:30', '15/03/2024'],
])('%s: %s on the axis, %s and %s under the cross hair', (tag, day, moment, date) => {
  expect(dateOf('xAxis', 'YYYY-MM-DD', tag)).toBe(day)
  expect(dateOf('crosshair', 'YYYY-MM-DD HH:mm', tag)).toBe(moment)
  expect(dateOf('crosshair', 'YYYY-MM-DD', tag)).toBe(date)
})

it('names times, months and years of the axis', () => {
  const axis = (template: string) => dateOf('xAxis', template, 'de')
  expect(['HH:mm', 'MM-DD HH:mm', 'YYYY-MM', 'YYYY'].map(axis)).toEqual(['09:30', '15.03. 09:30', '03/2024', '2024'])
})
