/** One staff member alone neither deletes evidence nor ends alerts unseen: the change waits, and staff are told. */
import type { Role, SettingKey } from '@veritick/contract/office'
import { customer } from '@veritick/testing/customers'
import { mails } from '@veritick/testing/people'
import { firstAdmin, type Member, staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const HOUR_MS = 3_600_000
const reason_text = 'tidying up'

let server: TestServer
const staff = new Map<Role, Member>()

beforeAll(async () => {
  server = await openTestServer()
  staff.set('admin', await firstAdmin(server))
  for (const role of ['content', 'compliance', 'risk', 'support'] as const)
    staff.set(role, await staffMember(server, role))
})
afterAll(() => server.close())

const member = (role: Role): Member => {
  const found = staff.get(role)
  if (found === undefined) throw new Error(`no member of ${role}`)
  return found
}

/** The row after the change, and which roles were told of it by mail. */
async function changed(by: Role, key: SettingKey, value: unknown) {
  const before = (await mails(server)).length
  const { data } = await member(by).caller.does('settingList', {})
  const seen_version = data.find((each) => each.key === key)?.version ?? 0
  const row = await member(by).caller.does('settingChange', { key, value, seen_version, reason_text })
  const subject = `Veritick office: the setting ${key} was changed`
  const to = new Set((await mails(server)).slice(before).flatMap((mail) => (mail.subject === subject ? mail.to : [])))
  return { row, told: [...staff].flatMap(([role, { email }]) => (to.has(email) ? role : [])) }
}

test('content staff, who read no conversation, do not decide when conversations are deleted', async () => {
  const change = { key: 'support_kept_days', value: 1, seen_version: 0, reason_text } as const
  expect(await member('content').caller.reason('settingChange', change)).toBe('not_permitted')
})

test('compliance staff shorten the time of conversations: the sweep keeps them until others could object', async () => {
  const kay = await customer(server, 'kay')
  await kay.does('supportSend', { text: 'your colleague has promised me 500 USD' })
  const days = server.context.settings.get('support_kept_days')
  const { row, told } = await changed('compliance', 'support_kept_days', 1)
  expect(row).toMatchObject({ value: days, in_force: false, next: { value: 1 } })
  expect(told).toEqual(['admin', 'compliance', 'support'])
  server.passTime(23 * HOUR_MS)
  expect(server.context.settings.get('support_kept_days')).toBe(days)
  expect(await server.context.support.sweep()).toEqual({ messages: 0, feedback: 0 })
  server.passTime(HOUR_MS)
  expect(server.context.settings.get('support_kept_days')).toBe(1)
})

test.each([
  ['identity_rejected_days', 0, 91],
  ['closed_account_kept_days', 365, 1828],
  ['closed_unused_account_kept_days', 0, 31],
] as const)('compliance staff set %s to %i, which waits, or to %i, which holds at once', async (key, less, more) => {
  staff.set('compliance', await staffMember(server, 'compliance'))
  const waiting = await changed('compliance', key, less)
  expect(waiting.row).toMatchObject({ next: { value: less } })
  expect(waiting.told).toEqual(['admin', 'compliance'])
  const holding = await changed('compliance', key, more)
  expect(holding.row).toMatchObject({ value: more, next: null })
})

test('an admin mutes all alerts: it waits, and every role that gets alerts is told', async () => {
  staff.set('admin', await staffMember(server, 'admin'))
  const muted = await changed('admin', 'alert_recipients', [])
  expect(muted.row).toMatchObject({ in_force: false, next: { value: [] } })
  expect(muted.told).toEqual(['admin', 'compliance', 'risk'])
  const before = server.context.settings.get('alert_recipients')
  const further = [...before, { id: 99, kind: 'disk_full', role: 'support' }]
  expect((await changed('admin', 'alert_recipients', further)).row).toMatchObject({ value: further, next: null })
})

test.each([
  ['alert_quiet_minutes', 1440],
  ['alert_feed_silent_seconds', 3600],
  ['alert_commit_late_ms', 60_000],
] as const)('an admin makes alerts rarer by %s: it holds at once, and staff are told', async (key, value) => {
  const { row, told } = await changed('admin', key, value)
  expect(row).toMatchObject({ value, next: null })
  expect(told).toEqual(['admin', 'compliance'])
})

test('risk staff change the kind of fee of every order: it holds at once, and staff are told', async () => {
  staff.set('risk', await staffMember(server, 'risk'))
  const { row, told } = await changed('risk', 'trade_fee_type', 2)
  expect(row).toMatchObject({ value: 2, next: null })
  expect(told).toEqual(['admin', 'compliance', 'risk'])
})
