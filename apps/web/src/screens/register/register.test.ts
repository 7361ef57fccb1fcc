/** The three registration methods: fields, request, and the field of each refusal. */
import { SIGNED_IN } from '@veritick/testing/signed-in'
import { describe, expect, it, vi } from 'vitest'
import {
  faultsAt,
  firstSignIn,
  modeOf,
  REGISTER_BLANK,
  type RegisterForm,
  registerFaults,
  registerInput,
  registerWire,
  stepShown,
} from './register.ts'

const served = { restricted: ['CU'] }
const ana: RegisterForm = {
  ...REGISTER_BLANK,
  mode: 'picture',
  captcha: 'captcha-1',
  email: ' ana@example.com ',
  country: 'PT',
  next: 'violet harbour 7',
  again: 'violet harbour 7',
  code: 'aB3dEf',
  adult: true,
  terms: true,
  risk: true,
}
const faultsOf = (form: RegisterForm) =>
  Object.fromEntries(Object.entries(registerFaults(form, served)).filter(([, fault]) => fault !== undefined))

it.each([
  [1, 'area'],
  [2, 'picture'],
  [3, 'phone'],
  [9, 'picture'],
])('verify_reg_type %s is %s', (type, mode) => expect(modeOf(type)).toBe(mode))

describe('faults', () => {
  it('has no fault when all values are valid', () => expect(faultsOf(ana)).toEqual({}))
  it('names each empty field', () =>
    expect(
      Object.keys(
        faultsOf({ ...REGISTER_BLANK, mode: 'picture', captcha: undefined, next: '', again: '', code: '' }),
      ).sort(),
    ).toEqual(['adult', 'again', 'code', 'country', 'email', 'next', 'risk', 'terms'].sort()))
  it.each([
    [{ email: 'ana@example' }, { email: 'refusals.email_malformed' }],
    [{ country: 'CU' }, { country: 'refusals.country_restricted' }],
    [{ code: 'aB3' }, { code: 'register.captcha_missing' }],
    [{ byMail: true }, { code: 'fields.code_digits' }],
    [{ mobile: '912345678' }, { area: 'fields.area_missing' }],
    [{ mobile: '+351912345678' }, {}],
    [{ mobile: '912345678', area: '1620' }, {}],
  ])('by picture, %j', (part, faults) => expect(faultsOf({ ...ana, ...part })).toEqual(faults))
  it('requires calling code, number and its code for the method by number; the address may be empty', () => {
    const byArea: RegisterForm = { ...ana, mode: 'area', email: '', code: '12345' }
    expect(faultsOf(byArea)).toEqual({
      mobile: 'login.mobile_missing',
      area: 'fields.area_missing',
      code: 'fields.code_digits',
    })
    expect(faultsOf({ ...byArea, mode: 'phone', mobile: '+351912345678', code: '123456' })).toEqual({})
  })
})

describe('steps', () => {
  const shown = (asked: unknown, part: Partial<RegisterForm> = {}) => {
    const form = { ...ana, ...part }
    return stepShown(asked, registerFaults(form, served), form.mode)
  }

  it('shows the requested step, or the first', () => {
    expect([undefined, 'home', 'statements', 'nonsense'].map((asked) => shown(asked))).toEqual([
      'sign_in',
      'home',
      'statements',
      'sign_in',
    ])
  })
  it('shows no step after a step with a fault: a reload has no password, a country may become restricted', () => {
    expect(shown('statements', { next: '', again: '' })).toBe('sign_in')
    expect(shown('statements', { country: 'CU' })).toBe('home')
    expect(shown('sign_in', { country: 'CU' })).toBe('sign_in')
    expect(shown('statements', { code: '' })).toBe('statements')
  })
  it('asks for a number with the sign-in if it is the account, otherwise with the country', () => {
    const withoutArea = { ...ana, mobile: '912345678' }
    expect(shown('statements', { mobile: '912345678' })).toBe('home')
    expect(shown('statements', { mode: 'area', mobile: '912345678' })).toBe('sign_in')
    expect(faultsAt('home', registerFaults(withoutArea, served), 'picture')).toEqual({
      area: 'fields.area_missing',
      country: undefined,
      mobile: undefined,
    })
  })
})

describe('the request', () => {
  it('an address with the captcha', () =>
    expect(registerInput(ana)).toEqual({
      type: 'email',
      account: 'ana@example.com',
      password: 'violet harbour 7',
      re_password: 'violet harbour 7',
      sms_code: 'aB3dEf',
      country: 'PT',
      adult: true,
      terms: true,
      key: 'captcha-1',
    }))
  it('an address with a mailed code brings no captcha', () => {
    const input = registerInput({ ...ana, byMail: true, code: '123456' })
    expect([input.key, input.sms_code]).toEqual([undefined, '123456'])
  })
  it('a number alone is the account', () =>
    expect(
      registerInput({ ...ana, mode: 'area', email: '', mobile: '912345678', area: '1620', code: '123456' }),
    ).toMatchObject({
      type: 'mobile',
      account: '912345678',
      area_id: 1620,
      sms_code: '123456',
    }))
  it('a number beside an address, and an invitation', () =>
    expect(
      registerInput({ ...ana, mode: 'phone', mobile: '+351912345678', area: '1620', invite: ' abcd2345 ' }),
    ).toMatchObject({
      type: 'email',
      mobile: '+351912345678',
      invite_code: 'abcd2345',
    }))
  it('a whole number brings no area', () =>
    expect(registerInput({ ...ana, mode: 'phone', mobile: '+351912345678', area: '1620' }).area_id).toBeUndefined())
})

describe('the sign-in after it', () => {
  it('names the account as the sign-in screen does', () => {
    expect(firstSignIn(ana)).toEqual({ account: 'ana@example.com', password: ana.next, login_type: 'email' })
    const byArea: RegisterForm = { ...ana, mode: 'area', email: '', mobile: '912345678', area: '1620' }
    expect(firstSignIn(byArea)).toMatchObject({ account: '912345678', login_type: 'mobile', area_id: 1620 })
    expect(firstSignIn({ ...byArea, mode: 'phone', mobile: '+351912345678' }).area_id).toBeUndefined()
  })
  it('takes the proven number, not the address beside it; beside a picture a number is not proven', () => {
    const both: RegisterForm = { ...ana, mode: 'area', mobile: '912345678', area: '1620' }
    expect(firstSignIn(both)).toMatchObject({ account: '912345678', login_type: 'mobile', area_id: 1620 })
    expect(firstSignIn({ ...both, mode: 'picture' })).toMatchObject({ account: 'ana@example.com', login_type: 'email' })
  })

  it.each([
    [
      'the new account',
      { code: 1, msg: '', data: { token: 'token-9', user: { ...SIGNED_IN, is_demo: 0 } } },
      'token-9',
    ],
    [
      'an address whose account has another password',
      { code: 40, reason: 'login_wrong', msg: '', data: null },
      undefined,
    ],
    ['an account that asks for more', { code: 41, reason: 'second_factor_needed', msg: '', data: null }, undefined],
  ])('%s', async (_, answer, token) => {
    vi.stubGlobal('navigator', { languages: ['en-GB'], onLine: true, platform: '', userAgent: '' })
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer)))
    const { trySignIn } = await import('./useRegistration.ts')
    const { clearSession, sessionNow } = await import('../../data/session.ts')
    expect(await trySignIn(ana)).toBe(token !== undefined)
    expect(sessionNow().token).toBe(token)
    clearSession()
    vi.unstubAllGlobals()
  })
})

it('a refused account is shown at the field of the address or the number', () =>
  expect([registerWire(ana).account, registerWire({ email: '', mobile: '1' }).account]).toEqual(['email', 'mobile']))
