/**
 * A frozen customer with write access to the store puts back rows from the end of an earlier freeze, each with its own
 * right seal, so that the engine is told to release the accounts.
 */

import { accountOf, bindTron, draws, FINN, openChannels, richCustomer, userOf } from '@veritick/testing/customers'
import { resealRow } from '@veritick/testing/reseal'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PATIENCE = { timeout: 20_000, interval: 1 }
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
}, 120_000)
afterAll(() => server.close())

test('the engine keeps the accounts of a frozen customer who puts back the end of an earlier freeze', async () => {
  const eve = await richCustomer(server, 'eve', 2000)
  const payee = await bindTron(server, eve, 'eve')
  const [user, account] = [await userOf(eve), await accountOf(server, eve)]
  const { store, freezes, core } = server.context
  const { query } = store
  const by = { user, actor: { ...FINN, who: 'staff:901', role: 'risk' } as const, reason: 'looks odd' }
  const isFrozen = async () => (await core.query({ kind: 'account', account }))?.frozen

  expect(await freezes.freeze({ ...by, remark: 'Please call us' })).toMatchObject({ ok: true })
  await query('create table kept_freeze as select * from freezes where false')
  const ending = freezes.unfreeze(by)
  // The row of the decision, from before the engine has heard of it.
  const isKept = async () => {
    await query(
      `insert into kept_freeze select * from freezes f where f.user_id = $1 and not f.frozen and not f.applied
       and not exists (select 1 from kept_freeze)`,
      [user],
    )
    return (await query('select 1 from kept_freeze')).length
  }
  await expect.poll(isKept, PATIENCE).toBe(1)
  expect(await ending).toMatchObject({ ok: true })
  await query('create table kept_user as select * from users where user_id = $1', [user])
  expect(await isFrozen()).toBe(false)

  expect(await freezes.freeze({ ...by, remark: 'We must ask you something' })).toMatchObject({ ok: true })
  await query(
    `update users u set frozen_at = k.frozen_at, closure_id = k.closure_id, version = u.version + 1
     from kept_user k where k.user_id = u.user_id`,
  )
  // The server takes the row as the newest one: as where the newest versions are not known (decision 163).
  await resealRow({ ...server.context, query }, 'users', { user_id: user })
  await query('delete from freezes where user_id = $1', [user])
  await query('insert into freezes select * from kept_freeze')
  await freezes.resumeIntents().catch(() => {})
  expect(await isFrozen()).toBe(true)
  const asked = { draw_currency_id: 1, draw_method_id: payee, number: '500' }
  await expect(draws(server, eve, asked)).rejects.toThrow('account_frozen')

  // A further decision about this customer is a newer one than all that were made.
  expect(await freezes.freeze({ ...by, remark: 'Please call us' })).toMatchObject({ ok: true })
  expect(await query('select version from freezes where user_id = $1', [user])).toEqual([{ version: 4 }])
  expect(await freezes.unfreeze(by)).toMatchObject({ ok: true })
  expect(await isFrozen()).toBe(false)
})
