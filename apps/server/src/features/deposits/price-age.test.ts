/** A price of deposits that the operator has not compared with the market for hours needs a second approver. */
import { micros, must } from '@veritick/domain'
import { customer, FINN, GRETA, openChannels, picture, set, tronHash } from '@veritick/testing/customers'
import { signIn } from '@veritick/testing/people'
import { awake, type Member, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const HOUR = 3_600_000
const COIN = {
  id: 1,
  currency_code: 'TRX',
  protocol_code: 'TRC20',
  address: 'TRIAL',
  usd_price: '0.300000',
  trial: true,
}
const DOLLAR = { ...COIN, id: 2, currency_code: 'USDT', usd_price: '1.000000' }
const OTHER = { ...COIN, id: 3, currency_code: 'BTC', usd_price: '60000.000000' }
const NETWORKS = [COIN, DOLLAR, OTHER]
const EURO = { id: 1, name: 'EUR', usd_price: '1.083700' }

let server: TestServer
let ana: Caller
let finn: Member

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server, { deposit_price_max_hours: 12, deposit_without_verification_max_usd: '90000.00' })
  ana = await customer(server, 'ana')
  finn = await staffMember(server, 'finance')
})
afterAll(() => server.close())
beforeEach(async () => {
  await set(server, 'charge_networks', NETWORKS)
  await set(server, 'charge_symbols', [EURO])
  // Sessions end while hours pass.
  ana = await signIn(server, 'ana@example.com')
})

const review = () => server.context.deposits.review
const proof = () => picture(server, ana)
const coins = async (charge_id: number, number = '500') =>
  (await ana.does('chargeSubmit', { charge_id, number, proofImg: await proof() })).id
const wire = async () => (await ana.does('chargeWireSubmit', { wire_id: 1, number: '100', proofImg: await proof() })).id
const needsTwo = async (deposit: number) =>
  must(await review().find(deposit), 'it was reported').singleApproverLimit.amount === 0
const priced = (usd_price: string, more: object = {}, others: object = {}) => [
  { ...COIN, usd_price, ...more },
  DOLLAR,
  { ...OTHER, ...others },
]
/** As the office saves it, with the delay of a higher price. */
const saves = async (key: string, value: unknown) => {
  const { settings } = server.context
  const seenVersion = must(
    settings.list().find((each) => each.key === key),
    'a setting',
  ).version
  const change = { key, value, who: 'staff:9', reason: 'the price of today', seenVersion, delay: 24 * HOUR }
  expect(await settings.change(change)).toMatchObject({ ok: true })
}
const end = (deposit: number) =>
  review().invalidate({ deposit, actor: FINN, reason: 'end of the test', remark: 'end of the test' })

test('an old price needs two approvers until an admin saves the list again; 1 USD does not age', async () => {
  const [old, dollar, bank, waits] = [await coins(1), await coins(2), await wire(), await coins(1)]
  const flags = async () => {
    const { data } = await (await awake(server, finn)).caller.does('depositQueue', { status: 0 })
    return [old, dollar, bank].map((id) => data.find((row) => row.id === id)?.flags)
  }
  server.passWallTime(12 * HOUR - 60_000)
  expect([await needsTwo(old), await needsTwo(dollar), await needsTwo(bank)]).toEqual([false, false, false])
  expect(await flags()).toEqual([[], [], []])
  server.passWallTime(120_000)
  expect([await needsTwo(old), await needsTwo(dollar), await needsTwo(bank)]).toEqual([true, false, true])
  expect(await flags()).toEqual([['price_old'], [], ['price_old']])
  const credit = { deposit: old, amount: micros(150_000_000), remark: '', reason: 'seen on the chain' }
  const by = (actor: typeof FINN) => review().credit({ ...credit, actor, paymentReference: tronHash(old) })
  expect(await by(FINN)).toMatchObject({ ok: true, value: { state: 'unchecked' } })
  expect(await by(GRETA)).toMatchObject({ ok: true, value: { state: 'finished' } })
  await saves('charge_networks', NETWORKS)
  expect([await needsTwo(waits), await needsTwo(bank)]).toEqual([false, true])
  await saves('charge_symbols', [EURO])
  expect(await needsTwo(bank)).toBe(false)
  server.passWallTime(13 * HOUR)
  await set(server, 'deposit_price_max_hours', 0)
  expect(await needsTwo(waits)).toBe(false)
  await set(server, 'deposit_price_max_hours', 12)
  for (const id of [dollar, bank, waits]) await end(id)
})

test('a lower price holds at once, so nothing is credited at the one of yesterday', async () => {
  const before = await coins(1)
  await saves('charge_networks', priced('0.270000'))
  const after = await ana.does('chargeSubmit', { charge_id: 1, number: '500', proofImg: await proof() })
  expect([after.usd, await needsTwo(before), await needsTwo(after.id)]).toEqual(['135.000000', true, false])
  for (const id of [before, after.id]) await end(id)
})

test.each([
  ['holds at once beside a higher one', { usd_price: '61000.000000' }, 270_000],
  ['waits with another address', { address: 'TRIAL of another wallet' }, 300_000],
])('a lower price %s, and has moved already', async (_, other, holds) => {
  const made = await coins(1)
  await saves('charge_networks', priced('0.270000', {}, other))
  expect(server.context.settings.get('charge_networks')[0]?.usd_price).toBe(holds)
  expect(await needsTwo(made)).toBe(true)
  await end(made)
})

test('a price is not confirmed by a lower one of a list that changes its currency', async () => {
  const made = await coins(1)
  server.passWallTime(13 * HOUR)
  await saves('charge_networks', priced('0.300000', { currency_code: 'XRP' }, { usd_price: '59000.000000' }))
  expect(await needsTwo(made)).toBe(true)
  await end(made)
})

test.each([
  ['higher', priced('0.330000'), false],
  ['the same', priced('0.300000', {}, { usd_price: '61000.000000' }), false],
  ['of another currency', priced('0.330000', { currency_code: 'XRP' }), true],
  ['switched off', priced('0.330000', { enabled: false }, { usd_price: '61000.000000' }), true],
])('a waiting price that is %s, beside one that is old', async (_, waiting, isTwo) => {
  const made = await coins(1)
  server.passWallTime(11 * HOUR)
  await saves('charge_networks', waiting)
  server.passWallTime(2 * HOUR)
  expect(await needsTwo(made)).toBe(isTwo)
  await end(made)
})
