/** Ages are never rounded up; times name one moment. */
import { describe, expect, test } from 'vitest'
import { ageText, timeText, waitTone } from './time.ts'

describe('an age', () => {
  test.each([
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h'],
    [12_000_000, '3 h 20 min'],
    [86_400_000, '1 d'],
    [187_200_000, '2 d 4 h'],
  ])('%d ms is %s', (millis, text) => expect(ageText(millis)).toBe(text))
})

test('a moment is said in UTC', () => {
  const at = Date.UTC(2026, 10, 21, 19, 2, 33)
  expect(timeText(at)).toBe('2026-11-21 19:02')
  expect(timeText(at, 'seconds')).toBe('2026-11-21 19:02:33')
})

test('a wait is due at half of the usual time and late at all of it', () => {
  const tone = (minutes: number, usualMinutes: number) => waitTone({ minutes, usualMinutes })
  expect([tone(11 * 60, 24 * 60), tone(12 * 60, 24 * 60), tone(24 * 60, 24 * 60)]).toEqual(['fresh', 'due', 'late'])
  expect([tone(14, 30), tone(15, 30), tone(30, 30)]).toEqual(['fresh', 'due', 'late'])
  expect([tone(0, 0), tone(1, 0)]).toEqual(['fresh', 'late'])
})
