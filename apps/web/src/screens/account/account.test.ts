/** The notices above the account, in their order. */
import { expect, it } from 'vitest'
import { nameOf, noticesOf } from './account.ts'

const NOW = 1_000_000
const ana = { is_demo: 0, frozen: 0, email: 'ana@example.com', email_confirmed: 1, withdraw_held_until: null } as const

it.each([
  [{}, []],
  [{ email_confirmed: 0 }, ['confirm_email']],
  [{ email_confirmed: 0, email: '' }, ['give_email']],
  [{ frozen: 1, email_confirmed: 0 }, ['frozen', 'confirm_email']],
  [{ withdraw_held_until: NOW + 1 }, ['held']],
  [{ withdraw_held_until: NOW }, []],
  [{ is_demo: 1, email: '', email_confirmed: 0 }, []],
  [{ is_demo: 1, frozen: 1 }, ['frozen']],
] as const)('%j: %j', (part, notices) => expect(noticesOf({ ...ana, ...part }, NOW)).toEqual(notices))

it('has its address as its name, or its number', () => {
  expect(nameOf({ email: 'ana@example.com', phone: '+85251234567' })).toBe('ana@example.com')
  expect(nameOf({ email: '', phone: '+85251234567' })).toBe('+85251234567')
})
