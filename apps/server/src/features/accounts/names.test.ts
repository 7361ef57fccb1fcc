/** Addresses and numbers as people write them, and what is kept of them. */
import { must } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { AREAS } from '../settings/areas.ts'
import { masked, readEmail, readPhone } from './names.ts'

const area = (code: string) =>
  must(
    AREAS.find((each) => each.code === code),
    code,
  )

describe('addresses', () => {
  test.each([
    [' Ana@Example.COM ', 'ana@example.com'],
    ['ana+veritick@mail.example.org', 'ana+veritick@mail.example.org'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(readEmail(typed)).toEqual({ ok: true, value: kept })
  })
  test.each([
    '',
    'ana',
    'ana@',
    '@example.com',
    'a b@example.com',
    'ana@example',
    'ana@example.com, bob@example.com',
    'ana@example.com\nBcc: x',
  ])('%j is none', (typed) => {
    expect(readEmail(typed)).toEqual({ ok: false, reason: 'email_malformed' })
  })
})

describe('numbers', () => {
  test.each([
    ['HK', '9123 4567', '+85291234567'],
    ['GB', '07400 123456', '+447400123456'],
    ['IT', '06 1234 5678', '+390612345678'],
    ['CI', '0123456789', '+2250123456789'],
    ['DE', '+49 151 23456789', '+4915123456789'],
    [undefined, '+852 9123 4567', '+85291234567'],
    [undefined, '85291234567', '+85291234567'],
    [undefined, '0085291234567', '+85291234567'],
  ])('%s %s is kept as %s', (code, typed, kept) => {
    expect(readPhone(typed, code === undefined ? undefined : area(code))).toMatchObject({
      ok: true,
      value: { number: kept },
    })
  })
  test.each([
    ['HK', '123'],
    ['HK', '+44 7400 123456'],
    ['HK', 'call me'],
    [undefined, '123'],
    [undefined, '9'.repeat(39)],
  ])('%s %s is none', (code, typed) => {
    expect(readPhone(typed, code === undefined ? undefined : area(code))).toEqual({
      ok: false,
      reason: 'phone_malformed',
    })
  })
  test('a number tells its country as far as it can', () => {
    const countries = (typed: string) => {
      const phone = readPhone(typed, undefined)
      return phone.ok ? phone.value.countries : phone.reason
    }
    expect(countries('+85291234567')).toEqual(['HK'])
    expect(countries('+8613812345678')).toEqual(['CN'])
    expect(countries('+12025550123')).toEqual(['US'])
    expect(countries('+14165550123')).toEqual(['CA'])
  })
})

test('what is shown of an address is enough to recognise and too little to learn', () => {
  expect(masked({ channel: 'mail', to: 'ana@example.com' })).toBe('a***@example.com')
  expect(masked({ channel: 'sms', to: '+85291234567' })).toBe('+852***67')
})
