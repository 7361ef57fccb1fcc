/** Signing in, what guessing costs, a user's list of sessions, and forgotten and changed passwords. */
import { CALL_NAMES, CALLS } from '@veritick/contract/calls'
import { must } from '@veritick/domain'
import { set, userOf } from '@veritick/testing/customers'
import { codeTo, form, mailsTo, PASSWORD, realPerson, signIn } from '@veritick/testing/people'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../services/rate-limits/limits.ts'
import { REAL_IDLE_MILLIS } from '../sessions/remembered.ts'
import { REAL_SESSION_MILLIS } from '../sessions/sessions.ts'

let server: TestServer
let calls = 0
const NEW = 'nine lamps along the pier'
const HOUR = 3_600_000

beforeAll(async () => {
  server = await openTestServer({ config: { trustProxy: true } })
  await realPerson(server, 'ana@example.com')
})
afterAll(() => server.close())

const elsewhere = () => ({ 'x-forwarded-for': `10.2.${Math.floor(++calls / 250)}.${calls % 250}` })
const logsIn = async (account: string, password: string, from: Readonly<Record<string, string>> = elsewhere()) =>
  (await server.visitor.asks('loginForU', { account, password }, from)).reason ?? 'good'
const forgets = async (account: string, auth_code: string, password = NEW) =>
  (
    await server.visitor.asks(
      'forgetPassword',
      { account, new_password: password, secondary_password: password, auth_code },
      elsewhere(),
    )
  ).reason ?? 'good'
const isIn = async (caller: Caller) => (await caller.reason('userInfo', {})) === 'good'

async function resetCode(email: string): Promise<string> {
  server.passTime(61_000)
  await server.visitor.asks('sendEmail', { to: email, type: 2 }, elsewhere())
  return codeTo(server, email)
}

describe('signing in', () => {
  test('a wrong password and an unknown account are told the same', async () => {
    const wrong = await server.visitor.asks(
      'loginForU',
      { account: 'ana@example.com', password: 'not this one' },
      elsewhere(),
    )
    const unknown = await server.visitor.asks(
      'loginForU',
      { account: 'nobody@example.com', password: 'not this one' },
      elsewhere(),
    )
    expect(wrong).toMatchObject({ status: 200, code: 2101, reason: 'login_wrong', data: null })
    expect([unknown.code, unknown.reason, unknown.msg, unknown.field]).toEqual([
      wrong.code,
      wrong.reason,
      wrong.msg,
      wrong.field,
    ])
  })

  test('and take the same time', async () => {
    const took = async (account: string, round: number) => {
      const start = performance.now()
      await logsIn(account, `wrong ${round}`)
      return performance.now() - start
    }
    const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
    // By turns, and the fastest of several rounds, so that a busy machine does not decide.
    for (let round = 0; round < 9; round++) {
      fastest.known = Math.min(fastest.known, await took('ana@example.com', round))
      fastest.unknown = Math.min(fastest.unknown, await took('nobody-2@example.com', round))
    }
    // A check that was left out would be ten times faster.
    expect(Math.max(fastest.known, fastest.unknown) / Math.min(fastest.known, fastest.unknown)).toBeLessThan(3)
  })

  test('small letters, large letters and forms are the same person; tokens are not', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams({ account: 'ANA@example.com', password: PASSWORD, login_type: 'email' }).toString()
    const one = await server.visitor.raw('POST', '/api/user/loginForU', { headers, body })
    expect(one.code).toBe(1)
    expect((await server.visitor.raw('GET', `/api/user/loginForU?${body}`)).reason).toBe('method_not_allowed')
    expect((one.data as { token: string }).token).not.toBe((await signIn(server, 'ana@example.com')).token)
  })

  test('ten guesses from one network, fifty from everywhere; then even the right one has to wait in a new browser', async () => {
    await realPerson(server, 'bob@example.com')
    const home = { 'x-forwarded-for': '203.0.113.7' }
    const guesses = []
    for (let time = 0; time < LIMITS.attempts.sign_in.max + 1; time++)
      guesses.push(await logsIn('bob@example.com', `guess ${time}`, home))
    expect(guesses).toEqual([...Array(LIMITS.attempts.sign_in.max).fill('login_wrong'), 'too_many_attempts'])
    expect(await logsIn('bob@example.com', PASSWORD, home)).toBe('too_many_attempts')
    expect(await logsIn('bob@example.com', PASSWORD)).toBe('good')
    const many = await Promise.all(
      Array.from({ length: 60 }, (_, index) => logsIn('bob@example.com', `guess ${index}`)),
    )
    expect(many.filter((each) => each === 'login_wrong')).toHaveLength(
      LIMITS.attempts.sign_in_account.max - LIMITS.attempts.sign_in.max,
    )
    expect(await logsIn('bob@example.com', PASSWORD)).toBe('too_many_attempts')
    server.passTime(LIMITS.attempts.sign_in_account.millis)
    expect(await logsIn('bob@example.com', PASSWORD, home)).toBe('good')
  })

  test('a demo account is no way in: its token does none of the real calls', async () => {
    const demo = await server.person()
    const real = CALL_NAMES.filter((name) => CALLS[name].caller === 'real')
    expect(real).toContain('amendPassword')
    for (const name of real) expect(await demo.reason(name, {}), name).toBe('real_account_only')
    expect(await demo.reason('sessionList', {})).toBe('good')
  })
})

describe('sessions', () => {
  test('a real one ends after twelve hours without use, and after thirty days in any case', async () => {
    await server.visitor.does('register', await form(server, 'cara@example.com'))
    const idle = await signIn(server, 'cara@example.com')
    server.passTime(REAL_IDLE_MILLIS - 1000)
    expect(await isIn(idle)).toBe(true)
    server.passTime(REAL_IDLE_MILLIS)
    expect(await idle.asks('userInfo', {})).toMatchObject({ code: 999, reason: 'session_ended' })
    const busy = await signIn(server, 'cara@example.com')
    for (let passed = 11 * HOUR; passed < REAL_SESSION_MILLIS; passed += 11 * HOUR) {
      server.passTime(11 * HOUR)
      expect(await isIn(busy)).toBe(true)
    }
    server.passTime(11 * HOUR)
    expect(await isIn(busy)).toBe(false)
  })

  test('their owner sees them and ends one, or all others; no other customer can', async () => {
    const one = await realPerson(server, 'dan@example.com')
    server.passTime(1000)
    const login = await server.visitor.asks(
      'loginForU',
      { account: 'dan@example.com', password: PASSWORD },
      { 'user-agent': 'Phone\u00e9 7' },
    )
    const two = new Caller(server.url, (login.data as { token: string }).token)
    const three = await signIn(server, 'dan@example.com')
    const listed = await one.does('sessionList', {})
    expect(listed).toHaveLength(3)
    expect(listed.filter((each) => each.current)).toHaveLength(1)
    const phone = must(
      listed.find((each) => each.device !== ''),
      'the phone',
    )
    expect(phone.device).toBe('Phone 7')
    const eva = await realPerson(server, 'eva@example.com')
    expect(await eva.reason('sessionEnd', { id: phone.id })).toBe('session_unknown')
    expect(await isIn(two)).toBe(true)
    expect(await one.does('sessionEnd', { id: phone.id })).toEqual({ ended: 1 })
    expect(await isIn(two)).toBe(false)
    expect(await one.reason('sessionEnd', { id: phone.id })).toBe('session_unknown')
    expect(await one.does('sessionEnd', { id: 'others' })).toEqual({ ended: 1 })
    expect([await isIn(one), await isIn(three), await isIn(eva)]).toEqual([true, false, true])
  })

  test('a hundred newer sessions that are long unused hide no session that lives', async () => {
    const gil = await realPerson(server, 'gil@example.com')
    const user = await userOf(gil)
    server.passTime(1000)
    for (let time = 0; time < 100; time++) await server.context.sessions.begin({ user, kind: 'real', device: 'old' })
    server.passTime(REAL_IDLE_MILLIS - HOUR)
    expect(await isIn(gil)).toBe(true)
    server.passTime(3 * HOUR)
    expect(await gil.does('sessionList', {})).toMatchObject([{ current: true, device: '' }])
  })

  test('what a list shows is no token', async () => {
    const fay = await realPerson(server, 'fay@example.com')
    const [only] = await fay.does('sessionList', {})
    expect(await new Caller(server.url, only?.id).reason('userInfo', {})).toBe('session_ended')
  })
})

describe('a forgotten password', () => {
  test('a new one by code: other sessions end, withdrawals wait, the owner is told, the address is confirmed', async () => {
    const gus = await realPerson(server, 'gus@example.com')
    const code = await resetCode('gus@example.com')
    expect(await forgets('gus@example.com', code === '111111' ? '111112' : '111111')).toBe('code_wrong')
    expect(await forgets('gus@example.com', code, 'short')).toBe('password_too_short')
    expect(await forgets('ana@example.com', code)).toBe('code_expired')
    expect(await forgets('gus@example.com', code)).toBe('good')
    expect(await isIn(gus)).toBe(false)
    expect(await logsIn('gus@example.com', PASSWORD)).toBe('login_wrong')
    const back = await signIn(server, 'gus@example.com', NEW)
    const info = await back.does('userInfo', {})
    const held = must(info.withdraw_held_until ?? undefined, 'withdrawals are held') - server.context.runtime.now()
    expect(held).toBeGreaterThan(23 * HOUR)
    expect(held).toBeLessThanOrEqual(24 * HOUR)
    expect(info.email_confirmed).toBe(1)
    const subjects = (await mailsTo(server, 'gus@example.com')).map((mail) => mail.subject)
    expect(subjects).toEqual(['Your Veritick code', 'Your password was changed', 'New sign-in to your account'])
    server.passTime(11 * HOUR)
    await back.does('userInfo', {})
    server.passTime(11 * HOUR)
    await back.does('userInfo', {})
    server.passTime(3 * HOUR)
    expect((await back.does('userInfo', {})).withdraw_held_until).toBeNull()
  })

  test('an unknown account is answered like a known one, whatever is tried', async () => {
    server.passTime(61_000)
    const asked = (to: string) => server.visitor.asks('sendEmail', { to, type: 2 }, elsewhere())
    const [known, unknown] = [await asked('ana@example.com'), await asked('nobody@example.com')]
    expect([unknown.code, unknown.msg, unknown.data]).toEqual([known.code, known.msg, known.data])
    const right = await codeTo(server, 'ana@example.com')
    const wrong = right === '222222' ? '222223' : '222222'
    const tries = { known: [] as string[], unknown: [] as string[] }
    for (let time = 0; time < 6; time++) {
      tries.known.push(await forgets('ana@example.com', wrong))
      tries.unknown.push(await forgets('nobody@example.com', wrong))
    }
    expect(tries.known).toEqual(['code_wrong', 'code_wrong', 'code_wrong', 'code_wrong', 'code_wrong', 'code_expired'])
    expect(tries.unknown).toEqual(tries.known)
    expect(await forgets('ana@example.com', right)).toBe('code_expired')
  })
})

describe('a changed password', () => {
  const amends = (caller: Caller, params: Readonly<Record<string, unknown>>) =>
    caller.reason('amendPassword', { new_password: NEW, ...params })

  test('with a fresh code and, where sent, the current one; this session stays, the others end', async () => {
    const here = await realPerson(server, 'jan@example.com')
    const there = await signIn(server, 'jan@example.com')
    expect(await amends(here, { auth_code: '123456' })).toBe('code_expired')
    expect(await here.does('sendCode', { purpose: 'password' })).toEqual({ to: 'j***@example.com', wait: 60 })
    const auth_code = await codeTo(server, 'jan@example.com')
    expect(await amends(here, { auth_code, old_password: 'not this one' })).toBe('password_wrong')
    expect(await amends(here, { auth_code, new_password: 'qwertyuiop' })).toBe('password_too_common')
    expect(await amends(await signIn(server, 'ana@example.com'), { auth_code })).toBe('code_expired')
    expect(await amends(here, { auth_code, old_password: PASSWORD })).toBe('good')
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    expect(await amends(here, { auth_code })).toBe('code_expired')
    expect(await logsIn('jan@example.com', NEW)).toBe('good')
    expect((await here.does('userInfo', {})).withdraw_held_until).not.toBeNull()
  })

  test('the mail names how long withdrawals wait, and says nothing of it where they do not', async () => {
    const changes = async (email: string) => {
      const caller = await realPerson(server, email)
      await caller.does('sendCode', { purpose: 'password' })
      expect(await amends(caller, { auth_code: await codeTo(server, email) })).toBe('good')
      return (await mailsTo(server, email)).at(-1)
    }
    const subject = 'Your password was changed'
    expect(await changes('ole@example.com')).toMatchObject({ subject, text: expect.stringContaining('24 hours') })
    await set(server, 'password_hold_hours', 0)
    const unheld = await changes('pia@example.com')
    await set(server, 'password_hold_hours', 24)
    expect(unheld).toMatchObject({ subject, text: expect.stringContaining('were signed out. If this was not you') })
    expect(unheld?.text).not.toMatch(/hours|withdraw/)
  })

  test("the specification's client asks for a code of type 2 and sends type email", async () => {
    const kim = await realPerson(server, 'kim@example.com')
    expect(await amends(kim, { auth_code: await resetCode('kim@example.com'), type: 'email' })).toBe('good')
    expect(await logsIn('kim@example.com', NEW)).toBe('good')
  })

  test('a code for one purpose is of no use for another', async () => {
    const lea = await realPerson(server, 'lea@example.com')
    await lea.does('sendCode', { purpose: 'proof' })
    expect(await amends(lea, { auth_code: await codeTo(server, 'lea@example.com') })).toBe('code_expired')
    expect(await lea.reason('sendCode', { purpose: 'register' })).toBe('parameter_not_allowed')
  })
})

describe('confirming the address', () => {
  test('by the mailed code, once; a mistyped one is replaced first; that of another customer is answered alike and kept', async () => {
    const max = await realPerson(server, 'mxa@example.com')
    const confirms = (auth_code: string, email?: string) =>
      max.reason('confirmEmail', { auth_code, ...(email === undefined ? {} : { email }) })
    const asked = await max.asks('sendCode', { purpose: 'confirm_email', email: 'ana@example.com' })
    expect(asked.data).toEqual({ to: 'a***@example.com', wait: 60 })
    expect((await mailsTo(server, 'ana@example.com')).at(-1)?.subject).toBe('You already have an account')
    expect(await confirms('123456', 'ana@example.com')).toBe('code_wrong')

    await max.does('sendCode', { purpose: 'confirm_email', email: 'max@example.com' })
    const code = await codeTo(server, 'max@example.com')
    expect(await confirms(code)).toBe('code_expired')
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirms(code, 'max@example.com')))
    expect(answers.filter((each) => each === 'good')).toHaveLength(1)
    expect(await max.does('userInfo', {})).toMatchObject({ email: 'max@example.com', email_confirmed: 1 })
    expect(await max.reason('sendCode', { purpose: 'confirm_email' })).toBe('email_confirmed')
    expect(await max.reason('sendCode', { purpose: 'confirm_email', email: 'other@example.com' })).toBe(
      'email_confirmed',
    )
    expect(await logsIn('mxa@example.com', PASSWORD)).toBe('login_wrong')
  })
})
