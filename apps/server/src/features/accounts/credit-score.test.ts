/** A number that is shown and gates nothing: set by staff, with a reason, in a range, written down. */

import { userId } from '@veritick/domain'
import { bindTron, customer, draws, FINN, fund, openChannels, userOf, verify } from '@veritick/testing/customers'
import { type Caller, openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setCreditScore } from './credit-score.ts'

let server: TestServer
let ana: Caller

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
  ana = await customer(server, 'ana')
})
afterAll(() => server.close())

test('it starts at 100 and is shown as it was set, with the audit beside it', async () => {
  const user = await userOf(ana)
  expect((await ana.does('userInfo', {})).credit_score).toBe(100)
  const set = (score: number, reason = 'three rejected wires') =>
    setCreditScore(server.context, { user, score, reason, actor: FINN })
  expect(await set(40)).toEqual({ ok: true, value: 40 })
  expect((await ana.does('userInfo', {})).credit_score).toBe(40)
  for (const score of [-1, 101, 4.5, Number.NaN])
    expect(await set(score), String(score)).toMatchObject({ reason: 'number_out_of_range' })
  expect(await set(50, ' ')).toMatchObject({ reason: 'reason_missing' })
  expect((await ana.does('userInfo', {})).credit_score).toBe(40)
  expect(await set(40)).toMatchObject({ reason: 'nothing_changes' })
  const audit = await server.context.store.query(
    "select who, reason, before, after from audit where action = 'person_credit_score'",
  )
  expect(audit).toEqual([
    { who: 'staff:101', reason: 'three rejected wires', before: '{"credit_score":100}', after: '{"credit_score":40}' },
  ])
})

test('a demo account and an unknown user have none', async () => {
  const demo = await userOf(await server.person())
  for (const user of [demo, userId(999_999)])
    expect(await setCreditScore(server.context, { user, score: 1, reason: 'for the test', actor: FINN })).toMatchObject(
      {
        reason: 'person_unknown',
      },
    )
})

test('at 0 everything works as before: deposit, order, withdrawal', async () => {
  const user = await userOf(ana)
  expect(await setCreditScore(server.context, { user, score: 0, reason: 'for the test', actor: FINN })).toMatchObject({
    ok: true,
  })
  await verify(server, ana)
  await fund(server, ana, 500)
  server.feed.say('EURUSD', '1.08123', '1.08133')
  const order = await ana.does('submit', {
    forex_id: server.feed.id('EURUSD'),
    type: 1,
    status: 1,
    cont: '0.01',
    multiple: 30,
  })
  expect(order.Status).toBe(1)
  const payee = await bindTron(server, ana, 'ana')
  expect((await draws(server, ana, { draw_currency_id: 1, draw_method_id: payee, number: '50' })).status).toBe(0)
})
