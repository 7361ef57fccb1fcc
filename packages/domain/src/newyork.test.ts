/** The New York clock against the machine's time zone data, hour by hour around every clock change. */
import { describe, expect, test } from 'vitest'
import { dayNumber, HOUR, momentOf, NEW_YORK, offsetAt, wallOf, weekdayOf } from './newyork.ts'
import { millis } from './numbers.ts'

const zone = new Intl.DateTimeFormat('en-US', { timeZone: NEW_YORK, timeZoneName: 'longOffset' })

/** "GMT-05:00" -> -5 hours: another way of asking than the code's own. */
function offsetByName(at: number): number {
  const name = zone.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? ''
  const [, sign, hours] = /GMT([+-])(\d\d):00/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * Number(hours) * HOUR
}

/** The law: second Sunday of March to first Sunday of November, at 02:00, since 2007. */
function changesOf(year: number): readonly [number, number] {
  const march = dayNumber(year, 3, 8)
  const november = dayNumber(year, 11, 1)
  const sundayAfter = (day: number) => day + ((7 - weekdayOf(day)) % 7)
  return [sundayAfter(march) * 24 * HOUR + 7 * HOUR, sundayAfter(november) * 24 * HOUR + 6 * HOUR]
}

describe('the New York clock', () => {
  test('agrees with the zone by name at every hour of the four days around each clock change, 2007 to 2037', () => {
    const wrong: string[] = []
    for (let year = 2007; year <= 2037; year++) {
      for (const change of changesOf(year)) {
        for (let at = change - 48 * HOUR; at <= change + 48 * HOUR; at += HOUR) {
          for (const moment of [at - 1, at])
            if (offsetAt(moment) !== offsetByName(moment)) wrong.push(new Date(moment).toISOString())
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test('changes at the hour that the law names, to the millisecond', () => {
    for (let year = 2007; year <= 2037; year++) {
      const [spring, autumn] = changesOf(year)
      expect(
        [offsetAt(spring - 1), offsetAt(spring), offsetAt(autumn - 1), offsetAt(autumn)].map((offset) => offset / HOUR),
      ).toEqual([-5, -4, -4, -5])
    }
  })

  test('knows the older law of the recordings before 2007', () => {
    const offset = (text: string) => offsetAt(Date.parse(text)) / HOUR
    expect(offset('2006-03-20T12:00:00Z')).toBe(-5)
    expect(offset('2006-04-02T06:59:59Z')).toBe(-5)
    expect(offset('2006-04-02T07:00:00Z')).toBe(-4)
    expect(offset('1998-10-25T05:59:59Z')).toBe(-4)
    expect(offset('1998-10-25T06:00:00Z')).toBe(-5)
  })

  test('a wall time leads back to its moment on every day of a year, also when years are asked in any order', () => {
    for (const year of [2026, 2013, 2031, 2014, 2026]) {
      for (let at = Date.UTC(year, 0, 1, 22); at < Date.UTC(year + 1, 0, 1); at += 24 * HOUR) {
        const moment = millis(at)
        expect(momentOf(wallOf(moment))).toBe(moment)
      }
    }
  })
})
