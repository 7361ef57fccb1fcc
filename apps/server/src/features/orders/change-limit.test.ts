/**
 * One order is changed again and again: beyond its limit nothing changes, and what ends the order still works. Receipts
 * of orders with many events wait for each other and keep no other receipt waiting.
 */
import { must, points } from '@veritick/domain'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LIMITS } from '../../services/rate-limits/limits.ts'

const { atOnce } = LIMITS.orderChanges
const { events: LONG } = LIMITS.work.longReceipts
const EURUSD = { forex_id: 1, type: 1, status: 1, cont: '0.10', multiple: 30 } as const

let server: TestServer
let ana: Caller

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await server.person()
})
afterEach(() => {
  server.steady.goOn()
  vi.restoreAllMocks()
})

const opened = async (who: Caller) => (await who.does('submit', EURUSD)).Id
/** The number of a change decides its level, so no two are the same. */
const stops = (id: number, change: number) => ({
  id,
  stop_loss_price: `1.0${1_000 + change}`,
  target_profit_price: '0',
})

async function useUp(who: Caller, id: number, firstKey: object = {}): Promise<unknown> {
  const first = await who.does('setStopPrice', stops(id, 0), { ...firstKey })
  for (let change = 1; change < atOnce; change++) await who.does('setStopPrice', stops(id, change))
  return first
}

test('a customer changes an order too often: nothing changes, and a repeat gets its first answer', async () => {
  const id = await opened(ana)
  server.steady.stop()
  const key = { 'idempotency-key': 'the first change' }
  const first = await useUp(ana, id, key)
  const before = await server.stateHash()
  expect(await ana.asks('setStopPrice', stops(id, 900))).toMatchObject({ status: 429, reason: 'too_many_requests' })
  expect(await ana.reason('closePart', { id, cont: '0.01' })).toBe('too_many_requests')
  expect(await server.stateHash()).toBe(before)
  const again = await ana.asks('setStopPrice', stops(id, 0), key)
  expect([again.data, again.headers['idempotent-replayed']]).toEqual([first, 'true'])

  const other = await opened(ana)
  await ana.does('setStopPrice', stops(other, 1))
  server.steady.pass(1_000 / LIMITS.orderChanges.perSecond)
  await ana.does('setStopPrice', stops(id, 901))
  expect(await ana.reason('setStopPrice', stops(id, 902))).toBe('too_many_requests')
  expect(await ana.does('close', { id })).toMatchObject({ Status: 3 })
})

test('a customer moves a pending order too often, sends the refused change again later, and cancels', async () => {
  const { Id: id } = await ana.does('submit', { ...EURUSD, status: 0, target_price: '1.08000' })
  const off = { stop_loss_price: '0', target_profit_price: '0' }
  server.steady.stop()
  for (let change = 0; change < atOnce; change++)
    await ana.does('amendTrade', { id, target_price: `1.07${100 + change}`, ...off })
  const body = { id, target_price: '1.07999', ...off }
  const key = { 'idempotency-key': 'sent again' }
  expect((await ana.asks('amendTrade', body, key)).reason).toBe('too_many_requests')
  server.steady.pass(1_000 / LIMITS.orderChanges.perSecond)
  expect(await ana.does('amendTrade', body, key)).toMatchObject({ OriginPrice: '1.07999' })
  expect(await ana.does('cancelTrade', { id })).toMatchObject({ Cancelled: true })
})

test('refused changes, repeats, and requests of other customers use up nothing of an order', async () => {
  const id = await opened(ana)
  const ben = await server.person()
  server.steady.stop()
  const key = { 'idempotency-key': 'once' }
  const first = await ana.does('setStopPrice', stops(id, 0), key)
  for (let change = 0; change < atOnce; change++) {
    const wrong = { ...stops(id, change), stop_loss_price: '1.09000' }
    const repeated = ana.does('setStopPrice', stops(id, 0), key)
    expect(await ben.reason('setStopPrice', stops(id, change))).toBe('order_unknown')
    expect(await ana.reason('setStopPrice', wrong)).toBe('stop_loss_wrong_side')
    expect(await repeated).toEqual(first)
  }
  for (let change = 1; change < atOnce; change++) await ana.does('setStopPrice', stops(id, change))
})

/** An order with more events than a short receipt has. They are decided in a few batches, without the limit. */
async function longOrder(who: Caller): Promise<number> {
  const id = await opened(who)
  const { core, ids, market } = server.context
  const order = ids.orderNamed(id)
  const seen = must(await core.query({ kind: 'order', order }), 'the order is open')
  const { account } = seen.view
  const change = (count: number) =>
    core.submit({
      command: {
        kind: 'set_stops',
        at: market.clock(),
        account,
        order,
        stopLoss: points(100_000 + count),
        takeProfit: undefined,
        request: (order * 1_000 + count).toString(16).padStart(32, '0'),
      },
    })
  const done = await Promise.all(Array.from({ length: LONG + 1 }, (_, count) => change(count)))
  expect(done.every(({ outcome }) => outcome.ok)).toBe(true)
  return id
}

test('four customers ask for long receipts: one is made at a time, and a fifth waits for none', async () => {
  const { core, ids } = server.context
  const many = await Promise.all([1, 2, 3, 4].map(() => server.person()))
  const long: number[] = []
  for (const who of many) long.push(await longOrder(who))
  const id = await opened(ana)

  const make = core.receipt
  const begun: number[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  onTestFinished(() => release())
  vi.spyOn(core, 'receipt').mockImplementation(async (order) => {
    begun.push(order)
    if (order !== ids.orderNamed(id)) await released
    return make(order)
  })
  const asked = many.map((who, at) => who.does('receipt', { id: must(long[at], 'an order of each') }))
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  const receipt = await ana.does('receipt', { id })
  expect(receipt.order).toBe(ids.orderNamed(id))
  expect(begun).toHaveLength(2)
  release()
  for (const each of await Promise.all(asked))
    expect(each.batches.flatMap(({ events }) => events).length).toBeGreaterThan(LONG)
  expect(begun).toHaveLength(5)
})
