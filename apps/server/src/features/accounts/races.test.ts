/**
 * Many at once end as one: five for each connection of transactions on PostgreSQL, where they really meet, and twelve
 * with EMBEDDED=1, where one waits for the other. RACES_LONG=1 makes fifty on PostgreSQL.
 */
import { must } from '@veritick/domain'
import { userOf } from '@veritick/testing/customers'
import { codeTo, form, mailsTo, PASSWORD, realPerson, signIn } from '@veritick/testing/people'
import { openServerOn } from '@veritick/testing/server-on'
import { oneStoreKind } from '@veritick/testing/stores'
import { Caller, type TestServer } from '@veritick/testing/test-server'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renewRecoveryCodes } from './two-factor-store.ts'

/** More than the five tries of a code, and a session for each of five twice. */
const AT_ONCE = { server: process.env.RACES_LONG === undefined ? 20 : 50, embedded: 12 } as const

describe.each(oneStoreKind())('all at once on the %s store', (kind) => {
  let server: TestServer
  let calls = 0
  const many = AT_ONCE[kind]
  const MANY = Array.from({ length: many }, (_, index) => index)

  beforeAll(async () => {
    server = await openServerOn(kind, { trustProxy: true })
  })
  afterAll(() => server.close())

  const elsewhere = () => ({ 'x-forwarded-for': `10.3.${Math.floor(++calls / 250)}.${calls % 250}` })
  const registers = async (params: Readonly<Record<string, unknown>>) =>
    (await server.visitor.asks('register', params, elsewhere())).reason ?? 'good'
  const count = (answers: readonly string[]) =>
    Object.fromEntries(
      [...new Set(answers)].sort().map((each) => [each, answers.filter((other) => other === each).length]),
    )
  const peopleWith = async (column: 'email' | 'phone', value: string) =>
    (await server.context.store.query(`select 1 from users where ${column} = $1`, [value])).length

  test('one captcha, many registrations: one account', async () => {
    const good = await form(server, 'ana@example.com')
    expect(count(await Promise.all(MANY.map(() => registers(good))))).toEqual({ good: 1, captcha_wrong: many - 1 })
    expect(await peopleWith('email', 'ana@example.com')).toBe(1)
  })

  test('one code, many registrations: one account', async () => {
    await server.visitor.asks('sendEmail', { to: 'bob@example.com', type: 1 }, elsewhere())
    const good = await form(server, 'bob@example.com', {
      key: undefined,
      sms_code: await codeTo(server, 'bob@example.com'),
    })
    expect(count(await Promise.all(MANY.map(() => registers(good))))).toEqual({ good: 1, code_expired: many - 1 })
    expect(await peopleWith('email', 'bob@example.com')).toBe(1)
  })

  test('twenty captchas for one address: twenty equal answers and one account', async () => {
    const forms: Awaited<ReturnType<typeof form>>[] = []
    for (let time = 0; time < 20; time++) forms.push(await form(server, 'cara@example.com'))
    expect(count(await Promise.all(forms.map(registers)))).toEqual({ good: 20 })
    expect(await peopleWith('email', 'cara@example.com')).toBe(1)
    expect((await (await signIn(server, 'cara@example.com')).does('userInfo', {})).balance).toBe('0.000000')
  })

  const forgets = async (account: string, auth_code: string, password: string) =>
    (
      await server.visitor.asks(
        'forgetPassword',
        { account, new_password: password, secondary_password: password, auth_code },
        elsewhere(),
      )
    ).reason ?? 'good'
  const resetCode = async (email: string) => {
    await server.visitor.asks('sendEmail', { to: email, type: 2 }, elsewhere())
    return codeTo(server, email)
  }

  test('one code, many new passwords: one of them holds', async () => {
    await realPerson(server, 'dan@example.com')
    const code = await resetCode('dan@example.com')
    const choices = MANY.map((index) => `choice number ${index} of many`)
    const answers = await Promise.all(choices.map((choice) => forgets('dan@example.com', code, choice)))
    expect(count(answers)).toEqual({ good: 1, code_expired: many - 1 })
    expect(
      (await signIn(server, 'dan@example.com', must(choices[answers.indexOf('good')], 'one was taken'))).token,
    ).toBeDefined()
    const told = await mailsTo(server, 'dan@example.com')
    expect(told.filter((mail) => mail.subject === 'Your password was changed')).toHaveLength(1)
  })

  test('many wrong codes at once are five tries', async () => {
    await realPerson(server, 'eva@example.com')
    const right = await resetCode('eva@example.com')
    const wrong = MANY.map((index) => String((Number(right) + 1 + index) % 1_000_000).padStart(6, '0'))
    const answers = await Promise.all(wrong.map((code) => forgets('eva@example.com', code, 'whatever it may be')))
    expect(count(answers)).toEqual({ code_wrong: 5, code_expired: many - 5 })
    expect(await forgets('eva@example.com', right, 'whatever it may be')).toBe('code_expired')
  })

  test('signing in with the old password while it is changed leaves no session behind', async () => {
    await realPerson(server, 'fay@example.com')
    const code = await resetCode('fay@example.com')
    const signsIn = () =>
      server.visitor.asks('loginForU', { account: 'fay@example.com', password: PASSWORD }, elsewhere())
    const [changed, ...answers] = await Promise.all([
      forgets('fay@example.com', code, 'nine lamps along the pier'),
      ...MANY.slice(0, 15).map(signsIn),
    ])
    expect(changed).toBe('good')
    for (const answer of answers.filter((each) => each.code === 1)) {
      const { token } = answer.data as { token: string }
      expect(await new Caller(server.url, token).reason('userInfo', {})).toBe('session_ended')
    }
  })

  test('one code confirms an address once, and proves one session only', async () => {
    const gus = await realPerson(server, 'gus@example.com')
    await gus.does('sendCode', { purpose: 'confirm_email' })
    const confirming = await codeTo(server, 'gus@example.com')
    const answers = await Promise.all(MANY.map(() => gus.reason('confirmEmail', { auth_code: confirming })))
    expect(answers.filter((each) => each === 'good')).toHaveLength(1)
    expect(answers.filter((each) => !['good', 'code_expired', 'email_confirmed'].includes(each))).toEqual([])

    const sessions: Caller[] = []
    for (let time = 0; time < 5; time++) sessions.push(await signIn(server, 'gus@example.com'))
    await gus.does('sendCode', { purpose: 'proof' })
    const auth_code = await codeTo(server, 'gus@example.com')
    await Promise.all(MANY.map((index) => must(sessions[index % 5], 'one of five').reason('prove', { auth_code })))
    const proven = await Promise.all(sessions.map((each) => each.reason('prove', {})))
    expect(count(proven)).toEqual({ good: 1, proof_needed: 4 })
  })

  test('one first code, many times: two-factor is on once, with one set of recovery codes; a code of the app works once', async () => {
    const hana = await realPerson(server, 'hana@example.com')
    await hana.does('sendCode', { purpose: 'proof' })
    const { secret } = await hana.does('twoFactorBegin', { auth_code: await codeTo(server, 'hana@example.com') })
    const shown = () => generateSync({ secret, epoch: Math.floor(server.context.runtime.now() / 1000) })
    const totp_code = shown()
    const answers = await Promise.all(MANY.map(() => hana.reason('twoFactorConfirm', { totp_code })))
    expect(answers.filter((each) => each === 'good')).toHaveLength(1)
    expect(await server.context.store.query('select 1 from recovery_codes')).toHaveLength(10)

    // The attempts that came second were counted as guesses: they are forgotten first.
    server.passWallTime(900_000)
    const begin = async () => {
      const token = await server.context.sessions.begin({ user: await userOf(hana), kind: 'real', device: '' })
      return new Caller(server.url, token)
    }
    const others = await Promise.all([begin(), begin(), begin(), begin(), begin()])
    const next = shown()
    expect(count(await Promise.all(others.map((each) => each.reason('prove', { totp_code: next }))))).toEqual({
      good: 1,
      totp_wrong: 4,
    })
  })

  test('one code, many changes of the password: one of them holds, and its owner is told once', async () => {
    const ivy = await realPerson(server, 'ivy@example.com')
    await ivy.does('sendCode', { purpose: 'password' })
    const auth_code = await codeTo(server, 'ivy@example.com')
    const choices = MANY.map((index) => `choice number ${index} of many`)
    const asked = choices.map((new_password) => ivy.asks('amendPassword', { new_password, auth_code }, elsewhere()))
    const answers = (await Promise.all(asked)).map(({ reason = 'good' }) => reason)
    expect(count(answers)).toEqual({ good: 1, code_expired: many - 1 })
    expect(
      (await signIn(server, 'ivy@example.com', must(choices[answers.indexOf('good')], 'one was taken'))).token,
    ).toBeDefined()
    const told = await mailsTo(server, 'ivy@example.com')
    expect(told.filter((mail) => mail.subject === 'Your password was changed')).toHaveLength(1)
  })

  test('many simultaneous requests end a session, and then all others: each ends once', async () => {
    const jack = await realPerson(server, 'jack@example.com')
    const others: Caller[] = []
    for (let time = 0; time < 4; time++) others.push(await signIn(server, 'jack@example.com'))
    const id = must(
      (await must(others[0], 'the first').does('sessionList', {})).find(({ current }) => current)?.id,
      'its own',
    )
    const answers = count(await Promise.all(MANY.map(() => jack.reason('sessionEnd', { id }))))
    expect(answers.good).toBeGreaterThan(0)
    expect((answers.good ?? 0) + (answers.session_unknown ?? 0)).toBe(many)
    expect(await jack.does('sessionList', {})).toHaveLength(4)

    const ended = await Promise.all(MANY.map(() => jack.does('sessionEnd', { id: 'others' })))
    expect(ended.reduce((sum, each) => sum + each.ended, 0)).toBe(3)
    expect(count(await Promise.all(others.map((each) => each.reason('userInfo', {}))))).toEqual({ session_ended: 4 })
    expect(await jack.does('sessionList', {})).toHaveLength(1)
  })

  test('many times new recovery codes: one set of ten, and a code of the app makes one', async () => {
    const kate = await realPerson(server, 'kate@example.com')
    const user = await userOf(kate)
    await kate.does('sendCode', { purpose: 'proof' })
    const { secret } = await kate.does('twoFactorBegin', { auth_code: await codeTo(server, 'kate@example.com') })
    const shown = () => generateSync({ secret, epoch: Math.floor(server.context.runtime.now() / 1000) })
    await kate.does('twoFactorConfirm', { totp_code: shown() })
    server.passWallTime(30_000)
    const totp_code = shown()
    const answers = await Promise.all(MANY.map(() => kate.asks('recoveryCodes', { totp_code })))
    const good = answers.filter(({ code }) => code === 1)
    expect(good).toHaveLength(1)
    const kept = () => server.context.store.query('select 1 from recovery_codes where user_id = $1', [user])
    expect(await kept()).toHaveLength(10)

    // Two codes of the app that hold at the same time would be two at once.
    const { store } = server.context
    const made = await Promise.all(
      MANY.map(() => store.transaction((tx) => renewRecoveryCodes(server.context, tx, user))),
    )
    expect(made).toHaveLength(many)
    expect(await kept()).toHaveLength(10)
  })
})
