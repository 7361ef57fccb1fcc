/**
 * An attacker with write access to the store takes an event out of the history of an order, or puts one of another
 * order into it: a stop-loss that the customer turned off would seem to be ignored, or the number of an order would
 * lead staff to another customer. Such a history is not shown, and its receipt is not given.
 */
import { must } from '@veritick/domain'
import { changing } from '@veritick/testing/changed-rows'
import { openChannels, richCustomer, userOf } from '@veritick/testing/customers'
import { type Member, staffMember } from '@veritick/testing/test-office'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

let server: TestServer
let sam: Member
let [ben, eve]: Caller[] = []
let [benId, eveId] = [0, 0]
beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ben = await richCustomer(server, 'ben', 1_000)
  eve = await richCustomer(server, 'eve', 1_000)
  ;[benId, eveId] = [await userOf(ben), await userOf(eve)]
  sam = await staffMember(server, 'support')
  server.feed.say('EURUSD', '1.08500', '1.08510')
}, 240_000)
afterAll(() => server.close())

const whileChanged = changing(() => server)
const sql = (text: string, params: readonly number[] = []) => server.context.store.query(text, [...params])

const opens = async (who: Caller | undefined, more: object = {}) => {
  const order = { forex_id: server.feed.id('EURUSD'), type: 1, status: 1, cont: '0.10', multiple: 30 } as const
  return (await must(who, 'is there').does('submit', { ...order, ...more })).Id
}
const page = (order: number, id = eveId) => sam.caller.reason('personOrderEvents', { id, order })
const search = async (order: number) => (await sam.caller.does('peopleSearch', { q: String(order) })).data
const receipt = async (order: number) => {
  try {
    return await must(eve, 'is there').reason('receipt', { id: order })
  } catch {
    return 'failed'
  }
}
/** The sequences of an order's events, as customers name the order. */
const eventsOf = async (order: number) => {
  await server.context.core.projected()
  const rows = await server.context.store.query<{ sequence: number }>(
    'select sequence from order_events where order_id = $1 order by sequence',
    [server.context.ids.orderNamed(order)],
  )
  return rows.map(({ sequence }) => sequence)
}
const whileDeleted = async (order: number, sequence: number, look: () => Promise<void>) => {
  const key = [server.context.ids.orderNamed(order), sequence]
  await sql('delete from order_events where order_id = $1 and sequence = $2', key)
  await look()
  await sql('insert into order_events (order_id, sequence) values ($1, $2)', key)
}
const isGood = async (order: number) => expect([await page(order), await receipt(order)]).toEqual(['good', 'good'])
const isRefused = async (order: number) => {
  expect(await page(order)).toBe('record_changed')
  expect(await receipt(order)).not.toBe('good')
}

test('an order that lives or has ended is not shown without each of its events', async () => {
  const order = await opens(eve, { stop_loss_price: '1.08400' })
  const off = { id: order, stop_loss_price: '0', target_profit_price: '0' }
  await must(eve, 'is there').does('setStopPrice', off)
  for (const sequence of await eventsOf(order)) await whileDeleted(order, sequence, () => isRefused(order))
  await isGood(order)
  await must(eve, 'is there').does('close', { id: order })
  const events = await eventsOf(order)
  expect(events).toHaveLength(3)
  for (const sequence of events) await whileDeleted(order, sequence, () => isRefused(order))
  await isGood(order)
})

test('a part is not shown without the position that it was split from', async () => {
  const order = await opens(eve)
  const { Id: part } = await must(eve, 'is there').does('closePart', { id: order, cont: '0.04' })
  await Promise.all([isGood(order), isGood(part)])
  await whileChanged(`orders where order_id = ${server.context.ids.orderNamed(part)}`, { split_from: 'null' }, () =>
    isRefused(part),
  )
  await isGood(part)
})

test('prices are not shown in the digits of another instrument', async () => {
  const order = await opens(eve)
  await eventsOf(order)
  const row = `orders where order_id = ${server.context.ids.orderNamed(order)}`
  await whileChanged(row, { instrument: String(server.feed.id('USDJPY')) }, async () =>
    expect(await page(order)).toBe('record_changed'),
  )
  await isGood(order)
})

test('the number of an order leads to its own customer, also with an event of another order under it', async () => {
  const first = await opens(eve)
  const order = await opens(ben)
  await must(ben, 'is there').does('close', { id: order })
  const [foreign] = await eventsOf(first)
  await eventsOf(order)
  expect(await search(order)).toMatchObject([{ id: benId, fault: null }])
  const key = [server.context.ids.orderNamed(order), must(foreign, 'it opened')]
  await sql('insert into order_events (order_id, sequence) values ($1, $2)', key)
  expect(await search(order)).toMatchObject([{ id: benId, fault: expect.stringContaining('order_events') }])
  expect([await page(order, benId), await page(order, eveId)]).toEqual(['record_changed', 'record_changed'])
  await sql('delete from order_events where order_id = $1 and sequence = $2', key)
  expect(await search(order)).toMatchObject([{ id: benId, fault: null }])
  expect([await page(order, benId), await page(order, eveId)]).toEqual(['good', 'order_unknown'])
})

test('a position that a stop-out closed is not shown without it, or with one that was another', async () => {
  const sid = await richCustomer(server, 'sid', 1_000)
  const id = await userOf(sid)
  const closed = await opens(sid, { cont: '0.01' })
  await sid.does('close', { id: closed })
  const order = await opens(sid, { cont: '0.25' })
  for (const bid of ['1.08000', '1.07500', '1.07000', '1.06500', '1.06000', '1.05500'])
    server.feed.say('EURUSD', bid, `${bid.slice(0, -2)}10`)
  await eventsOf(order)
  const { data } = await sam.caller.does('personOrderEvents', { id, order })
  expect(data.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['order_opened', null],
    ['stopped_out', null],
    ['order_closed', 'stop_out'],
  ])
  const row = (each: number) => `orders where order_id = ${server.context.ids.orderNamed(each)}`
  for (const [each, stop] of [
    [order, 'null'],
    [order, 'placed_sequence'],
    [closed, `(select max(stop_out_sequence) from orders)`],
  ] as const)
    await whileChanged(row(each), { stop_out_sequence: stop }, async () =>
      expect(await page(each, id), stop).toBe('record_changed'),
    )
  expect([await page(order, id), await page(closed, id)]).toEqual(['good', 'good'])
})
