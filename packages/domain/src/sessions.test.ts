/**
 * Trading rule 3 as a trader's calendar: week, breaks, clock changes, holidays, trading days, rollover nights, buckets.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { type Millis, millis } from './numbers.ts'
import { CANDLE_PERIODS, PERIODS } from './periods.ts'
import {
  bucketEnd,
  bucketStart,
  NEVER,
  nextOpen,
  nightsAt,
  rolloverInstants,
  type Session,
  sessionAt,
  tradingDay,
} from './sessions.ts'

const at = (text: string): Millis => millis(Date.parse(text))
const text = (moment: Millis): string => new Date(moment).toISOString()
const open = (session: Session, moment: string) => sessionAt(session, at(moment)).open

describe('forex and metals', () => {
  // The week of the ECB recording: New York is four hours behind UTC.
  const cases: readonly [string, boolean, string][] = [
    ['2014-05-04T21:04:59.999Z', false, '2014-05-04T21:05:00.000Z'],
    ['2014-05-04T21:05:00.000Z', true, '2014-05-05T20:58:00.000Z'],
    ['2014-05-08T12:45:00.000Z', true, '2014-05-08T20:58:00.000Z'],
    ['2014-05-08T20:57:59.999Z', true, '2014-05-08T20:58:00.000Z'],
    ['2014-05-08T20:58:00.000Z', false, '2014-05-08T21:05:00.000Z'],
    ['2014-05-08T21:04:59.999Z', false, '2014-05-08T21:05:00.000Z'],
    ['2014-05-08T21:05:00.000Z', true, '2014-05-09T20:58:00.000Z'],
    ['2014-05-09T20:58:00.000Z', false, '2014-05-11T21:05:00.000Z'],
    ['2014-05-10T12:00:00.000Z', false, '2014-05-11T21:05:00.000Z'],
    // Christmas is a day like any other: only the exchange has holidays.
    ['2024-12-25T15:00:00.000Z', true, '2024-12-25T21:58:00.000Z'],
  ]
  test.each(cases)('%s: open %s, changes at %s', (moment, isOpen, changes) => {
    for (const kind of ['forex', 'metals'] as const) {
      const state = sessionAt(kind, at(moment))
      expect([state.open, text(state.changesAt)]).toEqual([isOpen, changes])
      expect(text(nextOpen(kind, at(moment)))).toBe(isOpen ? moment : changes)
    }
  })

  test('the week moves by an hour in UTC when the clocks change, on the very weekend', () => {
    // Friday 2026-03-06 in winter time, Sunday 2026-03-08 in summer time.
    expect(text(sessionAt('forex', at('2026-03-06T12:00:00Z')).changesAt)).toBe('2026-03-06T21:58:00.000Z')
    expect(text(nextOpen('forex', at('2026-03-07T12:00:00Z')))).toBe('2026-03-08T21:05:00.000Z')
    // Friday 2026-10-30 in summer time, Sunday 2026-11-01 in winter time.
    expect(text(sessionAt('forex', at('2026-10-30T12:00:00Z')).changesAt)).toBe('2026-10-30T20:58:00.000Z')
    expect(text(nextOpen('forex', at('2026-10-31T12:00:00Z')))).toBe('2026-11-01T22:05:00.000Z')
  })

  test('a trading day runs from 17:00 to 17:00 and is 23 or 25 hours long on the weekends of the clock changes', () => {
    const day = tradingDay('forex', at('2014-05-08T12:45:00Z'))
    expect([text(day.start), text(day.end)]).toEqual(['2014-05-07T21:00:00.000Z', '2014-05-08T21:00:00.000Z'])
    expect(text(tradingDay('forex', at('2014-05-08T21:00:00Z')).start)).toBe('2014-05-08T21:00:00.000Z')
    const hours = (moment: string) => {
      const { start, end } = tradingDay('always', at(moment))
      return (end - start) / 3_600_000
    }
    expect([hours('2026-03-08T12:00:00Z'), hours('2026-11-01T12:00:00Z'), hours('2026-06-01T12:00:00Z')]).toEqual([
      23, 25, 24,
    ])
  })
})

describe('US stocks', () => {
  test('09:30 to 16:00 New York, in both halves of the year', () => {
    expect([open('us_stocks', '2026-01-06T14:29:59.999Z'), open('us_stocks', '2026-01-06T14:30:00Z')]).toEqual([
      false,
      true,
    ])
    expect([open('us_stocks', '2026-01-06T20:59:59.999Z'), open('us_stocks', '2026-01-06T21:00:00Z')]).toEqual([
      true,
      false,
    ])
    expect([open('us_stocks', '2026-07-07T13:29:59.999Z'), open('us_stocks', '2026-07-07T13:30:00Z')]).toEqual([
      false,
      true,
    ])
  })

  test('before Thanksgiving 2026: closed on Thursday, until 13:00 on Friday, next opening on Monday', () => {
    expect(text(nextOpen('us_stocks', at('2026-11-25T22:00:00Z')))).toBe('2026-11-27T14:30:00.000Z')
    expect(text(sessionAt('us_stocks', at('2026-11-27T15:00:00Z')).changesAt)).toBe('2026-11-27T18:00:00.000Z')
    expect(text(nextOpen('us_stocks', at('2026-11-27T18:00:00Z')))).toBe('2026-11-30T14:30:00.000Z')
  })

  test('the years of the recordings: storm and mourning days too', () => {
    const closed = (date: string) => !open('us_stocks', `${date}T16:00:00Z`)
    expect(
      ['2012-10-29', '2012-10-30', '2013-03-29', '2018-12-05', '2019-01-21', '2001-09-13', '2014-04-18'].map(closed),
    ).toEqual(Array.from({ length: 7 }, () => true))
    expect(['2012-10-31', '2013-10-07', '2019-02-11', '2021-06-18', '2021-12-31'].map(closed)).toEqual(
      Array.from({ length: 5 }, () => false),
    )
    expect(['2013-07-03', '2019-12-24', '2014-11-28'].map((date) => open('us_stocks', `${date}T18:30:00Z`))).toEqual([
      false,
      false,
      false,
    ])
  })

  const calendarFile = fileURLToPath(new URL('../../../../shared/data/calendars.json', import.meta.url))
  test.skipIf(!existsSync(calendarFile))(
    'every session of 2024 to 2027 as the reference calendar says (skipped without ../shared/data/calendars.json)',
    () => {
      const reference = JSON.parse(readFileSync(calendarFile, 'utf8'))
      const holidays = new Set<string>(reference.us_stocks.holidays.map((day: { date: string }) => day.date))
      const halves = new Set<string>(reference.us_stocks.half_days.map((day: { date: string }) => day.date))
      const newYork = new Intl.DateTimeFormat('en-CA', {
        timeZone: 'America/New_York',
        dateStyle: 'short',
        timeStyle: 'short',
        hourCycle: 'h23',
      })
      let sessions = 0
      for (let noon = Date.UTC(2024, 0, 1, 16); noon < Date.UTC(2028, 0, 1); noon += 86_400_000) {
        const date = new Date(noon).toISOString().slice(0, 10)
        const weekday = new Date(noon).getUTCDay()
        const expected = weekday !== 0 && weekday !== 6 && !holidays.has(date)
        const state = sessionAt('us_stocks', millis(noon))
        expect([date, state.open]).toEqual([date, expected])
        if (!expected) continue
        sessions++
        const day = tradingDay('us_stocks', millis(noon))
        expect(newYork.format(day.start)).toBe(`${date}, 09:30`)
        expect(newYork.format(day.end)).toBe(`${date}, ${halves.has(date) ? '13:00' : '16:00'}`)
      }
      expect(sessions).toBe(reference.us_stocks.regular_sessions_2024_2027)
    },
  )
})

describe('rollover', () => {
  test('one week: 1 1 3 1 1 nights for forex, 1 1 1 1 3 for stocks, none at the weekend', () => {
    const instants = rolloverInstants(at('2014-05-04T12:00:00Z'), at('2014-05-11T23:00:00Z'))
    expect(instants.map(text)).toEqual([5, 6, 7, 8, 9].map((date) => `2014-05-0${date}T21:00:00.000Z`))
    expect(instants.map((instant) => nightsAt(instant).forex)).toEqual([1, 1, 3, 1, 1])
    expect(instants.map((instant) => nightsAt(instant).metals)).toEqual([1, 1, 3, 1, 1])
    expect(instants.map((instant) => nightsAt(instant).us_stocks)).toEqual([1, 1, 1, 1, 3])
  })

  test('an instant is after the first bound and up to the second, so that each is named once', () => {
    const monday = at('2014-05-05T21:00:00Z')
    expect(rolloverInstants(millis(monday - 1), monday)).toEqual([monday])
    expect(rolloverInstants(monday, millis(monday + 1))).toEqual([])
  })

  test('a year has a night for each of its days, clock changes and all', () => {
    const year = rolloverInstants(at('2026-01-03T00:00:00Z'), at('2027-01-02T00:00:00Z'))
    const nights = year.map(nightsAt)
    expect(nights.reduce((sum, night) => sum + night.forex, 0)).toBe(364)
    expect(nights.reduce((sum, night) => sum + night.us_stocks, 0)).toBe(364)
  })
})

describe('buckets', () => {
  test('each quote falls into one bucket of each period, which contains the buckets that it is made of', () => {
    for (const session of ['forex', 'us_stocks', 'always'] as const) {
      for (
        let moment = Date.parse('2026-10-30T13:30:00Z');
        moment < Date.parse('2026-10-30T20:00:00Z');
        moment += 61_000
      ) {
        for (const period of PERIODS) {
          const start = bucketStart(period, session, millis(moment))
          expect(start).toBeLessThanOrEqual(moment)
          expect(bucketEnd(period, session, start)).toBeGreaterThan(moment)
          const { madeOf } = CANDLE_PERIODS[period]
          if (madeOf === undefined) continue
          const part = bucketStart(madeOf, session, millis(moment))
          expect(part).toBeGreaterThanOrEqual(start)
          expect(bucketEnd(madeOf, session, part)).toBeLessThanOrEqual(bucketEnd(period, session, start))
        }
      }
    }
  })

  test('always open means never changing', () => {
    expect(sessionAt('always', at('2026-11-21T12:00:00Z'))).toEqual({ open: true, changesAt: NEVER })
  })
})
