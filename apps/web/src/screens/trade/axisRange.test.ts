/** The price axis extends to the lines of a ticket. */
import type { AxisRange } from 'klinecharts'
import { expect, it } from 'vitest'
import { belowLegend, widened } from './axisRange.ts'

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

it('keeps the candles readable when a line is far away', () => {
  expect(widened(range(100, 110), [60]).range).toBeCloseTo(50)
})

it('leaves out a line that would flatten the candles and still be out of view, and shows the others', () => {
  expect(widened(range(100, 110), [1])).toEqual(range(100, 110))
  expect(widened(range(100, 110), [1, 95])).toEqual(widened(range(100, 110), [95]))
  // From 26 to 110 with a margin is more than ten times 10.
  expect(widened(range(100, 110), [26])).toEqual(range(100, 110))
  expect(widened(range(100, 110), [27]).range).toBeCloseTo(50)
})

it('keeps the candles below the legend', () => {
  // The library's own range of candles from 100 to 110: a fifth more above, a tenth below.
  const own = range(99, 112)
  expect(belowLegend(own, { legend: 20, height: 200 })).toEqual(own)
  const lower = belowLegend(own, { legend: 44, height: 176 })
  expect(lower.from).toBe(99)
  // A quarter of the pane is above the highest candle.
  expect((lower.to - 110) / lower.range).toBeCloseTo(0.25)
  const low = belowLegend(own, { legend: 90, height: 100 })
  expect((low.to - 110) / low.range).toBeCloseTo(0.5)
})

it('stays unchanged without a pane', () =>
  expect(belowLegend(range(99, 112), { legend: 0, height: 0 })).toEqual(range(99, 112)))
