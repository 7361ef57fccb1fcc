/** A drawing moves as a whole, by pips and by candles, and never below the smallest price. */
import { expect, test } from 'vitest'
import { movedByKey } from './drawingKeys.ts'
import type { DrawPoint } from './drawings.ts'

const times = [1_000, 2_000, 3_000, 5_000]
const chart = { precision: 5, times }
const line: readonly DrawPoint[] = [
  [1_000, 1.085],
  [3_000, 1.0862],
]

test.each([
  [
    'ArrowUp',
    [
      [1_000, 1.0851],
      [3_000, 1.0863],
    ],
  ],
  [
    'ArrowDown',
    [
      [1_000, 1.0849],
      [3_000, 1.0861],
    ],
  ],
  [
    'PageUp',
    [
      [1_000, 1.086],
      [3_000, 1.0872],
    ],
  ],
  [
    'PageDown',
    [
      [1_000, 1.084],
      [3_000, 1.0852],
    ],
  ],
  [
    'ArrowRight',
    [
      [2_000, 1.085],
      [5_000, 1.0862],
    ],
  ],
])('%s', (key, expected) => expect(movedByKey(line, key, chart)).toEqual(expected))

test('beyond the first and the last candle it moves by the distance of the last two candles', () => {
  expect(movedByKey([[1_000, 1]], 'ArrowLeft', chart)).toEqual([[-1_000, 1]])
  expect(movedByKey([[5_000, 1]], 'ArrowRight', chart)).toEqual([[7_000, 1]])
  expect(movedByKey([[7_000, 1]], 'ArrowLeft', chart)).toEqual([[5_000, 1]])
  expect(movedByKey([[5_000, 1]], 'ArrowLeft', chart)).toEqual([[3_000, 1]])
})

test('a price step for an instrument without pips; never below the smallest price', () => {
  expect(movedByKey([[1_000, 228.52]], 'ArrowUp', { precision: 2, times })).toEqual([[1_000, 228.53]])
  expect(movedByKey([[1_000, 0.01]], 'PageDown', { precision: 2, times })).toEqual([[1_000, 0.01]])
})

test('other keys move nothing', () => {
  for (const key of ['Enter', 'Escape', 'a', 'Tab']) expect(movedByKey(line, key, chart)).toBeUndefined()
})
