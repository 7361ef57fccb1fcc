/**
 * An attacker with write access to the store wants an approved withdrawal to be sent and given back too. They set its
 * row to a state in progress, or put back the row of the time when it waited, which has its own right seal. Or they let
 * one payment pay two withdrawals.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from '@veritick/domain'
import {
  accountOf,
  bindTron,
  draws,
  FINN,
  GRETA,
  openChannels,
  richCustomer,
  tronHash,
} from '@veritick/testing/customers'
import { forgetRecord } from '@veritick/testing/reseal'
import { startOn } from '@veritick/testing/server-on'
import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { Caller, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../core/forged-fixture.ts'
import { KNOWN_RECORDS_FILE } from '../../services/seals/index.ts'

let location: StoreLocation
let server: TestServer
let eve: Caller
let payee: number

const start = () => startOn(location)
beforeAll(async () => {
  location = await openLocation(must(oneStoreKind()[0], 'a store'), ['simulated'])
  server = await start()
  await openChannels(server)
  eve = await richCustomer(server, 'eve', 2000)
  payee = await bindTron(server, eve, 'eve')
})
afterAll(async () => {
  await server.close()
  await location.clean()
})

const balance = async () => balanceOf(server, await accountOf(server, eve))
const requested = async () =>
  (await draws(server, eve, { draw_currency_id: 1, draw_method_id: payee, number: '200' })).id
const by = (withdrawal: number) => ({ withdrawal, actor: FINN, reason: 'all in order' })
const approve = (withdrawal: number) => server.context.withdrawals.review.approve(by(withdrawal))
const pay = (withdrawal: number) =>
  server.context.withdrawals.review.pay({ ...by(withdrawal), reference: tronHash(withdrawal) })

test.each(['cancelling', 'paying'])('a withdrawal that SQL set to %s moves no money', async (state) => {
  const withdrawal = await requested()
  expect(await approve(withdrawal)).toMatchObject({ ok: true, value: { state: 'approved' } })
  const before = await balance()
  const { store, withdrawals } = server.context
  await store.query('update withdrawals set state = $2, payment_reference = $3 where withdrawal_id = $1', [
    withdrawal,
    state,
    `tron:${withdrawal}`,
  ])
  await expect(withdrawals.resumeIntents()).rejects.toThrow('1 of 1 records were not finished')
  expect(await balance()).toBe(before)
  const faults = server.context.recordFaults.all()
  expect(faults).toMatchObject([{ record: 'withdrawal', id: withdrawal }])
  expect(faults[0]?.text).toContain(`withdrawal_id ${withdrawal}: this row was inserted or changed in the store`)
  await store.query(`update withdrawals set state = 'approved', payment_reference = null where withdrawal_id = $1`, [
    withdrawal,
  ])
  expect(await pay(withdrawal)).toMatchObject({ ok: true, value: { state: 'paid' } })
})

test.each([
  ['at once', async () => {}],
  ['after a restart', restart],
])('an approved withdrawal that the attacker lets wait again %s is not cancelled', async (_, meanwhile) => {
  const withdrawal = await requested()
  await server.context.store.query('create table kept as select * from withdrawals where withdrawal_id = $1', [
    withdrawal,
  ])
  expect(await approve(withdrawal)).toMatchObject({ ok: true, value: { state: 'approved' } })
  const before = await balance()
  await meanwhile()
  const { query } = server.context.store
  await query('create table approved as select * from withdrawals where withdrawal_id = $1', [withdrawal])
  await query('delete from withdrawals where withdrawal_id = $1', [withdrawal])
  await query('insert into withdrawals select * from kept')
  expect(await eve.reason('drawCancel', { id: withdrawal })).toBe('record_changed')
  expect(await balance()).toBe(before)
  await query('delete from withdrawals where withdrawal_id = $1', [withdrawal])
  await query('insert into withdrawals select * from approved')
  await query('drop table kept, approved')
})

/** An attacker changes the row of the first withdrawal while staff pay the second one. */
const CHANGES = [
  ['names another payment', `update withdrawals set payment_reference = 'x' where withdrawal_id = $1`],
  ['has another method', `update withdrawals set method = 'bank' where withdrawal_id = $1`],
  ['is gone', 'delete from withdrawals where withdrawal_id = $1'],
] as const
test.each([
  ['at once', async () => {}],
  ['long after it, and after a restart', forgottenAndRestarted],
])('one payment pays no second withdrawal while the row of the first one is changed, %s', async (_, meanwhile) => {
  const [first, second] = [await requested(), await requested()]
  // The second staff member approves what is above the limit of one for a day.
  for (const withdrawal of [first, second])
    for (const actor of [FINN, GRETA]) await server.context.withdrawals.review.approve({ ...by(withdrawal), actor })
  expect(await pay(first)).toMatchObject({ ok: true, value: { state: 'paid' } })
  await meanwhile(first)
  const { query } = server.context.store
  await query('create table paid as select * from withdrawals where withdrawal_id = $1', [first])
  const again = { ...by(second), reference: tronHash(first) }
  for (const [row, change] of CHANGES) {
    await query(change, [first])
    expect(await server.context.withdrawals.review.pay(again), row).toMatchObject({ reason: 'reference_used' })
    await query('delete from withdrawals where withdrawal_id = $1', [first])
    await query('insert into withdrawals select * from paid')
  }
  await query('drop table paid')
  expect(await pay(second)).toMatchObject({ ok: true, value: { state: 'paid' } })
})

async function restart(): Promise<void> {
  await server.close()
  server = await start()
  eve = new Caller(server.url, eve.token)
}

/** The server learns from the proven row alone who was paid. */
async function forgottenAndRestarted(withdrawal: number): Promise<void> {
  await server.close()
  await rm(join(location.dataDir, 'simulated', KNOWN_RECORDS_FILE))
  server = await start()
  eve = new Caller(server.url, eve.token)
  forgetRecord(server.context.newestSeals, 'withdrawals', withdrawal)
}
