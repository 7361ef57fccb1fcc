/**
 * Moments in the customer's language, with latin digits, in the time zone of the device unless one is named (decision
 * 117). The order of day and month follows the region that the browser names for that language.
 */
export const MINUTE_MILLIS = 60_000
export const HOUR_MILLIS = 60 * MINUTE_MILLIS
export const DAY_MILLIS = 24 * HOUR_MILLIS

type Zone = {
  readonly tag: string
  readonly timeZone?: string | undefined
  /** Names the time zone: where no note on the screen names it, and beside the chart. */
  readonly zoned?: boolean
}

const zoneName = (zoned: boolean | undefined) => (zoned ? ({ timeZoneName: 'short' } as const) : {})

/** The opening time of a closed market: `"Mon 09:30"`. */
export const formatOpening = (moment: number, { tag, timeZone, zoned }: Zone): string =>
  format(moment, tag, {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    ...zoneName(zoned),
  })

/** `"8 May 2014, 09:30:05"`. */
export const formatMoment = (moment: number, { tag, timeZone, zoned }: Zone): string =>
  format(moment, tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
    ...zoneName(zoned),
  })

/** `"8 May 2014, 09:30"`. */
export const formatMinute = (moment: number, { tag, timeZone, zoned }: Zone): string =>
  format(moment, tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    ...zoneName(zoned),
  })

/** `"8 May 2014"`. */
export const formatDay = (moment: number, { tag, timeZone, zoned }: Zone): string =>
  format(moment, tag, { year: 'numeric', month: 'short', day: 'numeric', timeZone, ...zoneName(zoned) })

/** `"Mon"`. */
export const formatWeekday = (moment: number, { tag, timeZone }: Zone): string =>
  format(moment, tag, { weekday: 'short', timeZone })

/** `"09:30"`. */
export const formatHour = (moment: number, { tag, timeZone, zoned }: Zone): string =>
  format(moment, tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone, ...zoneName(zoned) })

/** The distance of a zone from Greenwich, short and in Latin letters for the corner of the chart: `"GMT+1"`. */
export const formatOffset = (moment: number, timeZone?: string): string =>
  zonePart(new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }), moment).replace(/[+-]0$/, '')

/**
 * The time zone in which all times of the account are shown, in the reader's language: "United Kingdom Time". The
 * French name is "heure : Royaume-Uni", and the texts have a colon before it.
 */
export const formatZone = (moment: number, { tag, timeZone }: Zone): string =>
  zonePart(new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'shortGeneric' }), moment).replace(/^heure\s:\s/, '')

const zonePart = (zoned: Intl.DateTimeFormat, moment: number): string =>
  zoned.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''

function format(moment: number, tag: string, { timeZoneName, ...options }: Intl.DateTimeFormatOptions): string {
  const locale = localeOf(tag)
  const text = new Intl.DateTimeFormat(locale, options).format(moment)
  if (timeZoneName === undefined) return text
  const { timeZone } = options
  const name = zonePart(new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }), moment)
  // The no-break space keeps the zone on the line of its time.
  return `${text}\u00a0${ZONE_NAME.test(name) ? name : formatOffset(moment, timeZone)}`
}

const localeOf = (tag: string): string => `${regional(tag, globalThis.navigator?.languages)}-u-ca-gregory-nu-latn`

/** The name of a zone, such as `CET`. Other texts are a distance in the letters of the language, also one of zero. */
const ZONE_NAME = /^[A-Z]{3,4}$/

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
