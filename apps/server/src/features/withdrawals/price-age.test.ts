/** A price of withdrawals that the operator has not looked at for hours pays nothing out. */
import { must } from '@veritick/domain'
import { bindTron, draws, FINN, GRETA, openChannels, provesDraw, richCustomer, set } from '@veritick/testing/customers'
import { signIn } from '@veritick/testing/people'
import { awake, type Member, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { weakens } from '../settings/protection.ts'
import { isPriceOld } from './price-age.ts'

const HOUR = 3_600_000
let server: TestServer
let ana: Caller
let payee: number
let finn: Member

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server, { draw_price_max_hours: 12 })
  ana = await richCustomer(server, 'ana', 5000)
  payee = await bindTron(server, ana, 'ana')
  finn = await staffMember(server, 'finance')
})
afterAll(() => server.close())
beforeEach(() => saves(PRICE))

const PRICE = '0.999800'
type Entry = { readonly id: number }
const list = () => server.context.settings.list().find(({ key }) => key === 'draw_currencies')?.value as Entry[]
const priced = (usd_price: string, more: object = {}) =>
  list().map((each) => (each.id === 1 ? { ...each, usd_price, ...more } : each))
/** As the office saves it, with the delay of a lower price. */
const saves = (usd_price: string) => set(server, 'draw_currencies', priced(usd_price))
const savesLater = async (value: unknown) => {
  const { settings } = server.context
  const seenVersion = must(
    settings.list().find(({ key }) => key === 'draw_currencies'),
    'a setting',
  ).version
  const change = { key: 'draw_currencies', value, who: 'staff:9', reason: 'the price of today', seenVersion }
  expect(await settings.change({ ...change, delay: 24 * HOUR })).toMatchObject({ ok: true })
}
const isOld = (id = 1) => {
  const { settings, runtime } = server.context
  const entry = must(
    settings.get('draw_currencies').find((each) => each.id === id),
    'it is offered',
  )
  return isPriceOld(settings, entry, runtime.now())
}
/** Sessions end meanwhile. */
const pass = async (millis: number) => {
  server.passTime(millis)
  ana = await signIn(server, 'ana@example.com')
}
const WANTED = { draw_currency_id: 1, number: '50' }
const asks = async (key: string) => {
  const wanted = { ...WANTED, draw_method_id: payee }
  await provesDraw(server, ana, wanted)
  return ana.asks('draw', wanted, { 'idempotency-key': key })
}

test('a request is refused until the operator saves the prices again; then the same request is taken', async () => {
  const shown = async () => (await ana.does('drawSymbols', {})).map(({ id, price_old }) => [id, price_old])
  await pass(12 * HOUR - 60_000)
  expect((await asks('in time')).code).toBe(1)
  expect(await shown()).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ])
  await pass(61_000)
  const before = await ana.does('forexDetail', {})
  const key = 'the same request'
  expect(await asks(key)).toMatchObject({ reason: 'draw_price_old' })
  expect(await ana.does('forexDetail', {})).toEqual(before)
  // USDT on ERC20 is offered at exactly 1 USD.
  expect(await shown()).toEqual([
    [1, true],
    [2, false],
    [3, true],
  ])
  await saves(PRICE)
  expect((await asks(key)).code).toBe(1)
  expect(await shown()).toContainEqual([1, false])
})

test('an approval waits for the operator too, and staff see the age; what is approved is paid', async () => {
  const find = async (id: number) => (await awake(server, finn)).caller.does('withdrawalFind', { id })
  const draw = async () => (await draws(server, ana, { ...WANTED, draw_method_id: payee })).id
  const [approved, waiting] = [await draw(), await draw()]
  const by = (withdrawal: number, actor = FINN) => ({ withdrawal, actor, reason: 'all in order' })
  const { review } = server.context.withdrawals
  expect(await review.approve(by(approved))).toMatchObject({ ok: true, value: { state: 'approved' } })
  expect(await find(waiting)).toMatchObject({ price_age_minutes: 0, price_old: false })
  await pass(13 * HOUR)
  expect(await find(waiting)).toMatchObject({ price_age_minutes: 780, price_old: true })
  expect(await review.approve(by(waiting))).toMatchObject({ ok: false, reason: 'draw_price_old' })
  expect(await review.pay({ ...by(approved, GRETA), reference: 'a'.repeat(64) })).toMatchObject({ ok: true })
  await saves(PRICE)
  expect(await find(waiting)).toMatchObject({ price_age_minutes: 0, price_old: false })
  expect(await review.approve(by(waiting))).toMatchObject({ ok: true, value: { state: 'approved' } })
})

test('a lower price is as old as its typing once it holds; until then it confirms the higher one', async () => {
  server.passTime(11 * HOUR)
  await savesLater(priced('0.950000'))
  server.passTime(2 * HOUR)
  expect([isOld(1), isOld(3)]).toEqual([false, false])
  server.passTime(11 * HOUR)
  expect(isOld(1)).toBe(true)
  server.passTime(11 * HOUR)
  expect(server.context.settings.get('draw_currencies')[0]?.usd_price).toBe(950_000)
  expect(isOld(1)).toBe(true)
  await savesLater(priced('0.950000'))
  expect(isOld(1)).toBe(false)
})

test('a lower list saved twice a day comes into force after its delay, and no price is old meanwhile', async () => {
  const lower = priced('0.950000')
  for (const hours of [0, 11, 11]) {
    server.passTime(hours * HOUR)
    expect([isOld(1), isOld(3)]).toEqual([false, false])
    await savesLater(lower)
  }
  server.passTime(2 * HOUR)
  expect(server.context.settings.get('draw_currencies')[0]?.usd_price).toBe(950_000)
  expect([isOld(1), isOld(3)]).toEqual([false, false])
})

test.each([
  ['another kind', { type: 2, protocol: '' }],
  ['another currency', { code: 'TRX' }],
  ['another chain', { protocol: 'ERC20' }],
  ['switched off', { enabled: false }],
])('a waiting entry that is %s confirms nothing', async (_, other) => {
  server.passTime(11 * HOUR)
  const lower = must(
    list().find(({ id }) => id === 3),
    'it is offered',
  )
  const waits = { ...lower, usd_price: '0.000001' }
  await savesLater(priced('0.950000', other).map((each) => (each.id === 3 ? waits : each)))
  server.passTime(2 * HOUR)
  expect([isOld(1), isOld(3)]).toEqual([true, false])
})

test('a higher price that waits, because another change of the list does, confirms nothing', async () => {
  server.passTime(11 * HOUR)
  await savesLater(priced('1.050000', { draw_rate: '0.000000' }))
  server.passTime(2 * HOUR)
  expect([isOld(1), isOld(3)]).toEqual([true, false])
})

test.each<[string, (entries: Entry[]) => object[]]>([
  ['taken out', (entries) => entries.filter(({ id }) => id !== 1)],
  // A price of an entry that is switched off holds at once, so the price of the request could be put back here.
  ['switched off', (entries) => entries.map((each) => (each.id === 1 ? { ...each, enabled: false } : each))],
  ['made another currency', (entries) => entries.map((each) => (each.id === 1 ? { ...each, code: 'TRX' } : each))],
])('a withdrawal whose currency was %s is not approved at the price of its request', async (_, without) => {
  await pass(0)
  const { id } = await draws(server, ana, { ...WANTED, draw_method_id: payee })
  const decision = { withdrawal: id, actor: FINN, reason: 'all in order' }
  const { review } = server.context.withdrawals
  await saves('1.100000')
  expect(await review.approve(decision)).toMatchObject({ ok: false, reason: 'price_moved' })
  const before = priced(PRICE)
  await set(server, 'draw_currencies', without(before))
  expect(await review.approve(decision)).toMatchObject({ ok: false, reason: 'draw_currency_off' })
  expect(await review.reject({ ...decision, remark: 'Please ask again.' })).toMatchObject({ ok: true })
  await set(server, 'draw_currencies', before)
})

test('exactly 1 USD does not age, and 0 hours are no limit', async () => {
  server.passTime(13 * HOUR)
  expect([isOld(1), isOld(2)]).toEqual([true, false])
  await set(server, 'draw_price_max_hours', 0)
  expect(isOld(1)).toBe(false)
  await set(server, 'draw_price_max_hours', 12)
})

test.each([
  [12, 24, true],
  [12, 0, true],
  [12, 6, false],
  [0, 24, false],
])('a limit of %i hours that becomes %i waits: %s', (now, next, waits) =>
  expect(weakens({ key: 'draw_price_max_hours', now, next })).toBe(waits),
)
