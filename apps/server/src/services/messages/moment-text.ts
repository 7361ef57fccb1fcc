/** A moment as mails and text messages write it. */
import { type Millis, millis } from '@veritick/domain'
import { MINUTE_MS } from '../clock/index.ts'

/** `2026-03-04 15:00 UTC`. */
export function momentText(moment: Millis): string {
  const minute = millis(moment - (moment % MINUTE_MS))
  return `${new Date(minute).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
