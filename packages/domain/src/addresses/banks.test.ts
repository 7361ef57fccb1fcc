/** IBANs of the registry's own examples, bank codes, and accounts of countries that have neither. */
import { expect, test } from 'vitest'
import { bankAccountCanonical, bankAccountFault, swiftFault } from './banks.ts'

test.each([
  ['HSBCHKHHHKH', undefined],
  ['DEUTDEFF', undefined],
  ['DEUTDEFF500', undefined],
  ['DEUTDEF', 'swift_wrong'],
  ['DEUTDEFF50', 'swift_wrong'],
  ['DEUTXXFF', 'swift_wrong'],
  ['deutdeff', 'swift_wrong'],
  ['', 'swift_wrong'],
])('SWIFT %s: %s', (text, fault) => expect(swiftFault(text)).toBe(fault))

test.each([
  ['GB29 NWBK 6016 1331 9268 19', 'NWBKGB2L', undefined],
  ['DE89370400440532013000', 'COBADEFF', undefined],
  ['FR1420041010050500013M02606', 'BNPAFRPP', undefined],
  ['NO9386011117947', 'DNBANOKK', undefined],
  ['MT84MALT011000012345MTLCAST001S', 'MALTMTMT', undefined],
  ['SA0380000000608010167519', 'RJHISARI', undefined],
  ['AE070331234567890123456', 'EBILAEAD', undefined],
  // One digit wrong, two swapped, one missing.
  ['GB29NWBK60161331926818', 'NWBKGB2L', 'iban_wrong'],
  ['DE89370400440532031000', 'COBADEFF', 'iban_wrong'],
  ['DE8937040044053201300', 'COBADEFF', 'iban_wrong'],
  // A German bank with a number that is no IBAN.
  ['0532013000', 'COBADEFF', 'iban_wrong'],
  ['DE89370400440532013000', 'HSBCHKHH', undefined],
  ['DE89370400440532013001', 'HSBCHKHH', 'iban_wrong'],
  // Hong Kong and the United States have no IBAN.
  ['652-123456-001', 'HSBCHKHHHKH', undefined],
  ['123456789', 'CHASUS33', undefined],
  ['HK12', 'HSBCHKHHHKH', undefined],
  ['123', 'CHASUS33', 'account_number_malformed'],
  ['ABCDEFGH', 'CHASUS33', 'account_number_malformed'],
  ['1234567;DROP', 'CHASUS33', 'account_number_malformed'],
  ['1'.repeat(35), 'CHASUS33', 'account_number_malformed'],
  ['', 'CHASUS33', 'account_number_malformed'],
  ['123456789', 'CHASUS3', 'swift_wrong'],
])('%s at %s: %s', (number, swift, fault) => expect(bankAccountFault({ number, swift })).toBe(fault))

test('the same account in another spelling is the same', () => {
  expect(bankAccountCanonical('gb29 nwbk 6016 1331 9268 19')).toBe('GB29NWBK60161331926819')
  expect(bankAccountCanonical('652-123456-001')).toBe('652123456001')
})
