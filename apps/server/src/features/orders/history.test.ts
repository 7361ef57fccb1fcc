/** The history with filters and sorts: which orders, how many, and the sum of exactly these. */
import type { CallInput } from '@veritick/contract'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let ana: Caller
const [EURUSD, BUY, SELL] = [1, 1, 2] as const

const place = (more: Partial<CallInput<'submit'>>): Promise<{ Id: number }> =>
  ana.does('submit', { forex_id: EURUSD, type: BUY, status: 1, cont: '0.10', multiple: 30, ...more })

/** Four endings: +10.00 by take-profit, -20.00 by stop-loss, -2.00 by the customer (a sell), and a cancelled order. */
beforeAll(async () => {
  server = await openTestServer()
  ana = await server.person()
  server.feed.say('EURUSD', '1.08500', '1.08510')
  await place({ target_profit_price: '1.08610' })
  server.feed.say('EURUSD', '1.08610', '1.08620')
  await place({ stop_loss_price: '1.08420' })
  server.feed.say('EURUSD', '1.08420', '1.08430')
  const { Id } = await place({ type: SELL, cont: '0.20' })
  await ana.does('close', { id: Id })
  await ana.does('cancelTrade', { id: (await place({ status: 0, target_price: '1.05000' })).Id })
  // An open position, whose fee is no cost of the history.
  await place({})
})
afterAll(() => server.close())

const history = async (filter: Partial<CallInput<'myDeal'>> = {}) => {
  const { data, total, all_fact_profits } = await ana.does('myDeal', { status: 3, ...filter })
  return { profits: data.map(({ FactProfits }) => Number(FactProfits)), total, sum: Number(all_fact_profits) }
}

describe('the history', () => {
  it.each([
    ['everything, newest first', {}, [0, -2, -20, 10]],
    ['oldest first', { sort: 'oldest' }, [10, -20, -2, 0]],
    ['highest profit', { sort: 'profit_high' }, [10, 0, -2, -20]],
    ['lowest profit', { sort: 'profit_low' }, [-20, -2, 0, 10]],
    ['buys', { type: BUY }, [0, -20, 10]],
    ['sells', { type: SELL }, [-2]],
    ['one instrument', { forex_id: EURUSD }, [0, -2, -20, 10]],
    ['another instrument', { forex_id: 2 }, []],
    ['closed by the customer, without what the customer cancelled', { ended: 'user' }, [-2]],
    ['by stop-loss', { ended: 'stop_loss' }, [-20]],
    ['cancelled', { ended: 'cancelled' }, [0]],
    ['all filters', { forex_id: EURUSD, type: BUY, ended: 'take_profit', sort: 'profit_low' }, [10]],
  ] satisfies [string, Partial<CallInput<'myDeal'>>, number[]][])('%s', async (_, filter, profits) => {
    const sum = profits.reduce((all, each) => all + each, 0)
    expect(await history(filter)).toEqual({ profits, total: profits.length, sum })
  })

  it.each([
    ['everything', {}, -140],
    ['one side', { type: SELL }, -70],
    ['what was cancelled', { ended: 'cancelled' }, 0],
  ] satisfies [string, Partial<CallInput<'myDeal'>>, number][])(
    '%s: costs of these orders only',
    async (_, filter, cents) => {
      const { data, all_costs } = await ana.does('myDeal', { status: 3, ...filter })
      const rows = data.reduce((sum, { TradeFee, Swap }) => sum - Number(TradeFee) + Number(Swap), 0)
      expect([Math.round(Number(all_costs) * 100), Math.round(rows * 100)]).toEqual([cents, cents])
    },
  )

  it.each([
    ['ended', 'luck'],
    ['sort', 'size'],
    ['type', '3'],
    ['forex_id', 'x'],
  ])('refuses %s=%s', async (name, value) => {
    const answer = await ana.raw('GET', `/v1/api/forex/my_deal?status=3&${name}=${value}`)
    expect(answer.reason).toMatch(/^(parameter|number)_/)
  })
})
