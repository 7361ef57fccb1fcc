/** The sorted numbers agree with a sorted list, however they come, and a page of them begins at its place. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedNumbers } from './sorted-numbers.ts'

const numbers = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 50 }), fc.maxSafeNat()), { maxLength: 200 })

test('they come back in their order, from any place on', () => {
  fc.assert(
    fc.property(numbers, fc.nat({ max: 60 }), (added, after) => {
      const sorted = new SortedNumbers()
      for (const number of added) sorted.add(number)
      const expected = added.filter((number) => number > after).sort((a, b) => a - b)
      expect([...sorted.above(after)]).toEqual(expected)
    }),
  )
})

test.each([
  ['ascending', (at: number) => at],
  ['descending', (at: number) => 10_000 - at],
  // 7,919 is prime to 10,000, so each number comes once.
  ['mixed', (at: number) => (at * 7_919) % 10_000],
])('ten thousand that come %s fill many parts', (_, numberAt) => {
  const sorted = new SortedNumbers()
  for (let at = 0; at < 10_000; at += 1) sorted.add(numberAt(at))
  const all = [...sorted.above(-1)]
  expect(all).toHaveLength(10_000)
  expect(all.every((number, at) => at === 0 || number > (all[at - 1] ?? Number.NaN))).toBe(true)
  for (const after of [0, 511, 1_024, 4_999, 9_998]) expect(sorted.above(after).next().value).toBe(after + 1)
})

test('a number is added once', () => {
  const sorted = new SortedNumbers()
  sorted.add(7)
  expect(() => sorted.add(7)).toThrow('a number is added once')
})
