/**
 * An attacker who may change the objects of the store makes it answer the rows of another customer for those of their
 * own account. The server compares the owner of each row with the customer of the session before it decrypts anything.
 * The store is embedded: no watch of the objects refuses what the attacker prepares (changed-while-running.test.ts).
 */
import { FILE_PATH } from '@veritick/contract'
import { bindTron, customer, documents, draws, openChannels, richCustomer, userOf } from '@veritick/testing/customers'
import { staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

let server: TestServer
let eve: Caller
let ben: Caller

beforeAll(async () => {
  server = await openTestServer({ embedded: true })
  await openChannels(server)
  eve = await customer(server, 'eve')
  ben = await customer(server, 'ben')
}, 240_000)
afterAll(() => server.close())

const sql = <Row extends object>(text: string) => server.context.store.query<Row>(text)

let lied: string | undefined
/** Until the test ends, a row of this table is answered for eve where it is of `other`. */
async function answersEve(table: string, other: Caller, column = 'user_id'): Promise<void> {
  const [victim, self] = [await userOf(other), await userOf(eve)]
  await sql('create domain liar as integer')
  for (const type of ['liar', 'integer']) {
    await sql(`create function liar_is_${type}(one liar, two ${type}) returns boolean language sql immutable as
      $$ select one::int operator(pg_catalog.=)
         case when two::int operator(pg_catalog.=) ${self} then ${victim} else two::int end $$`)
    await sql(`create operator = (leftarg = liar, rightarg = ${type}, function = liar_is_${type})`)
  }
  await sql(`alter table ${table} alter column ${column} type liar`)
  lied = `alter table ${table} alter column ${column} type integer`
}
async function truth(): Promise<void> {
  if (lied === undefined) return
  await sql(lied)
  await sql('drop domain liar cascade')
  lied = undefined
}
afterEach(truth)

test('the documents of another customer', async () => {
  await ben.does('identitySubmit', await documents(server, ben))
  await answersEve('identity_submissions', ben)
  expect(await eve.reason('identityCenter', {})).toBe('internal_error')
})

test('the conversation of another customer', async () => {
  await ben.does('supportSend', { text: 'my mother’s maiden name' })
  await answersEve('conversations', ben)
  expect(await eve.reason('supportMessages', {})).toBe('internal_error')
  expect(await eve.reason('supportSend', { text: 'what did I write?' })).toBe('internal_error')
})

test('the withdrawals of another customer', async () => {
  const cleo = await richCustomer(server, 'cleo', 1_000)
  const payee = await bindTron(server, cleo, 'cleo')
  await draws(server, cleo, { draw_currency_id: 1, draw_method_id: payee, number: '50', memo: 'rent' })
  await sql('alter table withdrawals drop constraint withdrawals_account')
  await sql(`update withdrawals set account_id = (
    select account_id from accounts where user_id = ${await userOf(eve)})`)
  await answersEve('withdrawals', cleo)
  expect(await eve.reason('drawList', {})).toBe('internal_error')
})

test('an answer of staff to a conversation that was given to another customer is not written', async () => {
  const dan = await customer(server, 'dan')
  await dan.does('supportSend', { text: 'where is my money?' })
  const sue = await staffMember(server, 'support')
  const [row] = (await sue.caller.does('supportQueue', { user: await userOf(dan) })).data
  const id = row?.id ?? 0
  const answer = () => sue.caller.reason('supportReply', { id, seen_seq: 1, text: 'It is on its way to ...' })
  const messages = `support_messages where conversation_id = ${id}`
  await sql(`update conversations set user_id = ${await userOf(eve)} where conversation_id = ${id}`)
  expect(await answer()).toBe('internal_error')
  await sql(`create table kept as select * from ${messages}`)
  await sql(`delete from ${messages}`)
  expect(await answer()).toBe('internal_error')
  await sql('insert into support_messages overriding system value select * from kept')
  await sql('drop table kept')
  await sql(`update conversations set user_id = ${await userOf(dan)} where conversation_id = ${id}`)
  expect(await answer()).toBe('good')
})

test('the first message of staff goes to no other customer, and no other write of staff either', async () => {
  const gil = await customer(server, 'gil')
  const sue = await staffMember(server, 'support')
  const { id } = await sue.caller.does('supportBegin', { user: await userOf(gil) })
  const give = async (to: Caller) =>
    sql(`update conversations set user_id = ${await userOf(to)} where conversation_id = ${id}`)
  const why = { id, reason_text: 'agreed with the customer' }
  const answers = async () => [
    await sue.caller.reason('supportReply', { id, seen_seq: 0, text: 'Dear Gil, your bank returned ...' }),
    await sue.caller.reason('supportRead', { id, seq: 1 }),
    await sue.caller.reason('supportHandOver', { ...why, to: sue.id }),
    await sue.caller.reason('supportClose', { ...why, seen_seq: 0 }),
    await sue.caller.reason('supportReopen', why),
  ]
  await sql(`delete from conversations where user_id = ${await userOf(eve)}`)
  await give(eve)
  expect(await answers()).toEqual(Array.from({ length: 5 }, () => 'internal_error'))
  expect(await eve.reason('supportMessages', {})).toBe('internal_error')
  await give(gil)
  expect(await answers()).toEqual(Array.from({ length: 5 }, () => 'good'))
  expect((await gil.does('supportMessages', {})).messages).toHaveLength(1)
})

test('no row that was written into the store keeps a link open whose session has ended', async () => {
  const fay = await customer(server, 'fay')
  await fay.does('identitySubmit', await documents(server, fay))
  const { front_pic } = await fay.does('identityCenter', {})
  expect(front_pic).toContain(FILE_PATH.replace(':file', ''))
  const status = async () => (await fetch(server.url + front_pic)).status
  expect(await status()).toBe(200)
  const user = await userOf(fay)
  await fay.does('sessionEnd', { id: 'others' })
  await fay.does('logout', {})
  expect(await status()).toBe(404)
  await sql(`insert into sessions
      (token_hash, user_id, kind, account_id, created_at, expires_at, last_used_at, use_seal, device)
    select overlay(token_hash placing 'f' from 64), user_id, kind, account_id, created_at, expires_at, last_used_at,
      use_seal, '' from sessions where user_id = ${user}`)
  expect(await status()).toBe(404)
})
