/** Adding and replacing an address: a stolen session alone must not move the codes and security mails to a thief. */
import { must } from '@veritick/domain'
import { set } from '@veritick/testing/customers'
import { codeTo, form, mailsTo, PASSWORD, realPerson } from '@veritick/testing/people'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { mailedProof, nextAppCode, turnsOnTwoFactor } from '@veritick/testing/two-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
const THIEF = 'thief@example.net'

beforeAll(async () => {
  server = await openTestServer()
  await set(server, 'verify_reg_type', 1)
})
afterAll(() => server.close())

/** Registered with a number of Hong Kong, and with `email` where it is given; signed in. */
async function withNumber(digits: string, email?: string): Promise<Caller> {
  await server.visitor.does('sendSms', { to: digits, area_id: 811, type: 1 })
  const sms_code = await codeTo(server, `+852${digits}`)
  const named = email === undefined ? { type: 'mobile' as const } : { mobile: digits }
  const asked = { area_id: 811, key: undefined, country: undefined, sms_code, ...named }
  await server.visitor.does('register', await form(server, email ?? digits, asked))
  const login = { account: digits, area_id: 811, password: PASSWORD, login_type: 'mobile' as const }
  return new Caller(server.url, (await server.visitor.does('loginForU', login)).token)
}

async function confirmingCode(person: Caller, email: string): Promise<string> {
  server.passWallTime(61_000)
  await person.does('sendCode', { purpose: 'confirm_email', email })
  return codeTo(server, email)
}

/** The code that goes to the way that the customer has, and allows exactly this address. */
async function allowingCode(person: Caller, email: string, to: string): Promise<string> {
  server.passWallTime(61_000)
  await person.does('sendCode', { purpose: 'new_email', email })
  return codeTo(server, to)
}

const stateOf = (person: Caller) => person.does('userInfo', {})
const lastText = async (to: string) => must((await mailsTo(server, to)).at(-1), `a message to ${to}`).text

describe('a customer who registered with a number', () => {
  test('a session without the phone adds no address; with the code sent to the phone it does', async () => {
    const ana = await withNumber('91110001')
    const auth_code = await confirmingCode(ana, THIEF)
    expect(await ana.asks('confirmEmail', { auth_code, email: THIEF })).toMatchObject({
      reason: 'proof_needed',
      field: 'proof_code',
    })
    expect(await stateOf(ana)).toMatchObject({ email: '', email_confirmed: 0, withdraw_held_until: null })

    // The refusal used up nothing. Neither a code for something else nor one for another address allows it.
    const general = await mailedProof(server, ana, '+85291110001')
    expect(await ana.reason('confirmEmail', { auth_code, email: THIEF, proof_code: general })).toBe('code_expired')
    const other = await allowingCode(ana, 'ana@example.com', '+85291110001')
    expect(await lastText('+85291110001')).toContain('ana@example.com')
    expect(await ana.asks('confirmEmail', { auth_code, email: THIEF, proof_code: other })).toMatchObject({
      reason: 'code_wrong',
      field: 'proof_code',
    })

    const own = await confirmingCode(ana, 'ana@example.com')
    const asked = { auth_code: own, email: 'ana@example.com', proof_code: other }
    // A slip in the code of the new address costs no code of the phone.
    expect(
      await ana.asks('confirmEmail', { ...asked, auth_code: own === '1'.repeat(6) ? '2'.repeat(6) : '1'.repeat(6) }),
    ).toMatchObject({ reason: 'code_wrong', field: 'auth_code' })
    expect(await ana.reason('confirmEmail', asked)).toBe('good')
    const state = await stateOf(ana)
    expect(state).toMatchObject({ email: 'ana@example.com', email_confirmed: 1 })
    expect(must(state.withdraw_held_until ?? undefined, 'withdrawals wait')).toBeGreaterThan(0)
    expect(await lastText('+85291110001')).toContain('the e-mail address of your account was changed')
  })

  test('with two-step verification it takes the second factor there and then', async () => {
    const bob = await withNumber('91110002')
    const { secret } = await turnsOnTwoFactor(server, bob, '+85291110002')
    const auth_code = await confirmingCode(bob, THIEF)
    const proof_code = await allowingCode(bob, THIEF, '+85291110002')
    expect(await bob.reason('prove', { totp_code: nextAppCode(server, secret) })).toBe('good')
    expect(await bob.reason('confirmEmail', { auth_code, email: THIEF, proof_code })).toBe('totp_needed')
    expect(await bob.reason('confirmEmail', { auth_code, email: THIEF, totp_code: '000000' })).toBe('totp_wrong')
    const totp_code = nextAppCode(server, secret)
    expect(await bob.reason('confirmEmail', { auth_code, email: THIEF, totp_code })).toBe('good')
  })

  test('a typed address gets no codes: the number gets them until it is confirmed', async () => {
    const cara = await withNumber('91110003', 'cara@example.com')
    await mailedProof(server, cara, '+85291110003')
    expect(await mailsTo(server, 'cara@example.com')).toEqual([])

    const stolen = await confirmingCode(cara, THIEF.replace('thief', 'thief2'))
    const asked = { auth_code: stolen, email: 'thief2@example.net' }
    expect(await cara.reason('confirmEmail', asked)).toBe('proof_needed')

    // Her own address, known since the registration, needs nothing else, and moves nothing to a new place.
    server.passWallTime(61_000)
    await cara.does('sendCode', { purpose: 'confirm_email' })
    expect(await cara.reason('confirmEmail', { auth_code: await codeTo(server, 'cara@example.com') })).toBe('good')
    expect((await stateOf(cara)).withdraw_held_until).toBeNull()
    const proof = await mailedProof(server, cara, 'cara@example.com')
    expect(await cara.reason('prove', { auth_code: proof })).toBe('good')
  })
})

describe('an address that another customer typed beside a number', () => {
  test('gets no code for the password of that account, and passes to the customer who reads a code there', async () => {
    const hal = await withNumber('91110004', 'ida@example.com')
    const ida = await withNumber('91110005')
    server.passWallTime(61_000)
    await server.visitor.does('sendEmail', { to: 'ida@example.com', type: 2 })
    expect(await mailsTo(server, 'ida@example.com')).toEqual([])

    const auth_code = await confirmingCode(ida, 'ida@example.com')
    const proof_code = await allowingCode(ida, 'ida@example.com', '+85291110005')
    expect(await ida.reason('confirmEmail', { auth_code, email: 'ida@example.com', proof_code })).toBe('good')
    expect(await stateOf(ida)).toMatchObject({ email: 'ida@example.com', email_confirmed: 1 })
    expect(await stateOf(hal)).toMatchObject({ email: '', phone: '+85291110004' })
    server.passWallTime(61_000)
    await server.visitor.does('sendSms', { to: '91110004', area_id: 811, type: 2 })
    expect(await codeTo(server, '+85291110004')).toMatch(/^\d{6}$/)
  })
})

describe('a customer who registered with an address alone', () => {
  beforeAll(() => set(server, 'verify_reg_type', 2))

  test('an address at which a code was read is confirmed: a stolen session replaces it no more', async () => {
    const dora = await realPerson(server, 'dora@example.com')
    await dora.does('prove', { auth_code: await mailedProof(server, dora, 'dora@example.com') })
    expect((await stateOf(dora)).email_confirmed).toBe(1)
    const asked = { purpose: 'confirm_email', email: THIEF } as const
    expect(await dora.reason('sendCode', asked)).toBe('email_confirmed')

    const eve = await realPerson(server, 'eve@example.com')
    await eve.does('sendCode', { purpose: 'password' })
    const auth_code = await codeTo(server, 'eve@example.com')
    expect(await eve.reason('amendPassword', { auth_code, new_password: 'nine lamps along the pier' })).toBe('good')
    expect(await eve.reason('sendCode', asked)).toBe('email_confirmed')
  })

  test('a mistyped one is replaced without a second code; withdrawals wait, the old one is told', async () => {
    const fay = await realPerson(server, 'fya@example.com')
    const auth_code = await confirmingCode(fay, 'fay@example.com')
    expect(await fay.reason('confirmEmail', { auth_code, email: 'fay@example.com' })).toBe('good')
    expect((await stateOf(fay)).withdraw_held_until).not.toBeNull()
    expect(await lastText('fya@example.com')).toContain('The e-mail address of your account was changed')
  })

  test('a code that allows a new address is sent only where there is one to allow', async () => {
    const gus = await realPerson(server, 'gus@example.com')
    expect(await gus.asks('sendCode', { purpose: 'new_email' })).toMatchObject({
      reason: 'parameter_missing',
      field: 'email',
    })
    expect(await gus.reason('sendCode', { purpose: 'new_email', email: 'no address' })).toBe('email_malformed')
  })
})
