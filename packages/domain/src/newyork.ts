/**
 * New York time. The time zone data of the machine gives the clock changes. They are read once for each calendar year
 * and cached, because reading them for every quote would be a thousand times slower. Moments and wall times are both
 * milliseconds; a wall time is the moment at which a clock in UTC would show the same.
 */
import { type Millis, millis } from './numbers.ts'

export const NEW_YORK = 'America/New_York'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Milliseconds since 1970 as the New York clock shows them. */
export type WallMillis = number
/** Days since 1970-01-01 on the New York calendar. */
export type DayNumber = number

type Span = { readonly from: number; readonly to: number; readonly offset: number }

/** The New York wall time of a moment, milliseconds. */
export function wallOf(at: Millis): WallMillis {
  return at + offsetAt(at)
}

/**
 * The moment of a New York wall time, milliseconds. In the hour that a clock change repeats, the earlier moment; no
 * session begins or ends in that hour.
 */
export function momentOf(wall: WallMillis): Millis {
  const guess = wall - offsetAt(wall + 5 * HOUR)
  const better = wall - offsetAt(guess)
  return millis(better)
}

/** The New York calendar day of a wall time. */
export function dayOf(wall: WallMillis): DayNumber {
  return Math.floor(wall / DAY)
}

/** Weekday of a day: 0 Sunday to 6 Saturday. */
export function weekdayOf(day: DayNumber): number {
  return (((day + 4) % 7) + 7) % 7
}

/** Day number of a date; `month` 1 to 12. */
export function dayNumber(year: number, month: number, date: number): DayNumber {
  return Date.UTC(year, month - 1, date) / DAY
}

/** New York's distance from UTC in milliseconds, negative to the west. */
export function offsetAt(at: number): number {
  if (at >= recent.from && at < recent.to) return recent.offset
  const year = new Date(at).getUTCFullYear()
  let spans = years.get(year)
  if (spans === undefined) {
    if (years.size >= YEARS_KEPT) years.clear()
    spans = spansOf(year)
    years.set(year, spans)
  }
  for (const span of spans) {
    if (at < span.to) {
      recent = span
      return span.offset
    }
  }
  return offsetFromIntl(at)
}

/** More calendar years than any recording covers. */
const YEARS_KEPT = 200
const years = new Map<number, readonly Span[]>()
let recent: Span = { from: 0, to: 0, offset: 0 }

/**
 * The stretches of one calendar year (UTC) with one offset each: read every ten days, then bisected where the offset
 * differs.
 */
function spansOf(year: number): readonly Span[] {
  const end = Date.UTC(year + 1, 0, 1)
  const spans: Span[] = []
  let from = Date.UTC(year, 0, 1)
  let offset = offsetFromIntl(from)
  for (let look = from; look < end; ) {
    const next = Math.min(look + 10 * DAY, end)
    if (offsetFromIntl(next) !== offset) {
      const change = changeBetween(look, next, offset)
      spans.push({ from, to: change, offset })
      from = change
      offset = offsetFromIntl(change)
      look = change
    } else look = next
  }
  spans.push({ from, to: end, offset })
  return spans
}

/** The first minute after `low` whose offset is no longer `offset`. */
function changeBetween(low: number, high: number, offset: number): number {
  let before = low / MINUTE
  let after = high / MINUTE
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetFromIntl(middle * MINUTE) === offset) before = middle
    else after = middle
  }
  return after * MINUTE
}

const wallClock = new Intl.DateTimeFormat('en-US', {
  timeZone: NEW_YORK,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

function offsetFromIntl(at: number): number {
  const part: Record<string, number> = {}
  for (const { type, value } of wallClock.formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}
