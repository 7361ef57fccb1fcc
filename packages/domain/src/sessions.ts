/**
 * Trading hours, trading days, buckets of candles and rollover nights (trading rules 3 and 7), on the New York
 * calendar. Pure: the moment is a parameter.
 */
import { unreachable } from './assert.ts'
import { exchangeHours } from './exchange.ts'
import type { SessionKind } from './instrument.ts'
import { DAY, type DayNumber, dayOf, HOUR, MINUTE, momentOf, wallOf, weekdayOf } from './newyork.ts'
import { type Millis, millis } from './numbers.ts'
import { CANDLE_PERIODS, type Period } from './periods.ts'

export { NEW_YORK, wallOf } from './newyork.ts'
export type { SessionKind }

/**
 * The trading hours that an instrument follows. `always`: never closed, the default of the simulated market, with the
 * trading day of forex.
 */
export type Session = SessionKind | 'always'

export type SessionState = {
  readonly open: boolean
  /** When `open` becomes the opposite; NEVER where it stays. */
  readonly changesAt: Millis
}
/** A half-open interval: `start` belongs to it, `end` does not. */
export type Stretch = { readonly start: Millis; readonly end: Millis }

/** The last moment that a date can name. */
export const NEVER = millis(8_640_000_000_000_000)

/** Whether the trading day is the session itself; otherwise it runs from rollover to rollover. */
const DAY_IS_SESSION: { readonly [Kind in Session]: boolean } = {
  forex: false,
  metals: false,
  us_stocks: true,
  always: false,
}

/** True: the trading day is the session, so the market ignores a quote outside the hours. */
export const isDayTheSession = (session: Session): boolean => DAY_IS_SESSION[session]

/** Rollover: financing is charged and the trading day of forex begins. After midnight New York. */
const ROLLOVER = 17 * HOUR
const FOREX_OPENS = ROLLOVER + 5 * MINUTE
const FOREX_CLOSES = ROLLOVER - 2 * MINUTE
/** No market stays closed longer than this: the exchange was closed for six days in September 2001. */
const CLOSED_DAYS_MAX = 14

/**
 * Whether the market is open at a moment, and when that changes. The first moment of a session is open, its end is not.
 */
export function sessionAt(session: Session, at: Millis): SessionState {
  if (session === 'always') return { open: true, changesAt: NEVER }
  const today = dayOf(wallOf(at))
  for (let day = today - 1; day <= today + CLOSED_DAYS_MAX; day++) {
    const hours = sessionOfDay(session, day)
    if (hours === undefined || hours.end <= at) continue
    return at >= hours.start ? { open: true, changesAt: hours.end } : { open: false, changesAt: hours.start }
  }
  throw new Error('invariant violated: a market opens within two weeks')
}

/** The next moment at which the market is open: `at` itself while it is open. */
export function nextOpen(session: Session, at: Millis): Millis {
  const state = sessionAt(session, at)
  return state.open ? at : state.changesAt
}

/**
 * The last session that began at or before `at`: the current one, or the previous one while the market is closed.
 */
export function sessionBefore(session: Session, at: Millis): Stretch {
  if (session === 'always') return { start: millis(0), end: NEVER }
  for (let day = dayOf(wallOf(at)), last = day - CLOSED_DAYS_MAX; day >= last; day--) {
    const hours = sessionOfDay(session, day)
    if (hours !== undefined && hours.start <= at) return hours
  }
  throw new Error('invariant violated: a market opens within two weeks')
}

/**
 * The trading day of a moment. Forex, metals, always: 17:00 to 17:00 New York, every day of the week. Stocks: the
 * exchange's session; for a moment outside one, the last session that began.
 */
export function tradingDay(session: Session, at: Millis): Stretch {
  if (DAY_IS_SESSION[session]) return sessionBefore(session, at)
  const wall = wallOf(at)
  const today = dayOf(wall)
  const first = wall - today * DAY >= ROLLOVER ? today : today - 1
  return { start: momentOf(first * DAY + ROLLOVER), end: momentOf((first + 1) * DAY + ROLLOVER) }
}

/**
 * The first moment of the bucket that contains `at`. Minutes and hours follow the clock (the offset of New York is
 * whole hours), days are trading days.
 */
export function bucketStart(period: Period, session: Session, at: Millis): Millis {
  const { length } = CANDLE_PERIODS[period]
  return length === 'trading_day' ? tradingDay(session, at).start : millis(at - (at % length))
}

/** The first moment after the bucket that opens at `start`. */
export function bucketEnd(period: Period, session: Session, start: Millis): Millis {
  const { length } = CANDLE_PERIODS[period]
  return length === 'trading_day' ? tradingDay(session, start).end : millis(start + length)
}

/** Start of the bucket before the one that opens at `start`; time in which the market is closed is skipped. */
export function bucketBefore(period: Period, session: Session, start: Millis): Millis {
  const last = millis(sessionBefore(session, millis(start - 1)).end - 1)
  return bucketStart(period, session, millis(Math.min(start - 1, last)))
}

/** Number of nights charged at one rollover, for each kind of session. */
export type Nights = { readonly [Kind in SessionKind]: number }

/**
 * The nights charged at the rollover of a moment (trading rule 7). Forex and metals: one from Monday to Friday, three
 * on Wednesday. Stocks: one from Monday to Thursday, three on Friday. None at the weekend.
 */
export function nightsAt(instant: Millis): Nights {
  const weekday = weekdayOf(dayOf(wallOf(instant)))
  if (weekday === 0 || weekday === 6) return { forex: 0, metals: 0, us_stocks: 0 }
  const forex = weekday === 3 ? 3 : 1
  return { forex, metals: forex, us_stocks: weekday === 5 ? 3 : 1 }
}

/** The rollovers with a night to charge after `after` and up to and including `upTo`, oldest first. */
export function rolloverInstants(after: Millis, upTo: Millis): readonly Millis[] {
  const instants: Millis[] = []
  for (let day = dayOf(wallOf(after)); ; day++) {
    const instant = momentOf(day * DAY + ROLLOVER)
    if (instant > upTo) return instants
    if (instant > after && Object.values(nightsAt(instant)).some((nights) => nights > 0)) instants.push(instant)
  }
}

/** The session that begins on a New York day. Forex runs from its evening to the next afternoon. */
function sessionOfDay(session: SessionKind, day: DayNumber): Stretch | undefined {
  switch (session) {
    case 'us_stocks': {
      const hours = exchangeHours(day)
      return hours === undefined
        ? undefined
        : { start: momentOf(day * DAY + hours.opens), end: momentOf(day * DAY + hours.closes) }
    }
    case 'forex':
    case 'metals': {
      const weekday = weekdayOf(day)
      if (weekday === 5 || weekday === 6) return undefined
      return { start: momentOf(day * DAY + FOREX_OPENS), end: momentOf((day + 1) * DAY + FOREX_CLOSES) }
    }
    default:
      return unreachable(session)
  }
}
