/** A run of the deletion leaves nothing that is old enough, also when it is more than one batch. */
import { customer } from '@veritick/testing/customers'
import { staffMember } from '@veritick/testing/test-office'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/times.ts'
import { conversationWith, textsOf } from './support-fixture.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('one run deletes everything that is old enough, also after a busy hour', async () => {
  const { store, runtime, support } = server.context
  const person = await customer(server, 'kay')
  await person.does('supportSend', { text: 'kept' })
  const { id } = await conversationWith(await staffMember(server, 'support'), person)
  const before = runtime.now() - server.context.settings.get('support_kept_days') * DAY_MS
  await store.query(
    `insert into support_messages (conversation_id, seq, author, encrypted, at)
     select $1, n, 'customer', 'x', $2 from generate_series(2, 2502) as n`,
    [id, before],
  )
  await store.query(
    `insert into feedback (reference, kind, encrypted, state, created_at, ended_at)
     select 'old ' || n, 'other', 'x', 'done', $1, $1 from generate_series(1, 1002) as n`,
    [before],
  )
  expect(await support.sweep()).toEqual({ messages: 2_501, feedback: 1_002 })
  expect(await textsOf(person)).toEqual(['kept'])
})
