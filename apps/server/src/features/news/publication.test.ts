/**
 * One staff member of the role content publishes a false address to all customers: the others are told by mail, with
 * the texts of all languages and what in them a customer may pay to or follow (decision 157).
 */
import { must } from '@veritick/domain'
import { mails } from '@veritick/testing/people'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const reason_text = 'the bank asked for it'
const ADDRESS = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const english = { language: 'en', title: 'Opening hours', summary: 'In April', body: '<p>As always.</p>' }
const chinese = {
  language: 'hk',
  title: '新地址',
  summary: '',
  body:
    `<p>${'x '.repeat(300)}<strong>TJCn</strong>KsPa7y5okkXvQAidZBzqx3QyQ6sxMW, ` +
    '<a href="https://evil.example/pay">…</a></p>',
}

let server: TestServer
let members: { readonly [role: string]: Member }

beforeAll(async () => {
  server = await openTestServer()
  const roles = ['content', 'compliance', 'finance', 'support', 'risk'] as const
  const made: Record<string, Member> = {}
  for (const role of roles) made[role] = await staffMember(server, role)
  members = made
}, 120_000)
afterAll(() => server.close())

const member = (role: string) => must(members[role], role)

/** The mails about publications that `act` caused. */
async function told(act: () => Promise<unknown>) {
  const before = (await mails(server)).length
  await act()
  return (await mails(server)).slice(before).filter(({ subject }) => / was (?:published|changed|added)$/.test(subject))
}
const draft = (more: object = {}) => ({ kind: 'banner', picture: '', texts: [english, chinese], reason_text, ...more })
const saved = async (more: object = {}) => {
  const { data } = await member('content').caller.asks('newsSave', draft(more))
  return data as { id: number; version: number }
}
const publish = ({ id, version }: { id: number; version: number }, more: object = {}) =>
  member('content').caller.does('newsPublish', { id, seen_version: version, reason_text, ...more })

test('content staff save a draft without a mail, and publish it: colleagues get its texts and addresses', async () => {
  let row = { id: 0, version: 0 }
  expect(await told(async () => (row = await saved()))).toEqual([])
  const sent = await told(() => publish(row))
  const receivers = sent.map(({ to }) => to)
  for (const role of ['compliance', 'finance', 'support', 'content']) expect(receivers).toContain(member(role).email)
  expect(receivers).not.toContain(member('risk').email)
  expect(new Set(receivers).size).toBe(receivers.length)
  const { subject, text } = must(sent[0], 'a mail')
  expect(subject).toBe(`Veritick office: CHECK ADDRESSES AND LINKS: The banner ${row.id} was published`)
  for (const part of [
    reason_text,
    ADDRESS,
    'https://evil.example/pay',
    '[en] Opening hours',
    '[hk] 新地址',
    'Withdraw',
  ])
    expect(text).toContain(part)
  expect(text).toContain('Customers can read it now.')
})

test('content staff schedule an article: the mail says from when on, and warns of no address', async () => {
  const row = await saved({ kind: 'news', texts: [english] })
  const publish_at = server.context.runtime.now() + 3_600_000
  const { subject, text } = must((await told(() => publish(row, { publish_at })))[0], 'a mail')
  expect(subject).toBe(`Veritick office: The article ${row.id} was published`)
  expect(text).toMatch(/Customers can read it from .+ on\./)
})

test('content staff change the texts of a published article: colleagues get the new texts', async () => {
  const row = await saved({ kind: 'announcement', texts: [english] })
  const { version: seen_version } = await publish(row)
  const body = '<p>Send it to DE89 3704 0044 0532 0130 00 only.</p>'
  const change = draft({ kind: 'announcement', id: row.id, seen_version, texts: [{ ...english, body }] })
  const sent = await told(() => member('content').caller.asks('newsSave', change))
  const { subject, text } = must(sent[0], 'a mail')
  expect(subject).toBe(`Veritick office: CHECK ADDRESSES AND LINKS: The announcement ${row.id} was changed`)
  expect(text).toContain('89 3704 0044 0532 0130 00')
})

test('content staff replace a canned answer: support staff, who send it, are told', async () => {
  const answer = { title: 'Deposits', language: 'en', text: `Send USDT to ${ADDRESS}`, reason_text } as const
  const sent = await told(() => member('content').caller.does('cannedSave', answer))
  expect(sent.map(({ to }) => to)).toContain(member('support').email)
  const { subject, text } = must(sent[0], 'a mail')
  expect(subject).toMatch(/CHECK ADDRESSES AND LINKS: The canned answer \d+ was added/)
  expect(text).toContain(`- ${ADDRESS}`)
})
