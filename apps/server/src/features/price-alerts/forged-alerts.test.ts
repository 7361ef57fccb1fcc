/**
 * An attacker with write access to the store writes the note of a price alert, which the server itself would put into a
 * notice, or gives an alert of their own to another customer. The alert is neither listed nor changed, and fires
 * without a notice; the log names the row.
 */
import { accountOf, userOf } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const FALSE = 'Send to TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'
const above = { forex_id: 1, side: 'above', price: '1.09000', repeat: false } as const

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
beforeEach(() => price('1.08500'))
afterAll(() => server.close())

function price(bid: string): void {
  server.feed.say('EURUSD', bid, (Number(bid) + 0.0001).toFixed(5))
}

async function wordsOf(person: Caller): Promise<readonly string[]> {
  await server.context.priceAlerts.settled()
  return (await person.does('noticeList', {})).list.map(({ words }) => words)
}

test('a note that a statement of SQL wrote is in no list and in no notice', async () => {
  const ana = await server.person()
  const { id } = await ana.does('priceAlertAdd', { ...above, note: 'sell half' })
  await server.context.store.query('update price_alerts set note = $2 where alert_id = $1', [id, FALSE])
  expect((await ana.does('priceAlertList', {})).list).toEqual([])
  expect(await ana.reason('priceAlertChange', { id, ...above })).toBe('price_alert_unknown')
  price('1.09010')
  expect(await wordsOf(ana)).toEqual([])
  expect(server.logged.filter((line) => line.includes(`table price_alerts, alert_id ${id}`))).toHaveLength(1)
  await ana.does('priceAlertDelete', { id })
})

test.each([
  ['alert', (user: number, account: number) => `update price_alerts set account_id = ${account}, user_id = ${user}`],
  ['alert but for its customer', (_: number, account: number) => `update price_alerts set account_id = ${account}`],
])("the attacker's own %s tells another customer nothing", async (_, change) => {
  const [eve, ben] = [await server.person(), await server.person()]
  const { id } = await eve.does('priceAlertAdd', { ...above, note: FALSE })
  const [user, account] = [await userOf(ben), await accountOf(server, ben)]
  await server.context.store.query(`${change(user, account)} where alert_id = $1`, [id]).catch(() => undefined)
  expect((await ben.does('priceAlertList', {})).list).toEqual([])
  price('1.09010')
  expect(await wordsOf(ben)).toEqual([])
})

test('a changed alert has its seal: it is listed and fires with its new note', async () => {
  const ana = await server.person()
  const { id } = await ana.does('priceAlertAdd', above)
  const terms = { side: 'above', price: '1.08900', repeat: false, note: 'now' } as const
  expect(await ana.does('priceAlertChange', { id, ...terms })).toMatchObject({ ...terms, state: 'armed' })
  price('1.08900')
  expect(await wordsOf(ana)).toEqual(['EUR/USD rose to 1.08900 (alert at 1.08900).\nnow'])
})
