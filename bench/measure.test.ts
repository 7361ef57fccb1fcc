/** The verdict of a figure: met, short of its target, or void because the rounds differ too much. */
import { expect, test } from 'vitest'
import { lineOf, lineOfValue, median, type Pair, takeTurns } from './measure.ts'

const even = (ours: number, peer: number): Pair[] => Array.from({ length: 9 }, () => ({ ours, peer }))
const figure = { name: 'orders', unit: 'orders/s', peer: 'a bare loop', target: { atLeast: 0.5 } } as const

test('a figure says its value, ratio, target and verdict in one line', () => {
  expect(lineOf({ ...figure, pairs: even(1_400_000, 2_000_000) })).toEqual({
    line: 'orders: 1,400,000 orders/s, ratio 0.70 of a bare loop (target ratio >= 0.5; spread 0 %) ok',
    verdict: 'ok',
  })
  expect(lineOf({ ...figure, pairs: even(2, 5) }).verdict).toBe('short')
  expect(lineOf({ ...figure, pairs: even(2, 5), target: { atMost: 0.4 } }).verdict).toBe('ok')
})

test('an absolute target must be met beside the ratio', () => {
  expect(lineOf({ ...figure, pairs: even(80, 100), valueTarget: { atLeast: 90 } })).toEqual({
    line: 'orders: 80 orders/s, ratio 0.80 of a bare loop (target ratio >= 0.5, value >= 90; spread 0 %) short',
    verdict: 'short',
  })
})

test('rounds that differ by more than the limit are void even with a good median', () => {
  const ratios = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3]
  expect(lineOf({ ...figure, pairs: ratios.map((ours) => ({ ours, peer: 1 })) }).verdict).toBe('void')
})

test('both take turns, the first changes, and the round that warms up does not count', async () => {
  const calls: string[] = []
  const pairs = await takeTurns({
    ours: () => calls.push('ours'),
    peer: () => calls.push('peer'),
  })
  expect(calls.slice(0, 4)).toEqual(['ours', 'peer', 'peer', 'ours'])
  expect(pairs).toHaveLength(9)
  expect(median(pairs.map(({ ours }) => ours))).toBeGreaterThan(2)
})

test('a value by itself is compared with its target; a spread counts only where it decides', () => {
  const value = { name: 'start', unit: 's', target: { atMost: 10 } } as const
  expect(lineOfValue({ ...value, values: [9, 8, 9.5], note: '3 batches' })).toEqual({
    line: 'start: 9 s, 3 batches (target <= 10; spread 17 %) ok',
    verdict: 'ok',
  })
  expect(lineOfValue({ ...value, values: [20, 40, 60] }).verdict).toBe('short')
  expect(lineOfValue({ ...value, values: [1, 4, 9] }).verdict).toBe('ok')
  expect(lineOfValue({ ...value, values: [6, 9, 14] }).verdict).toBe('void')
})

test('a run without values is void', () => {
  expect(lineOf({ ...figure, target: { atMost: 1 }, pairs: even(10, Number.NEGATIVE_INFINITY) }).verdict).toBe('void')
  expect(lineOf({ ...figure, target: { atMost: 1 }, pairs: even(Number.NaN, 1) }).verdict).toBe('void')
})
