/** Opening a real account in each of its ways, and what a stranger cannot learn from trying. */

import { userId } from '@veritick/domain'
import { accountOf } from '@veritick/testing/customers'
import { CAPTCHA_ANSWER, captcha, codeTo, form, mailsTo, PASSWORD, signIn } from '@veritick/testing/people'
import { resealRow } from '@veritick/testing/reseal'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { insertAccount } from './owned-accounts.ts'

let server: TestServer
let calls = 0

beforeAll(async () => {
  server = await openTestServer({ config: { trustProxy: true } })
})
afterAll(() => server.close())

/** Each call from an address of its own, so that only the ceiling under test is met. */
const elsewhere = () => ({ 'x-forwarded-for': `10.1.${Math.floor(++calls / 250)}.${calls % 250}` })
const registers = (params: Readonly<Record<string, unknown>>) => server.visitor.asks('register', params, elsewhere())
const reasonOf = async (params: Readonly<Record<string, unknown>>) => {
  const { reason, field } = await registers(params)
  return reason === undefined ? 'good' : `${reason} ${field ?? ''}`.trim()
}
const asks = async (name: 'sendEmail' | 'sendSms', params: Readonly<Record<string, unknown>>) => {
  const answer = await server.visitor.asks(name, params, elsewhere())
  return answer.reason ?? 'good'
}
const people = async (email: string) =>
  server.context.store.query<{
    user_id: number
    email_confirmed_at: number | null
    invited_by: number | null
    phone: string | null
  }>('select user_id, email_confirmed_at, invited_by, phone from users where email = $1', [email])

async function mode(value: 1 | 2 | 3): Promise<void> {
  const { settings } = server.context
  const seenVersion = settings.list().find((each) => each.key === 'verify_reg_type')?.version ?? 0
  const changed = await settings.change({
    key: 'verify_reg_type',
    value,
    who: 'test',
    reason: 'another way',
    seenVersion,
  })
  expect(changed.ok).toBe(true)
}

describe('with the captcha', () => {
  test('a person registers, signs in, and has a real account with nothing on it', async () => {
    const answer = await registers(await form(server, ' Ana@Example.com'))
    expect(answer).toMatchObject({ code: 1, data: null })
    expect(answer.msg).toContain('Please sign in')
    const ana = await signIn(server, 'ana@example.com')
    const info = await ana.does('userInfo', {})
    expect(info).toMatchObject({
      email: 'ana@example.com',
      is_demo: 0,
      balance: '0.000000',
      credit_score: 100,
      country: 'HK',
      email_confirmed: 0,
      two_factor: 0,
      frozen: 0,
      withdraw_held_until: null,
    })
    expect(info.uid).toMatch(/^\d{10}$/)
    expect(info.invite_code).toMatch(/^[A-Z2-9]{8}$/)
    expect(await ana.reason('resetForexDemoAccount', {})).toBe('demo_account_only')
    expect(
      (await server.context.core.query({ kind: 'account', account: await accountOf(server, ana) }))?.accountKind,
    ).toBe('real')
  })

  test('a form body does as well as JSON, and an address is no place for a password', async () => {
    const fields = {
      ...(await form(server, 'form@example.com')),
      adult: 'true',
      terms: '1',
      invite_code: '',
      mobile: '',
      area_id: '',
    }
    const text = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const path = '/api/user/register'
    expect((await server.visitor.raw('GET', `${path}?${text}`)).reason).toBe('method_not_allowed')
    expect((await server.visitor.raw('POST', `${path}?${text}`, { headers })).reason).toBe('parameter_missing')
    expect((await server.visitor.raw('POST', path, { headers, body: text })).code).toBe(1)
    expect(await people('form@example.com')).toHaveLength(1)
  })

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['no address', { account: 'ana' }, 'email_malformed account'],
    ['two passwords', { re_password: 'another one entirely' }, 'passwords_differ re_password'],
    ['a short password', { password: '7 chars', re_password: '7 chars' }, 'password_too_short password'],
    ['a common password', { password: 'password123', re_password: 'password123' }, 'password_too_common password'],
    ['somebody of 17', { adult: false }, 'adult_not_confirmed adult'],
    ['nothing said about age', { adult: undefined }, 'parameter_missing adult'],
    ['terms not read', { terms: '0' }, 'terms_not_confirmed terms'],
    ['no residence', { country: undefined }, 'parameter_missing country'],
    ['a residence that is none', { country: 'H1' }, 'parameter_not_allowed country'],
    ['North Korea', { country: 'kp' }, 'country_restricted country'],
    ['a number of China', { mobile: '+8613812345678' }, 'country_restricted mobile'],
    ['the area of Cuba', { area_id: 321, mobile: '51234567' }, 'country_restricted area_id'],
    ['an area that is none', { area_id: 4 }, 'area_unknown area_id'],
    ['a number that is none', { mobile: '12' }, 'phone_malformed mobile'],
    ['an unknown invite code', { invite_code: 'NOBODY22' }, 'invite_code_unknown invite_code'],
    ['a number alone', { type: 'mobile', account: '+85291234567' }, 'register_type_wrong type'],
  ])('%s is refused, and the captcha is not used up by it', async (_name, wrong, reason) => {
    const good = await form(server, 'slip@example.com')
    expect(await reasonOf({ ...good, ...wrong })).toBe(reason)
    const left = await server.context.store.query('select 1 from captchas where captcha_id = $1', [good.key])
    expect(left).toHaveLength(1)
    expect(await people('slip@example.com')).toEqual([])
  })

  test('a wrong answer uses the captcha up', async () => {
    const good = await form(server, 'guess@example.com')
    expect(await reasonOf({ ...good, sms_code: 'AAAAAA' })).toBe('captcha_wrong sms_code')
    expect(await reasonOf(good)).toBe('captcha_wrong sms_code')
    expect(await people('guess@example.com')).toEqual([])
  })

  test('the inviter is remembered; a number beside the address is kept but proves nothing', async () => {
    await registers(await form(server, 'cara@example.com'))
    const cara = await signIn(server, 'cara@example.com')
    const { invite_code, id } = await cara.does('userInfo', {})
    await registers(
      await form(server, 'dan@example.com', {
        invite_code: invite_code.toLowerCase(),
        area_id: 811,
        mobile: '9123 4567',
      }),
    )
    expect(await people('dan@example.com')).toMatchObject([{ invited_by: id, phone: '+85291234567' }])
    const login = { account: '+85291234567', password: PASSWORD, login_type: 'mobile' }
    expect((await server.visitor.asks('loginForU', login, elsewhere())).reason).toBe('login_wrong')
  })

  test('a code mailed to the address instead of the captcha confirms the address at once', async () => {
    expect(await asks('sendEmail', { to: 'eva@example.com', type: 1 })).toBe('good')
    const code = await codeTo(server, 'eva@example.com')
    const good = await form(server, 'eva@example.com', { key: undefined, sms_code: code })
    expect(await reasonOf({ ...good, account: 'eve@example.com' })).toBe('code_expired sms_code')
    expect(await reasonOf({ ...good, sms_code: code === '000000' ? '000001' : '000000' })).toBe('code_wrong sms_code')
    expect(await reasonOf(good)).toBe('good')
    expect((await people('eva@example.com'))[0]?.email_confirmed_at).not.toBeNull()
    expect(await reasonOf(good)).toBe('code_expired sms_code')
  })
})

describe('with a number', () => {
  test('an area and a number, with or without an address; the number signs in', async () => {
    await mode(1)
    expect((await server.visitor.does('getBasicInfo', {})).verify_reg_type).toBe(1)
    const good = await form(server, '91112222', { type: 'mobile', area_id: 811, key: undefined, country: undefined })
    expect(await reasonOf({ ...good, area_id: undefined })).toBe('parameter_missing area_id')
    expect(await reasonOf({ ...good, sms_code: '123456' })).toBe('code_expired sms_code')
    expect(await asks('sendSms', { to: '91112222', area_id: 811, type: 1 })).toBe('good')
    const sms_code = await codeTo(server, '+85291112222')
    expect(await reasonOf({ ...good, sms_code })).toBe('good')
    const login = { account: '9111 2222', area_id: 811, password: PASSWORD, login_type: 'mobile' as const }
    expect((await server.visitor.does('loginForU', login)).user).toMatchObject({
      email: '',
      phone: '+85291112222',
      area_code: '852',
      country: 'HK',
    })

    expect(await asks('sendSms', { to: '91113333', area_id: 811, type: 1 })).toBe('good')
    const both = await form(server, 'fay@example.com', { area_id: 811, mobile: '91113333', key: undefined })
    expect(await reasonOf({ ...both, mobile: undefined, sms_code: '123456' })).toBe('parameter_missing mobile')
    expect(await reasonOf({ ...both, sms_code: await codeTo(server, '+85291113333') })).toBe('good')
    expect(await (await signIn(server, 'fay@example.com')).does('userInfo', {})).toMatchObject({
      phone: '+85291113333',
      email_confirmed: 0,
    })
  })

  test('an address typed beside a number opens no account to its reader, who registers it anew', async () => {
    server.passWallTime(61_000)
    expect(await asks('sendSms', { to: '91114444', area_id: 811, type: 1 })).toBe('good')
    const typed = await form(server, 'owner@example.com', { area_id: 811, mobile: '91114444', key: undefined })
    expect(await reasonOf({ ...typed, sms_code: await codeTo(server, '+85291114444') })).toBe('good')
    expect(await asks('sendEmail', { to: 'owner@example.com', type: 2 })).toBe('good')
    expect(await mailsTo(server, 'owner@example.com')).toEqual([])

    await mode(2)
    server.passWallTime(61_000)
    expect(await asks('sendEmail', { to: 'owner@example.com', type: 1 })).toBe('good')
    const sms_code = await codeTo(server, 'owner@example.com')
    const own = { password: 'mine from now on', re_password: 'mine from now on', key: undefined, sms_code }
    expect(await reasonOf(await form(server, 'owner@example.com', own))).toBe('good')
    const reader = await signIn(server, 'owner@example.com', own.password)
    expect(await reader.does('userInfo', {})).toMatchObject({ email_confirmed: 1, phone: '' })
    const number = { account: '91114444', area_id: 811, password: PASSWORD, login_type: 'mobile' as const }
    const { user } = await server.visitor.does('loginForU', number)
    expect(user).toMatchObject({ email: '', phone: '+85291114444' })
  })

  test('an address that another customer typed: an account by number, with the captcha a mail', async () => {
    const registersBy = async (mobile: string, account: string) => {
      server.passWallTime(61_000)
      expect(await asks('sendSms', { to: mobile, area_id: 811, type: 1 })).toBe('good')
      const sms_code = await codeTo(server, `+852${mobile}`)
      return registers(await form(server, account, { area_id: 811, mobile, key: undefined, sms_code }))
    }
    const seen = ({ status, code, msg, data }: Awaited<ReturnType<typeof registers>>) => [status, code, msg, data]
    await mode(1)
    const free = await registersBy('91115555', 'typed@example.com')
    const typed = await registersBy('91116666', 'typed@example.com')
    expect(seen(typed)).toEqual(seen(free))
    expect(await people('typed@example.com')).toMatchObject([{ phone: '+85291115555' }])
    const login = { account: '91116666', area_id: 811, password: PASSWORD, login_type: 'mobile' as const }
    expect((await server.visitor.does('loginForU', login)).user).toMatchObject({ email: '', phone: '+85291116666' })
    expect(await mailsTo(server, 'typed@example.com')).toEqual([])
    const texts = await mailsTo(server, '+85291116666')

    await mode(2)
    const byCaptcha = { area_id: 811, mobile: '91116666' }
    expect(seen(await registers(await form(server, 'typed@example.com', byCaptcha)))).toEqual(seen(free))
    expect(await mailsTo(server, 'typed@example.com')).toMatchObject([
      { subject: 'Open your account with a code by e-mail', text: expect.stringContaining('instead of the picture') },
    ])
    // The number beside the captcha is not proven: its owner is not told.
    expect(await mailsTo(server, '+85291116666')).toEqual(texts)
    expect(await people('typed@example.com')).toMatchObject([{ phone: '+85291115555' }])
  })

  test('a number alone, which tells its country; one of a restricted country gets no code', async () => {
    await mode(3)
    expect(await asks('sendSms', { to: '+447400123456', type: 1 })).toBe('good')
    const good = await form(server, '+44 7400 123456', { type: 'mobile', key: undefined, country: undefined })
    expect(await reasonOf({ ...good, sms_code: await codeTo(server, '+447400123456') })).toBe('good')
    expect(await asks('sendSms', { to: '+8613812345678', type: 1 })).toBe('country_restricted')
    expect(await reasonOf({ ...good, account: '+8613812345678' })).toBe('country_restricted account')
  })

  test('a code to register counts as one to a stranger, with or without an account of the receiver', async () => {
    const send = vi.spyOn(server.context.codes, 'send')
    server.passWallTime(61_000)
    for (const to of ['+447400123456', '+447400123457']) expect(await asks('sendSms', { to, type: 1 })).toBe('good')
    expect(await asks('sendSms', { to: '+447400123456', type: 2 })).toBe('good')
    expect(await asks('sendEmail', { to: 'stranger@example.com', type: 1 })).toBe('good')
    expect(send.mock.calls.map(([request]) => request.toStranger)).toEqual([true, true, false, true])
    send.mockRestore()
  })

  test('a number that has an account gets a notice and no second code, and the answer does not say so', async () => {
    const before = (await mailsTo(server, '+447400123456')).length
    server.passWallTime(61_000)
    expect(await asks('sendSms', { to: '+447400123456', type: 1 })).toBe('good')
    const since = (await mailsTo(server, '+447400123456')).slice(before).map((mail) => mail.text.trim())
    expect(since).toEqual([
      'Veritick: somebody tried to open an account with your number. It already has one, so nothing was changed.',
    ])
    await mode(2)
  })
})

describe('an address that has an account', () => {
  test('the answer is the same; the owner is told, three times at most; the account does not change', async () => {
    const first = await registers(await form(server, 'gus@example.com'))
    const again = []
    for (let time = 0; time < 5; time++)
      again.push(
        await registers(
          await form(server, 'gus@example.com', { password: 'the thief was here', re_password: 'the thief was here' }),
        ),
      )
    const seen = (answer: typeof first) => [answer.status, answer.code, answer.msg, answer.data]
    expect(again.map(seen)).toEqual(again.map(() => seen(first)))
    const told = await mailsTo(server, 'gus@example.com')
    expect(told.map((mail) => mail.subject)).toEqual(Array(3).fill('You already have an account'))
    expect(await people('gus@example.com')).toHaveLength(1)
    expect((await signIn(server, 'gus@example.com')).token).toBeDefined()
  })

  test('asking for a code to register mails a notice, asking to reset an unknown address mails nothing; both say the same', async () => {
    const here = elsewhere()
    const known = await server.visitor.asks('sendEmail', { to: 'gus@example.com', type: 1 }, here)
    const unknown = await server.visitor.asks('sendEmail', { to: 'nobody@example.com', type: 2 }, here)
    expect([known.code, known.msg, known.data]).toEqual([unknown.code, unknown.msg, unknown.data])
    expect((await mailsTo(server, 'gus@example.com')).some((mail) => /\b\d{6}\b/.test(mail.text))).toBe(false)
    expect(await mailsTo(server, 'nobody@example.com')).toEqual([])
    expect((await server.visitor.asks('sendEmail', { to: 'nobody@example.com', type: 2 }, here)).reason).toBe(
      'code_too_soon',
    )
    expect((await server.visitor.asks('sendEmail', { to: 'gus@example.com', type: 1 }, here)).reason).toBe(
      'code_too_soon',
    )
  })
})

describe('a crash', () => {
  test('before the account was opened is repaired at the sign-in', async () => {
    const { store, core } = server.context
    await registers(await form(server, 'jan@example.com'))
    // The row of another user as the crash would leave it: without an account in the engine.
    const user = userId(1_999_999_999)
    await store.query(
      `insert into users (user_id, kind, created_at, email, password_hash, invite_code, country)
       select $1, 'real', created_at, 'kim@example.com', password_hash, 'KIMKIM22', 'HK' from users where email = 'jan@example.com'`,
      [user],
    )
    await resealRow({ query: store.query, encryption: server.context.encryption }, 'users', { user_id: user })
    const made = { user, kind: 'real', openedAt: 1, isDefault: true } as const
    const { account } = await store.transaction((tx) => insertAccount(tx, server.context, made))
    expect(await core.query({ kind: 'account', account })).toBeUndefined()
    const kim = await signIn(server, 'kim@example.com')
    expect((await kim.does('userInfo', {})).balance).toBe('0.000000')
  })
})

describe('what visitors may read', () => {
  test('areas without the restricted countries, public settings only, a picture', async () => {
    const areas = await server.visitor.does('areaList', {})
    expect(areas.find((area) => area.code === 'HK')).toEqual({ id: 811, area_id: 811, code: 'HK', global_code: '852' })
    expect(areas.filter((area) => ['KP', 'IL', 'CN', 'VU', 'CU'].includes(area.code))).toEqual([])
    expect(await server.visitor.does('setting', { key: 'is_show_mobile' })).toEqual({ key: 'is_show_mobile', value: 1 })
    for (const key of ['charge_banks', 'nothing', '__proto__'])
      expect(await server.visitor.reason('setting', { key })).toBe('setting_unknown')
    expect((await server.visitor.does('captcha', {})).b64s).toMatch(/^data:image\/png;base64,/)
    expect(await captcha(server)).not.toBe(await captcha(server))
    expect(CAPTCHA_ANSWER).toHaveLength(6)
  })

  test('no password, code, address or number stands in the log', () => {
    const text = server.logged.join('\n')
    for (const secret of [PASSWORD, 'example.com', '91112222', CAPTCHA_ANSWER]) expect(text).not.toContain(secret)
  })
})
