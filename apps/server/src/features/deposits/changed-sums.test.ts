/**
 * A customer without verified identity, with write access to the store, takes deposits out of the sum that the limit is
 * compared with: by their state, amount or owner, or by their row. No further deposit is reported.
 */
import { customer, fund, openChannels, picture, set, userOf } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let eve: Caller
let ben: Caller
beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  await set(server, 'deposit_without_verification_max_usd', '1000.00')
  eve = await customer(server, 'eve')
  ben = await customer(server, 'ben')
  await fund(server, eve, 900)
}, 120_000)
afterAll(() => server.close())

const reports = async (person: Caller) =>
  person.reason('chargeSubmit', { charge_id: 1, number: '900', proofImg: await picture(server, person) })

test.each([
  [`update deposits set state = 'invalid'`],
  ['update deposits set credited = 1'],
  ['update deposits set (user_id, account_id) = (select user_id, account_id from accounts where user_id = $2)'],
  ['delete from deposits'],
])('after %s', async (statement) => {
  const { query } = server.context.store
  const user = await userOf(eve)
  await query('create table kept as select * from deposits')
  const values = statement.includes('$2') ? [user, await userOf(ben)] : [user]
  await query(`${statement} where user_id = $1`, values)
  expect(await reports(eve)).toBe('record_changed')
  await query('delete from deposits')
  await query('insert into deposits select * from kept')
  await query('drop table kept')
  expect(await reports(eve)).toBe('deposit_limit_unverified')
})

test('another customer reports within the limit', async () => {
  expect([await reports(ben), await reports(ben)]).toEqual(['good', 'deposit_limit_unverified'])
})
