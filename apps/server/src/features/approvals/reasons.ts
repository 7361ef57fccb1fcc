/** Whether the reason that staff write down is valid: long enough to explain, short enough to be read. */
import { REASON_TEXT_MAX, REASON_TEXT_MIN } from '@veritick/contract/office'

export function isReasonValid(text: string): boolean {
  const { length } = text.trim()
  return length >= REASON_TEXT_MIN && length <= REASON_TEXT_MAX
}
