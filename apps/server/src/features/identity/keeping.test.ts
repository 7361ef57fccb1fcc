/**
 * The erasure of rejected submissions: one that fails keeps no other, and a row that was written into the store removes
 * no picture.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import { customer, userOf } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../services/clock/times.ts'
import { nextNumber } from '../../store/next.ts'
import { RecordsLeft } from '../money/finish-each.ts'
import { decision, identityOf } from './identity-fixture.ts'

let server: TestServer
const { review, frontOf, handIn } = identityOf(() => server)

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const pathOf = (file: string) => join(server.context.config.dataDir, server.context.config.world, 'files', file)
const sweep = () => server.context.identity.sweep()

/** The number and the file of the front picture of a submission that was rejected just now. */
async function rejected(person: Caller, card_id: string) {
  const submission = await handIn(person, { card_id })
  await review().reject({ ...decision(submission), remark: 'the name is cut off' })
  return { submission, front: await frontOf(submission) }
}

async function accepted(person: Caller) {
  const submission = await handIn(person)
  expect(await review().accept(decision(submission))).toMatchObject({ ok: true })
  return { submission, front: await frontOf(submission) }
}

async function rowOf(submission: number) {
  const [row] = await server.context.store.query<{ erased: boolean; left: number }>(
    `select s.erased_at is not null as erased, (select count(*) from files f
       where f.file_id in (s.front, s.reverse) and f.erased_at is null)::int as left
     from identity_submissions s where submission_id = $1`,
    [submission],
  )
  return must(row, 'it is there')
}

test('a picture that cannot be removed keeps no other, and is tried again', async () => {
  const one = await rejected(await customer(server, 'fay'), 'F1112223')
  const other = await rejected(await customer(server, 'gil'), 'G1112223')
  const bytes = readFileSync(pathOf(one.front))
  // A folder in its place: its removal fails, as on a disk with errors.
  rmSync(pathOf(one.front))
  mkdirSync(pathOf(one.front))
  server.passTime(91 * DAY_MS)
  await expect(sweep()).rejects.toThrow(RecordsLeft)
  expect([await rowOf(one.submission), await rowOf(other.submission)]).toEqual([
    { erased: true, left: 2 },
    { erased: true, left: 0 },
  ])
  expect(existsSync(pathOf(other.front))).toBe(false)
  rmSync(pathOf(one.front), { recursive: true })
  writeFileSync(pathOf(one.front), bytes)
  expect(await sweep()).toEqual({ erased: 0 })
  expect(existsSync(pathOf(one.front))).toBe(false)
  expect(await rowOf(one.submission)).toEqual({ erased: true, left: 0 })
})

test('of a customer who was verified later, the rejected submission is erased', async () => {
  const jan = await customer(server, 'jan')
  const first = await rejected(jan, 'J1112223')
  const last = await accepted(jan)
  server.passTime(91 * DAY_MS)
  expect(await sweep()).toEqual({ erased: 1 })
  expect([await rowOf(first.submission), await rowOf(last.submission)]).toEqual([
    { erased: true, left: 0 },
    { erased: false, left: 2 },
  ])
})

test('a rejection whose time was written into the store is kept its days', async () => {
  const { store } = server.context
  const kim = await customer(server, 'kim')
  const { submission, front } = await rejected(kim, 'K1112223')
  const change = (columns: string) =>
    store.query(`update identity_submissions set ${columns} where submission_id = $1`, [submission])
  await change('created_at = 0, decided_at = 1')
  expect([await sweep(), existsSync(pathOf(front))]).toEqual([{ erased: 0 }, true])
  await change('person_print = null, encrypted = null, erased_at = 1')
  expect([await sweep(), existsSync(pathOf(front))]).toEqual([{ erased: 0 }, true])
  server.passTime(91 * DAY_MS)
  expect([await sweep(), existsSync(pathOf(front))]).toEqual([{ erased: 0 }, false])
})

test('a rejection that was written into the store erases nothing, and keeps no other waiting', async () => {
  const { store } = server.context
  const hal = await customer(server, 'hal')
  const user = await userOf(hal)
  const { submission, front } = await accepted(hal)
  const forged = `state = 'rejected', verified_print = null, decided_at = created_at`
  await store.query(`update identity_submissions set ${forged} where submission_id = $1`, [submission])
  await store.query(
    `insert into identity_submissions (user_id, state, encrypted, country, number_print, front, reverse, flags, remark,
       decided_by, created_at, decided_at)
     select user_id, state, encrypted, country, number_print, front, reverse, flags, remark, decided_by, created_at,
       created_at
     from identity_submissions, generate_series(1, 120) where submission_id = $1`,
    [submission],
  )
  const genuine = await rejected(await customer(server, 'ivy'), 'I1112223')
  server.passTime(91 * DAY_MS)
  await expect(sweep()).rejects.toThrow(RecordsLeft)
  await expect(sweep()).rejects.toThrow(RecordsLeft)
  expect([await rowOf(submission), await rowOf(genuine.submission)]).toEqual([
    { erased: false, left: 2 },
    { erased: true, left: 0 },
  ])
  expect([existsSync(pathOf(front)), existsSync(pathOf(genuine.front))]).toEqual([true, false])
  // The attacker writes the end of the erasure too: the pictures stay.
  await store.query(
    `update identity_submissions set encrypted = null, person_print = null, erased_at = 1 where user_id = $1`,
    [user],
  )
  await expect(sweep()).rejects.toThrow(RecordsLeft)
  await expect(sweep()).rejects.toThrow(RecordsLeft)
  expect(existsSync(pathOf(front))).toBe(true)
})

test('a rejection that was written into the store beside a verified submission removes no picture', async () => {
  const { store } = server.context
  const leo = await customer(server, 'leo')
  const free = await nextNumber(store.query, { table: 'identity_submissions', column: 'submission_id' })
  const { submission, front } = await accepted(leo)
  await store.query(
    `insert into identity_submissions (submission_id, user_id, state, country, number_print, front, reverse, flags,
       remark, decided_by, created_at, decided_at, erased_at) overriding system value
     select $2, user_id, 'rejected', country, number_print, front, reverse, '', '', decided_by, 1, 1, 1
     from identity_submissions where submission_id = $1`,
    [submission, free],
  )
  server.passTime(91 * DAY_MS)
  // The forged rows of the test before fill the first pieces.
  for (const _ of [1, 2, 3]) await expect(sweep()).rejects.toThrow(RecordsLeft)
  expect([await rowOf(submission), existsSync(pathOf(front))]).toEqual([{ erased: false, left: 2 }, true])
})

test('no change of the rows of pictures removes those of an identity check', async () => {
  const { store, files } = server.context
  const mia = await customer(server, 'mia')
  const { front } = await accepted(mia)
  await store.query('create table kept_files as select * from files')
  await store.query('update files set used_for = null, created_at = 1 where owner = $1', [await userOf(mia)])
  await files.sweep()
  await store.query('delete from files where owner = $1', [await userOf(mia)])
  utimesSync(pathOf(front), 0, 0)
  await files.sweep()
  expect(existsSync(pathOf(front))).toBe(true)
  await store.query('insert into files select * from kept_files on conflict do nothing')
})
