/**
 * A message of the customer that the staff member had not seen stays unread and waits for an answer: a close is
 * refused, and an answer answers only the messages before it.
 */
import { customer } from '@veritick/testing/customers'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversationWith } from './support-fixture.ts'

let server: TestServer
let sue: Member
const reason_text = 'agreed with the customer'

beforeAll(async () => {
  server = await openTestServer()
  sue = await staffMember(server, 'support')
})
afterAll(() => server.close())

test('a conversation with a message that the staff member has not seen is not closed', async () => {
  const ana = await customer(server, 'ana')
  await ana.does('supportSend', { text: 'Thank you, that is all.' })
  const { id } = await conversationWith(sue, ana)
  const { time: waiting_since } = await ana.does('supportSend', { text: 'No: my withdrawal is missing.' })
  const close = (seen_seq: number) => sue.caller.asks('supportClose', { id, seen_seq, reason_text })
  expect(await close(1)).toMatchObject({ reason: 'support_message_unseen', field: 'seen_seq' })
  expect(await conversationWith(sue, ana)).toMatchObject({ state: 'waiting', unread: 2 })
  expect(await ana.does('supportState', {})).toMatchObject({ closed: false, read: 0 })
  await sue.caller.does('supportReply', { id, seen_seq: 1, text: 'You are welcome.' })
  expect(await close(1), 'an answer of the staff member is no look at it').toMatchObject({ code: 2603 })
  expect(await conversationWith(sue, ana)).toMatchObject({ state: 'waiting', unread: 1, waiting_since })
  expect(await close(3)).toMatchObject({ data: { state: 'closed', unread: 0, waiting_since: null } })
  expect(await ana.does('supportState', {})).toMatchObject({ closed: true, read: 3 })
})

test('an answer leaves the messages after the last seen one unread, and their customer waiting', async () => {
  const ben = await customer(server, 'ben')
  await ben.does('supportSend', { text: 'When do you open?' })
  const { id } = await conversationWith(sue, ben)
  server.passWallTime(60_000)
  const { time } = await ben.does('supportSend', { text: 'And where is my deposit?' })
  server.passWallTime(60_000)
  await ben.does('supportSend', { text: 'It was 50 USD.' })
  await sue.caller.does('supportReply', { id, seen_seq: 1, text: 'At nine.' })
  expect(await conversationWith(sue, ben)).toMatchObject({ state: 'waiting', unread: 2, waiting_since: time })
  expect(await ben.does('supportState', {})).toMatchObject({ last: 4, read: 1 })
  const seen = { id, seen_seq: 4 }
  await sue.caller.does('supportReply', { ...seen, text: 'It has arrived.' })
  expect(await conversationWith(sue, ben)).toMatchObject({ state: 'open', unread: 0, waiting_since: null })
  expect(await ben.does('supportState', {})).toMatchObject({ last: 5, read: 5 })
  // An answer of a colleague that the author has not seen is no message of the customer.
  await sue.caller.does('supportReply', { ...seen, text: 'Anything else?' })
  expect(await conversationWith(sue, ben)).toMatchObject({ state: 'open', unread: 0 })
  expect(await sue.caller.does('supportClose', { ...seen, reason_text })).toMatchObject({ state: 'closed' })
})

test('an answer to an older message marks nothing unread that was read already', async () => {
  const cora = await customer(server, 'cora')
  for (const text of ['one', 'two']) await cora.does('supportSend', { text })
  const { id } = await conversationWith(sue, cora)
  await sue.caller.does('supportRead', { id, seq: 2 })
  await sue.caller.does('supportReply', { id, seen_seq: 1, text: 'to one' })
  expect(await cora.does('supportState', {})).toMatchObject({ read: 3 })
  expect(await conversationWith(sue, cora)).toMatchObject({ state: 'waiting', unread: 0 })
  // A message that a colleague has answered meanwhile does not wait again.
  await sue.caller.does('supportReply', { id, seen_seq: 2, text: 'to two' })
  await sue.caller.does('supportReply', { id, seen_seq: 1, text: 'to one, more' })
  expect(await conversationWith(sue, cora)).toMatchObject({ state: 'open', unread: 0, waiting_since: null })
})

test('a page names the newest message that it shows, also one that came while it was read', async () => {
  const dan = await customer(server, 'dan')
  await dan.does('supportSend', { text: 'Hello' })
  const { id } = await conversationWith(sue, dan)
  for (let round = 0; round < 15; round++) {
    const pages = Array.from({ length: 6 }, () => sue.caller.does('supportMessages', { id }))
    const [, ...read] = await Promise.all([dan.does('supportSend', { text: `More ${round}` }), ...pages])
    for (const { messages, last } of read) expect(last).toBe(messages.at(-1)?.seq)
  }
})
