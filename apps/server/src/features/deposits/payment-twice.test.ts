/**
 * An attacker with write access to the store wants one payment to be credited twice: they change or delete the deposit
 * that was credited for it, change the chain of a second report, or put an older row back. The engine names the credit
 * of a known payment by the payment, so it refuses a second one.
 */
import { micros } from '@veritick/domain'
import { accountOf, customer, FINN, GRETA, openChannels, picture, tronHash, verify } from '@veritick/testing/customers'
import { forgetRecord, reseal } from '@veritick/testing/reseal'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../core/forged-fixture.ts'
import { referenceOf, referenceOfPayment } from '../money/index.ts'

const DOLLARS = 900
let server: TestServer
let eve: Caller
let payments = 700

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  eve = await customer(server, 'eve')
  await verify(server, eve)
})
afterAll(() => server.close())

const report = async () =>
  (await eve.does('chargeSubmit', { charge_id: 1, number: String(DOLLARS), proofImg: await picture(server, eve) })).id

/** By two staff members where one is not enough. */
async function credits(deposit: number, paymentReference: string) {
  const credit = { deposit, amount: micros(DOLLARS * 1e6), paymentReference, remark: '', reason: 'seen on chain' }
  const first = await server.context.deposits.review.credit({ ...credit, actor: FINN })
  if (!first.ok || first.value.state !== 'unchecked') return first
  return server.context.deposits.review.credit({ ...credit, actor: GRETA })
}

/** Two reports of one payment, of which the first is credited; `change` is what the attacker does then. */
async function twice(change: string) {
  const [one, two] = [await report(), await report()]
  payments += 1
  const payment = tronHash(payments)
  expect(await credits(one, payment)).toMatchObject({ ok: true, value: { state: 'finished' } })
  const before = await balance()
  expect(await credits(two, payment)).toMatchObject({ ok: false, reason: 'transaction_used' })
  const { store, encryption, newestSeals } = server.context
  await store.query(change, [change.includes('protocol') ? two : one])
  // A right seal of the first, and none that the server remembers: the engine alone knows the payment.
  if (!change.includes('protocol')) {
    await reseal({ query: store.query, encryption, newestSeals }, 'deposits')
    forgetRecord(newestSeals, 'deposits', one)
  }
  const again = await credits(two, payment)
  expect(await balance()).toBe(before)
  const rejection = { deposit: two, actor: FINN, reason: 'twice', remark: 'It was credited' }
  await server.context.deposits.review.reject(rejection)
  return again
}

const balance = async () => balanceOf(server, await accountOf(server, eve))

test('a payment whose deposit was given another reference is not credited again', async () => {
  const change = `update deposits set payment_reference = payment_reference || 'ab' where deposit_id = $1`
  expect(await twice(change)).toMatchObject({ ok: false, reason: 'transaction_used' })
})

test('a payment whose deposit was deleted is not credited again', async () => {
  const change = 'delete from deposits where deposit_id = $1'
  expect(await twice(change)).toMatchObject({ ok: false, reason: 'transaction_used' })
})

test('a report that was moved to another chain takes no decision', async () => {
  const change = `update deposits set protocol = 'ERC20' where deposit_id = $1`
  expect(await twice(change)).toMatchObject({ ok: false, reason: 'record_changed' })
  await server.context.store.query(`update deposits set protocol = 'TRC20'`)
})

test('the engine names the credit of a payment by the payment, and one without by its deposit', async () => {
  const deposit = await report()
  expect(await credits(deposit, tronHash(4_711))).toMatchObject({ ok: true })
  const [row] = await server.context.store.query<{ payment: string }>(
    'select payment_reference as payment from deposits where deposit_id = $1',
    [deposit],
  )
  const references = [referenceOfPayment(String(row?.payment)), referenceOf('deposit', deposit)]
  const { found } = await server.context.core.query({ kind: 'transfers', references })
  expect(found.map((each) => each?.amount)).toEqual([DOLLARS * 1e6, undefined])
  const lines = (await eve.does('forexChange', {})).list
  expect(lines[0]).toMatchObject({ Kind: 'deposit' })
})
