/**
 * An attacker with write access to the store deletes a row and sets every sequence back, so that its number would be
 * given a second time, with all that is bound to it elsewhere: accounts, sessions, payees, answers of the engine.
 * Numbers are drawn at random, so the next row has another one.
 */
import { accountOf, bindTron, customer, draws, openChannels, richCustomer, userOf } from '@veritick/testing/customers'
import { forgetRecord } from '@veritick/testing/reseal'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../core/forged-fixture.ts'
import type { Query } from '../store/index.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
})
afterAll(() => server.close())

/** The attacker's transaction, in which no foreign key is compared. */
const forge = (work: (query: Query) => Promise<unknown>) =>
  server.context.store.background.transaction(async ({ query }) => {
    await query('set local session_replication_role = replica')
    await work(query)
  })

/** Notes where every sequence of the store stands; what it returns sets all of them back. */
async function sequences(): Promise<(query: Query) => Promise<void>> {
  const noted = await server.context.store.query<{ name: string; last: number | null }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::int as last
     from pg_sequences where schemaname = current_schema()`,
  )
  return async (query) => {
    for (const { name, last } of noted)
      await query('select setval($1::regclass, $2, $3)', [name, last ?? 1, last !== null])
  }
}

test('a visitor who registers after the row of a customer was deleted gets neither their number nor their account', async () => {
  const setBack = await sequences()
  const ben = await customer(server, 'ben')
  const [user, account] = [await userOf(ben), await accountOf(server, ben)]
  await forge(async (query) => {
    for (const table of ['users', 'accounts', 'sessions'])
      await query(`delete from ${table} where user_id = $1`, [user])
    await setBack(query)
  })
  const eve = await customer(server, 'eve')
  expect(await userOf(eve)).not.toBe(user)
  expect(await accountOf(server, eve)).not.toBe(account)
})

test('a customer who deletes their withdrawal and asks for it again pays for both', async () => {
  const ana = await richCustomer(server, 'ana', 500)
  const account = await accountOf(server, ana)
  const payee = await bindTron(server, ana, 'ana')
  const asks = () => draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '100' })
  const setBack = await sequences()
  const { id } = await asks()
  expect(await balanceOf(server, account)).toBe(400_000_000)
  await forge(async (query) => {
    await query('delete from withdrawals where withdrawal_id = $1', [id])
    await setBack(query)
  })
  await expect(asks()).rejects.toThrow('record_changed')
  expect(await balanceOf(server, account)).toBe(400_000_000)
  // One that ended long ago, which the server does not remember any more.
  forgetRecord(server.context.newestSeals, 'withdrawals', id)
  await asks()
  expect(await balanceOf(server, account)).toBe(300_000_000)
})
