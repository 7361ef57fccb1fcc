/** A code typed on any keyboard, or pasted from an e-mail, gives the same six digits. */
import { expect, it } from 'vitest'
import { digitsOf } from './digits.ts'

it.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['Code: 123-456', '123456'],
  ['١٢٣٤٥٦', '123456'],
  ['۱۲۳۴۵۶', '123456'],
  ['๑๒๓๔๕๖', '123456'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
  ['no digits', ''],
])('%s is %s', (typed, digits) => expect(digitsOf(typed, 6)).toBe(digits))
