/** Two-factor from the first secret to its end, and the proof that money and security ask for. */
import { must, userId } from '@veritick/domain'
import { openChannels, TRON_ADDRESS, userOf } from '@veritick/testing/customers'
import { codeTo, mailsTo, PASSWORD, realPerson, signIn } from '@veritick/testing/people'
import { committing } from '@veritick/testing/reseal'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import {
  guardedPerson,
  mailedProof as mailedProofOf,
  nextAppCode,
  turnsOnTwoFactor,
  wrongAppCode,
} from '@veritick/testing/two-factor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../../services/rate-limits/limits.ts'
import { changeSealed } from '../../services/seals/index.ts'
import type { Transaction } from '../../store/index.ts'
import { BEGUN_MILLIS } from './begun-secrets.ts'
import { PROOF_MILLIS, proofPrint } from './step-up.ts'

let server: TestServer
const IBAN = 'DE89370400440532013000'

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const appCode = (secret: string) => nextAppCode(server, secret)
const wrongFor = (secret: string) => wrongAppCode(server, secret)
const mailedProof = (person: Caller, email: string) => mailedProofOf(server, person, email)

/** Registered, signed in, two-factor on; the proof of turning it on is over. */
async function guarded(email: string) {
  const made = await guardedPerson(server, email)
  server.passTime(PROOF_MILLIS)
  return made
}
/** Another session of the same customer that has proven nothing in the last minutes. */
const another = (email: string, secret: string) => signIn(server, email, PASSWORD, appCode(secret))
const subjects = async (email: string) => (await mailsTo(server, email)).map((mail) => mail.subject)

describe('a proof', () => {
  test('a mailed code counts for five minutes, in this session only', async () => {
    const ana = await realPerson(server, 'ana@example.com')
    const other = await signIn(server, 'ana@example.com')
    expect(await ana.asks('prove', {})).toMatchObject({ code: 2113, reason: 'proof_needed', field: 'auth_code' })
    const auth_code = await mailedProof(ana, 'ana@example.com')
    expect(await ana.reason('prove', { auth_code: auth_code === '333333' ? '333334' : '333333' })).toBe('code_wrong')
    const before = server.context.runtime.now()
    const { until } = await ana.does('prove', { auth_code })
    expect(until).toBeGreaterThanOrEqual(before + PROOF_MILLIS)
    expect(until).toBeLessThanOrEqual(server.context.runtime.now() + PROOF_MILLIS)
    expect(await ana.reason('prove', {})).toBe('good')
    expect(await other.reason('prove', {})).toBe('proof_needed')
    expect(await other.reason('prove', { auth_code })).toBe('code_expired')
    server.passTime(PROOF_MILLIS)
    expect(await ana.reason('prove', {})).toBe('proof_needed')
  })
})

describe('turning it on', () => {
  test('a secret that was begun is confirmed by the session that began it, once, within half an hour', async () => {
    const email = 'rescued@example.com'
    const thief = await realPerson(server, email)
    const begin = async (person: Caller) =>
      (await person.does('twoFactorBegin', { auth_code: await mailedProof(person, email) })).secret
    const confirm = (person: Caller, secret: string) =>
      person.reason('twoFactorConfirm', { totp_code: appCode(secret) })
    const known = await begin(thief)
    server.passTime(61_000)
    await server.visitor.does('sendEmail', { to: email, type: 2 })
    const reset = { account: email, new_password: 'another good one', secondary_password: 'another good one' }
    await server.visitor.does('forgetPassword', { ...reset, auth_code: await codeTo(server, email) })
    expect(await confirm(thief, known)).toBe('session_ended')
    const owner = await signIn(server, email, reset.new_password)
    expect(await confirm(owner, known)).toBe('two_factor_off')
    const late = await begin(owner)
    server.passTime(BEGUN_MILLIS)
    expect(await confirm(owner, late)).toBe('two_factor_off')
    const secret = await begin(owner)
    expect(await confirm(owner, secret)).toBe('good')
    await owner.does('twoFactorOff', { totp_code: appCode(secret) })
    expect(await confirm(owner, secret)).toBe('two_factor_off')
  })

  test('a secret that was begun earlier, put back into the store, turns nothing on', async () => {
    const email = 'replaced@example.com'
    const person = await realPerson(server, email)
    const { store } = server.context
    const of = [await userOf(person)]
    const { secret: thiefs } = await person.does('twoFactorBegin', { auth_code: await mailedProof(person, email) })
    const [kept] = await store.query<{ encrypted: Uint8Array }>(
      'select encrypted from two_factor where user_id = $1',
      of,
    )
    const { secret } = await turnsOnTwoFactor(server, person, email)
    await store.query(
      `update two_factor set confirmed_at = null, last_step = 0, encrypted = coalesce($2::bytea, encrypted)
       where user_id = $1`,
      [...of, kept?.encrypted ?? null],
    )
    expect(await person.reason('twoFactorConfirm', { totp_code: appCode(thiefs) })).toBe('two_factor_on')
    server.passTime(PROOF_MILLIS)
    expect(await person.reason('prove', { totp_code: appCode(thiefs) })).toBe('totp_wrong')
    expect(await person.reason('prove', { totp_code: appCode(secret) })).toBe('good')
  })

  test('takes a proof and a first code; ten recovery codes are shown once; the owner is told', async () => {
    const cara = await realPerson(server, 'cara@example.com')
    expect(await cara.reason('twoFactorBegin', {})).toBe('proof_needed')
    expect(await cara.reason('twoFactorConfirm', { totp_code: '123456' })).toBe('two_factor_off')
    const begun = await cara.does('twoFactorBegin', { auth_code: await mailedProof(cara, 'cara@example.com') })
    expect(begun.url).toContain(`secret=${begun.secret}`)
    expect((await cara.does('userInfo', {})).two_factor).toBe(0)
    expect(await cara.reason('twoFactorConfirm', { totp_code: wrongFor(begun.secret) })).toBe('totp_wrong')
    // Begun again, with a code of its own: the secret before is void.
    expect(await cara.reason('twoFactorBegin', {})).toBe('proof_needed')
    const again = await cara.does('twoFactorBegin', { auth_code: await mailedProof(cara, 'cara@example.com') })
    expect(await cara.reason('twoFactorConfirm', { totp_code: appCode(begun.secret) })).toBe('totp_wrong')
    const { recovery_codes } = await cara.does('twoFactorConfirm', { totp_code: appCode(again.secret) })
    expect(new Set(recovery_codes).size).toBe(10)
    expect((await cara.does('userInfo', {})).two_factor).toBe(1)
    expect(await cara.reason('twoFactorBegin', {})).toBe('two_factor_on')
    expect(await cara.reason('twoFactorConfirm', { totp_code: appCode(again.secret) })).toBe('two_factor_on')
    expect((await subjects('cara@example.com')).at(-1)).toBe('Two-step verification is on')
  })

  test('takes a code mailed for it: neither a proof of minutes ago nor a code for anything else does', async () => {
    const [dora, there] = [await realPerson(server, 'dora@example.com'), await signIn(server, 'dora@example.com')]
    await dora.does('prove', { auth_code: await mailedProof(dora, 'dora@example.com') })
    expect(await dora.reason('prove', {})).toBe('good')
    expect(await dora.reason('twoFactorBegin', {})).toBe('proof_needed')
    await there.does('sendCode', { purpose: 'password' })
    const auth_code = await codeTo(server, 'dora@example.com')
    for (const call of ['twoFactorBegin', 'prove'] as const)
      expect(await there.reason(call, { auth_code })).toBe('code_expired')
    // A code that began it has proven nothing else.
    await there.does('twoFactorBegin', { auth_code: await mailedProof(there, 'dora@example.com') })
    expect(await there.reason('prove', {})).toBe('proof_needed')
  })

  test('the secret cannot be read in the store, nor moved to another person', async () => {
    const { person, secret } = await guarded('eva@example.com')
    const { id } = await person.does('userInfo', {})
    const [row] = await server.context.store.query<{ encrypted: Uint8Array }>(
      'select encrypted from two_factor where user_id = $1',
      [id],
    )
    const { encrypted } = must(row, 'an encrypted secret')
    expect(Buffer.from(encrypted).toString('latin1')).not.toContain(secret)
    expect(() => server.context.encryption.decryptText({ purpose: 'totp', row: String(id + 1) }, encrypted)).toThrow()
  })
})

describe('once it is on', () => {
  test('a mailed code does no more; a code of the app does, once', async () => {
    const { person, secret } = await guarded('fay@example.com')
    const other = await another('fay@example.com', secret)
    expect(await person.asks('prove', { auth_code: '123456' })).toMatchObject({
      code: 2114,
      reason: 'totp_needed',
      field: 'totp_code',
    })
    const totp_code = appCode(secret)
    expect(await person.reason('prove', { totp_code })).toBe('good')
    expect(await other.reason('prove', { totp_code })).toBe('totp_wrong')
    server.passTime(30_000)
    expect(await person.reason('prove', {})).toBe('good')
    expect(await other.reason('prove', {})).toBe('totp_needed')
  })

  test('a mailed proof does not count', async () => {
    const { person } = await guarded('gus@example.com')
    const session = must(await server.context.sessions.find(person.token ?? ''), 'a session')
    await server.context.sessions.prove(session, { by: 'code', of: proofPrint(server.context, { purpose: 'proof' }) })
    expect(await person.reason('prove', {})).toBe('totp_needed')
  })

  test('a recovery code works once, and its owner is told how many are left', async () => {
    const { person, secret, recovery } = await guarded('hana@example.com')
    const first = must(recovery[0], 'a recovery code').toLowerCase().replaceAll('-', ' ')
    expect(await person.reason('prove', { totp_code: first })).toBe('good')
    server.passTime(PROOF_MILLIS)
    expect(await person.reason('prove', { totp_code: first })).toBe('totp_wrong')
    expect((await mailsTo(server, 'hana@example.com')).map(({ text }) => text).join()).toContain('9 are left')
    const second = must(recovery[1], 'a recovery code')
    const sessions = [person, await another('hana@example.com', secret), await another('hana@example.com', secret)]
    const answers = await Promise.all(sessions.map((each) => each.reason('prove', { totp_code: second })))
    expect(answers.sort()).toEqual(['good', 'totp_wrong', 'totp_wrong'])
  })

  test('recovery codes of one customer, written into the store for another, do not work', async () => {
    const eve = await guarded('eve.recovery@example.com')
    const ivy = await guarded('ivy.recovery@example.com')
    await server.context.store.query('delete from recovery_codes where user_id = $1', [await userOf(ivy.person)])
    await server.context.store.query('update recovery_codes set user_id = $1 where user_id = $2', [
      await userOf(ivy.person),
      await userOf(eve.person),
    ])
    expect(await ivy.person.reason('prove', { totp_code: must(eve.recovery[0], 'ten codes') })).toBe('totp_wrong')
  })

  test('new recovery codes make the old ones void; they take a code there and then', async () => {
    const { person, secret, recovery } = await guarded('ivo@example.com')
    await person.does('prove', { totp_code: appCode(secret) })
    expect(await person.reason('recoveryCodes', { totp_code: wrongFor(secret) })).toBe('totp_wrong')
    const { recovery_codes } = await person.does('recoveryCodes', { totp_code: appCode(secret) })
    server.passTime(PROOF_MILLIS)
    expect(await person.reason('prove', { totp_code: recovery[2] ?? '' })).toBe('totp_wrong')
    expect(await person.reason('prove', { totp_code: recovery_codes[2] ?? '' })).toBe('good')
  })

  test('changing the password takes both codes', async () => {
    const { person, secret } = await guarded('jan@example.com')
    await person.does('sendCode', { purpose: 'password' })
    const params = { new_password: 'nine lamps along the pier', auth_code: await codeTo(server, 'jan@example.com') }
    expect(await person.reason('amendPassword', params)).toBe('totp_needed')
    expect(await person.reason('amendPassword', { ...params, totp_code: wrongFor(secret) })).toBe('totp_wrong')
    expect(await person.reason('amendPassword', { ...params, totp_code: appCode(secret) })).toBe('good')
  })

  test('a new password that waited while two-step verification was turned on elsewhere changes nothing', async () => {
    const person = await realPerson(server, 'kai@example.com')
    await person.does('sendCode', { purpose: 'password' })
    const params = { new_password: 'nine lamps along the pier', auth_code: await codeTo(server, 'kai@example.com') }
    const { store, sessions, encryption } = server.context
    const user = userId((await person.does('userInfo', {})).id)
    const turned = (tx: Pick<Transaction, 'query' | 'onEnd'>, at: number | null) =>
      changeSealed({ tx, encryption }, 'users', { user_id: user }, { two_factor_at: at })
    const ends = [
      ['session_ended', async (tx: Transaction) => void (await sessions.endSessions(tx, { user, except: undefined }))],
      ['totp_needed', (tx: Transaction) => turned(tx, 1)],
    ] as const
    for (const [reason, happens] of ends.toReversed()) {
      const waiting = await store.transaction(async (tx) => {
        await tx.query('select 1 from users where user_id = $1 for update', [user])
        const asked = person.asks('amendPassword', params)
        // Until it waits for the row.
        await new Promise((resolve) => setTimeout(resolve, 500))
        await happens(tx)
        return [asked]
      })
      expect((await Promise.all(waiting))[0]?.reason).toBe(reason)
      await turned(committing(store.query), null)
    }
  })

  test('a new payee takes both codes, one after the other or together; neither alone, and none of before', async () => {
    await openChannels(server)
    const { person, secret } = await guarded('hugo@example.com')
    const payee = { type: 1, draw_id: 1, dc_address: TRON_ADDRESS }
    const binds = (more: Readonly<Record<string, unknown>>) => person.asks('bindDrawMethod', { ...payee, ...more })
    await person.does('sendCode', { purpose: 'payee', dc_address: TRON_ADDRESS })
    const auth_code = await codeTo(server, 'hugo@example.com')
    expect(await binds({ auth_code })).toMatchObject({ reason: 'totp_needed', field: 'totp_code' })
    expect(await binds({ auth_code, totp_code: wrongFor(secret) })).toMatchObject({ reason: 'totp_wrong' })
    expect(await binds({ totp_code: appCode(secret) })).toMatchObject({ reason: 'proof_needed', field: 'auth_code' })
    expect(await binds({ auth_code: String((Number(auth_code) + 1) % 1_000_000).padStart(6, '0') })).toMatchObject({
      reason: 'code_wrong',
    })
    expect(await binds({ auth_code })).toMatchObject({ code: 1 })
    // An app code of minutes ago replaces a new app code, never the mailed code.
    const bank = {
      type: 2,
      draw_id: 3,
      bank_name: 'A bank',
      bank_swift: 'COBADEFFXXX',
      payee_name: 'Hugo',
      payee_account: IBAN,
    }
    expect(await binds(bank)).toMatchObject({ reason: 'proof_needed' })
    server.passTime(PROOF_MILLIS)
    expect(await binds(bank)).toMatchObject({ reason: 'totp_needed' })
  })

  test('ten wrong codes, then a quarter of an hour of none, whichever call they are tried at', async () => {
    const { person, secret } = await guarded('kim@example.com')
    const answers = []
    for (let time = 0; time < LIMITS.attempts.second_factor.max; time++)
      answers.push(await person.reason('prove', { totp_code: wrongFor(secret) }))
    expect(new Set(answers)).toEqual(new Set(['totp_wrong']))
    expect(await person.reason('twoFactorOff', { totp_code: appCode(secret) })).toBe('too_many_attempts')
    server.passTime(LIMITS.attempts.sign_in.millis)
    expect(await person.reason('prove', { totp_code: appCode(secret) })).toBe('good')
  })

  test('off takes a code there and then; the owner is told; a mailed code does again', async () => {
    const { person, secret } = await guarded('lea@example.com')
    expect(await person.reason('twoFactorOff', { totp_code: wrongFor(secret) })).toBe('totp_wrong')
    expect(await person.reason('twoFactorOff', { totp_code: appCode(secret) })).toBe('good')
    expect(await person.reason('twoFactorOff', { totp_code: appCode(secret) })).toBe('two_factor_off')
    expect((await person.does('userInfo', {})).two_factor).toBe(0)
    expect((await subjects('lea@example.com')).at(-1)).toBe('Two-step verification is off')
    server.passTime(PROOF_MILLIS)
    expect(await person.reason('prove', { auth_code: await mailedProof(person, 'lea@example.com') })).toBe('good')
  })

  test("another customer's code, secret and session are refused", async () => {
    const [mia, noa] = [await guarded('mia@example.com'), await guarded('noa@example.com')]
    expect(await noa.person.reason('prove', { totp_code: appCode(mia.secret) })).toBe('totp_wrong')
    expect(await noa.person.reason('prove', { totp_code: mia.recovery[0] ?? '' })).toBe('totp_wrong')
    expect(await mia.person.reason('prove', { totp_code: mia.recovery[0] ?? '' })).toBe('good')
  })
})
