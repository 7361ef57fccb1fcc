/** Every way an order can be refused: its own word, a sentence, and nothing changed. */
import type { Call, CallInput } from '@veritick/contract'
import { CALL_NAMES, CALLS } from '@veritick/contract/calls'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let server: TestServer
let ana: Caller
const EURUSD = 1

/** Every call whose request names an order. */
const NAMING_AN_ORDER = CALL_NAMES.filter((name) => {
  const { names }: Call = CALLS[name]
  return names?.record === 'order'
})

const buy = (lots: string, more: Partial<CallInput<'submit'>> = {}): CallInput<'submit'> => ({
  forex_id: EURUSD,
  type: 1,
  status: 1,
  cont: lots,
  multiple: 30,
  ...more,
})

beforeAll(async () => {
  server = await openTestServer({ silent: ['AUDUSD'] })
  server.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await server.person()
})
afterAll(() => server.close())

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
    ['the status of an ended order', { status: 3 }, 'parameter_not_allowed', 'status'],
    ['half an instrument', { forex_id: 1.5 }, 'number_not_whole', 'forex_id'],
  ]
  test.each(cases)('%s: %j -> %s', async (_name, changed, reason, field) => {
    server.feed.say('EURUSD', '1.08500', '1.08510')
    const before = await server.stateHash()
    const { forex_id } = changed
    const named = typeof forex_id === 'string' ? { ...changed, forex_id: server.feed.id(forex_id) } : changed
    const answered = await ana.asks('submit', { ...buy('0.10'), ...named })
    expect([answered.status, answered.reason, answered.field]).toEqual([200, reason, field])
    expect(answered.code).toBeGreaterThan(1)
    expect(answered.msg.length).toBeGreaterThan(10)
    expect(await server.stateHash()).toBe(before)
  })

  test.each([
    ['close', { seen_price: '1.085001' }, 'price_off_step', 'seen_price'],
    ['closePart', { seen_price: '1.085001' }, 'price_off_step', 'seen_price'],
    ['reverse', { seen_price: '-1' }, 'price_not_positive', 'seen_price'],
    ['setStopPrice', { stop_loss_price: '1.080001' }, 'price_off_step', 'stop_loss_price'],
    ['setStopPrice', { target_profit_price: '999999999' }, 'number_out_of_range', 'target_profit_price'],
  ] as const)(
    '%s with %j is refused as %s; the same key with a right price is carried out',
    async (name, wrong, ...as) => {
      server.feed.say('EURUSD', '1.08500', '1.08510')
      const { Id: id } = await ana.does('submit', buy('0.01'))
      const before = await server.stateHash()
      const right = { id, cont: '0.01', stop_loss_price: '0', target_profit_price: '0' }
      const key = { 'idempotency-key': `a wrong price ${name} ${as.join()}` }
      const refused = await ana.asks(name, { ...right, ...wrong }, key)
      expect([refused.status, refused.reason, refused.field]).toEqual([200, ...as])
      expect(await server.stateHash()).toBe(before)
      expect((await ana.asks(name, right, key)).code).toBe(1)
      for (const { Id } of (await ana.does('myDeal', { status: 1 })).data) await ana.does('close', { id: Id })
    },
  )

  test('a stale price refuses orders and closes, and lets stops be set', async () => {
    const held = await ana.does('submit', buy('0.01'))
    server.feed.wait(5 * 60_000 + 1)
    expect(await ana.reason('submit', buy('0.10'))).toBe('price_stale')
    expect(await ana.reason('close', { id: held.Id })).toBe('price_stale')
    expect(
      await ana.does('setStopPrice', { id: held.Id, stop_loss_price: '1.08000', target_profit_price: '0' }),
    ).toMatchObject({
      TargetLossPrice: '1.08000',
    })
    const [item] = (await server.visitor.does('tradeList', {})).filter((each) => each.Code === 'EURUSD')
    expect(item).toMatchObject({ MarketStatus: 0, Stale: true })
    server.feed.say('EURUSD', '1.08500', '1.08510')
    await ana.does('close', { id: held.Id })
  })

  test("another customer's order, living or ended, is answered word for word as one that does not exist", async () => {
    const ben = await server.person()
    const living = await ana.does('submit', buy('0.01'))
    const waiting = await ana.does('submit', buy('0.01', { status: 0, target_price: '1.08000' }))
    const ended = await ana.does('submit', buy('0.01'))
    await ana.does('close', { id: ended.Id })
    const before = await server.stateHash()
    const off = { cont: '0.01', target_price: '1.07000', stop_loss_price: 0, target_profit_price: 0 }
    for (const name of NAMING_AN_ORDER) {
      const answerTo = async (id: number) => {
        const { status, code, reason, field, msg, data } = await ben.asks(name, { id, ...off })
        return { status, code, reason, field, msg, data }
      }
      const unknown = await answerTo(99_999)
      expect(unknown).toMatchObject({ status: 200, reason: 'order_unknown', field: 'id', data: null })
      for (const { Id: id } of [living, waiting, ended]) expect(await answerTo(id), name).toEqual(unknown)
    }
    expect(NAMING_AN_ORDER.length).toBeGreaterThan(4)
    expect(await server.stateHash()).toBe(before)
    expect(await ben.does('myDeal', { status: 1 })).toMatchObject({ total: 0, data: [], all_fact_profits: '0.000000' })
    await ana.does('close', { id: living.Id })
    await ana.does('cancelTrade', { id: waiting.Id })
  })
})
