/**
 * A run of the deletion leaves nothing that is old enough, also when it is more than one batch, and also behind
 * pictures that cannot be erased.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
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

test('pictures that cannot be erased keep their rows, and no other row', async () => {
  const { store, runtime, support, settings, config } = server.context
  const person = await customer(server, 'liv')
  await person.does('supportSend', { text: 'kept' })
  const { id } = await conversationWith(await staffMember(server, 'support'), person)
  const before = runtime.now() - settings.get('support_kept_days') * DAY_MS
  // A folder in the place of the file: it cannot be removed as a file. More rows name it than a batch has.
  const file = 'f'.repeat(32)
  const folder = join(config.dataDir, config.world, 'files', file)
  mkdirSync(folder)
  const rows = (count: number, picture: string | null) =>
    store.query(
      `insert into support_messages (conversation_id, seq, author, encrypted, file, at)
       select $1, (select max(seq) from support_messages where conversation_id = $1) + n, 'customer', 'x', $2, $3
       from generate_series(1, $4::int) as n`,
      [id, picture, before, count],
    )
  await rows(1_001, file)
  await rows(3, null)
  expect(await support.sweep()).toEqual({ messages: 3, feedback: 0 })
  rmSync(folder, { recursive: true })
  expect(await support.sweep()).toEqual({ messages: 1_001, feedback: 0 })
})
