/** Each request of a withdrawal is told to its customer, so a customer makes only so many in 24 hours. */

import { bindTron, draws, openChannels, provesDraw, richCustomer, userOf } from '@veritick/testing/customers'
import { reseal } from '@veritick/testing/reseal'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REQUESTS_PER_DAY_MAX } from './request.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  await openChannels(server)
})
afterAll(() => server.close())

test('cancelled and refused requests count too, and each counts for 24 hours', async () => {
  const ana = await richCustomer(server, 'ana', 500)
  const request = { draw_currency_id: 1, draw_method_id: await bindTron(server, ana, 'ana'), number: '20' }
  for (let made = 1; made < REQUESTS_PER_DAY_MAX; made++) {
    const { id } = await draws(server, ana, request)
    await ana.does('drawCancel', { id })
  }
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const forex_id = server.feed.id('EURUSD')
  const held = await ana.does('submit', { forex_id, type: 1, status: 1, cont: '0.10', multiple: 30 })
  const tooMuch = { ...request, number: '200' }
  await provesDraw(server, ana, tooMuch)
  expect(await ana.reason('draw', tooMuch)).toBe('margin_not_enough')
  await ana.does('close', { id: held.Id })

  await provesDraw(server, ana, request)
  expect(await ana.reason('draw', request)).toBe('draw_requests_day_limit')

  const bob = await richCustomer(server, 'bob', 500)
  const own = { ...request, draw_method_id: await bindTron(server, bob, 'bob') }
  expect((await draws(server, bob, own)).status).toBe(0)

  await server.context.store.query('update withdrawals set created_at = created_at - 86400000 where user_id = $1', [
    await userOf(ana),
  ])
  expect(await ana.reason('draw', request)).toBe('record_changed')
  const { store, encryption, newestSeals } = server.context
  await reseal({ query: store.query, encryption, newestSeals }, 'withdrawals')
  expect((await draws(server, ana, request)).status).toBe(0)
})
