/**
 * The trading hours of the US stock exchanges: the published holiday rules for every year, and a list of unscheduled
 * closings. Days are New York calendar days.
 */
import { type DayNumber, dayNumber, HOUR, MINUTE, weekdayOf } from './newyork.ts'

/** Opening and closing after midnight New York, milliseconds. */
export type ExchangeHours = { readonly opens: number; readonly closes: number }

const REGULAR: ExchangeHours = { opens: 9 * HOUR + 30 * MINUTE, closes: 16 * HOUR }
const SHORTENED: ExchangeHours = { opens: 9 * HOUR + 30 * MINUTE, closes: 13 * HOUR }

/** Closings outside the rules: mourning, storms, attacks. A future one is added here. */
const UNSCHEDULED_CLOSINGS: readonly string[] = [
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2004-06-11',
  '2007-01-02',
  '2012-10-29',
  '2012-10-30',
  '2018-12-05',
  '2025-01-09',
]

/** Opening and closing of a day; `undefined`: the exchange is closed all day. Source: NYSE rule 7.2. */
export function exchangeHours(day: DayNumber): ExchangeHours | undefined {
  const weekday = weekdayOf(day)
  if (weekday === 0 || weekday === 6) return undefined
  const { holidays, earlyCloses } = calendarOf(new Date(day * 24 * HOUR).getUTCFullYear())
  if (holidays.has(day)) return undefined
  return earlyCloses.has(day) ? SHORTENED : REGULAR
}

type YearCalendar = { readonly holidays: ReadonlySet<DayNumber>; readonly earlyCloses: ReadonlySet<DayNumber> }

const calendars = new Map<number, YearCalendar>()
/** More calendar years than any recording covers. */
const CALENDARS_KEPT = 200

function calendarOf(year: number): YearCalendar {
  const known = calendars.get(year)
  if (known !== undefined) return known
  if (calendars.size >= CALENDARS_KEPT) calendars.clear()
  const calendar = { holidays: holidaysOf(year), earlyCloses: earlyClosesOf(year) }
  calendars.set(year, calendar)
  return calendar
}

/** NYSE rule 7.2 as practised since 1998, Juneteenth since 2022. */
function holidaysOf(year: number): ReadonlySet<DayNumber> {
  const newYear = dayNumber(year, 1, 1)
  const days = [
    // A New Year's Day on a Saturday is not moved into the old year.
    weekdayOf(newYear) === 0 ? newYear + 1 : newYear,
    nthWeekday({ year, month: 1, weekday: 1, nth: 3 }),
    nthWeekday({ year, month: 2, weekday: 1, nth: 3 }),
    easterOf(year) - 2,
    lastMondayOfMay(year),
    observed(dayNumber(year, 7, 4)),
    nthWeekday({ year, month: 9, weekday: 1, nth: 1 }),
    nthWeekday({ year, month: 11, weekday: 4, nth: 4 }),
    observed(dayNumber(year, 12, 25)),
  ]
  if (year >= 2022) days.push(observed(dayNumber(year, 6, 19)))
  for (const text of UNSCHEDULED_CLOSINGS) {
    const [closedYear = 0, month = 0, date = 0] = text.split('-').map(Number)
    if (closedYear === year) days.push(dayNumber(closedYear, month, date))
  }
  return new Set(days)
}

/**
 * 13:00 closes: the day after Thanksgiving, and the eves of Independence Day and Christmas when both they and the
 * holiday are weekdays.
 */
function earlyClosesOf(year: number): ReadonlySet<DayNumber> {
  const earlyCloses = [nthWeekday({ year, month: 11, weekday: 4, nth: 4 }) + 1]
  for (const holiday of [dayNumber(year, 7, 4), dayNumber(year, 12, 25)]) {
    const weekday = weekdayOf(holiday)
    if (weekday >= 2 && weekday <= 5) earlyCloses.push(holiday - 1)
  }
  return new Set(earlyCloses)
}

/** A Saturday holiday is kept on the Friday before, a Sunday one on the Monday after. */
function observed(day: DayNumber): DayNumber {
  const weekday = weekdayOf(day)
  if (weekday === 6) return day - 1
  return weekday === 0 ? day + 1 : day
}

function nthWeekday(rule: { year: number; month: number; weekday: number; nth: number }): DayNumber {
  const first = dayNumber(rule.year, rule.month, 1)
  return first + ((rule.weekday - weekdayOf(first) + 7) % 7) + (rule.nth - 1) * 7
}

function lastMondayOfMay(year: number): DayNumber {
  const last = dayNumber(year, 5, 31)
  return last - ((weekdayOf(last) + 6) % 7)
}

/** Easter Sunday of the Gregorian calendar (Meeus/Jones/Butcher). */
function easterOf(year: number): DayNumber {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return dayNumber(year, Math.floor(f / 31), (f % 31) + 1)
}
