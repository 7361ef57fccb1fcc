/** Candles: the same bytes for all who ask, until a quote changes the page. */
import { CALLS } from '@veritick/contract/calls'
import { must } from '@veritick/domain'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptCandles } from './kept-candles.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
  server.steady.stop()
  server.feed.say('EURUSD', '1.08500', '1.08510')
})
afterAll(() => server.close())

const newestClose = async (remoteAddress: string): Promise<string> => {
  const url = `${CALLS.kline.path}?forex_id=1&period=1min`
  return (await server.app.inject({ url, remoteAddress })).json().data.at(-1).Close
}

test('a visitor is told the newest price, and each page is written once', async () => {
  expect(await newestClose('10.0.0.7')).toBe('1.08500')
  server.feed.say('EURUSD', '1.09000', '1.09010')
  expect(await newestClose('10.0.0.7')).toBe('1.09000')

  const { market } = server.context
  const query = { instrument: 1, period: '1min', limit: 500 } as const
  const page = await market.candles({ ...query, asker: '10.0.0.7' })
  expect(await market.candles({ ...query, asker: '10.0.0.8' })).toBe(page)
  const item = must(market.item(1), 'EURUSD')
  const answerOf = keptCandles()
  expect(answerOf(page, item)).toBe(answerOf(page, item))
  expect(JSON.parse(String(answerOf(page, item).bytes)).data.at(-1)).toMatchObject({ Close: '1.09000' })
})
