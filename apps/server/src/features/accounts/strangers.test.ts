/**
 * Strangers who want to keep a customer out of an account, to learn that the customer has one, or to get in by the
 * mailbox: what each of them tries, and that its owner does not notice it.
 */
import { must } from '@veritick/domain'
import { TRON_ADDRESS } from '@veritick/testing/customers'
import { codeTo, form, mailsTo, PASSWORD, realPerson } from '@veritick/testing/people'
import { committing } from '@veritick/testing/reseal'
import { appCode as freshCode, STAFF_PASSWORD, StaffCaller, staffMember } from '@veritick/testing/test-office'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../services/rate-limits/limits.ts'
import { changeSealed } from '../../services/seals/index.ts'

let server: TestServer
let calls = 0
const NEW = 'nine lamps along the pier'
const HOME = { 'x-forwarded-for': '203.0.113.7' }

beforeAll(async () => {
  server = await openTestServer({ config: { trustProxy: true } })
})
afterAll(() => server.close())

const elsewhere = () => ({ 'x-forwarded-for': `10.7.${Math.floor(++calls / 250)}.${calls % 250}` })
type Headers = Readonly<Record<string, string>>

const logsIn = (account: string, password: string, headers: Headers = elsewhere()) =>
  server.visitor.asks('loginForU', { account, password }, headers)
const reset = (account: string, auth_code: string, more: Readonly<Record<string, unknown>> = {}) => ({
  account,
  new_password: NEW,
  secondary_password: NEW,
  auth_code,
  ...more,
})
const forgets = async (params: Readonly<Record<string, unknown>>, headers: Headers = elsewhere()) =>
  (await server.visitor.asks('forgetPassword', params, headers)).reason ?? 'good'
/** The header that a browser sends from now on. */
const cookieOf = (answer: { readonly headers: { readonly 'set-cookie'?: string[] | undefined } }) => ({
  cookie: must(answer.headers['set-cookie']?.at(-1)?.split(';')[0], 'a cookie'),
})
const wrongCode = (right: string, by = 1) => String((Number(right) + by) % 1_000_000).padStart(6, '0')

describe('a stranger who guesses passwords', () => {
  test('keeps the owner out of new browsers for a while, never out of their own', async () => {
    await realPerson(server, 'ana@example.com')
    const first = await logsIn('ana@example.com', PASSWORD, HOME)
    const own = cookieOf(first)
    expect(first.headers['set-cookie']?.[0]).toMatch(
      /^veritick_browser=[0-9a-f]{32}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    await Promise.all(
      Array.from({ length: LIMITS.attempts.sign_in_account.max + 5 }, (_, index) =>
        logsIn('ana@example.com', `guess ${index}`),
      ),
    )
    expect((await logsIn('ana@example.com', PASSWORD)).reason).toBe('too_many_attempts')
    // Even when the stranger sits in the same café.
    for (let index = 0; index < LIMITS.attempts.sign_in.max + 1; index++)
      await logsIn('ana@example.com', `guess ${index}`, HOME)
    expect((await logsIn('ana@example.com', PASSWORD, { ...HOME, ...own })).code).toBe(1)
    expect((await logsIn('ana@example.com', PASSWORD, { ...elsewhere(), ...own })).code).toBe(1)
  })

  test('gains nothing by a cookie that they made up, or that is their own', async () => {
    await realPerson(server, 'mallory@example.com')
    const theirs = cookieOf(await logsIn('mallory@example.com', PASSWORD))
    for (const cookie of [theirs, { cookie: `veritick_browser=${'0'.repeat(32)}` }, { cookie: 'veritick_browser=x' }])
      expect((await logsIn('ana@example.com', PASSWORD, { ...elsewhere(), ...cookie })).reason).toBe(
        'too_many_attempts',
      )
  })

  test("a thief with the customer's browser has ten attempts there, as in every known browser", async () => {
    await realPerson(server, 'bob@example.com')
    const own = cookieOf(await logsIn('bob@example.com', PASSWORD))
    const told = []
    for (let index = 0; index <= LIMITS.attempts.sign_in_known.max; index++)
      told.push((await logsIn('bob@example.com', `guess ${index}`, { ...elsewhere(), ...own })).reason)
    expect(told).toEqual([...Array(LIMITS.attempts.sign_in_known.max).fill('login_wrong'), 'too_many_attempts'])
    // The number of the account gives no ten more.
    const confirmed = { phone: '+85291116666', phone_confirmed_at: 1 }
    const { store, encryption } = server.context
    const [bob] = await store.query<{ user_id: number }>("select user_id from users where email = 'bob@example.com'")
    await changeSealed({ tx: committing(store.query), encryption }, 'users', must(bob, 'the customer'), confirmed)
    const byNumber = { account: '91116666', area_id: 811, login_type: 'mobile', password: 'a guess' }
    const more = await server.visitor.asks('loginForU', byNumber, { ...elsewhere(), ...own })
    expect(more.reason).toBe('too_many_attempts')
    // And the owner, elsewhere, is not touched by it.
    expect((await logsIn('bob@example.com', PASSWORD)).code).toBe(1)
  })

  test('has one network of IPv6, however many addresses it has', async () => {
    await realPerson(server, 'cara@example.com')
    const told = []
    for (let host = 1; host <= LIMITS.attempts.sign_in.max + 1; host++)
      told.push((await logsIn('cara@example.com', 'a guess', { 'x-forwarded-for': `2001:db8:7:7::${host}` })).reason)
    expect(told.at(-1)).toBe('too_many_attempts')
    expect((await logsIn('cara@example.com', PASSWORD, { 'x-forwarded-for': '2001:db8:7:8::1' })).code).toBe(1)
  })

  test('cannot keep staff out of the browser they work in either', async () => {
    const finn = await staffMember(server, 'finance')
    const given = (password: string) => {
      server.passWallTime(30_000)
      return { email: finn.email, password, totp_code: freshCode(finn.secret, server.context.runtime.now()) }
    }
    const signIn = (password: string, headers: Headers) =>
      new StaffCaller(server).asks('signIn', given(password), headers)
    const first = await signIn(STAFF_PASSWORD, { ...HOME, cookie: '' })
    expect(first.headers['set-cookie']).toHaveLength(2)
    const own = cookieOf(first)
    expect(own.cookie).toMatch(/^veritick_office_browser=/)
    for (let index = 0; index < LIMITS.attempts.sign_in_account.max; index++)
      await signIn('a stranger guesses', elsewhere())
    expect((await signIn(STAFF_PASSWORD, elsewhere())).reason).toBe('too_many_attempts')
    expect((await signIn(STAFF_PASSWORD, { ...HOME, ...own })).code).toBe(1)
  })
})

describe('a stranger at the forgotten password', () => {
  const asks = async (to: string, headers: Headers) =>
    (await server.visitor.asks('sendEmail', { to, type: 2 }, headers)).reason ?? 'good'

  test('burns no code of its owner, and replaces none', async () => {
    await realPerson(server, 'dan@example.com')
    expect(await asks('dan@example.com', HOME)).toBe('good')
    const code = await codeTo(server, 'dan@example.com')
    const told = []
    for (let index = 1; index <= 12; index++) told.push(await forgets(reset('dan@example.com', wrongCode(code, index))))
    expect(told).toEqual([...Array(5).fill('code_wrong'), ...Array(7).fill('code_expired')])
    const stranger = elsewhere()
    expect(await asks('dan@example.com', stranger)).toBe('good')
    for (let index = 1; index <= 6; index++) await forgets(reset('dan@example.com', wrongCode(code, index)), stranger)
    expect(await forgets(reset('dan@example.com', code), HOME)).toBe('good')
  })

  test('asks until no more is sent, and its owner gets one all the same, in their own browser or signed in', async () => {
    await server.visitor.does('register', await form(server, 'eva@example.com'))
    const first = await logsIn('eva@example.com', PASSWORD)
    const [eva, own] = [new Caller(server.url, (first.data as { token: string }).token), cookieOf(first)]
    const asked = []
    for (let index = 0; index < 20; index++) asked.push(await asks('eva@example.com', elsewhere()))
    expect(asked.filter((each) => each === 'good')).toHaveLength(8)
    expect(await asks('eva@example.com', elsewhere())).toBe('code_limit_reached')
    for (const asked of [{ purpose: 'payee', dc_address: TRON_ADDRESS }, { purpose: 'password' }, { purpose: 'proof' }])
      expect(await eva.reason('sendCode', asked), asked.purpose).toBe('good')
    const at = { ...HOME, ...own }
    // Every earlier mail is in the outbox before the next one, and has an earlier name there.
    await mailsTo(server, 'eva@example.com')
    server.passWallTime(1_000)
    expect(await asks('eva@example.com', at)).toBe('good')
    expect(await forgets(reset('eva@example.com', await codeTo(server, 'eva@example.com')), at)).toBe('good')
  })

  test('a new password makes the browser known', async () => {
    await realPerson(server, 'fay@example.com')
    expect(await asks('fay@example.com', HOME)).toBe('good')
    const done = await server.visitor.asks(
      'forgetPassword',
      reset('fay@example.com', await codeTo(server, 'fay@example.com')),
      HOME,
    )
    await Promise.all(
      Array.from({ length: LIMITS.attempts.sign_in_account.max }, (_, index) =>
        logsIn('fay@example.com', `guess ${index}`),
      ),
    )
    expect((await logsIn('fay@example.com', NEW, { ...elsewhere(), ...cookieOf(done) })).code).toBe(1)
  })

  test('an answer that was lost is given again to the same key; nothing happens twice', async () => {
    await realPerson(server, 'gus@example.com')
    expect(await asks('gus@example.com', HOME)).toBe('good')
    const params = reset('gus@example.com', await codeTo(server, 'gus@example.com'))
    const key = { ...HOME, 'idempotency-key': 'a key as long as a uuid' }
    const first = await server.visitor.asks('forgetPassword', params, key)
    const again = await server.visitor.asks('forgetPassword', params, key)
    expect([first.code, again.code, again.msg, again.headers['idempotent-replayed']]).toEqual([1, 1, first.msg, 'true'])
    expect(await forgets(params, HOME)).toBe('code_expired')
    const told = (await mailsTo(server, 'gus@example.com')).filter(
      ({ subject }) => subject === 'Your password was changed',
    )
    expect(told).toHaveLength(1)
  })
})

describe('a thief of a mailbox', () => {
  const appCode = (secret: string) => {
    server.passWallTime(30_000)
    return generateSync({ secret, epoch: Math.floor(server.context.runtime.now() / 1000) })
  }
  async function guarded(email: string) {
    const person = await realPerson(server, email)
    await person.does('sendCode', { purpose: 'proof' })
    const { secret } = await person.does('twoFactorBegin', { auth_code: await codeTo(server, email) })
    const { recovery_codes: recovery } = await person.does('twoFactorConfirm', { totp_code: appCode(secret) })
    return { person, secret, recovery }
  }
  async function resetCode(email: string) {
    server.passWallTime(61_000)
    await server.visitor.asks('sendEmail', { to: email, type: 2 }, HOME)
    return codeTo(server, email)
  }

  test('sets no password once two-factor is on; the owner does, with the app, the mailed code staying good meanwhile', async () => {
    const { person, secret } = await guarded('hana@example.com')
    const code = await resetCode('hana@example.com')
    const asked = await server.visitor.asks('forgetPassword', reset('hana@example.com', code), HOME)
    expect(asked).toMatchObject({ code: 2114, reason: 'totp_needed', field: 'totp_code' })
    expect(await forgets(reset('hana@example.com', wrongCode(code)), HOME)).toBe('code_wrong')
    expect(await forgets(reset('hana@example.com', wrongCode(code), { totp_code: appCode(secret) }), HOME)).toBe(
      'code_wrong',
    )
    expect(await forgets(reset('hana@example.com', code, { totp_code: '000000' }), HOME)).toBe('totp_wrong')
    expect((await logsIn('hana@example.com', PASSWORD)).reason).toBe('second_factor_needed')
    expect(await forgets(reset('hana@example.com', code, { totp_code: appCode(secret) }), HOME)).toBe('good')
    expect((await logsIn('hana@example.com', NEW)).reason).toBe('second_factor_needed')
    expect(await person.reason('userInfo', {})).toBe('session_ended')
  })

  test('a recovery code does it too, once; what was refused has spent none', async () => {
    const { recovery } = await guarded('ivo@example.com')
    const totp_code = must(recovery[0], 'a recovery code')
    const code = await resetCode('ivo@example.com')
    expect(await forgets(reset('ivo@example.com', wrongCode(code), { totp_code }), HOME)).toBe('code_wrong')
    expect(await forgets(reset('ivo@example.com', code, { totp_code }), HOME)).toBe('good')
    const next = await resetCode('ivo@example.com')
    expect(await forgets(reset('ivo@example.com', next, { totp_code }), HOME)).toBe('totp_wrong')
    const subjects = (await mailsTo(server, 'ivo@example.com')).map(({ subject }) => subject)
    expect(subjects).toContain('A recovery code was used')
  })

  test('guesses ten codes of the app and no more, which keeps the owner from nothing', async () => {
    const { person, secret } = await guarded('jan@example.com')
    const told: string[] = []
    for (let round = 0; round < 3; round++) {
      const code = await resetCode('jan@example.com')
      for (let index = 0; index < 5; index++)
        told.push(
          await forgets(reset('jan@example.com', code, { totp_code: wrongCode(appCode(secret), 500_000) }), HOME),
        )
    }
    expect(told).toEqual([
      ...Array(LIMITS.attempts.second_factor.max).fill('totp_wrong'),
      ...Array(5).fill('too_many_attempts'),
    ])
    server.passWallTime(300_000)
    expect(await person.reason('prove', { totp_code: appCode(secret) })).toBe('good')
  })
})

describe('a thief of a password', () => {
  /** No browser that is not known is let in for an hour. */
  const floods = (email: string) =>
    Promise.all(
      Array.from({ length: LIMITS.attempts.sign_in_account.max + 5 }, (_, index) => logsIn(email, `guess ${index}`)),
    )
  /** Sign-ins in new browsers, or with the cookies of earlier ones. */
  const signsInWith = async (email: string, cookies: readonly Headers[]) => {
    const made: Headers[] = []
    for (const cookie of cookies) {
      const answer = await logsIn(email, PASSWORD, { ...elsewhere(), ...cookie })
      expect(answer.code).toBe(1)
      made.push(cookieOf(answer))
    }
    return made
  }
  const isIn = async (email: string, cookie: Headers, password: string) =>
    (await logsIn(email, password, { ...elsewhere(), ...cookie })).reason ?? 'good'
  const hourLater = () => server.passTime(LIMITS.attempts.sign_in_account.millis)

  test("displaces no browser of the owner's by many sign-ins, neither at once nor by waiting", async () => {
    const email = 'nia@example.com'
    await server.visitor.does('register', await form(server, email))
    const own = cookieOf(await logsIn(email, PASSWORD, HOME))
    const theirs = await signsInWith(email, Array(22).fill({}))
    await floods(email)
    expect(await isIn(email, own, PASSWORD)).toBe('good')
    server.passTime(8 * 24 * 3_600_000)
    await signsInWith(email, [...theirs, ...Array(22).fill({})])
    await floods(email)
    expect(await isIn(email, own, PASSWORD)).toBe('good')
    // A code of a forgotten password is not used up by made-up cookies either.
    const code = (headers: Headers) => server.visitor.asks('sendEmail', { to: email, type: 2 }, headers)
    for (let index = 0; index < 8; index++)
      await code({ ...elsewhere(), cookie: `veritick_browser=${String(index).repeat(32)}` })
    expect((await code(elsewhere())).reason).toBe('code_limit_reached')
    expect((await code({ ...elsewhere(), ...own })).code).toBe(1)
  }, 60_000)

  test('keeps no known browser when the owner sets a new password, forgotten or signed in', async () => {
    const email = 'oda@example.com'
    const owner = await realPerson(server, email)
    const known = () =>
      server.context.store.query('select 1 from known_browsers where owner = $1', [`customer ${userId}`])
    const { id: userId } = await owner.does('userInfo', {})
    const own = cookieOf(await logsIn(email, PASSWORD, HOME))
    const [theirs] = await signsInWith(email, [{}])
    server.passWallTime(61_000)
    await server.visitor.asks('sendEmail', { to: email, type: 2 }, HOME)
    expect(await forgets(reset(email, await codeTo(server, email)), { ...HOME, ...own })).toBe('good')
    expect(await known()).toHaveLength(1)
    await floods(email)
    expect(await isIn(email, must(theirs, 'a cookie'), NEW)).toBe('too_many_attempts')
    expect(await isIn(email, own, NEW)).toBe('good')
    hourLater()
    // The thief knows this password too. The owner changes it while signed in, in a browser that was not known yet.
    const thief = cookieOf(await logsIn(email, NEW))
    const back = await logsIn(email, NEW, HOME)
    const here = new Caller(server.url, (back.data as { token: string }).token)
    await here.does('sendCode', { purpose: 'password' })
    const params = { new_password: PASSWORD, auth_code: await codeTo(server, email) }
    const changed = await here.asks('amendPassword', params, HOME)
    expect([changed.code, (await known()).length]).toEqual([1, 1])
    await floods(email)
    expect(await isIn(email, thief, PASSWORD)).toBe('too_many_attempts')
    expect(await isIn(email, cookieOf(changed), PASSWORD)).toBe('good')
  }, 60_000)
})

describe('registering', () => {
  test('an answer that was lost is given again, to fifty at once as well; another key is another request', async () => {
    const params = await form(server, 'kim@example.com')
    const key = () => ({ ...elsewhere(), 'idempotency-key': 'the key of one registration' })
    const answers = await Promise.all(Array.from({ length: 50 }, () => server.visitor.asks('register', params, key())))
    expect(new Set(answers.map((answer) => answer.reason ?? 'good'))).toEqual(new Set(['good']))
    const later = await server.visitor.asks('register', params, key())
    expect([later.code, later.msg, later.headers['idempotent-replayed']]).toEqual([1, answers[0]?.msg, 'true'])
    expect((await server.visitor.asks('register', params, elsewhere())).reason).toBe('captcha_wrong')
    expect(await mailsTo(server, 'kim@example.com')).toEqual([])
    expect((await logsIn('kim@example.com', PASSWORD)).code).toBe(1)
  })

  test('a taken address is written and answered like a free one, whatever is tried how often', async () => {
    const { store } = server.context
    const written = async () => (await store.query('select message_id from messages')).length
    const costs: number[] = []
    for (let time = 0; time < 6; time++) {
      const params = await form(server, 'lea@example.com')
      const before = await written()
      expect((await server.visitor.asks('register', params, elsewhere())).code).toBe(1)
      costs.push((await written()) - before)
    }
    expect(costs).toEqual([1, 1, 1, 1, 1, 1])
    expect(await mailsTo(server, 'lea@example.com')).toHaveLength(LIMITS.attempts.already_registered.max)
  })

  test('the answer does not wait for the engine, which a taken address would not need', async () => {
    const { core } = server.context
    const params = await form(server, 'mia@example.com')
    const { submit } = core
    let asked = 0
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    Object.assign(core, {
      submit: async (...given: Parameters<typeof submit>) => {
        asked += 1
        await opened
        return submit(...given)
      },
    })
    expect((await server.visitor.asks('register', params, elsewhere())).code).toBe(1)
    // The store may still be reading what the engine is asked for.
    await expect.poll(() => asked).toBe(1)
    Object.assign(core, { submit })
    open()
    expect((await logsIn('mia@example.com', PASSWORD)).code).toBe(1)
  })
})

describe('a customer with only a number', () => {
  const NUMBER = '+447400123456'
  const texts = async () => (await mailsTo(server, NUMBER)).map(({ text }) => text.trim())

  test('is told by text message what a thief would do', async () => {
    const { settings } = server.context
    await settings.change({ key: 'verify_reg_type', value: 3, who: 'test', reason: 'numbers', seenVersion: 0 })
    await server.visitor.asks('sendSms', { to: NUMBER, type: 1 }, HOME)
    const good = await form(server, NUMBER, {
      type: 'mobile',
      key: undefined,
      country: undefined,
      sms_code: await codeTo(server, NUMBER),
    })
    expect((await server.visitor.asks('register', good, HOME)).code).toBe(1)
    const login = { account: NUMBER, password: PASSWORD, login_type: 'mobile' }
    const signedIn = await server.visitor.asks('loginForU', login, { ...HOME, lang: 'hk' })
    const noa = new Caller(server.url, (signedIn.data as { token: string }).token)
    server.passWallTime(61_000)
    await noa.does('sendCode', { purpose: 'password' })
    expect(await noa.reason('amendPassword', { new_password: NEW, auth_code: await codeTo(server, NUMBER) })).toBe(
      'good',
    )
    expect((await texts()).at(-1)).toMatch(
      /^Veritick：你的密碼已於 20\d\d-\d\d-\d\d \d\d:\d\d UTC 更改，提款須等候 24 小時。/,
    )
    expect((await texts()).at(-1)).not.toContain('{{')
  })
})
