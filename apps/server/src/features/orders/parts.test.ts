/**
 * Closing a part of a position through the server: one request, an order of its own in the history, receipts of both;
 * repeats, refusals and races change nothing twice; read tables, statement and ledger stay true.
 */
import type { WireOrder } from '@veritick/contract'
import { booksProblems, FINN, userOf } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { verify } from '@veritick/verify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const EURUSD = { forex_id: 1, type: 1, status: 1, cont: '1.00', multiple: 30 } as const

let server: TestServer
let ana: Caller
let long: WireOrder

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await server.person()
  long = await ana.does('submit', { ...EURUSD, stop_loss_price: '1.08000' })
  server.feed.say('EURUSD', '1.08700', '1.08710')
})

const held = async () => (await ana.does('myDeal', { status: 1 })).data
const part = (cont: string, more: object = {}) => ({ id: long.Id, cont, ...more })

test('the part is in the history with its share, the rest stays under its number, both prove themselves', async () => {
  const whole = Number(long.CautionMoney)
  const answered = await ana.asks('closePart', part('0.30', { seen_price: '1.08705' }))
  expect([answered.code, answered.msg]).toEqual([
    1,
    '0.30 lots closed at 1.08700. Profit 57.00 USD. 0.70 lots stay open.',
  ])
  const closed = answered.data as WireOrder
  expect(closed).toMatchObject({
    SplitFrom: long.Id,
    Status: 3,
    Quantity: '0.30',
    Price: long.Price,
    UpdatePrice: '1.08700',
    FactProfits: '57.000000',
    TargetLossPrice: '1.08000',
    OpenTime: long.OpenTime,
    CloseReason: 'user',
    CloseSlippage: '-0.00005',
  })
  const [rest] = await held()
  expect(rest).toMatchObject({ Id: long.Id, SplitFrom: null, Quantity: '0.70', TargetLossPrice: '1.08000' })
  const sum = (field: 'CautionMoney' | 'TradeFee') => Number(closed[field]) + Number(rest?.[field])
  expect([sum('CautionMoney'), sum('TradeFee')]).toEqual([whole, Number(long.TradeFee)])

  const history = await ana.does('myDeal', { status: 3 })
  expect(history).toMatchObject({ total: 1, all_fact_profits: '57.000000', data: [closed] })
  await ana.does('close', { id: long.Id })
  for (const id of [closed.Id, long.Id]) {
    const { code, msg, data } = await ana.raw('GET', `/v1/api/forex/receipt?id=${id}`)
    const verdict = verify(Buffer.from(JSON.stringify({ code, msg, data })))
    expect(verdict).toMatchObject({ ok: true, order: server.context.ids.orderNamed(id) })
  }
  const kinds = (await ana.does('receipt', { id: closed.Id })).batches.flatMap(({ events }) =>
    events.map(({ event }) => event.kind),
  )
  expect(kinds).toEqual(['instrument_set', 'order_opened', 'order_split', 'order_closed'])
  // The fee was booked once, at the opening; each profit under the order that closed.
  const { list: lines } = await ana.does('forexChange', {})
  expect(lines.map(({ OrderId, Kind }) => [Kind, OrderId]).slice(0, 3)).toEqual([
    ['profit', long.Id],
    ['profit', closed.Id],
    ['fee', long.Id],
  ])
  expect(await booksProblems(server)).toEqual([])
})

test('the same request again gets the first answer and closes nothing more', async () => {
  const key = { 'idempotency-key': 'a part once' }
  const first = await ana.asks('closePart', part('0.30'), key)
  server.feed.say('EURUSD', '1.08600', '1.08610')
  const again = await ana.asks('closePart', part('0.30'), key)
  expect([again.data, again.msg, again.headers['idempotent-replayed']]).toEqual([first.data, first.msg, 'true'])
  const other = await ana.asks('closePart', part('0.40'), key)
  expect(other.reason).toBe('idempotency_mismatch')
  expect((await ana.asks('close', { id: long.Id }, key)).reason).toBe('idempotency_mismatch')
  expect((await held()).map(({ Quantity }) => Quantity)).toEqual(['0.70'])
})

test('of requests that come together no more closes than there is', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => ana.asks('closePart', part('0.40'))))
  expect(answers.map(({ reason }) => reason ?? 'good').sort()).toEqual([
    'good',
    'good',
    'part_too_large',
    'part_too_large',
  ])
  expect((await held()).map(({ Quantity }) => Quantity)).toEqual(['0.20'])
  expect(await booksProblems(server)).toEqual([])
})

describe('a size that cannot close is refused and changes nothing', () => {
  test.each([
    [{ cont: undefined }, 'parameter_missing', 'cont'],
    [{ cont: '' }, 'parameter_missing', 'cont'],
    [{ cont: 'NaN' }, 'number_malformed', 'cont'],
    [{ cont: '1e-1' }, 'number_malformed', 'cont'],
    [{ cont: '9'.repeat(20) }, 'lots_too_large', 'cont'],
    [{ cont: '1'.repeat(40) }, 'number_too_long', 'cont'],
    [{ cont: ['0.1', '0.2'] }, 'parameter_wrong_type', 'cont'],
    [{ cont: '0.00001' }, 'lots_off_step', 'cont'],
    [{ cont: '0.015' }, 'lots_off_step', undefined],
    [{ cont: '0' }, 'lots_too_small', undefined],
    [{ cont: '-0.30' }, 'lots_too_small', undefined],
    [{ cont: '1.01' }, 'part_too_large', undefined],
    [{ cont: '0.30', seen_price: '1.087001' }, 'price_off_step', 'seen_price'],
  ])('%j: %s', async (params, reason, field) => {
    const before = await server.stateHash()
    const answered = await ana.asks('closePart', { id: long.Id, ...params })
    expect([answered.status, answered.reason, answered.field]).toEqual([200, reason, field])
    expect(await server.stateHash()).toBe(before)
  })
})

test('the whole size closes the position; a frozen customer may; a stale price may not', async () => {
  server.feed.wait(5 * 60_000 + 1)
  const key = { 'idempotency-key': 'waits for a price' }
  expect((await ana.asks('closePart', part('0.30'), key)).reason).toBe('price_stale')
  server.feed.say('EURUSD', '1.08700', '1.08710')
  const freeze = { user: await userOf(ana), actor: FINN, reason: 'asked by the bank', remark: 'We are checking' }
  expect(await server.context.freezes.freeze(freeze)).toMatchObject({ ok: true })
  expect((await ana.asks('closePart', part('0.30'), key)).code).toBe(1)
  const whole = await ana.asks('closePart', part('0.70'))
  expect([whole.msg, whole.data]).toEqual([
    'Closed at 1.08700. Profit 133.00 USD.',
    expect.objectContaining({ Id: long.Id, SplitFrom: null, Quantity: '0.70' }),
  ])
  expect(await ana.reason('closePart', part('0.70'))).toBe('order_ended')
  expect(await held()).toEqual([])
})

test('is posted only, so that no address can close a part', async () => {
  const answered = await ana.raw('GET', `/v1/api/forex/close_part?id=${long.Id}&cont=0.30`)
  expect([answered.status, answered.reason]).toEqual([405, 'method_not_allowed'])
})
