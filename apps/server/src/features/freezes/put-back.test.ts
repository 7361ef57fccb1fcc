/**
 * A customer with write access to the store puts back rows of an earlier freeze or of its end, each with its own right
 * seal, so that the engine releases the accounts or is not told to freeze them.
 */

import { accountOf, bindTron, draws, FINN, openChannels, richCustomer, userOf } from '@veritick/testing/customers'
import { resealRow } from '@veritick/testing/reseal'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freezeOf } from './freezes.ts'

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

const COLUMNS = 'frozen, version, applied, decided_by, reason, remark, at, seal'

test('a freeze reaches the engine though the row of an earlier one is put back before it is told', async () => {
  const fred = await richCustomer(server, 'fred', 2000)
  const [user, account] = [await userOf(fred), await accountOf(server, fred)]
  const { store, freezes, core, market } = server.context
  const { query } = store
  const by = { user, actor: { ...FINN, who: 'staff:901', role: 'risk' } as const, reason: 'looks odd' }
  const order = { forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont: '0.01', multiple: 30 } as const
  const isFrozen = async () => (await core.query({ kind: 'account', account }))?.frozen

  expect(await freezes.freeze({ ...by, remark: 'Please call us' })).toMatchObject({ ok: true })
  await query(`create table kept_first as select ${COLUMNS} from freezes where user_id = $1`, [user])
  expect(await freezes.unfreeze(by)).toMatchObject({ ok: true })
  vi.spyOn(store, 'transaction').mockImplementationOnce(async (work) => {
    const done = await store.transaction(work)
    await query(`update freezes set (${COLUMNS}) = (select ${COLUMNS} from kept_first) where user_id = $1`, [user])
    return done
  })
  await expect(freezes.freeze({ ...by, remark: 'A stolen card' })).rejects.toThrow(`table freezes, user_id ${user}: `)
  vi.restoreAllMocks()
  expect(await isFrozen()).toBe(true)
  expect(await fred.reason('submit', order)).toBe('account_frozen')
  // Neither staff nor the customer read the words of the earlier freeze.
  const shown = await freezeOf({ ...server.context, db: store.db }, user)
  expect(shown).toMatchObject({ decidedBy: '', reason: expect.stringContaining('deleted or changed') })
  expect(await fred.does('userInfo', {})).toMatchObject({ frozen: 1, frozen_reason: '' })

  // As after a restart where the engine was never told.
  const released = { kind: 'freeze_account', at: market.clock(), account, frozen: false } as const
  expect((await core.submit({ command: released })).outcome).toMatchObject({ ok: true })
  await freezes.resumeIntents().catch(() => {})
  expect(await isFrozen()).toBe(true)
  expect(server.logged.join()).toContain(`table freezes, user_id ${user}: `)

  expect(await freezes.unfreeze(by)).toMatchObject({ ok: true })
  expect(await isFrozen()).toBe(false)
})

test('the app shows no words that were written into the row of a freeze', async () => {
  const gail = await richCustomer(server, 'gail', 200)
  const user = await userOf(gail)
  const by = { user, actor: { ...FINN, who: 'staff:901', role: 'risk' } as const, reason: 'looks odd' }
  expect(await server.context.freezes.freeze({ ...by, remark: 'Please call us' })).toMatchObject({ ok: true })
  const shown = async () => (await gail.does('userInfo', {})).frozen_reason
  expect(await shown()).toBe('Please call us')
  await server.context.store.query(`update freezes set remark = 'Pay a fee' where user_id = $1`, [user])
  expect(await shown()).toBe('')
})
