/**
 * A frozen customer with write access to the store puts back the rows of an own closing that was being refused, each
 * with its own right seal, so that the engine is told to release the accounts.
 */
import {
  accountOf,
  bindTron,
  customer,
  draws,
  FINN,
  fund,
  openChannels,
  userOf,
  verify,
} from '@veritick/testing/customers'
import { forgetRecord } from '@veritick/testing/reseal'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PATIENCE = { timeout: 20_000, interval: 1 }
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
}, 120_000)
afterAll(() => server.close())

test.each([
  ['that the server remembers', false],
  ['of long ago', true],
])('the engine keeps the accounts of a frozen customer who puts back a refused closing %s', async (_, isForgotten) => {
  const { store, freezes, closures, core, newestSeals } = server.context
  const { query } = store
  const name = isForgotten ? 'eva' : 'eve'
  const eve = await customer(server, name)
  await verify(server, eve)
  const payee = await bindTron(server, eve, name)
  const [user, account] = [await userOf(eve), await accountOf(server, eve)]
  const isFrozen = async () => (await core.query({ kind: 'account', account }))?.frozen
  const kept = (table: string) => `${table}_${name}`
  const keep = (table: string, as: string, more = '') =>
    query(`create table ${kept(as)} as select * from ${table} where user_id = ${user} ${more}`)

  await keep('identity_submissions', 'submission')
  await keep('closures', 'refusing')
  const closing = closures.close({ user, actor: { who: `customer:${user}`, role: 'customer' }, reason: '' })
  const isThere = async () =>
    (await query(`select 1 from closures where state = 'closing' and user_id = $1`, [user])).length
  await expect.poll(isThere, PATIENCE).toBe(1)
  // An obstacle appears between the request and the last look.
  await query(
    `update identity_submissions set state = 'waiting', decided_at = null, decided_by = null, verified_print = null
     where user_id = $1`,
    [user],
  )
  const isKept = async () => {
    await query(
      `insert into ${kept('refusing')} select * from closures where state = 'refusing' and user_id = $1
       and not exists (select 1 from ${kept('refusing')})`,
      [user],
    )
    return (await query(`select 1 from ${kept('refusing')}`)).length
  }
  await expect.poll(isKept, PATIENCE).toBe(1)
  await keep('users', 'closing', 'and closure_id is not null')
  expect(await closing).toMatchObject({ ok: false })
  await query(
    `update identity_submissions s set state = k.state, decided_at = k.decided_at, decided_by = k.decided_by,
       verified_print = k.verified_print from ${kept('submission')} k where k.submission_id = s.submission_id`,
  )

  await fund(server, eve, 2000)
  const actor = { ...FINN, who: 'staff:901', role: 'risk' } as const
  const freeze = { user, actor, reason: 'looks odd', remark: 'Please call us' }
  expect(await freezes.freeze(freeze)).toMatchObject({ ok: true })
  const [closure] = await query<{ id: number }>('select closure_id as id from closures where user_id = $1', [user])
  if (isForgotten) forgetRecord(newestSeals, 'closures', closure?.id ?? 0)
  await query(
    `update users u set frozen_at = k.frozen_at, seal = k.seal, closure_id = k.closure_id
     from ${kept('closing')} k where k.user_id = u.user_id`,
  )
  await query('delete from closures where user_id = $1', [user])
  await query(`insert into closures overriding system value select * from ${kept('refusing')}`)
  await closures.resumeIntents().catch(() => {})
  expect(await isFrozen()).toBe(true)
  await query('update users set closure_id = null where user_id = $1', [user])
  const asked = { draw_currency_id: 1, draw_method_id: payee, number: '500' }
  await expect(draws(server, eve, asked)).rejects.toThrow()
  expect(await query('select 1 from withdrawals where user_id = $1', [user])).toEqual([])
})
