/**
 * Dates on the canvas of the chart, short for a phone and in the order of the customer's language: on the time axis and
 * under the cross hair. The library writes them as `2026-11-28` in every language.
 */
import type { FormatDateParams } from 'klinecharts'
import { type DateDigits, formatDigits } from '../../format/time.ts'

/** `tag`: the BCP 47 tag of the language. */
export function chartDate({ dateTimeFormat, timestamp, template, type }: FormatDateParams, tag: string): string {
  const { timeZone } = dateTimeFormat.resolvedOptions()
  const date = (digits: DateDigits) => formatDigits(timestamp, { tag, timeZone }, digits)
  const time = () => timeOf(dateTimeFormat, timestamp)
  if (template === 'YYYY') return date('date').replace(/^.*(\d{4}).*$/, '$1')
  if (template === 'YYYY-MM') return date('month')
  if (type !== 'xAxis') return template.includes('HH') ? `${date('day')} ${time()}` : date('date')
  if (template === 'HH:mm') return time()
  return template.includes('HH') ? `${date('day')} ${time()}` : date('day')
}

function timeOf(dateTimeFormat: Intl.DateTimeFormat, timestamp: number): string {
  const parts = new Map(dateTimeFormat.formatToParts(timestamp).map((part) => [part.type, part.value]))
  return `${parts.get('hour')}:${parts.get('minute')}`
}
