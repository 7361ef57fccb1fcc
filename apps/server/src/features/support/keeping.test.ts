/**
 * A run of the deletion leaves nothing that is old enough, also when it is more than one batch, and also behind
 * pictures that cannot be erased.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { customer, documents, picture, userOf } from '@veritick/testing/customers'
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
  const { store, runtime, support, settings } = server.context
  const person = await customer(server, 'liv')
  await person.does('supportSend', { text: 'old', picture: await picture(server, person) })
  const { id } = await conversationWith(await staffMember(server, 'support'), person)
  // A folder in the place of the file: it cannot be removed as a file.
  const path = pathOf(await fileIn('support_messages', `conversation_id = ${id}`))
  const bytes = readFileSync(path)
  rmSync(path)
  mkdirSync(path)
  server.passTime((settings.get('support_kept_days') + 1) * DAY_MS)
  const before = runtime.now() - settings.get('support_kept_days') * DAY_MS
  await store.query(
    `insert into support_messages (conversation_id, seq, author, encrypted, at)
     select $1, 1 + n, 'customer', 'x', $2 from generate_series(1, 3) as n`,
    [id, before],
  )
  const left = async () => (await store.query('select 1 from support_messages where conversation_id = $1', [id])).length
  await support.sweep()
  expect(await left()).toBe(1)
  rmSync(path, { recursive: true })
  writeFileSync(path, bytes)
  expect(await support.sweep()).toEqual({ messages: 1, feedback: 0 })
  expect([await left(), existsSync(path)]).toEqual([0, false])
})

test('no message and no feedback that was changed in the store removes a picture, or keeps another row', async () => {
  const { store, support } = server.context
  const person = await customer(server, 'max')
  await person.does('identitySubmit', await documents(server, person))
  await person.does('supportSend', { text: 'new', picture: await picture(server, person) })
  await person.does('feedbackOwn', { kind: 'fault', text: 'new', picture: await picture(server, person) })
  const { id } = await conversationWith(await staffMember(server, 'support'), person)
  const document = await fileIn('identity_submissions', `user_id = ${await userOf(person)}`, 'front')
  const sent = await fileIn('support_messages', `conversation_id = ${id}`)
  const reported = await fileIn('feedback', 'file is not null')
  await store.query('update support_messages set at = 1 where conversation_id = $1', [id])
  await store.query(`update feedback set state = 'done', ended_at = 1 where file = $1`, [reported])
  // More rows than a batch has name the document.
  await store.query(
    `insert into support_messages (conversation_id, seq, author, encrypted, file, at)
     select $1, 1 + n, author, encrypted, $2, 1 from support_messages, generate_series(1, 1001) as n
     where conversation_id = $1`,
    [id, document],
  )
  await store.query(
    `insert into support_messages (conversation_id, seq, author, encrypted, at) values ($1, 2000, 'customer', 'x', 1)`,
    [id],
  )
  expect(await support.sweep()).toEqual({ messages: 1, feedback: 0 })
  expect([document, sent, reported].map((file) => existsSync(pathOf(file)))).toEqual([true, true, true])
})

const pathOf = (file: string) => join(server.context.config.dataDir, server.context.config.world, 'files', file)

async function fileIn(table: string, where: string, column = 'file'): Promise<string> {
  const [row] = await server.context.store.query<{ file: string }>(
    `select ${column} as file from ${table} where ${where}`,
  )
  return must(row, 'it has a picture').file
}
