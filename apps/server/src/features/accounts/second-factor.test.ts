/**
 * A stolen password opens nothing while two-step verification is on. Each attack on the first version is repeated here:
 * the password alone opened a session that read payees, cancelled a withdrawal and ended the owner's other sessions.
 */
import { deviceName } from '@veritick/contract'
import { must } from '@veritick/domain'
import { Authenticator } from '@veritick/testing/authenticator'
import { bindTron, customer, draws, fund, openChannels, userOf, verify } from '@veritick/testing/customers'
import { codeTo, mailsTo, PASSWORD, realPerson, signIn } from '@veritick/testing/people'
import { furtherTest, tries } from '@veritick/testing/quick'
import { Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { Phone } from '@veritick/testing/test-sockets'
import { guardedPerson, mailedProof, nextAppCode, turnsOnTwoFactor, wrongAppCode } from '@veritick/testing/two-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { LIMITS } from '../../services/rate-limits/limits.ts'
import { roughNetwork } from './begin-session.ts'

const APP_URL = 'https://trade.example.com'
const ANA = 'ana@example.com'
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'
let server: TestServer
let calls = 0

beforeAll(async () => {
  server = await openTestServer({ config: { trustProxy: true, appUrl: APP_URL } })
  await openChannels(server)
})
afterAll(() => server.close())

const elsewhere = () => ({ 'x-forwarded-for': `10.3.${Math.floor(++calls / 250)}.${calls % 250}` })
const logsIn = (
  account: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = elsewhere(),
) => server.visitor.asks('loginForU', { account, password: PASSWORD, ...more }, headers)
const reasonOf = async (...asked: Parameters<typeof logsIn>) => (await logsIn(...asked)).reason ?? 'good'
const sessionsOf = async (person: Caller) => (await person.does('sessionList', {})).length

/** A session as a password alone opened it before: the second factor was not asked for. */
async function stolenSession(person: Caller): Promise<Caller> {
  const token = await server.context.sessions.begin({ user: await userOf(person), kind: 'real', device: 'thief' })
  return new Caller(server.url, token)
}

describe('a password alone', () => {
  test('opens no session, reads no payee and ends nothing', async () => {
    const { person, secret } = await guardedPerson(server, ANA)
    const before = await sessionsOf(person)
    const refused = await logsIn(ANA)
    expect(refused).toMatchObject({ code: 2121, reason: 'second_factor_needed', field: 'code', data: null })
    expect(JSON.stringify(refused.headers)).not.toContain('veritick_browser')
    expect(await sessionsOf(person)).toBe(before)
    expect(await reasonOf(ANA, { code: wrongAppCode(server, secret) })).toBe('totp_wrong')
    expect(await sessionsOf(person)).toBe(before)
    expect(await reasonOf(ANA, { code: nextAppCode(server, secret) })).toBe('good')
    expect(await sessionsOf(person)).toBe(before + 1)
  })

  test('is told to be right only with the second factor missing: a wrong one says what it always said', async () => {
    const { secret } = await guardedPerson(server, 'bea@example.com')
    const wrong = { password: 'not her password' }
    expect(await reasonOf('bea@example.com', wrong)).toBe('login_wrong')
    expect(await reasonOf('bea@example.com', { ...wrong, code: nextAppCode(server, secret) })).toBe('login_wrong')
    expect(await reasonOf('nobody@example.com', { ...wrong, code: '123456' })).toBe('login_wrong')
  })

  test('with a code works once, also at once; a recovery code likewise, and its owner is told', async () => {
    const { secret, recovery } = await guardedPerson(server, 'cara@example.com')
    const totp = nextAppCode(server, secret)
    const at = (code: string) => Promise.all(Array.from({ length: 5 }, () => reasonOf('cara@example.com', { code })))
    expect((await at(totp)).sort()).toEqual(['good', ...Array(4).fill('totp_wrong')])
    expect((await at(must(recovery[0], 'ten codes'))).sort()).toEqual(['good', ...Array(4).fill('totp_wrong')])
    expect(
      (await mailsTo(server, 'cara@example.com')).filter(({ subject }) => subject === 'A recovery code was used'),
    ).toHaveLength(1)
  })

  test("another customer's code is of no use; where two-step is off a code changes nothing", async () => {
    const [dan, eva] = [await guardedPerson(server, 'dan@example.com'), await guardedPerson(server, 'eva@example.com')]
    expect(await reasonOf('dan@example.com', { code: nextAppCode(server, eva.secret) })).toBe('totp_wrong')
    expect(await reasonOf('dan@example.com', { code: must(eva.recovery[0], 'ten codes') })).toBe('totp_wrong')
    await dan.person.does('twoFactorOff', { totp_code: nextAppCode(server, dan.secret) })
    expect(await reasonOf('dan@example.com', { code: '123456' })).toBe('good')
    expect(await reasonOf('dan@example.com')).toBe('good')
  })

  test('wrong codes count with wrong passwords: ten from one network, then even the right ones wait', async () => {
    const { secret } = await guardedPerson(server, 'fay@example.com')
    const home = { 'x-forwarded-for': '203.0.113.9' }
    // That it is missing costs nothing: a right password may be typed again.
    for (let time = 0; time < LIMITS.attempts.sign_in.max + 2; time++)
      expect(await reasonOf('fay@example.com', {}, home)).toBe('second_factor_needed')
    for (let time = 0; time < 4; time++)
      expect(await reasonOf('fay@example.com', { password: `guess ${time}` }, home)).toBe('login_wrong')
    for (let time = 4; time < LIMITS.attempts.sign_in.max; time++)
      expect(await reasonOf('fay@example.com', { code: wrongAppCode(server, secret) }, home)).toBe('totp_wrong')
    const code = nextAppCode(server, secret)
    expect(await reasonOf('fay@example.com', { code }, home)).toBe('too_many_attempts')
    expect(await reasonOf('fay@example.com', { password: 'guess' }, home)).toBe('too_many_attempts')
    expect(await reasonOf('fay@example.com', { code })).toBe('good')
    const everywhere = await Promise.all(
      Array.from({ length: 60 }, (_, index) => reasonOf('fay@example.com', { code: String(index).padStart(6, '0') })),
    )
    expect(everywhere.filter((each) => each === 'totp_wrong').length).toBeLessThanOrEqual(
      LIMITS.attempts.sign_in_account.max - LIMITS.attempts.sign_in.max,
    )
    expect(everywhere).toContain('too_many_attempts')
  })

  test('a new password by mail leads to the second factor too', async () => {
    const { secret } = await guardedPerson(server, 'gus@example.com')
    server.passTime(61_000)
    await server.visitor.asks('sendEmail', { to: 'gus@example.com', type: 2 }, elsewhere())
    const password = 'nine lamps along the pier'
    const given = { auth_code: await codeTo(server, 'gus@example.com'), totp_code: nextAppCode(server, secret) }
    const reset = { account: 'gus@example.com', new_password: password, secondary_password: password, ...given }
    expect((await server.visitor.asks('forgetPassword', reset, elsewhere())).reason).toBeUndefined()
    expect(await reasonOf('gus@example.com', { password })).toBe('second_factor_needed')
    expect(await reasonOf('gus@example.com', { password, code: nextAppCode(server, secret) })).toBe('good')
  })
})

describe('turning two-step verification on', () => {
  test('ends the sessions that a password alone opened; their sockets hear it', async () => {
    const hana = await realPerson(server, 'hana@example.com')
    const thief = await signIn(server, 'hana@example.com')
    const phone = new Phone(new WebSocket(`ws://127.0.0.1:${server.port}/v1/ws`))
    await new Promise((resolve) => phone.wire.on('open', resolve))
    phone.say({ type: 'login', params: thief.token })
    await phone.until(() => phone.of('login_result').some(({ code }) => code === 1))
    const { secret } = await turnsOnTwoFactor(server, hana, 'hana@example.com')
    expect(await thief.reason('drawMethods', { draw_id: 1 })).toBe('session_ended')
    expect(await thief.reason('sessionEnd', { id: 'others' })).toBe('session_ended')
    expect(await hana.reason('userInfo', {})).toBe('good')
    await phone.until(() => phone.of('login_result').some(({ reason }) => reason === 'session_ended'))
    const back = await signIn(server, 'hana@example.com', PASSWORD, nextAppCode(server, secret))
    phone.say({ type: 'login', params: back.token })
    await phone.until(() => phone.of('login_result').filter(({ code }) => code === 1).length === 2)
    phone.wire.terminate()
  })

  test('while fifty sign-ins are on their way leaves none without the second factor', async () => {
    const ivo = await realPerson(server, 'ivo@example.com')
    const { secret } = await ivo.does('twoFactorBegin', {
      auth_code: await mailedProof(server, ivo, 'ivo@example.com'),
    })
    const totp_code = nextAppCode(server, secret)
    const signing = Array.from({ length: tries(15, 50) }, () => logsIn('ivo@example.com'))
    const [, ...answers] = await Promise.all([ivo.does('twoFactorConfirm', { totp_code }), ...signing])
    for (const { reason, data } of answers) {
      if (reason !== undefined) expect(reason).toBe('second_factor_needed')
      else
        expect(await new Caller(server.url, (data as { token: string }).token).reason('userInfo', {})).toBe(
          'session_ended',
        )
    }
    expect(await sessionsOf(ivo)).toBe(1)
  })
})

describe('a session that has not passed the second factor', () => {
  test('ends no session, deletes no payee and cancels no withdrawal until it steps up', async () => {
    const email = 'jan@example.com'
    const jan = await customer(server, 'jan')
    await verify(server, jan)
    await fund(server, jan, 500)
    const payee = await bindTron(server, jan, 'jan')
    const draw = await draws(server, jan, { draw_currency_id: 1, draw_method_id: payee, number: '70' })
    const { secret } = await turnsOnTwoFactor(server, jan, email)
    const thief = await stolenSession(jan)
    const asked = [
      ['sessionEnd', { id: 'others' }],
      ['deleteDrawMethod', { id: payee }],
      ['drawCancel', { id: draw.id }],
    ] as const
    for (const [name, params] of asked) {
      expect(await thief.asks(name, params), name).toMatchObject({
        reason: 'totp_needed',
        field: 'totp_code',
        data: null,
      })
      expect(await thief.reason(name, { ...params, totp_code: wrongAppCode(server, secret) }), name).toBe('totp_wrong')
    }
    expect(await jan.reason('userInfo', {})).toBe('good')
    expect(await jan.does('drawMethods', { draw_id: 1 })).toHaveLength(1)
    expect((await jan.does('drawList', {})).data[0]?.status).toBe(0)
    // The owner's session passed it when it was turned on, and needs nothing more.
    server.passTime(600_000)
    expect(await jan.reason('drawCancel', { id: draw.id })).toBe('good')
    const away = await stolenSession(jan)
    expect(await away.reason('deleteDrawMethod', { id: payee, totp_code: nextAppCode(server, secret) })).toBe('good')
    server.passTime(600_000)
    expect(await away.reason('sessionEnd', { id: 'others' })).toBe('good')
  })

  furtherTest('of a customer with a passkey and no app: the passkey or a mailed code', async () => {
    const email = 'kim@example.com'
    const kim = await realPerson(server, email)
    const authenticator = new Authenticator(APP_URL)
    const options = await kim.does('passkeyBegin', { auth_code: await mailedProof(server, kim, email) })
    await kim.does('passkeyAdd', { passkey: authenticator.create(options) })
    const thief = await signIn(server, email)
    expect(await thief.asks('sessionEnd', { id: 'others' })).toMatchObject({
      reason: 'proof_needed',
      field: 'auth_code',
    })
    expect(await kim.reason('userInfo', {})).toBe('good')
    const passkey = authenticator.get(await kim.does('passkeyProofOptions', {}))
    expect(await kim.does('sessionEnd', { id: 'others', passkey })).toEqual({ ended: 1 })
  })

  test('of a customer without a second factor asks for nothing', async () => {
    const lea = await realPerson(server, 'lea@example.com')
    await signIn(server, 'lea@example.com')
    expect(await lea.does('sessionEnd', { id: 'others' })).toEqual({ ended: 1 })
  })
})

describe('a sign-in in a new browser', () => {
  const newOnes = async (email: string) =>
    (await mailsTo(server, email)).filter(({ subject }) => subject === 'New sign-in to your account')
  const cookieOf = (answer: Awaited<ReturnType<typeof logsIn>>) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? ''

  test('is told by mail: when, with what, from where, and what to do; a known browser and the first sign-in are not', async () => {
    const email = 'mia@example.com'
    await realPerson(server, email)
    expect(await newOnes(email)).toEqual([])
    const first = await logsIn(email, {}, { 'x-forwarded-for': '203.0.113.77', 'user-agent': PHONE })
    const [mail] = await newOnes(email)
    const { text } = must(mail, 'a mail')
    expect(text).toContain('Device: Chrome · Android')
    expect(text).toContain('Network: 203.0.113.*')
    expect(text).toMatch(/Time: 20\d\d-\d\d-\d\d \d\d:\d\d UTC/)
    expect(text).toContain(`${APP_URL}/forgot`)
    await logsIn(email, {}, { ...elsewhere(), cookie: cookieOf(first) })
    expect(await newOnes(email)).toHaveLength(1)
    await logsIn(email, {}, { ...elsewhere(), 'user-agent': 'CALL +1 555 0100 AT ONCE' })
    expect(await newOnes(email)).toHaveLength(2)
    expect((await newOnes(email)).at(-1)?.text).toContain('Device: unknown device')
    expect(server.logged.join()).not.toContain('203.0.113.77')
  })

  furtherTest(
    'is not told for a browser that another customer is known in, and a refused one tells nothing',
    async () => {
      const { secret } = await guardedPerson(server, 'noa@example.com')
      await realPerson(server, 'oda@example.com')
      const odas = cookieOf(await logsIn('oda@example.com'))
      expect(await reasonOf('noa@example.com', {}, { ...elsewhere(), cookie: odas })).toBe('second_factor_needed')
      expect(await newOnes('noa@example.com')).toEqual([])
      expect(
        await reasonOf('noa@example.com', { code: nextAppCode(server, secret) }, { ...elsewhere(), cookie: odas }),
      ).toBe('good')
      expect(await newOnes('noa@example.com')).toHaveLength(1)
    },
  )

  furtherTest('fills no mailbox: ten mails an hour', async () => {
    await realPerson(server, 'pam@example.com')
    for (let time = 0; time < LIMITS.attempts.new_sign_in_told.max + 3; time++) await logsIn('pam@example.com')
    expect(await newOnes('pam@example.com')).toHaveLength(LIMITS.attempts.new_sign_in_told.max)
  })

  test('what the mail says to do works: a new password ends every session', async () => {
    const email = 'quin@example.com'
    await realPerson(server, email)
    const thief = await signIn(server, email)
    server.passTime(61_000)
    await server.visitor.asks('sendEmail', { to: email, type: 2 }, elsewhere())
    const password = 'nine lamps along the pier'
    const reset = {
      account: email,
      new_password: password,
      secondary_password: password,
      auth_code: await codeTo(server, email),
    }
    expect((await server.visitor.asks('forgetPassword', reset, elsewhere())).reason).toBeUndefined()
    expect(await thief.reason('userInfo', {})).toBe('session_ended')
  })

  test('names networks roughly', () => {
    expect(roughNetwork('203.0.113.77')).toBe('203.0.113.*')
    expect(roughNetwork('2001:0db8:0000:0042:0000:0000:0000:0000')).toBe('2001:0db8:0000:*')
    expect(deviceName(PHONE)).toBe('Chrome · Android')
  })
})
