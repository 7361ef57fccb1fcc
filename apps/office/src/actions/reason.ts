/** The fault of a typed reason, which every action is recorded with. */
import { REASON_TEXT_MAX, REASON_TEXT_MIN } from '@veritick/contract/office'

export function reasonFault(text: string): string | undefined {
  const { length } = text.trim()
  if (length < REASON_TEXT_MIN) return `At least ${REASON_TEXT_MIN} characters, so that other staff understand it.`
  if (length > REASON_TEXT_MAX) return `At most ${REASON_TEXT_MAX} characters.`
  return undefined
}
