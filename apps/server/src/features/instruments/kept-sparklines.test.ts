/** Small charts: for two seconds all visitors get the same bytes, and the store is not read again. */
import { CALLS } from '@veritick/contract/calls'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { HistoryBusy } from '../../market/index.ts'
import { SPARKLINE_KEPT_MS } from './kept-sparklines.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  server.steady.stop()
  server.feed.say('EURUSD', '1.08500', '1.08510')
})
afterAll(() => server.close())
afterEach(() => {
  vi.restoreAllMocks()
  server.steady.pass(SPARKLINE_KEPT_MS)
})

const ask = async (query: Record<string, string>, remoteAddress = '127.0.0.1'): Promise<string> => {
  const url = `${CALLS.abbreviatedCacheKline.path}?${new URLSearchParams(query)}`
  return (await server.app.inject({ url, remoteAddress })).body
}
const eurusd = { forex_id: '1', period: '1min' }

test('visitors are answered with the same bytes for two seconds, and with the new price from then on', async () => {
  const made = vi.spyOn(server.context.market, 'sparkline')
  const first = await ask(eurusd)
  expect(JSON.parse(first).data.at(-1)).toMatchObject({ Close: '1.08500' })
  server.feed.say('EURUSD', '1.09000', '1.09010')
  server.steady.pass(SPARKLINE_KEPT_MS - 1)
  expect(await ask(eurusd, '10.0.0.7')).toBe(first)
  expect(made).toHaveBeenCalledTimes(1)
  server.steady.pass(1)
  expect(JSON.parse(await ask(eurusd)).data.at(-1)).toMatchObject({ Close: '1.09000' })
  expect(made).toHaveBeenCalledTimes(2)
})

test('a visitor who asks for another instrument or period gets that chart', async () => {
  const made = vi.spyOn(server.context.market, 'sparkline')
  await ask(eurusd)
  await ask({ forex_id: '1', period: '1day' })
  await ask({ forex_id: '2', period: '1min' })
  expect(made.mock.calls.map(([{ instrument, period }]) => [instrument, period])).toEqual([
    [1, '1min'],
    [1, '1day'],
    [2, '1min'],
  ])
})

test('many visitors of one network at once cost one chart, and a visitor elsewhere does not wait for it', async () => {
  const made = vi.spyOn(server.context.market, 'sparkline')
  const { sparkline } = server.context.market
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  made.mockImplementationOnce(async (query) => {
    await held
    return sparkline.call(server.context.market, query)
  })
  const crowd = Promise.all(Array.from({ length: 20 }, () => ask(eurusd)))
  await vi.waitFor(() => expect(made).toHaveBeenCalledTimes(1))
  expect(JSON.parse(await ask(eurusd, '10.0.0.7')).data.length).toBeGreaterThan(0)
  expect(made).toHaveBeenCalledTimes(2)
  go()
  expect(new Set(await crowd).size).toBe(1)
})

test('a refused chart is not kept: the next visitor is answered', async () => {
  vi.spyOn(server.context.market, 'sparkline').mockRejectedValueOnce(new HistoryBusy('too many'))
  expect(JSON.parse(await ask(eurusd))).toMatchObject({ reason: 'too_many_requests' })
  expect(JSON.parse(await ask(eurusd)).data.length).toBeGreaterThan(0)
})
