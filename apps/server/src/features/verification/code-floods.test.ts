/**
 * Floods and guesses of one-time codes by clients that have more than an address: a customer who earns with text
 * messages to the own number, the thief of a password, the thief of a session. And the owner, who is served meanwhile.
 */
import { must } from '@veritick/domain'
import { codeTo, form, mailsTo, PASSWORD } from '@veritick/testing/people'
import { committing } from '@veritick/testing/reseal'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { nextAppCode, turnsOnTwoFactor } from '@veritick/testing/two-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../services/clock/times.ts'
import { LIMITS } from '../../services/rate-limits/limits.ts'
import { changeSealed } from '../../services/seals/index.ts'

const NEW = 'nine lamps along the pier'
const BROWSERS = 20
type Headers = Readonly<Record<string, string>>

let server: TestServer
let calls = 0
beforeAll(async () => {
  server = await openTestServer({ config: { trustProxy: true } })
})
afterAll(() => server.close())

/** A network that nothing was asked from before. */
const elsewhere = () => ({ 'x-forwarded-for': `10.8.${Math.floor(++calls / 250)}.${calls % 250}` })
const wrongCode = (right: string, by = 1) => String((Number(right) + by) % 1_000_000).padStart(6, '0')

/** A sign-in: its session, and the cookie that the browser has from then on. */
async function signsIn(email: string, more: Readonly<Record<string, string>> = {}, cookie: Headers = {}) {
  const params = { account: email, password: PASSWORD, ...more }
  const answer = await server.visitor.asks('loginForU', params, { ...elsewhere(), ...cookie })
  expect(answer.reason).toBe(undefined)
  const set = must(answer.headers['set-cookie']?.at(-1)?.split(';')[0], 'a cookie')
  return { caller: new Caller(server.url, (answer.data as { token: string }).token), cookie: { cookie: set } }
}
/** Registered and signed in for the first time. */
async function customer(email: string) {
  await server.visitor.does('register', await form(server, email))
  return signsIn(email)
}
/** With the right password in as many new browsers: the cookies that these have. */
async function newBrowsers(email: string): Promise<readonly Headers[]> {
  const made: Headers[] = []
  for (let each = 0; each < BROWSERS; each++) made.push((await signsIn(email)).cookie)
  return made
}
/** The reason word, or `good`. */
const asksReset = async (to: string, cookie: Headers = {}) =>
  (await server.visitor.asks('sendEmail', { to, type: 2 }, { ...elsewhere(), ...cookie })).reason ?? 'good'
const resets = async (account: string, auth_code: string, cookie: Headers = {}, more: object = {}) => {
  const params = { account, new_password: NEW, secondary_password: NEW, auth_code, ...more }
  return (await server.visitor.asks('forgetPassword', params, { ...elsewhere(), ...cookie })).reason ?? 'good'
}
/** The code of a request that is granted, with every earlier mail in the outbox before it. */
async function resetCode(email: string, cookie: Headers): Promise<string> {
  await mailsTo(server, email)
  server.passWallTime(61_000)
  expect(await asksReset(email, cookie)).toBe('good')
  return codeTo(server, email)
}
const proofCode = async (caller: Caller, email: string, cookie: Headers = {}) => {
  await mailsTo(server, email)
  server.passWallTime(61_000)
  await caller.does('sendCode', { purpose: 'proof' }, cookie)
  return codeTo(server, email)
}

test('a customer who signs in with twenty browsers gets a few text messages a day to the own number', async () => {
  const email = 'mona@example.com'
  const number = '91117777'
  const first = await customer(email)
  const { store, encryption } = server.context
  const [row] = await store.query<{ user_id: number }>(`select user_id from users where email = '${email}'`)
  await changeSealed({ tx: committing(store.query), encryption }, 'users', must(row, 'the customer'), {
    phone: `+852${number}`,
    phone_confirmed_at: 1,
  })
  const browsers = await newBrowsers(email)
  const sent = { browsers: 0, first: 0, inside: 0 }
  const asks = async (type: number, cookie: Headers) =>
    (await server.visitor.asks('sendSms', { to: number, area_id: 811, type }, { ...elsewhere(), ...cookie })).code === 1
  for (let hour = 0; hour < 23; hour++) {
    for (let each = 0; each < 6; each++)
      if (await asks(2, must(browsers[(hour + each) % BROWSERS], 'a browser'))) sent.browsers++
    for (const type of [1, 2]) if (await asks(type, first.cookie)) sent.first++
    for (const purpose of ['proof', 'password'] as const)
      if ((await first.caller.asks('sendCode', { purpose }, elsewhere())).code === 1) sent.inside++
    server.passTime(HOUR_MS)
  }
  const { visitor, browser, customer: inside } = LIMITS.codes.smsToTargetDay
  expect(sent).toEqual({ browsers: visitor, first: browser, inside })
}, 120_000)

test('the thief of a password guesses at a forgotten password like a stranger, from known browsers too', async () => {
  const email = 'nina@example.com'
  const own = await customer(email)
  const browsers = await newBrowsers(email)
  // Waiting helps no browser either in which the password alone was given.
  server.passTime(25 * HOUR_MS)
  let sent = 0
  let guesses = 0
  for (let hour = 0; hour < 24; hour++) {
    for (const cookie of browsers.slice(0, 10)) if ((await asksReset(email, cookie)) === 'good') sent++
    if (hour === 0) {
      const right = await codeTo(server, email)
      for (const cookie of browsers) if ((await resets(email, wrongCode(right, 7), cookie)) === 'code_wrong') guesses++
      expect(sent).toBe(LIMITS.codes.forVisitorsHour)
    }
    server.passTime(HOUR_MS)
  }
  expect(sent).toBe(LIMITS.codes.forVisitorsDay)
  // Each of these browsers has tried one code once. The eight that asked for a code tried their own.
  expect(guesses).toBeLessThanOrEqual(LIMITS.codes.forVisitorsHour + 5)
  expect(await resets(email, await resetCode(email, own.cookie), own.cookie)).toBe('good')
}, 120_000)

describe('the thief of a session or a password', () => {
  const guessesOf = async (thief: Caller, email: string, rounds: number) => {
    const told: string[] = []
    for (let round = 0; round < rounds; round++) {
      const wrong = wrongCode(await proofCode(thief, email), 500_000)
      for (let each = 0; each < 5; each++)
        told.push(
          await (round % 2 === 0
            ? thief.reason('twoFactorBegin', { auth_code: wrong })
            : thief.reason('prove', { auth_code: wrong, purpose: 'proof' })),
        )
      server.passWallTime(HOUR_MS / 4)
    }
    return told
  }

  test('guesses thirty codes a day; the owner proves in the own browser, and a reset ends the count', async () => {
    const email = 'olga@example.com'
    const own = await customer(email)
    const thief = (await signsIn(email)).caller
    const { max } = LIMITS.codes.wrongOfCustomer
    const told = await guessesOf(thief, email, 8)
    expect(told).toEqual([...Array(max).fill('code_wrong'), ...Array(8 * 5 - max).fill('too_many_attempts')])
    // Neither another session nor another purpose has more.
    const again = (await signsIn(email)).caller
    server.passWallTime(61_000)
    await again.does('sendCode', { purpose: 'password' })
    const change = { new_password: NEW, auth_code: wrongCode(await codeTo(server, email)) }
    const refused = await again.asks('amendPassword', change)
    expect([refused.reason, refused.field]).toEqual(['too_many_attempts', 'auth_code'])
    expect(refused.msg).toBe('Too many wrong codes. Try again later, at the latest in 24 hours, or set a new password.')
    // The owner in the browser of the first sign-in.
    const code = await proofCode(own.caller, email, own.cookie)
    expect((await own.caller.asks('prove', { auth_code: code, purpose: 'proof' }, own.cookie)).code).toBe(1)
    // The owner elsewhere sets a new password by mail, and goes on.
    expect(await resets(email, await resetCode(email, {}))).toBe('good')
    const back = (await signsIn(email, { password: NEW })).caller
    expect(await back.reason('prove', { auth_code: await proofCode(back, email), purpose: 'proof' })).toBe('good')
  }, 60_000)

  test('who signed in before two-step verification was turned on has no limit of the owner after it', async () => {
    const email = 'petra@example.com'
    const own = await customer(email)
    const thiefs = (await signsIn(email)).cookie
    await turnsOnTwoFactor(server, own.caller, email)
    const guess = (cookie: Headers, code: string) =>
      server.visitor.asks('loginForU', { account: email, password: PASSWORD, code }, { ...elsewhere(), ...cookie })
    for (let each = 0; each < LIMITS.attempts.sign_in_account.max; each++) await guess({}, '000000')
    expect((await guess(thiefs, '000000')).reason).toBe('too_many_attempts')
    expect((await guess(own.cookie, '000000')).reason).toBe('totp_wrong')
  }, 60_000)
})

describe('an owner, while strangers use up all that they can', () => {
  /** Codes of the day, in the owner's name. */
  const flood = async (email: string) => {
    for (let hour = 0; hour < 4; hour++) {
      for (let each = 0; each < 10; each++) await asksReset(email)
      server.passTime(HOUR_MS)
    }
    expect(await asksReset(email)).toBe('code_limit_reached')
    const told = await server.visitor.asks('sendEmail', { to: email, type: 2 }, { ...elsewhere(), lang: 'en' })
    expect(told.msg).toBe('Too many codes were requested. Try again later, at the latest in 24 hours.')
  }

  test('signs in on a new phone, proves it with one code, and sets a forgotten password there', async () => {
    const email = 'quinn@example.com'
    await customer(email)
    await flood(email)
    const phone = await signsIn(email)
    expect(await asksReset(email, phone.cookie)).toBe('code_limit_reached')
    const code = await proofCode(phone.caller, email, phone.cookie)
    expect((await phone.caller.asks('prove', { auth_code: code, purpose: 'proof' }, phone.cookie)).code).toBe(1)
    expect(await resets(email, await resetCode(email, phone.cookie), phone.cookie)).toBe('good')
  }, 60_000)

  test('sets a forgotten password in the browser of the first sign-in, and in the one of the last reset', async () => {
    const email = 'rita@example.com'
    const own = await customer(email)
    await flood(email)
    expect(await resets(email, await resetCode(email, own.cookie), own.cookie)).toBe('good')
    expect(await resets(email, await resetCode(email, own.cookie), own.cookie)).toBe('good')
  }, 60_000)

  test('with a second factor has every browser proven by its sign-in', async () => {
    const email = 'sara@example.com'
    const { caller } = await customer(email)
    const { secret } = await turnsOnTwoFactor(server, caller, email)
    await flood(email)
    const laptop = await signsIn(email, { code: nextAppCode(server, secret) })
    const code = await resetCode(email, laptop.cookie)
    expect(await resets(email, code, laptop.cookie, { totp_code: nextAppCode(server, secret) })).toBe('good')
  }, 60_000)
})
