/**
 * Checks of bank accounts: IBAN (ISO 13616) and SWIFT/BIC (ISO 9362). For a country without IBAN only the form of the
 * number is checked. Pure.
 */
import { electronicFormatIBAN, getCountrySpecifications, isValidBIC, isValidIBAN } from 'ibantools'

export type BankFault = 'iban_wrong' | 'account_number_malformed' | 'swift_wrong'

/** The fault of a bank code: 8 or 11 capital letters and digits, with an existing country. `undefined`: none. */
export function swiftFault(text: string): 'swift_wrong' | undefined {
  return text === text.toUpperCase() && isValidBIC(text) ? undefined : 'swift_wrong'
}

/**
 * The fault of an account; `undefined`: none. A number that begins like an IBAN must be one, and so must every number
 * of a bank in an IBAN country (by its SWIFT code). Elsewhere: 4 to 34 letters and digits, grouped by single spaces or
 * dashes.
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

/** The canonical spelling of an account number, so that equal accounts compare equal. */
export function bankAccountCanonical(number: string): string {
  return electronicFormatIBAN(number) ?? ''
}

const IBAN_COUNTRIES: ReadonlySet<string> = new Set(
  Object.entries(getCountrySpecifications())
    .filter(([, specification]) => specification.IBANRegistry)
    .map(([country]) => country),
)
