/** How old a price may become: by the instrument's own pace, between ten seconds and what the catalogue allows. */
import { millis } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { INTERVALS_MIN, LIMIT_MIN, Pace } from './pace.ts'

const MOST = 300_000

function paceOf(intervals: readonly number[], { spacing = 0, most = MOST } = {}): number {
  const pace = new Pace({ session: 'always', most, spacing })
  let time = Date.UTC(2026, 2, 4, 15)
  pace.quoted(millis(time))
  for (const interval of intervals) {
    time += interval
    pace.quoted(millis(time))
  }
  return pace.limit
}
const each = (count: number, interval: number) => Array.from({ length: count }, () => interval)

describe('the limit of an instrument', () => {
  const cases: readonly [string, readonly number[], number][] = [
    ['ten seconds while its pace is not known', each(INTERVALS_MIN - 1, 60_000), LIMIT_MIN],
    ['then three times the interval that 99 of 100 do not exceed', each(INTERVALS_MIN, 30_000), 90_000],
    ['one silence among the first hundred does not count', [...each(30, 1_000), 100_000], LIMIT_MIN],
    ['nor do two', [...each(30, 1_000), 100_000, 90_000], LIMIT_MIN],
    ['the longest of few slow ones does not count', [...each(30, 30_000), 100_000], 90_000],
    ['two of them do', [...each(30, 30_000), 100_000, 90_000], 270_000],
    ['never below ten seconds', each(500, 200), LIMIT_MIN],
    ['never above what the catalogue allows', each(100, 250_000), MOST],
    ['five longer intervals of 500 are the hundredth', [...each(495, 8_000), ...each(5, 60_000)], 24_000],
    ['six are not, but ten times the usual interval is the most', [...each(494, 8_000), ...each(6, 60_000)], 80_000],
    ['silences once in eighty rows do not count', each(8, 0).flatMap(() => [...each(80, 1_000), 99_000]), LIMIT_MIN],
    ['nor once in eleven', each(60, 0).flatMap(() => [...each(10, 1_000), 99_000]), LIMIT_MIN],
    ['of a pace that slows at night ten intervals say nothing', [...each(500, 1_000), ...each(10, 30_000)], LIMIT_MIN],
    ['eleven say that it is slow', [...each(500, 1_000), ...each(11, 30_000)], 90_000],
    ['in the morning ninety say that it is quick', [...each(500, 30_000), ...each(90, 1_000)], LIMIT_MIN],
    ['only the last 500 count', [...each(400, 60_000), ...each(500, 4_000)], 12_000],
  ]
  test.each(cases)('%s', (_, intervals, expected) => expect(paceOf(intervals)).toBe(expected))

  test('a feed that makes its quotes at a distance of its own has one and a half of it at least', () => {
    expect(paceOf([], { spacing: 15_000 })).toBe(22_500)
    expect(paceOf([], { spacing: 6 * 3_600_000 })).toBe(9 * 3_600_000)
    expect(paceOf(each(30, 15_000), { spacing: 15_000 })).toBe(45_000)
    // Whole milliseconds, because a moment is a whole number.
    expect(paceOf([], { spacing: 15_001 })).toBe(22_502)
  })

  test('an operator can set less', () => expect(paceOf(each(100, 60_000), { most: 20_000 })).toBe(20_000))

  test('a closed session and a feed that was away are no intervals', () => {
    const pace = new Pace({ session: 'forex', most: 100 * 3_600_000, spacing: 0 })
    // Thirty Fridays and Sundays, ten quotes a second apart on each side.
    let friday = Date.UTC(2026, 2, 6, 21, 57, 0)
    for (let week = 0; week < 30; week++, friday += 7 * 86_400_000) {
      for (let second = 0; second < 10; second++) pace.quoted(millis(friday + second * 1_000))
      for (let second = 0; second < 10; second++)
        pace.quoted(millis(friday + 2 * 86_400_000 + 600_000 + second * 1_000))
    }
    expect(pace.limit).toBe(LIMIT_MIN)
    for (let hour = 0; hour < 20; hour++) {
      pace.interrupted()
      pace.quoted(millis(friday + hour * 3_600_000))
    }
    expect(pace.limit).toBe(LIMIT_MIN)
  })
})
