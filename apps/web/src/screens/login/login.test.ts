/** Signing in by address or number: fields and request. */
import { expect, it } from 'vitest'
import { arrivalOf, LOGIN_BLANK, loginFaults, loginInput } from './login.ts'

it('names each empty field', () => {
  expect(loginFaults(LOGIN_BLANK, '')).toEqual({ account: 'login.email_missing', password: 'login.password_missing' })
  expect(loginFaults({ ...LOGIN_BLANK, kind: 'mobile' }, 'x').account).toBe('login.mobile_missing')
  expect(loginFaults({ ...LOGIN_BLANK, email: 'ana@example.com' }, ' ')).toEqual({
    account: undefined,
    password: undefined,
  })
})

it('sends the address trimmed and the password unchanged', () => {
  const draft = { ...LOGIN_BLANK, email: ' ana@example.com ', mobile: '51234567', area: '811' }
  expect(loginInput(draft, ' spaced ')).toEqual({
    account: 'ana@example.com',
    password: ' spaced ',
    login_type: 'email',
  })
  expect(loginInput({ ...draft, kind: 'mobile' }, 'p')).toEqual({
    account: '51234567',
    password: 'p',
    login_type: 'mobile',
    area_id: 811,
  })
  expect(loginInput({ ...draft, kind: 'mobile', area: '' }, 'p')).toEqual({
    account: '51234567',
    password: 'p',
    login_type: 'mobile',
  })
})

it('fills in the account of a new registration, and no other text', () => {
  expect(arrivalOf({ done: 'registered', account: 'ana@example.com', kind: 'email' })).toEqual({
    done: 'registered',
    account: 'ana@example.com',
    kind: 'email',
  })
  for (const other of [
    null,
    'x',
    {},
    { done: 'other', account: 'a', kind: 'email' },
    { done: 'reset', account: 7, kind: 'email' },
  ])
    expect(arrivalOf(other)).toBeUndefined()
})
