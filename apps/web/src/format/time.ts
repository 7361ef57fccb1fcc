/** Moments in the customer's language, with latin digits, in the time zone of the device unless one is named. */
type Zone = { readonly tag: string; readonly timeZone?: string | undefined }

/** When a closed market opens: `"Mon 09:30"`. */
export const formatOpening = (moment: number, { tag, timeZone }: Zone): string =>
  format(moment, tag, { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })

/** `"8 May 2014, 09:30:05"`. */
export const formatMoment = (moment: number, { tag, timeZone }: Zone): string =>
  format(moment, tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })

/** `"8 May 2014, 09:30"`. */
export const formatMinute = (moment: number, { tag, timeZone }: Zone): string =>
  format(moment, tag, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })

/** `"8 May 2014"`. */
export const formatDay = (moment: number, { tag, timeZone }: Zone): string =>
  format(moment, tag, { year: 'numeric', month: 'short', day: 'numeric', timeZone })

function format(moment: number, tag: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(`${tag}-u-nu-latn`, options).format(moment)
}
