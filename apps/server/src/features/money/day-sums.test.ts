/**
 * An attacker with write access to the store takes a record out of the sum of a day: they move its time, give it to
 * another approver, put an older row back or delete it. The sums of one approver and of one customer stay below
 * their limits, also after a restart.
 */
import { micros, must } from '@veritick/domain'
import {
  bindTron,
  draws,
  FINN,
  GRETA,
  openChannels,
  picture,
  provesDraw,
  richCustomer,
  set,
  tronHash,
} from '@veritick/testing/customers'
import { startOn } from '@veritick/testing/server-on'
import { oneStoreKind, openLocation, type StoreLocation } from '@veritick/testing/stores'
import { Caller, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lookAtKnown } from './known-records.ts'

const STARTS = 240_000
let location: StoreLocation
let server: TestServer
let eve: Caller
let payee: number

beforeAll(async () => {
  location = await openLocation(must(oneStoreKind()[0], 'a store'), ['simulated'])
  server = await startOn(location)
  await openChannels(server, {
    draw_approver_limit_usd: '1500.00',
    deposit_approver_limit_usd: '1000.00',
    draw_max_day_usd: '2000.00',
  })
  eve = await richCustomer(server, 'eve', 5000)
  payee = await bindTron(server, eve, 'eve')
}, STARTS)
afterAll(async () => {
  await server.close()
  await location.clean()
})

const request = (number: string) => ({ draw_currency_id: 1, draw_method_id: payee, number })
const drawn = async (number: string) => (await draws(server, eve, request(number))).id
const approve = (withdrawal: number, actor = FINN) =>
  server.context.withdrawals.review.approve({ withdrawal, actor, reason: 'all in order' })
const reported = async () =>
  (await eve.does('chargeSubmit', { charge_id: 1, number: '400', proofImg: await picture(server, eve) })).id
const credit = (deposit: number, actor = FINN) =>
  server.context.deposits.review.credit({
    ...{ deposit, actor, amount: micros(400_000_000), remark: '', reason: 'seen on the chain' },
    paymentReference: tronHash(deposit),
  })
const sql = (statement: string) => server.context.store.query(statement)

/** Runs `work` on each way to take the row out of the sum, and then on the right row again. */
async function taken(
  table: 'withdrawals' | 'deposits',
  { where, moved }: { readonly where: string; readonly moved: readonly string[] },
  work: () => Promise<void>,
): Promise<void> {
  await sql(`create table right_row as select * from ${table} where ${where}`)
  for (const change of [...moved.map((each) => `update ${table} set ${each} where ${where}`), '', 'older']) {
    if (change === '' || change === 'older') await sql(`delete from ${table} where ${where}`)
    else await sql(change)
    if (change === 'older') await sql(`insert into ${table} select * from kept`)
    await work()
    await sql(`delete from ${table} where ${where}`)
    await sql(`insert into ${table} select * from right_row`)
  }
  await sql('drop table right_row')
  await sql('drop table kept')
}

async function restart(): Promise<void> {
  await server.close()
  server = await startOn(location)
  eve = new Caller(server.url, eve.token)
}

test(
  'withdrawals that one approver decided alone today cannot be taken out of the sum',
  async () => {
    const first = await drawn('800')
    const next = await drawn('90')
    await sql(`create table kept as select * from withdrawals where withdrawal_id = ${first}`)
    expect(await approve(first)).toMatchObject({ ok: true, value: { state: 'approved' } })
    await restart()
    const where = `withdrawal_id = ${first}`
    const moved = ['approved_at = approved_at - 86400000', `first_approver = 'staff:55'`]
    await taken('withdrawals', { where, moved }, async () => {
      expect(await approve(next)).toMatchObject({ ok: false, reason: 'record_changed' })
      expect(server.context.recordFaults.all()).toMatchObject([{ record: 'withdrawal', id: first }])
    })
    // Over the limit of the approver: it waits for a second one.
    await set(server, 'draw_approver_limit_usd', '850.00')
    expect(await approve(next)).toMatchObject({ ok: true, value: { state: 'waiting', needsTwo: true } })
    expect(server.context.recordFaults.all()).toEqual([])
    expect(await approve(next, GRETA)).toMatchObject({ ok: true, value: { state: 'approved' } })
  },
  STARTS,
)

test(
  'deposits that one approver credited alone today cannot be taken out of the sum',
  async () => {
    const [first, next] = [await reported(), await reported()]
    await sql(`create table kept as select * from deposits where deposit_id = ${first}`)
    expect(await credit(first)).toMatchObject({ ok: true, value: { state: 'finished' } })
    await restart()
    const moved = ['ended_at = ended_at - 86400000', `decided_by = 'staff:55'`, 'credited = 1']
    await taken('deposits', { where: `deposit_id = ${first}`, moved }, async () => {
      expect(await credit(next)).toMatchObject({ ok: false, reason: 'record_changed' })
      expect(server.context.recordFaults.all()).toMatchObject([{ record: 'deposit', id: first }])
    })
    await set(server, 'deposit_approver_limit_usd', '700.00')
    expect(await credit(next)).toMatchObject({ ok: true, value: { state: 'unchecked', proposedBy: FINN.who } })
    expect(await credit(next, GRETA)).toMatchObject({ ok: true, value: { state: 'finished' } })
  },
  STARTS,
)

test('a withdrawal of today that its customer deletes in the store stays in the sum of the customer', async () => {
  const ann = await richCustomer(server, 'ann', 3000)
  const wanted = { ...request('1200'), draw_method_id: await bindTron(server, ann, 'ann') }
  const { id } = await draws(server, ann, wanted)
  expect(await ann.reason('draw', wanted)).toBe('draw_day_limit')
  await sql(`create table right_row as select * from withdrawals where withdrawal_id = ${id}`)
  await sql(`delete from withdrawals where withdrawal_id = ${id}`)
  await provesDraw(server, ann, wanted)
  expect(await ann.reason('draw', wanted)).toBe('record_changed')
  await sql('insert into withdrawals select * from right_row')
  await sql('drop table right_row')
  expect(await ann.reason('draw', wanted)).toBe('draw_day_limit')
})

test('staff are told of a record whose row the attacker deletes while the server runs', async () => {
  const deposit = await reported()
  const { recordFaults } = server.context
  const look = () => lookAtKnown(server.context)
  await look()
  expect(recordFaults.all()).toEqual([])
  await sql(`create table deleted_row as select * from deposits where deposit_id = ${deposit}`)
  await sql(`delete from deposits where deposit_id = ${deposit}`)
  await look()
  const text = `table deposits, record ${deposit}: its row was deleted`
  expect(recordFaults.all()).toEqual([{ record: 'deposit', id: deposit, text }])
  expect(server.logged.join()).toContain('the row of a record of money was put back, deleted or changed in the store')
  await sql('insert into deposits select * from deleted_row')
  await look()
  expect(recordFaults.all()).toEqual([])
})

test('a wire whose row the customer deletes in the store is not credited again by two staff members', async () => {
  const liz = await richCustomer(server, 'liz', 100)
  const proofImg = () => picture(server, liz)
  const report = async () =>
    (await liz.does('chargeWireSubmit', { wire_id: 1, number: '300', proofImg: await proofImg() })).id
  const { review } = server.context.deposits
  const decide = async (deposit: number, actor = FINN) => {
    const { row } = must(await review.find(deposit), 'it was reported')
    const amount = micros(row.amount)
    return review.credit({ deposit, actor, amount, remark: '', reason: 'on the statement' })
  }
  const first = await report()
  expect(await decide(first)).toMatchObject({ ok: true, value: { state: 'unchecked' } })
  expect(await decide(first, GRETA)).toMatchObject({ ok: true, value: { state: 'finished' } })
  await sql(`delete from deposits where deposit_id = ${first}`)
  const again = await report()
  for (const actor of [FINN, GRETA]) expect(await decide(again, actor)).toMatchObject({ reason: 'record_changed' })
  expect(server.context.recordFaults.all()).toMatchObject([{ record: 'deposit', id: first }])
})
