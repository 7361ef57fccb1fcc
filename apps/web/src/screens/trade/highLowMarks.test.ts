/** The prices of the highest and the lowest candle on a pane of 300 x 200 px; their texts are 50 px wide. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Box, highLowOf, placeMark } from './highLowMarks.ts'

const pane = { width: 300, height: 200, top: 0, tags: [] as readonly Box[] }
const high = { isHigh: true, x: 100, y: 40, width: 50 }
const low = { isHigh: false, x: 200, y: 150, width: 50 }
const tag = (left: number, right: number, y: number): Box => ({ left, right, top: y - 10.5, bottom: y + 10.5 })

it('stand above the highest and below the lowest candle, towards the middle of the pane', () => {
  expect(placeMark(high, pane)).toEqual({ side: 'right', y: 33 })
  expect(placeMark(low, pane)).toEqual({ side: 'left', y: 157 })
})

it('stand on the other side where a tag is', () => {
  expect(placeMark(high, { ...pane, tags: [tag(110, 180, 33)] })).toEqual({ side: 'left', y: 33 })
  expect(placeMark(low, { ...pane, tags: [tag(6, 195, 165)] })).toEqual({ side: 'right', y: 157 })
})

it('are left out where both sides have a tag, or the other side has no space', () => {
  expect(placeMark(high, { ...pane, tags: [tag(6, 200, 33)] })).toBeUndefined()
  expect(placeMark({ ...high, x: 30 }, { ...pane, tags: [tag(6, 120, 33)] })).toBeUndefined()
  expect(placeMark({ ...low, x: 290 }, { ...pane, tags: [tag(6, 250, 160)] })).toBeUndefined()
})

it('stay where a tag is above or below them', () =>
  expect(placeMark(high, { ...pane, tags: [tag(6, 200, 15), tag(6, 200, 50)] })).toEqual({ side: 'right', y: 33 }))

it('stay whole at an edge of the pane and below the legend', () => {
  expect(placeMark({ ...high, y: 8 }, pane)?.y).toBe(6)
  expect(placeMark({ ...low, y: 190 }, pane)?.y).toBe(194)
  expect(placeMark(high, { ...pane, top: 33 })?.y).toBe(39)
})

it('are left out where the candle ends outside the pane or under the legend', () => {
  expect(placeMark({ ...high, y: -3 }, pane)).toBeUndefined()
  expect(placeMark({ ...low, y: 204 }, pane)).toBeUndefined()
  expect(placeMark(high, { ...pane, top: 60 })).toBeUndefined()
})

it('never lie under a tag or outside the pane', () => {
  const at = (max: number) => fc.integer({ min: -20, max })
  const box = fc.record({ right: fc.integer({ min: 20, max: 290 }), y: fc.integer({ min: 10, max: 190 }) })
  fc.assert(
    fc.property(fc.boolean(), at(320), at(220), fc.array(box, { maxLength: 6 }), (isHigh, x, y, boxes) => {
      const tags = boxes.map((each) => tag(6, each.right, each.y))
      const place = placeMark({ isHigh, x, y, width: 50 }, { ...pane, tags })
      if (place === undefined) return
      const left = place.side === 'left' ? x - 58 : x + 8
      expect(left >= 0 && left + 50 <= 300 && place.y >= 6 && place.y <= 194).toBe(true)
      for (const { right, top, bottom } of tags)
        expect(left >= right || left + 50 <= 6 || place.y - 6 >= bottom || place.y + 6 <= top).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

it('are those of the visible candles', () => {
  const bars = [
    { high: 9, low: 1 },
    { high: 5, low: 3 },
    { high: 6, low: 4 },
    { high: 6, low: 3 },
    { high: 8, low: 2 },
  ]
  expect(highLowOf(bars, { from: 1, to: 4 })).toEqual({ high: { index: 2, price: 6 }, low: { index: 1, price: 3 } })
  // The pane reaches before the first and after the last candle.
  expect(highLowOf(bars, { from: -3, to: 9 })).toEqual({ high: { index: 0, price: 9 }, low: { index: 0, price: 1 } })
  expect(highLowOf([], { from: 0, to: 0 })).toBeUndefined()
})
