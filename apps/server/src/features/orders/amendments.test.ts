/**
 * A pending order is changed over HTTP: its new levels, the refusals, a repeated request, and what the receipt and the
 * read tables say of it.
 */
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { verify } from '@veritick/verify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let server: TestServer
let ana: Awaited<ReturnType<TestServer['person']>>
let waiting: number
const off = { stop_loss_price: '0', target_profit_price: '0' }

beforeAll(async () => {
  server = await openTestServer()
  ana = await server.person()
})
afterAll(() => server.close())

beforeEach(async () => {
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const placed = await ana.does('submit', {
    forex_id: server.feed.id('EURUSD'),
    type: 1,
    status: 0,
    cont: '0.10',
    multiple: 30,
    target_price: '1.08000',
    stop_loss_price: '1.07900',
  })
  waiting = placed.Id
})

test('it gets its new levels and keeps its size, kind and number', async () => {
  const answered = await ana.asks('amendTrade', {
    id: waiting,
    target_price: '1.07500',
    stop_loss_price: '1.07400',
    target_profit_price: '1.08900',
  })
  expect(answered.msg).toBe('Your pending order is changed.')
  expect(answered.data).toMatchObject({
    Id: waiting,
    Status: 0,
    PendingKind: 'limit',
    Quantity: '0.10',
    OriginPrice: '1.07500',
    TargetLossPrice: '1.07400',
    TargetProfitPrice: '1.08900',
  })
  expect((await ana.does('myDeal', { status: 0 })).data[0]).toMatchObject({ Id: waiting, Price: '1.07500' })
})

test('what is refused changes nothing', async () => {
  const before = await server.stateHash()
  const cases: readonly (readonly [object, string, string?])[] = [
    [{ ...off }, 'parameter_missing', 'target_price'],
    [{ target_price: '1.07500', stop_loss_price: '0' }, 'parameter_missing', 'target_profit_price'],
    [{ target_price: '0', ...off }, 'target_missing', 'target_price'],
    [{ target_price: '-1', ...off }, 'price_not_positive', 'target_price'],
    [{ target_price: 'soon', ...off }, 'number_malformed', 'target_price'],
    [{ target_price: '1.075001', ...off }, 'price_off_step', 'target_price'],
    [{ target_price: '1.08510', ...off }, 'target_at_market'],
    [{ target_price: '1.09000', ...off }, 'target_wrong_side'],
    [{ target_price: '1.07500', ...off, stop_loss_price: '1.07600' }, 'stop_loss_wrong_side'],
    [{ target_price: '1.07500', ...off, target_profit_price: '1.07400' }, 'take_profit_wrong_side'],
  ]
  for (const [levels, reason, field] of cases) {
    const answered = await ana.asks('amendTrade', { id: waiting, ...levels })
    expect([levels, answered.reason, answered.field]).toEqual([levels, reason, field])
  }
  expect(await server.stateHash()).toBe(before)
})

test('a stale price refuses a new target and takes new stops', async () => {
  server.feed.wait(5 * 60_000 + 1)
  expect(await ana.reason('amendTrade', { id: waiting, target_price: '1.07500', ...off })).toBe('price_stale')
  const stops = { stop_loss_price: '1.07950', target_profit_price: '0' }
  expect(await ana.does('setStopPrice', { id: waiting, ...stops })).toMatchObject({ TargetLossPrice: '1.07950' })
})

test('an order that filled is no pending order, one that ended is ended', async () => {
  server.feed.say('EURUSD', '1.07990', '1.08000')
  expect(await ana.reason('amendTrade', { id: waiting, target_price: '1.07500', ...off })).toBe('order_not_pending')
  await ana.does('close', { id: waiting })
  expect(await ana.reason('amendTrade', { id: waiting, target_price: '1.07500', ...off })).toBe('order_ended')
})

test('a repeated request is one change, also after the order has filled', async () => {
  const body = { id: waiting, target_price: '1.08200', ...off }
  const key = { 'idempotency-key': 'changed once' }
  const first = await ana.asks('amendTrade', body, key)
  server.feed.say('EURUSD', '1.08190', '1.08200')
  const again = await ana.asks('amendTrade', body, key)
  expect([again.reason, again.data, again.headers['idempotent-replayed']]).toEqual([undefined, first.data, 'true'])
  const other = await ana.asks('amendTrade', { ...body, target_price: '1.08100' }, key)
  expect(other.reason).toBe('idempotency_mismatch')
})

test('the receipt holds the change, the verifier follows it, and the history shows the changed target', async () => {
  await ana.does('amendTrade', { id: waiting, target_price: '1.08300', ...off })
  server.feed.say('EURUSD', '1.08290', '1.08300')
  await ana.does('close', { id: waiting })
  const receipt = await ana.does('receipt', { id: waiting })
  const kinds = receipt.batches.flatMap((batch) => batch.events.map(({ event }) => event.kind))
  expect(kinds).toEqual(['instrument_set', 'order_placed', 'order_amended', 'order_opened', 'order_closed'])
  const { code, msg, data } = await ana.raw('GET', `/v1/api/forex/receipt?id=${waiting}`)
  const verdict = verify(Buffer.from(JSON.stringify({ code, msg, data })))
  expect(verdict).toMatchObject({ ok: true, order: server.context.ids.orderNamed(waiting) })
  const [ended] = (await ana.does('myDeal', { status: 3 })).data
  expect(ended).toMatchObject({ Id: waiting, OriginPrice: '1.08300', OpenSlippage: '0.00000' })
})
