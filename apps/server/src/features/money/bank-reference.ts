/** A bank's reference of a payment in its one spelling, so that the same payment is found again. */
const FORM = /^[\p{L}\p{N}\p{P}\p{S} ]{4,64}$/u

/** `undefined`: no bank writes a reference like this. */
export function bankReferenceOf(typed: string): string | undefined {
  const text = typed.trim()
  return FORM.test(text) ? text.toUpperCase().replaceAll(/ +/g, ' ') : undefined
}
