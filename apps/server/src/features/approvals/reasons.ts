/** What staff write down when they decide: long enough to say something, short enough to be read. */
import { REASON_TEXT_MAX, REASON_TEXT_MIN } from '@veritick/contract/office'

export function reasonGiven(text: string): boolean {
  const { length } = text.trim()
  return length >= REASON_TEXT_MIN && length <= REASON_TEXT_MAX
}
