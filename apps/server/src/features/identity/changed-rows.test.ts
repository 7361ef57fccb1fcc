/**
 * An attacker with write access to the store changes rows of an identity check. Staff decide nothing but the submission
 * that its customer handed in last and that the page showed; a row that is put back is decided again.
 */
import { must } from '@veritick/domain'
import { customer, documents, picture, userOf, waitingSubmission } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decision, identityOf } from './identity-fixture.ts'

let server: TestServer
const { review, handIn, statusOf } = identityOf(() => server)

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const VERIFIED = 2
const CHANGED = { ok: false, reason: 'record_changed' }

const sql = (text: string, params: (string | number)[] = []) =>
  server.context.store.query<Record<string, unknown>>(text, params)
const reject = (submission: number) => review().reject({ ...decision(submission), remark: 'the name is cut off' })
const shownOf = async (submission: number) => must(await review().find({ submission, viewer: 3 }), 'it is there').shown

test.each([
  ['of the largest version there is', 'version = 2147483647'],
  ['that says the customer handed in nothing', `state = 'none'`],
  ['that was deleted', undefined],
])('an applicant with a state %s is decided when it is back', async (_, changes) => {
  const mal = await customer(server, `mal${changes?.length ?? 0}`)
  const user = await userOf(mal)
  const submission = await handIn(mal)
  await sql(`create table kept_${user} as select * from identities where user_id = ${user}`)
  const where = `identities where user_id = ${user}`
  await sql(changes === undefined ? `delete from ${where}` : `update identities set ${changes} where user_id = ${user}`)
  expect([await reject(submission), await review().accept(decision(submission))]).toMatchObject([CHANGED, CHANGED])
  expect(await mal.reason('identitySubmit', await documents(server, mal))).not.toBe('good')
  await sql(`delete from ${where}`)
  await sql(`insert into identities select * from kept_${user}`)
  expect(await review().accept(decision(submission))).toMatchObject({ ok: true })
  expect(await statusOf(mal)).toBe(VERIFIED)
})

test.each([
  ['the fingerprint of the number', `number_print = repeat('0', 64)`],
  ['the fingerprint of the person', 'person_print = null'],
  ['the flags', `flags = 'sides_same'`],
  ['the country', `country = 'CH'`],
  ['the time', 'created_at = created_at - 1'],
])('a submission is not decided whose %s was changed', async (_, change) => {
  const nia = await customer(server, `nia${change.length}`)
  const submission = await handIn(nia)
  await sql(`create table was_${submission} as select * from identity_submissions where submission_id = ${submission}`)
  await sql(`update identity_submissions set ${change} where submission_id = $1`, [submission])
  expect([await reject(submission), await review().accept(decision(submission))]).toMatchObject([CHANGED, CHANGED])
})

test('a rejection does not land on another customer, who is verified', async () => {
  const [ben, zed] = [await customer(server, 'ben'), await customer(server, 'zed')]
  expect(await review().accept(decision(await handIn(ben)))).toMatchObject({ ok: true })
  const submission = await handIn(zed)
  const give = async (to: Caller) =>
    sql('update identity_submissions set user_id = $2 where submission_id = $1', [submission, await userOf(to)])
  await give(ben)
  expect(await reject(submission)).toMatchObject(CHANGED)
  await give(zed)
  expect(await statusOf(ben)).toBe(VERIFIED)
  expect(await reject(submission)).toMatchObject({ ok: true })
})

/** The rows of a customer's submission, as they stand. */
async function keep(submission: number, name: string) {
  await sql(`create table ${name} as select * from identity_submissions where submission_id = ${submission}`)
  return async () => {
    await sql('delete from identity_submissions where submission_id = $1', [submission])
    await sql(`insert into identity_submissions overriding system value select * from ${name}`)
  }
}

test('data under the number of data that the reviewer saw are not accepted', async () => {
  const eve = await customer(server, 'eve')
  const real = { ...(await documents(server, eve)), name: 'Eve Realname', card_id: 'P3308001' }
  const handInAs = async (more: object) => {
    expect(await eve.reason('identitySubmit', { ...real, ...more })).toBe('good')
    const { rows } = await review().queue({ user: await userOf(eve), page: 1, size: 1 })
    return must(rows[0], 'handed in').submission
  }
  const submission = await handInAs({})
  const putRealBack = await keep(submission, 'eve_real')
  expect(await reject(submission)).toMatchObject({ ok: true })
  await sql('delete from identity_submissions where submission_id = $1', [submission])
  await sql(`select setval(pg_get_serial_sequence('identity_submissions', 'submission_id'), $1, false)`, [submission])
  expect(await handInAs({ name: 'Bob Otherman', card_id: 'X7654321' })).toBe(submission)
  const putFalseBack = await keep(submission, 'eve_false')

  await putRealBack()
  expect((await review().find({ submission, viewer: 3 }))?.applicant?.name).toBe('Eve Realname')
  const shown = await shownOf(submission)
  expect(await review().accept({ ...decision(submission), shown })).toMatchObject(CHANGED)
  await putFalseBack()
  expect(await review().accept({ ...decision(submission), shown })).toMatchObject({ ...CHANGED, field: 'shown' })
  expect(await reject(submission)).toMatchObject({ ok: true })
})

test('the verified name is that of the accepted submission, and never that of a rejected one', async () => {
  const fay = await customer(server, 'fay')
  const user = await userOf(fay)
  const rejected = await handIn(fay, { name: 'Bob Otherman' })
  await reject(rejected)
  const accepted = await handIn(fay, { name: 'Fay Realname' })
  await review().accept(decision(accepted))
  const name = () => server.context.identity.verifiedName(user)
  expect(await name()).toBe('Fay Realname')
  const set = (submission: number, state: string) =>
    sql(`update identity_submissions set verified_print = null, state = '${state}' where submission_id = $1`, [
      submission,
    ])
  await set(accepted, 'rejected')
  await expect(name()).rejects.toThrow()
  await set(rejected, 'verified')
  await expect(name()).rejects.toThrow()
})

test.each([
  ['deleted', undefined],
  ['of the other customer', 'user_id = $2'],
  ['said to be rejected', `state = 'rejected', verified_print = null, remark = $2::text`],
  [
    'said to be erased',
    `state = 'rejected', verified_print = null, encrypted = null, person_print = null, erased_at = $2`,
  ],
])('no second account gets the pictures of a verified one whose submission is %s', async (name, change) => {
  const seed = name.length * 65_536
  const form = async (person: Caller, card_id: string) => ({
    ...{ name: `Mal ${'R'.repeat(name.length)}`, card_id, birth_date: '1990-05-05', country: 'HK' },
    front_pic: await picture(server, person, seed + 1),
    reverse_pic: await picture(server, person, seed + 8_000),
  })
  const one = await customer(server, `one${name.length}`)
  await one.does('identitySubmit', await form(one, `P${seed}`))
  const first = await waitingSubmission(server, one)
  expect(await review().accept(decision(first))).toMatchObject({ ok: true })

  const two = await customer(server, `two${name.length}`)
  await sql(`create table first_${first} as select * from identity_submissions where submission_id = ${first}`)
  if (change === undefined) await sql('delete from identity_submissions where submission_id = $1', [first])
  else await sql(`update identity_submissions set ${change} where submission_id = $1`, [first, await userOf(two)])
  await two.does('identitySubmit', await form(two, `K${seed}`))
  const second = must(
    (await sql('select max(submission_id) as submission from identity_submissions'))[0],
    'it was handed in',
  ).submission as number
  const found = must(await review().find({ submission: second, viewer: 3 }), 'it is there')
  expect(found.submission.flags).toContain('picture_elsewhere')
  expect(found.duplicates).toMatchObject([{ submission: first, user: await userOf(one), state: 'verified' }])
  const accepted = await review().accept({ ...decision(second), otherDocument: true })
  expect(accepted).toMatchObject({ ok: false, reason: 'document_used' })

  await sql('delete from identity_submissions where submission_id = $1', [first])
  await sql(`insert into identity_submissions overriding system value select * from first_${first}`)
  expect(await review().accept(decision(second))).toMatchObject({ ok: false, reason: 'document_used' })
})

test('the applicant reads no words that were written into the row of a rejection', async () => {
  const una = await customer(server, 'una')
  const submission = await handIn(una)
  expect(await reject(submission)).toMatchObject({ ok: true })
  const shown = async () => {
    const { rejected, timeline } = await una.does('identityCenter', {})
    return [rejected?.reason, timeline.at(-1)?.note]
  }
  expect(await shown()).toEqual(['the name is cut off', 'the name is cut off'])
  await sql(`update identity_submissions set remark = 'Pay a fee' where submission_id = $1`, [submission])
  expect(await shown()).toEqual(['', ''])
})

test.each([
  ['with other words', `update identity_submissions set remark = 'All else is right' where submission_id = $1`],
  ['as decided at another time', 'update identity_submissions set decided_at = created_at where submission_id = $1'],
  ['deleted', 'delete from identity_submissions where submission_id = $1'],
])('the reviewer is shown no earlier rejection that is %s, but that it was changed', async (name, change) => {
  const una = await customer(server, `una${name.length}`)
  const rejected = await handIn(una)
  expect(await reject(rejected)).toMatchObject({ ok: true })
  const submission = await handIn(una)
  const shown = async () => {
    const { earlier, earlierFault } = must(await review().find({ submission, viewer: 3 }), 'it is there')
    return [earlier.map(({ remark }) => remark), earlierFault !== undefined]
  }
  expect(await shown()).toEqual([['the name is cut off'], false])
  await sql(change, [rejected])
  expect(await shown()).toEqual([[], true])
})
