/**
 * An admin who tries to act as two people. With a mail server the link reaches its owner only, and all readers of the
 * audit log are notified. A staff member who was invited, reset, enabled or given another role decides nothing about
 * money for a day, once the office is older than that, and a first payment channel waits for a day from then on.
 */
import { OPERATOR_NOT_STATED } from '@veritick/contract'
import { type SettingKey, STAFF_HOLD_HOURS } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { type ScratchSmtp, scratchSmtp, textOf } from '@veritick/testing/scratch-smtp'
import {
  appCode,
  awake,
  firstAdmin,
  type Member,
  STAFF_PASSWORD,
  StaffCaller,
  signsIn,
  welcomed,
} from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../services/secrets/passwords.ts'

const OFFICE = 'https://office.example'
const HOUR = 3_600_000
const reason_text = 'agreed on Tuesday'

let smtp: ScratchSmtp
let server: TestServer
let ada: Member
let cora: Member
let finn: Member
let greta: Member

beforeAll(async () => {
  smtp = await scratchSmtp()
  server = await openTestServer({ config: { smtpUrl: smtp.url, officeUrl: OFFICE } })
  ada = await firstAdmin(server)
  cora = await invited('Cora', 'compliance')
  finn = await invited('Finn', 'finance')
  greta = await invited('Greta', 'finance')
}, 180_000)
afterAll(async () => {
  await server.close()
  await smtp.stop()
})

/** Every mail to this address so far, oldest first. */
async function mailsTo(email: string): Promise<readonly string[]> {
  await server.context.messages.flush()
  return smtp.taken.filter(({ to }) => to.includes(email)).map(({ data }) => textOf(data))
}

async function mailedLink(email: string): Promise<string> {
  const text = must((await mailsTo(email)).at(-1), `${email} got a mail`)
  return must(
    /https:\/\/office\.example\/#\/welcome\/([\w-]{43})\s/.exec(text)?.[1],
    'a link of the office stands in it',
  )
}

const addressOf = (name: string) => `${name.toLowerCase()}@office.example`

async function invited(name: string, role: string): Promise<Member> {
  await awake(server, ada)
  const made = await ada.caller.does('staffInvite', {
    name,
    email: addressOf(name),
    role: role as 'finance',
    reason_text,
  })
  expect(made).toMatchObject({ link: null, mailed_to: addressOf(name) })
  return welcomed(server, await mailedLink(addressOf(name)))
}

/** All staff members sign in again: their sessions ended meanwhile. */
async function later(hours: number): Promise<void> {
  server.passTime(hours * HOUR)
  for (const member of [ada, cora, finn, greta]) await awake(server, member)
}

/** Of an unknown correction: a staff member who may decide reads that, one who is held reads `staff_held` first. */
const decides = (who: Member) => who.caller.reason('correctionApprove', { id: 987_654, reason_text })
const FREE = 'record_unknown'
const HELD = 'staff_held'

const NETWORK = { id: 1, currency_code: 'USDT', protocol_code: 'TRC20', usd_price: '1.000000', trial: true }
const BANK = { id: 1, bank_coin: 1, bank_name: 'TRIAL BANK', bank_swift: '', payee_name: 'TRIAL', trial: true }
/** Hours until a change of a channel by Ada alone holds, as the preview says and as it is saved. */
async function hoursUntil(key: SettingKey, value: unknown): Promise<readonly (number | null)[]> {
  const { version, holds_from } = await ada.caller.does('settingPreview', { key, value })
  const saved = await ada.caller.does('settingChange', { key, value, seen_version: version, reason_text })
  const hours = (from: number | null | undefined) =>
    from == null ? null : Math.round((from - server.context.runtime.now()) / HOUR)
  return [hours(holds_from), hours(saved.next?.holds_from)]
}

describe('on the first day', () => {
  test('an admin sets the first channels one after the other, and each holds at once', async () => {
    const network = { ...NETWORK, address: 'TRIAL - SEND NOTHING' }
    expect(await hoursUntil('charge_networks', [network])).toEqual([null, null])
    server.passTime(10 * 60_000)
    expect(await hoursUntil('charge_symbols', [{ id: 1, name: 'EUR', usd_price: '1.083700' }])).toEqual([null, null])
    expect(await hoursUntil('charge_networks', [{ ...network, address: 'TRIAL TWO' }])).toEqual([24, 24])
  })

  test('all staff are new, so none of them waits', async () => {
    expect((await finn.caller.does('me', {})).money_from).toBeNull()
    expect(await decides(greta)).toBe(FREE)
  })

  test('the office says what it still lacks', async () => {
    const { data } = await ada.caller.does('officeSetup', {})
    expect(data.filter(({ done }) => done).map(({ id }) => id)).toEqual([
      'two_finance',
      'compliance',
      'mail',
      'address',
      'payee_hold',
    ])
    expect(data.filter(({ done }) => !done).map(({ id }) => id)).toEqual([
      'second_admin',
      'operator',
      'deposits',
      'withdrawals',
      'support',
    ])
    const { settings } = server.context
    const change = { key: 'card_provider', value: 'sandbox', who: 'staff:1', reason: reason_text, seenVersion: 0 }
    await settings.change(change)
    await settings.change({ ...change, key: 'support_email', value: 'help@example.com' })
    const after = (await ada.caller.does('officeSetup', {})).data
    // The card sandbox takes no money.
    expect(after.filter(({ done }) => !done).map(({ id }) => id)).toEqual([
      'second_admin',
      'operator',
      'deposits',
      'withdrawals',
    ])
    const isHeld = async () =>
      (await ada.caller.does('officeSetup', {})).data.find(({ id }) => id === 'payee_hold')?.done
    await settings.seed({ payee_hold_hours: 0 }, { file: 'trial-settings.json' })
    expect(await isHeld(), 'the trial value stays in the store').toBe(false)
    await settings.change({ ...change, key: 'payee_hold_hours', value: 24, seenVersion: 1 })
    expect(await isHeld()).toBe(true)
    const stated = { ...OPERATOR_NOT_STATED, name: 'North Markets Ltd', registered_address: '1 Quay', number: 'HE 1' }
    const isOpen = async () =>
      (await ada.caller.does('officeSetup', {})).data.find(({ id }) => id === 'operator')?.done === false
    await settings.change({ ...change, key: 'operator', value: stated })
    expect(await isOpen(), 'the law is missing').toBe(true)
    await settings.change({ ...change, key: 'operator', value: { ...stated, law: 'Cyprus' }, seenVersion: 1 })
    expect(await isOpen()).toBe(false)
  })

  test('the link stands in the mail to its owner, and nowhere else', async () => {
    const before = smtp.taken.length
    await ada.caller.does('staffInvite', { name: 'Hugo', email: 'hugo@office.example', role: 'support', reason_text })
    const link = await mailedLink('hugo@office.example')
    // Mails about the settings that were changed before may come among them.
    const others = smtp.taken.slice(before).filter(({ to }) => !to.includes('hugo@office.example'))
    const told = others.filter(({ data }) => textOf(data).includes('Hugo (hugo@office.example) was invited'))
    expect(told.map(({ to }) => to[0]).sort()).toEqual(['ada@office.example', 'cora@office.example'])
    expect(others.map(({ data }) => textOf(data)).join('\n')).not.toContain(link)
    const { store, encryption } = server.context
    const answers = await store.query<{ key: string; encrypted: Uint8Array }>(
      'select key, encrypted from stored_answers',
    )
    const answered = answers
      .map(({ key, encrypted }) => encryption.decryptText({ purpose: 'office_answer', row: key }, encrypted))
      .join('\n')
    const kept = JSON.stringify([
      await store.query('select * from audit'),
      await store.query('select * from staff_links'),
    ])
    for (const place of [answered, kept, server.logged.join('\n')]) expect(place).not.toContain(link)
  })

  test('every admin and compliance read who was let in, by whom and why; the person is not told the reason', async () => {
    const texts = await mailsTo('cora@office.example')
    expect(texts.at(-1)).toContain('Hugo (hugo@office.example) was invited to the office as support.\nBy: Ada, ')
    expect(texts.at(-1)).toContain(`Reason: ${reason_text}`)
    const own = await mailsTo('hugo@office.example')
    expect(own).toHaveLength(1)
    expect(own[0]).toContain('By: Ada, ')
    expect(own[0]).not.toContain(reason_text)
  })
})

describe('when the office is older than a day', () => {
  beforeAll(() => later(STAFF_HOLD_HOURS))

  test('a first channel of its kind waits like any other, so that one admin alone leads no deposit away', async () => {
    expect(await hoursUntil('charge_banks', [{ ...BANK, payee_account: 'TRIAL ONE' }])).toEqual([24, 24])
    expect(server.context.settings.get('charge_banks')).toEqual([])
    expect((await mailsTo(finn.email)).at(-1)).toContain('The setting charge_banks was changed.')
  })

  test('changes of its first day hold no staff member', async () => {
    expect(await decides(greta)).toBe(FREE)
  })

  test('a staff member who was reset waits a day, is told until when, and every call about money says so', async () => {
    await ada.caller.does('staffReset', { id: greta.id, reason_text: 'lost the phone' })
    const reset = server.context.runtime.now()
    greta = await welcomed(server, await mailedLink(greta.email))
    const { money_from } = await greta.caller.does('me', {})
    expect(money_from).toBeGreaterThan(reset + STAFF_HOLD_HOURS * HOUR - 60_000)
    const refused = await greta.caller.asks('correctionApprove', { id: 987_654, reason_text })
    const moment = new Date(money_from ?? 0).toISOString().slice(0, 16).replace('T', ' ')
    expect(refused).toMatchObject({ reason: 'staff_held', msg: expect.stringContaining(`${moment} UTC`) })
    const record = { id: 1, reason_text, amount: '1', remark: 'as it came', reference: 'tx-1' }
    for (const call of ['depositCredit', 'withdrawalApprove', 'withdrawalPay', 'withdrawalReject'] as const)
      expect(await greta.caller.reason(call, record), call).toBe('staff_held')
    // She keeps the calls that move nothing.
    expect(await greta.caller.reason('correctionList', {})).toBe('good')
    expect((await mailsTo('cora@office.example')).at(-1)).toContain(
      `Greta decides nothing about money before ${moment} UTC.`,
    )
    await later(STAFF_HOLD_HOURS)
    expect((await greta.caller.does('me', {})).money_from).toBeNull()
    expect(await decides(greta)).toBe(FREE)
  })

  test('another role, and being enabled again, hold as well; nothing is changed for show', async () => {
    const { id } = cora
    const role = (to: 'finance' | 'compliance') => ada.caller.reason('staffRole', { id, role: to, reason_text })
    expect(await role('compliance')).toBe('nothing_changes')
    expect(await role('finance')).toBe('good')
    expect(await decides(cora)).toBe(HELD)
    expect(await role('compliance')).toBe('good')
    expect((await cora.caller.does('me', {})).money_from).toBeNull()

    expect(await ada.caller.reason('staffEnable', { id: finn.id, reason_text })).toBe('nothing_changes')
    await ada.caller.does('staffDisable', { id: finn.id, reason_text })
    const back = await ada.caller.does('staffEnable', { id: finn.id, reason_text })
    expect(back).toMatchObject({ access: { what: 'enabled', by: { name: 'Ada' } }, money_from: expect.any(Number) })
    server.passTime(30_000)
    finn.caller = await signsIn(server, finn)
    expect(await decides(finn)).toBe(HELD)
    const { data } = await ada.caller.does('staffList', {})
    const known = new Map(data.map((row) => [row.name, row]))
    expect(known.get('Ada')).toMatchObject({ access: null, money_from: null })
    expect(known.get('Greta')).toMatchObject({ access: { what: 'reset' }, money_from: null })
    expect(known.get('Cora')).toMatchObject({
      access: { what: 'role', by: { who: `staff:${ada.id}` } },
      money_from: null,
    })
  })
})

describe('a request whose answer was lost', () => {
  test('is a reset once: the same again sends a fresh link and ends nothing twice', async () => {
    await awake(server, ada)
    const headers = { 'idempotency-key': 'finn lost it' }
    const reset = () => ada.caller.asks('staffReset', { id: finn.id, reason_text }, headers)
    const resets = async () =>
      (await ada.caller.does('auditList', { action: 'staff_reset', subject: String(finn.id) })).total
    expect((await reset()).code).toBe(1)
    const first = await mailedLink(finn.email)
    const watched = (await mailsTo(ada.email)).length
    await server.context.store.query('delete from stored_answers')
    expect((await reset()).code).toBe(1)
    const second = await mailedLink(finn.email)
    expect(second).not.toBe(first)
    expect(await new StaffCaller(server).reason('welcomeLook', { link: first })).toBe('link_not_usable')
    expect([await resets(), (await mailsTo(ada.email)).length]).toEqual([1, watched])
    finn = await welcomed(server, second)
    await server.context.store.query('delete from stored_answers')
    expect((await reset()).reason).toBe('link_not_usable')
    expect(await finn.caller.reason('me', {})).toBe('good')
  })
})

test('a link that is none is refused before anything costly is computed', async () => {
  const given = {
    link: 'x'.repeat(43),
    password: STAFF_PASSWORD,
    totp_code: appCode(ada.secret, server.context.runtime.now()),
  }
  const spent = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const twentyTimes = async (work: () => Promise<unknown>) => {
    for (let count = 0; count < 20; count++) await work()
  }
  const reasons = new Set<string>()
  const refusals = await spent(() =>
    twentyTimes(async () => reasons.add(await new StaffCaller(server).reason('welcomeFinish', given))),
  )
  expect(reasons).toEqual(new Set(['link_not_usable']))
  const hashes = await spent(() => twentyTimes(() => hashPassword({ password: STAFF_PASSWORD, from: '203.0.113.9' })))
  expect(refusals).toBeLessThan(hashes)
})
