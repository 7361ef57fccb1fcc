/** Every way an order can be refused: its own word, a sentence, and nothing changed. */
import type { CallInput } from '@veritick/contract'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let doors: TestServer
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
  doors = await openTestServer({ silent: ['AUDUSD'] })
  doors.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await doors.person()
}, 60_000)
afterAll(() => doors.close(), 30_000)

describe('refusals of an order, each with its word and nothing changed', () => {
  const cases: readonly [string, Readonly<Record<string, unknown>>, string, string?][] = [
    ['lots off step', { cont: '0.015' }, 'lots_off_step'],
    ['lots of five decimals', { cont: '0.00001' }, 'lots_off_step', 'cont'],
    ['no lots', { cont: '0' }, 'lots_too_small'],
    ['lots below zero', { cont: '-0.10' }, 'lots_too_small'],
    ['too many lots', { cont: '50.01' }, 'lots_too_large'],
    ['lots beyond any number', { cont: '9'.repeat(20) }, 'lots_too_large', 'cont'],
    ['leverage that is not offered', { multiple: 7 }, 'leverage_not_offered'],
    ['no leverage chosen', { multiple: undefined }, 'leverage_not_offered'],
    ['an instrument that does not exist', { forex_id: 9999 }, 'instrument_unknown', 'forex_id'],
    ['an instrument without a feed', { forex_id: 'AUDUSD' }, 'market_closed'],
    ['an instrument without a quote yet', { forex_id: 'GBPUSD' }, 'price_stale'],
    ['a stop-loss above a buy', { stop_loss_price: '1.09000' }, 'stop_loss_wrong_side'],
    ['a stop-loss at the bid', { stop_loss_price: '1.08500' }, 'stop_loss_wrong_side'],
    ['a take-profit below a buy', { target_profit_price: '1.08000' }, 'take_profit_wrong_side'],
    ['a price of six decimals', { stop_loss_price: '1.080001' }, 'price_off_step', 'stop_loss_price'],
    ['a price below zero', { stop_loss_price: '-1' }, 'price_not_positive', 'stop_loss_price'],
    ['a price beyond any market', { target_profit_price: '999999999' }, 'number_out_of_range', 'target_profit_price'],
    ['a pending order without a price', { status: 0 }, 'target_missing', 'target_price'],
    ['a pending order at the market', { status: 0, target_price: '1.08510' }, 'target_at_market'],
    ['more than the account can carry', { cont: '50' }, 'margin_not_enough'],
    ['NaN', { cont: 'NaN' }, 'number_malformed', 'cont'],
    ['an exponent', { cont: '1e309' }, 'number_malformed', 'cont'],
    ['40 digits', { cont: '1'.repeat(40) }, 'number_too_long', 'cont'],
    ['a list', { cont: ['0.1', '0.2'] }, 'parameter_wrong_type', 'cont'],
    ['nothing', { cont: undefined }, 'parameter_missing', 'cont'],
    ['a side that is none', { type: 0 }, 'parameter_not_allowed', 'type'],
    ['history as a wish', { status: 3 }, 'parameter_not_allowed', 'status'],
    ['half an instrument', { forex_id: 1.5 }, 'number_not_whole', 'forex_id'],
  ]
  test.each(cases)('%s: %j -> %s', async (_name, changed, reason, field) => {
    doors.feed.say('EURUSD', '1.08500', '1.08510')
    const before = await doors.stateHash()
    const { forex_id } = changed
    const named = typeof forex_id === 'string' ? { ...changed, forex_id: doors.feed.id(forex_id) } : changed
    const answered = await ana.asks('submit', { ...buy('0.10'), ...named })
    expect([answered.status, answered.reason, answered.field]).toEqual([200, reason, field])
    expect(answered.code).toBeGreaterThan(1)
    expect(answered.msg.length).toBeGreaterThan(10)
    expect(await doors.stateHash()).toBe(before)
  })

  test('a stale price refuses orders and closes, and lets stops be set', async () => {
    const held = await ana.does('submit', buy('0.01'))
    doors.feed.wait(5 * 60_000 + 1)
    expect(await ana.reason('submit', buy('0.10'))).toBe('price_stale')
    expect(await ana.reason('close', { id: held.Id })).toBe('price_stale')
    expect(
      await ana.does('setStopPrice', { id: held.Id, stop_loss_price: '1.08000', target_profit_price: '0' }),
    ).toMatchObject({
      TargetLossPrice: '1.08000',
    })
    const [item] = (await doors.visitor.does('tradeList', {})).filter((each) => each.Code === 'EURUSD')
    expect(item).toMatchObject({ MarketStatus: 0, Stale: true })
    doors.feed.say('EURUSD', '1.08500', '1.08510')
    await ana.does('close', { id: held.Id })
  })

  test("another customer's order, living or ended, is answered word for word as one that does not exist", async () => {
    const ben = await doors.person()
    const living = await ana.does('submit', buy('0.01'))
    const waiting = await ana.does('submit', buy('0.01', { status: 0, target_price: '1.08000' }))
    const ended = await ana.does('submit', buy('0.01'))
    await ana.does('close', { id: ended.Id })
    const before = await doors.stateHash()
    const off = { stop_loss_price: 0, target_profit_price: 0 }
    for (const name of ['close', 'cancelTrade', 'setStopPrice', 'receipt'] as const) {
      const answerTo = async (id: number) => {
        const { status, code, reason, field, msg, data } = await ben.asks(name, { id, ...off })
        return { status, code, reason, field, msg, data }
      }
      const unknown = await answerTo(99_999)
      expect(unknown).toMatchObject({ status: 200, reason: 'order_unknown', field: 'id', data: null })
      for (const { Id: id } of [living, waiting, ended]) expect(await answerTo(id), name).toEqual(unknown)
    }
    expect(await doors.stateHash()).toBe(before)
    expect(await ben.does('myDeal', { status: 1 })).toMatchObject({ total: 0, data: [], all_fact_profits: '0.000000' })
    await ana.does('close', { id: living.Id })
    await ana.does('cancelTrade', { id: waiting.Id })
  })
})
