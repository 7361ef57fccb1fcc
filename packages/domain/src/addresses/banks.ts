/**
 * Bank accounts: IBAN and SWIFT/BIC are checked by their published rules; where a country has no IBAN, only the form
 * is. Pure.
 */
import { electronicFormatIBAN, getCountrySpecifications, isValidBIC, isValidIBAN } from 'ibantools'

export type BankFault = 'iban_wrong' | 'account_number_malformed' | 'swift_wrong'

/** Why this is no bank code (ISO 9362): 8 or 11 characters, a country that exists. Small letters are not forgiven. */
export function swiftFault(text: string): 'swift_wrong' | undefined {
  return text === text.toUpperCase() && isValidBIC(text) ? undefined : 'swift_wrong'
}

/**
 * Why this is no account to pay to. What starts like an IBAN must be one; in a country that uses IBANs (by the bank's
 * SWIFT code) nothing else will do; elsewhere 4 to 34 letters and digits, grouped by single spaces or dashes.
 */
export function bankAccountFault(account: { readonly number: string; readonly swift: string }): BankFault | undefined {
  if (swiftFault(account.swift) !== undefined) return 'swift_wrong'
  const plain = bankAccountCanonical(account.number)
  const startsLikeIban = IBAN_COUNTRIES.has(plain.slice(0, 2)) && /^[A-Z]{2}\d{2}/.test(plain)
  if (startsLikeIban || IBAN_COUNTRIES.has(account.swift.slice(4, 6)))
    return isValidIBAN(plain) ? undefined : 'iban_wrong'
  if (!/^[0-9A-Za-z]+(?:[ -][0-9A-Za-z]+)*$/.test(account.number) || !/^(?=.*\d)[0-9A-Z]{4,34}$/.test(plain)) {
    return 'account_number_malformed'
  }
  return undefined
}

/** One spelling for each account number, so that the same one is found again. */
export function bankAccountCanonical(number: string): string {
  return electronicFormatIBAN(number) ?? ''
}

const IBAN_COUNTRIES: ReadonlySet<string> = new Set(
  Object.entries(getCountrySpecifications())
    .filter(([, specification]) => specification.IBANRegistry)
    .map(([country]) => country),
)
