/** The price axis extends to the lines of a ticket. */
import type { AxisRange } from 'klinecharts'
import { expect, it } from 'vitest'
import { widened } from './axisRange.ts'

const range = (from: number, to: number): AxisRange => ({
  from,
  to,
  range: to - from,
  realFrom: from,
  realTo: to,
  realRange: to - from,
  displayFrom: from,
  displayTo: to,
  displayRange: to - from,
})

it('stays unchanged while all lines are in view', () => {
  expect(widened(range(100, 110), [])).toEqual(range(100, 110))
  expect(widened(range(100, 110), [100, 105])).toEqual(range(100, 110))
})

it('extends to a line below, with a margin', () => {
  const { from, to } = widened(range(100, 110), [95])
  expect(to).toBeCloseTo(110)
  expect(from).toBeCloseTo(92)
})

it('divides the extension between lines on both sides', () => {
  const { from, to } = widened(range(100, 110), [90, 120])
  expect([from, to]).toEqual([87, 123])
})

it('keeps the candles readable when a line is very far away', () => {
  expect(widened(range(100, 110), [1]).range).toBeCloseTo(50)
})
