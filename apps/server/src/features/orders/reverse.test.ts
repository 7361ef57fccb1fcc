/** A reversal through the server: one request, two orders, one quote, a receipt for each; a refusal changes nothing. */
import type { WireOrder } from '@veritick/contract'
import { FINN, userOf } from '@veritick/testing/customers'
import { trader } from '@veritick/testing/deeds'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { verify } from '@veritick/verify'
import { afterEach, beforeEach, expect, test } from 'vitest'

const EURUSD = { forex_id: 1, type: 1, status: 1, cont: '0.10', multiple: 30 } as const

let server: TestServer
let ana: Caller
let long: WireOrder

beforeEach(async () => {
  server = await openTestServer()
  server.feed.say('EURUSD', '1.08500', '1.08510')
  ana = await server.person()
  long = await ana.does('submit', { ...EURUSD, stop_loss_price: '1.08000' })
  server.feed.say('EURUSD', '1.08700', '1.08710')
})
afterEach(() => server.close())

test('closes the long and opens the short at the same quote, and each order proves itself', async () => {
  const answered = await ana.asks('reverse', { id: long.Id, seen_price: '1.08705' })
  expect([answered.code, answered.msg]).toEqual([1, 'Reversed at 1.08700. Profit 19.00 USD.'])
  const short = answered.data as WireOrder
  expect(short).toMatchObject({
    OrderType: 2,
    Status: 1,
    Quantity: '0.10',
    Multiple: 30,
    Price: '1.08700',
    OpenSlippage: '-0.00005',
    TargetLossPrice: '0',
    TargetProfitPrice: '0',
  })
  const history = await ana.does('myDeal', { status: 3 })
  expect(history.data).toHaveLength(1)
  expect(history.data[0]).toMatchObject({ Id: long.Id, CloseReason: 'reversal', UpdatePrice: '1.08700' })
  expect(history.data[0]?.CloseQuote).toEqual(short.OpenQuote)
  expect((await ana.does('myDeal', { status: 1 })).data.map(({ Id }) => Id)).toEqual([short.Id])

  for (const id of [long.Id, short.Id]) {
    const receipt = await ana.raw('GET', `/v1/api/forex/receipt?id=${id}`)
    const verdict = verify(Buffer.from(JSON.stringify({ code: receipt.code, msg: receipt.msg, data: receipt.data })))
    expect(verdict).toMatchObject({ ok: true, order: server.context.ids.orderNamed(id) })
  }
})

test('without the margin for the opposite position the old one stays', async () => {
  const ben = await trader(server, 'ben')
  // 900 USD carry 0.24 lots at 1:30 with little to spare.
  const held = await ben.does('submit', { ...EURUSD, cont: '0.23', multiple: 30 })
  server.feed.say('EURUSD', '1.08200', '1.08210')
  const before = await server.stateHash()
  const refused = await ben.asks('reverse', { id: held.Id })
  expect([refused.status, refused.reason, refused.data]).toEqual([200, 'margin_not_enough', null])
  expect(await server.stateHash()).toBe(before)
  expect((await ben.does('myDeal', { status: 1 })).data.map(({ Id }) => Id)).toEqual([held.Id])
})

test('a frozen customer may close, not reverse', async () => {
  const freeze = { user: await userOf(ana), actor: FINN, reason: 'asked by the bank', remark: 'We are checking' }
  expect(await server.context.freezes.freeze(freeze)).toMatchObject({ ok: true })
  expect(await ana.reason('reverse', { id: long.Id })).toBe('account_frozen')
  expect(await ana.reason('close', { id: long.Id })).toBe('good')
})

test('is posted only, so that no address can reverse a position', async () => {
  const answered = await ana.raw('GET', `/v1/api/forex/reverse?id=${long.Id}`)
  expect([answered.status, answered.reason]).toEqual([405, 'method_not_allowed'])
})
