/** A bank's reference of a payment in its one spelling, so that the same payment is found again. */
import { BANK_REFERENCE } from '@veritick/domain/addresses'

/** `undefined`: no bank writes a reference like this. */
export function bankReferenceOf(typed: string): string | undefined {
  const text = typed.trim()
  return BANK_REFERENCE.test(text) ? text.toUpperCase().replaceAll(/ +/g, ' ') : undefined
}
