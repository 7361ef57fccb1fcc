/**
 * A trader's day at the server, with prices that are said one by one: an order from the tap to the account log, and
 * again.
 */
import type { CallInput, WireOrder } from '@veritick/contract'
import { type Caller, FEED_START, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let ana: Caller
const EURUSD = 1

const buy = (lots: string, more: Partial<CallInput<'submit'>> = {}): CallInput<'submit'> => ({
  forex_id: EURUSD,
  type: 1,
  status: 1,
  cont: lots,
  multiple: 30,
  ...more,
})

beforeAll(async () => {
  server = await openTestServer()
  server.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await server.person()
})
afterAll(() => server.close())

describe('an order from the tap to the account log', () => {
  let order: WireOrder

  test('a buy fills at the ask and answers the order with its evidence', async () => {
    order = await ana.does(
      'submit',
      buy('0.10', { seen_price: '1.08512', stop_loss_price: '1.08400', target_profit_price: 1.09 }),
    )
    expect(order).toMatchObject({
      OrderType: 1,
      Status: 1,
      PendingKind: null,
      Quantity: '0.10',
      Multiple: 30,
      OriginPrice: '1.08510',
      Price: '1.08510',
      UpdatePrice: '1.08500',
      FactProfits: '-1.000000',
      // 0.10 x 100000 x 1.08500 / 30, rounded up
      CautionMoney: '361.666667',
      TradeFee: '0.350000',
      Swap: '0.000000',
      TargetLossPrice: '1.08400',
      TargetProfitPrice: '1.09000',
      OpenSlippage: '0.00002',
      CloseReason: null,
      Cancelled: false,
      OpenQuote: {
        bid: '1.08500',
        ask: '1.08510',
        conversion: { numerator: 1, denominator: 1, instrument: 0, seq: 0 },
      },
      ForexTradeLists: { Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5 },
    })
    expect(order.OpenQuote?.time).toBe(FEED_START + 1000)
    expect(order.CreateTimeHandler).toBe(new Date(FEED_START + 1000).toISOString())
  })

  test('its profit moves with the price, and the account with it', async () => {
    server.feed.say('EURUSD', '1.08620', '1.08630')
    const list = await ana.does('myDeal', { status: 1 })
    expect(list).toMatchObject({
      total: 1,
      all_fact_profits: '11.000000',
      balance: '99999.650000',
      equity: '100010.650000',
      margin: '361.666667',
      free_margin: '99648.983333',
      margin_level: '27652.71',
      hazard_rate: '0.19',
    })
    expect(list.data[0]).toMatchObject({
      Id: order.Id,
      UpdatePrice: '1.08620',
      FactProfits: '11.000000',
      OpenSlippage: '0.00002',
    })
    expect(await ana.does('userInfo', {})).toMatchObject({ is_demo: 1, balance: '99999.650000' })
  })

  test('stops can be changed and turned off', async () => {
    const changed = await ana.does('setStopPrice', { id: order.Id, stop_loss_price: '1.08550', target_profit_price: 0 })
    expect(changed).toMatchObject({ TargetLossPrice: '1.08550', TargetProfitPrice: '0', OriginPrice: '1.08510' })
    expect(
      await ana.reason('setStopPrice', { id: order.Id, stop_loss_price: '1.08620', target_profit_price: '0' }),
    ).toBe('stop_loss_wrong_side')
    expect(
      await ana.reason('setStopPrice', { id: order.Id, stop_loss_price: '1.085501', target_profit_price: '0' }),
    ).toBe('price_off_step')
  })

  test('a level that is left out is refused and stays as it was', async () => {
    for (const [left, field] of [
      [{ target_profit_price: '1.09000' }, 'stop_loss_price'],
      [{ stop_loss_price: '1.08500' }, 'target_profit_price'],
      [{ stop_loss_price: '1.08500', target_profit_price: '' }, 'target_profit_price'],
      [{}, 'stop_loss_price'],
    ] as const)
      expect(await ana.asks('setStopPrice', { id: order.Id, ...left })).toMatchObject({
        reason: 'parameter_missing',
        field,
      })
    const [held] = (await ana.does('myDeal', { status: 1 })).data
    expect(held).toMatchObject({ TargetLossPrice: '1.08550', TargetProfitPrice: '0' })
  })

  test('a close realises the profit at the bid and says so', async () => {
    const answered = await ana.asks('close', { id: order.Id, seen_price: '1.08625' })
    expect(answered.msg).toBe('Closed at 1.08620. Profit 11.00 USD.')
    expect(answered.data).toMatchObject({
      Status: 3,
      CloseReason: 'user',
      FactProfits: '11.000000',
      CloseSlippage: '-0.00005',
      Cancelled: false,
    })
    expect(await ana.reason('close', { id: order.Id })).toBe('order_ended')
    expect(await ana.reason('setStopPrice', { id: order.Id, stop_loss_price: 0, target_profit_price: 0 })).toBe(
      'order_ended',
    )
    expect(await ana.reason('cancelTrade', { id: order.Id })).toBe('order_ended')
  })

  test('history explains it, and the log adds up to the balance', async () => {
    const history = await ana.does('myDeal', { status: 3 })
    expect(history).toMatchObject({
      total: 1,
      // With what was given at the start they are the balance: 100000 + 11 - 0.35.
      all_fact_profits: '11.000000',
      all_costs: '-0.350000',
      balance: '100010.650000',
      margin_level: null,
      hazard_rate: '0.00',
    })
    expect(history.data[0]).toMatchObject({
      Id: order.Id,
      CloseReason: 'user',
      OpenSlippage: '0.00002',
      CloseSlippage: '-0.00005',
    })
    const log = await ana.does('forexChange', {})
    expect(log.list.map((line) => [line.Value, line.Balance, line.MemoTran, line.OrderId])).toEqual([
      ['11.000000', '100010.650000', `Profit EUR/USD #${order.Id}`, order.Id],
      ['-0.350000', '99999.650000', `Fee EUR/USD #${order.Id}`, order.Id],
      ['100000.000000', '100000.000000', 'Demo money', null],
    ])
    const sum = log.list.reduce((total, line) => total + Math.round(Number(line.Value) * 1e6), 0)
    expect(sum).toBe(100_010_650_000)
    expect(await ana.does('getBalance', {})).toEqual({ balance: '100010.650000' })
    expect(await ana.does('forexDetail', {})).toEqual({ balance: '100010.650000', lock_balance: '0.000000' })
  })

  test('the receipt names the events and their place', async () => {
    const receipt = await ana.does('receipt', { id: order.Id })
    expect(receipt.order).toBe(server.context.ids.orderNamed(order.Id))
    const kinds = receipt.batches.flatMap((batch) => batch.events.map((each) => each.event.kind))
    expect(kinds).toEqual(['instrument_set', 'order_opened', 'stops_set', 'order_closed'])
  })
})

describe('a pending order', () => {
  test('waits, fills at the quote that reaches it, and remembers its target', async () => {
    server.feed.say('EURUSD', '1.08500', '1.08510')
    const waiting = await ana.does('submit', buy('0.05', { status: 0, target_price: '1.08400' }))
    expect(waiting).toMatchObject({
      Status: 0,
      PendingKind: 'limit',
      OriginPrice: '1.08400',
      UpdatePrice: '1.08510',
      OpenQuote: null,
      CautionMoney: '0.000000',
    })
    expect((await ana.does('myDeal', { status: 0 })).data.map((each) => each.Id)).toEqual([waiting.Id])
    server.feed.say('EURUSD', '1.08380', '1.08390')
    const [holding] = (await ana.does('myDeal', { status: 1 })).data
    expect(holding).toMatchObject({
      Id: waiting.Id,
      Status: 1,
      PendingKind: 'limit',
      OriginPrice: '1.08400',
      Price: '1.08390',
      OpenSlippage: '0.00010',
      CautionMoney: '180.666667',
    })
    expect(await ana.reason('cancelTrade', { id: waiting.Id })).toBe('order_not_pending')
    const closed = await ana.does('close', { id: waiting.Id })
    const [ended] = (await ana.does('myDeal', { status: 3 })).data
    expect([closed.PendingKind, ended?.Id, ended?.PendingKind]).toEqual(['limit', waiting.Id, 'limit'])
  })

  test('can be cancelled, and history says that it never was a position', async () => {
    const waiting = await ana.does('submit', buy('0.05', { status: 0, target_price: '1.08900' }))
    expect(waiting.PendingKind).toBe('stop')
    expect(await ana.reason('close', { id: waiting.Id })).toBe('order_not_holding')
    expect(await ana.does('cancelTrade', { id: waiting.Id })).toMatchObject({
      Status: 3,
      Cancelled: true,
      CloseReason: 'user',
    })
    const [last] = (await ana.does('myDeal', { status: 3 })).data
    expect(last).toMatchObject({
      Id: waiting.Id,
      Cancelled: true,
      OpenQuote: null,
      CloseQuote: null,
      FactProfits: '0.000000',
    })
  })
})

describe('the same request again', () => {
  test('with its key: the stored answer, one order', async () => {
    const headers = { 'idempotency-key': 'tap-1' }
    const first = await ana.asks('submit', buy('0.02'), headers)
    const again = await ana.asks('submit', buy('0.02'), headers)
    expect(again.data).toEqual(first.data)
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
    expect((await ana.does('myDeal', { status: 1 })).total).toBe(1)
    const ended = { 'idempotency-key': 'tap-2' }
    const id = (first.data as WireOrder).Id
    expect((await ana.asks('close', { id }, ended)).data).toEqual((await ana.asks('close', { id }, ended)).data)
  })

  test('many at once: one order', async () => {
    const headers = { 'idempotency-key': 'tap-many' }
    const { total: before } = await ana.does('myDeal', { status: 1 })
    const answers = await Promise.all(Array.from({ length: 8 }, () => ana.asks('submit', buy('0.02'), headers)))
    const ids = new Set(answers.map((answered) => (answered.data as WireOrder).Id))
    expect(ids.size).toBe(1)
    expect((await ana.does('myDeal', { status: 1 })).total).toBe(before + 1)
    for (const id of ids) await ana.does('close', { id })
  })

  test('its key with something else in it: refused', async () => {
    const headers = { 'idempotency-key': 'tap-3' }
    const { Id: id } = await ana.does('submit', buy('0.02'), headers)
    expect((await ana.asks('submit', buy('0.03'), headers)).reason).toBe('idempotency_mismatch')
    // The documentation says so: the same number written otherwise is another request.
    expect((await ana.asks('submit', buy('0.020'), headers)).reason).toBe('idempotency_mismatch')
    expect((await ana.asks('close', { id }, headers)).reason).toBe('idempotency_mismatch')
    await ana.does('close', { id })
  })

  test('by the specification: GET with its t is one order, another t another', async () => {
    const path = (t: number) =>
      `/v1/api/forex/submit?type=1&cont=0.01&forex_id=1&status=1&target_price=0&stop_loss_price=0&target_profit_price=0&multiple=30&t=${t}`
    const ids = [await ana.raw('GET', path(1)), await ana.raw('GET', path(1)), await ana.raw('GET', path(2))].map(
      (each) => (each.data as WireOrder).Id,
    )
    expect(ids[0]).toBe(ids[1])
    const numbers = ids.map((id) => server.context.ids.orderNamed(id))
    expect(numbers[2]).toBe((numbers[0] ?? 0) + 1)
    for (const id of new Set(ids)) await ana.does('close', { id })
  })

  test('a refusal is repeated as it was, although the market moved on', async () => {
    const headers = { 'idempotency-key': 'tap-4' }
    const params = buy('0.01', { stop_loss_price: '1.08600' })
    expect((await ana.asks('submit', params, headers)).reason).toBe('stop_loss_wrong_side')
    server.feed.say('EURUSD', '1.08700', '1.08710')
    expect((await ana.asks('submit', params, headers)).reason).toBe('stop_loss_wrong_side')
  })

  test('can be asked about by its key, which decides nothing and tells another customer nothing', async () => {
    const { total } = await ana.does('myDeal', { status: 1 })
    const asked = (by: Caller, key: string) => by.does('received', { key })
    expect(await asked(ana, 'tap-asked')).toEqual({ received: false })
    const headers = { 'idempotency-key': 'tap-asked' }
    const placed = (await ana.asks('submit', buy('0.02'), headers)).data as WireOrder
    expect(await asked(ana, 'tap-asked')).toEqual({ received: true })
    expect(await asked(await server.person(), 'tap-asked')).toEqual({ received: false })
    const upper = 'A1B2C3D4-1111-4ABC-8ABC-0123456789AB'
    await ana.asks('close', { id: placed.Id }, { 'idempotency-key': upper })
    expect(await asked(ana, upper)).toEqual({ received: true })
    expect(await asked(ana, upper.toLowerCase())).toEqual({ received: true })
    // A temporary refusal is not kept: a repeat may be carried out, so it must not read as decided.
    const later = { 'idempotency-key': 'tap-later' }
    const unpriced = buy('0.02', { forex_id: server.feed.id('GBPUSD') })
    expect((await ana.asks('submit', unpriced, later)).reason).toBe('price_stale')
    expect(await asked(ana, 'tap-later')).toEqual({ received: false })
    expect((await ana.does('myDeal', { status: 1 })).total).toBe(total)
  })

  test('a key that names its time is refused when its day is over, never filled again; one ahead of the clock, too', async () => {
    const named = (at: number) => {
      const digits = at.toString(16).padStart(12, '0')
      return { 'idempotency-key': `${digits.slice(0, 8)}-${digits.slice(8)}-7abc-8abc-0123456789ab` }
    }
    const headers = named(Date.now())
    const first = await ana.asks('submit', buy('0.02'), headers)
    expect((await ana.asks('submit', buy('0.02'), headers)).data).toEqual(first.data)
    expect((await ana.asks('submit', buy('0.02'), named(Date.now() + 3_600_000))).reason).toBe('idempotency_key_ahead')
    const { total } = await ana.does('myDeal', { status: 1 })
    server.passWallTime(24 * 3_600_000)
    // A jump of the wall clock alone forgets nothing.
    expect((await ana.asks('submit', buy('0.02'), headers)).data).toEqual(first.data)
    server.steady.stop()
    // An hour more than on the wall clock: guarded time fell behind it by the pauses of a busy machine.
    server.steady.pass(25 * 3_600_000)
    server.steady.goOn()
    expect((await ana.asks('submit', buy('0.02'), headers)).reason).toBe('idempotency_key_expired')
    expect(await ana.reason('received', { key: headers['idempotency-key'] })).toBe('idempotency_key_expired')
    expect((await ana.does('myDeal', { status: 1 })).total).toBe(total)
  })
})
