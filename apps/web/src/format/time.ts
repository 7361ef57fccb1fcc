/**
 * Moments in the customer's language, with latin digits, in the time zone of the device unless one is named (decision
 * 117). The order of day and month follows the region that the browser names for that language.
 */
import { MINUS } from './price.ts'

export const MINUTE_MILLIS = 60_000
export const HOUR_MILLIS = 60 * MINUTE_MILLIS
export const DAY_MILLIS = 24 * HOUR_MILLIS

type Zone = {
  readonly tag: string
  readonly timeZone?: string | undefined
  /** Names the time zone: where no note on the screen names it, and beside the chart. */
  readonly zoned?: boolean
}

/** The opening time of a closed market: `"Mon 09:30"`. */
export const formatOpening = (moment: number, zone: Zone): string =>
  format(moment, zone, { weekday: 'short', ...TO_THE_MINUTE })

/** `"8 May 2014, 09:30:05"`. */
export const formatMoment = (moment: number, zone: Zone): string =>
  format(moment, zone, { ...TO_THE_DAY, ...TO_THE_MINUTE, second: '2-digit' })

/** `"8 May 2014, 09:30"`. */
export const formatMinute = (moment: number, zone: Zone): string =>
  format(moment, zone, { ...TO_THE_DAY, ...TO_THE_MINUTE })

/** `"8 May 2014"`. */
export const formatDay = (moment: number, zone: Zone): string => format(moment, zone, TO_THE_DAY)

/** `"Mon"`. */
export const formatWeekday = (moment: number, { tag, timeZone }: Zone): string =>
  format(moment, { tag, timeZone }, { weekday: 'short' })

/** `"09:30"`. */
export const formatHour = (moment: number, zone: Zone): string => format(moment, zone, TO_THE_MINUTE)

/** Digits and signs in the order of the language: `"28.11."`, `"28.11.2026"`, `"11.2026"`; `"11/28"` in English. */
export type DateDigits = keyof typeof DIGITS
const DIGITS = {
  day: { month: '2-digit', day: '2-digit' },
  date: { year: 'numeric', month: '2-digit', day: '2-digit' },
  month: { year: 'numeric', month: '2-digit' },
} as const
/** Cached: the axis of a chart is made anew at every scroll. */
const digitFormats = new Map<string, Intl.DateTimeFormat>()

/** For a canvas, which shows no isolates: without the marks of scripts that run from right to left. */
export function formatDigits(moment: number, { tag, timeZone }: Zone, digits: DateDigits): string {
  const locale = localeOf(tag)
  const key = `${locale} ${timeZone} ${digits}`
  const made = digitFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...DIGITS[digits], timeZone })
  digitFormats.set(key, made)
  return made.format(moment).replace(/[\u200e\u200f\u061c]/g, '')
}

const TO_THE_DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const
const TO_THE_MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/**
 * The distance of a zone from UTC, in Latin letters in every language: `"UTC+1"`. It is the only name of a zone in the
 * app: beside a moment, above a list, below the axis of the chart.
 */
export const formatOffset = (moment: number, timeZone?: string): string =>
  (
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' })
      .formatToParts(moment)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  )
    .replace('GMT', 'UTC')
    .replace(/[+-]0$/, '')
    .replace('-', MINUS)

/** The distances of a list, whose times may be on both sides of a change of the clocks. */
export type Offsets = {
  readonly zone: string
  /** `undefined`: the zone has no summer time. */
  readonly summer: string | undefined
}

export function formatOffsets(moment: number, timeZone?: string): Offsets {
  const year = new Date(moment).getUTCFullYear()
  const january = formatOffset(Date.UTC(year, 0, 1), timeZone)
  const july = formatOffset(Date.UTC(year, 6, 1), timeZone)
  if (january === july) return { zone: formatOffset(moment, timeZone), summer: undefined }
  // South of the equator January is in summer.
  return minutesOf(january) < minutesOf(july) ? { zone: january, summer: july } : { zone: july, summer: january }
}

function minutesOf(offset: string): number {
  const [, sign = '', hours = '0', minutes = '0'] = /([+\u2212])(\d+)(?::(\d+))?$/.exec(offset) ?? []
  return (Number(hours) * 60 + Number(minutes)) * (sign === MINUS ? -1 : 1)
}

function format(moment: number, { tag, timeZone, zoned = false }: Zone, options: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(localeOf(tag), { ...options, timeZone }).format(moment)
  // The no-break space keeps the zone on the line of its time.
  return zoned ? `${text}\u00a0${formatOffset(moment, timeZone)}` : text
}

const localeOf = (tag: string): string => `${regional(tag, globalThis.navigator?.languages)}-u-ca-gregory-nu-latn`

/** `en` with the region of the browser: `en-GB`. A tag with a region stays. */
export function regional(tag: string, browser: readonly string[] = []): string {
  if (tag.includes('-')) return tag
  const found = browser.find((each) => each.toLowerCase().startsWith(`${tag}-`))
  const region = found?.split('-').find((part) => /^[A-Z]{2}$/.test(part))
  return region === undefined ? tag : `${tag}-${region}`
}

const HIDDEN = '**'

/** A date of birth of which the server names only the year, in the order of the language: `"**.**.1990"`. */
export function maskedDate(masked: string, tag: string): string {
  const year = /^\d{4}(?=-)/.exec(masked)?.[0]
  if (year === undefined) return masked
  const locale = localeOf(tag)
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, options)
    .formatToParts(Date.UTC(Number(year), 0, 1))
    .map(({ type, value }) => (type === 'month' || type === 'day' ? HIDDEN : value))
    .join('')
}
