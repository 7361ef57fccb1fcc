/** Feedback and complaints: their senders, where they arrive, what a flood and a repeat do, how long they are kept. */
import { randomUUID } from 'node:crypto'
import { SUPPORT } from '@veritick/contract'
import { must } from '@veritick/domain'
import { customer, picture, set, userOf } from '@veritick/testing/customers'
import { mailsTo } from '@veritick/testing/people'
import { awake, type Member, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/times.ts'
import { networkOf } from '../../services/network/network-of.ts'
import { LIMITS } from '../../services/rate-limits/limits.ts'
import { feedbackBox } from './feedback.ts'

let server: TestServer
let sue: Member
const reason_text = 'answered by mail'
const REFERENCE = /^[A-HJ-NP-Z2-9]{8}$/

beforeAll(async () => {
  server = await openTestServer()
  sue = await staffMember(server, 'support')
})
afterAll(() => server.close())

const queue = async (params: { readonly state?: 'open' | 'done' } = {}) =>
  (await sue.caller.does('feedbackQueue', { ...params, per_page: 100 })).data
const found = async (reference: string) => {
  const row = must(
    (await queue()).find((each) => each.reference === reference),
    'it is in the queue',
  )
  return sue.caller.does('feedbackFind', { id: row.id })
}

test('of a visitor: reaches the queue with text and address, and no customer', async () => {
  const text = '<img src=x onerror=alert(1)> the chart is slow'
  const { reference } = await server.visitor.does('feedbackSend', { kind: 'fault', text, email: ' Vera@Example.com ' })
  expect(reference).toMatch(REFERENCE)
  expect(await found(reference)).toMatchObject({
    kind: 'fault',
    text,
    email: 'vera@example.com',
    user: null,
    person: null,
    state: 'open',
    pictures: [],
  })
  const stored = await server.context.store.query<{ row: string }>(
    "select to_jsonb(each)::text || encode(encrypted, 'escape') as row from feedback each",
  )
  expect(stored.filter(({ row }) => /slow|vera/i.test(row))).toEqual([])
})

test('of a customer: with a picture that staff open, and the customer beside it', async () => {
  const ana = await customer(server, 'ana')
  const url = await picture(server, ana)
  const { reference } = await ana.does('feedbackOwn', { kind: 'suggestion', text: 'a darker theme', picture: url })
  const shown = await found(reference)
  expect(shown).toMatchObject({ user: { id: await userOf(ana), kind: 'real' }, email: '', text: 'a darker theme' })
  const link = must(shown.pictures[0], 'a picture').url
  const look = (cookie: string) => fetch(server.officeUrl + link, { headers: { cookie } })
  expect((await look(sue.caller.cookie ?? '')).status).toBe(200)
  expect((await look('')).status).toBe(404)
  expect(await ana.reason('feedbackOwn', { kind: 'fault', text: 'again', picture: url })).toBe('picture_used')
  const demo = await server.person()
  expect(await demo.reason('feedbackOwn', { kind: 'fault', text: 'x', picture: url })).toBe('picture_unknown')
})

test.each([
  ['no kind', { text: 'x' }, 'parameter_missing', 'kind'],
  ['another kind', { kind: 'praise', text: 'x' }, 'parameter_not_allowed', 'kind'],
  ['no text', { kind: 'other', text: '  ' }, 'parameter_missing', 'text'],
  ['too much text', { kind: 'other', text: 'x'.repeat(SUPPORT.feedbackTextMax + 1) }, 'parameter_too_long', 'text'],
  ['no address', { kind: 'other', text: 'x', email: 'nobody' }, 'email_malformed', 'email'],
  [
    'two lines of address',
    { kind: 'other', text: 'x', email: 'a@b.co\nBcc: c@d.co' },
    'parameter_not_allowed',
    'email',
  ],
])('refuses %s and stores nothing', async (_, params, reason, field) => {
  const before = (await queue()).length
  const answer = await server.visitor.asks('feedbackSend', params)
  expect([answer.reason, answer.field]).toEqual([reason, field])
  expect((await queue()).length).toBe(before)
})

test('a complaint goes to the queue, and by mail to the complaint address once there is one', async () => {
  const complaint = { email: 'carl@example.com', text: 'My order was filled late.' }
  const first = await server.visitor.does('complaintEmail', complaint)
  expect(await found(first.reference)).toMatchObject({ kind: 'complaint', ...complaint })
  await set(server, 'complaint_email', 'complaints@broker.example')
  expect(await mailsTo(server, 'complaints@broker.example')).toEqual([])
  const second = await server.visitor.does('complaintEmail', complaint)
  await server.visitor.does('feedbackSend', { kind: 'suggestion', text: 'no complaint' })
  const mails = await mailsTo(server, 'complaints@broker.example')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toContain(second.reference)
  expect(mails[0]?.text).toContain('My order was filled late.')
  expect(mails[0]?.text).toContain('carl@example.com')
})

test('a repeat gets the first reference, also when both are under way together', async () => {
  const key = { 'idempotency-key': randomUUID() }
  const body = { kind: 'other', text: 'once' }
  const answers = await Promise.all([1, 2, 3].map(() => server.visitor.asks('feedbackSend', body, key)))
  expect(answers[0]?.code).toBe(1)
  expect(answers.map(({ data }) => data)).toEqual(Array(3).fill(answers[0]?.data))
  const customerKey = { 'idempotency-key': randomUUID() }
  const person = await server.person()
  const own = await Promise.all([1, 2].map(() => person.asks('feedbackOwn', body, customerKey)))
  expect(own[1]?.data).toEqual(own[0]?.data)
})

test('staff mark it as done once, with a reason; done feedback is deleted after the days of the setting', async () => {
  const { reference } = await server.visitor.does('feedbackSend', { kind: 'other', text: 'please read' })
  const { id } = await found(reference)
  expect(await sue.caller.reason('feedbackDone', { id })).toBe('reason_missing')
  expect(await sue.caller.does('feedbackDone', { id, reason_text })).toMatchObject({ state: 'done' })
  expect(await sue.caller.reason('feedbackDone', { id, reason_text })).toBe('record_decided')
  expect((await found(reference)).audit.map(({ action }) => action)).toContain('feedback_done')
  const open = (await queue({ state: 'open' })).length
  await set(server, 'support_kept_days', 1)
  server.passTime(DAY_MS)
  sue = await awake(server, sue)
  expect((await server.context.support.sweep()).feedback).toBe(1)
  expect((await queue()).map((row) => row.reference)).not.toContain(reference)
  expect((await queue({ state: 'open' })).length).toBe(open)
})

test('a flood from one network, its demo accounts included, and of one customer is refused', async () => {
  const send = () => server.visitor.reason('feedbackSend', { kind: 'other', text: 'flood' })
  const own = (person: Caller) => person.reason('feedbackOwn', { kind: 'other', text: 'flood' })
  const { feedbackNetwork, feedbackOwn } = LIMITS.support
  server.passTime(feedbackNetwork.millis + 1)
  for (let count = 0; count < feedbackNetwork.max; count += 2)
    expect([await send(), await own(await server.person())]).toEqual(['good', 'good'])
  expect([await send(), await own(await server.person())]).toEqual(['support_limit_reached', 'support_limit_reached'])
  const person = await customer(server, 'flo')
  for (let count = 0; count < feedbackOwn.max; count += 1) expect(await own(person)).toBe('good')
  expect(await own(person)).toBe('support_limit_reached')
})

test('the support address is that of the setting', async () => {
  expect(await server.visitor.does('getEmail', {})).toEqual({ email: '' })
  await set(server, 'support_email', 'help@broker.example')
  expect(await server.visitor.does('getEmail', {})).toEqual({ email: 'help@broker.example' })
})

test('one line of IPv6 cannot use up the feedback of all visitors', async () => {
  const box = feedbackBox(server.context)
  const { feedbackNetworkDay, feedbackVisitors } = LIMITS.support
  const asked = { user: undefined, countsAsVisitor: true, kind: 'other', text: 'flood' } as const
  const more = { email: undefined, picture: undefined, once: undefined }
  const send = (line: number, network: number) =>
    box.handIn({ ...asked, ...more, from: networkOf(`2001:db8:0:${((line << 8) + network).toString(16)}::1`) })
  const taken = async () => {
    const sent = await Promise.all(Array.from({ length: 128 }, (_, network) => send(1, network)))
    return sent.filter(({ ok }) => ok).length
  }
  const hours = []
  for (let hour = 0; hour < 6; hour += 1) {
    hours.push(await taken())
    server.passTime(LIMITS.support.feedbackNetwork.millis + 1)
  }
  expect(hours).toEqual([80, 80, 80, 0, 0, 0])
  expect(feedbackNetworkDay.max * 4).toBeLessThan(feedbackVisitors.max / 8)
  expect(await send(2, 0)).toMatchObject({ ok: true })
})
