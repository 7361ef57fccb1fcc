/**
 * The list of all instruments: the same bytes for all who ask within a quarter of a second, and right after it. A
 * search has the newest price.
 */
import { HEADER_LANGUAGE } from '@veritick/contract'
import { CALLS } from '@veritick/contract/calls'
import { must } from '@veritick/domain'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { LIST_KEPT_MS } from './kept-list.ts'

let server: TestServer
let sent: unknown[] = []

beforeAll(async () => {
  server = await openTestServer()
  server.steady.stop()
})
afterAll(() => server.close())

const ask = async (language = 'en') => {
  const answer = await server.app.inject({ url: CALLS.tradeList.path, headers: { [HEADER_LANGUAGE]: language } })
  sent = answer.json().data
  return answer.body
}
const eurusd = () => must((sent as { Code: string; Bid: string; SpreadTypical: string }[])[0], 'EURUSD is the first')

test('visitors are answered with the same bytes for 250 ms, and with the new price from then on', async () => {
  server.feed.say('EURUSD', '1.08500', '1.08510')
  const first = await ask()
  expect(eurusd()).toMatchObject({ Code: 'EURUSD', Bid: '1.08500' })
  server.feed.say('EURUSD', '1.09000', '1.09012')
  expect(await ask()).toBe(first)
  server.steady.pass(LIST_KEPT_MS - 1)
  expect(await ask()).toBe(first)
  server.steady.pass(1)
  expect(await ask()).not.toBe(first)
  expect(eurusd()).toMatchObject({ Code: 'EURUSD', Bid: '1.09000', Ask: '1.09012' })
})

test('a visitor of another language gets names of that language', async () => {
  const english = await ask()
  expect(await ask('ar')).not.toBe(english)
  expect(await ask()).toBe(english)
})

test('a visitor sees changed terms at once', async () => {
  await ask()
  const [entry] = server.context.catalogue.instruments
  const { terms } = must(entry, 'the catalogue has instruments')
  must(entry, 'the catalogue has instruments').terms = { ...terms, enabled: false }
  await ask()
  expect(eurusd()).toMatchObject({ Code: 'EURUSD', MarketStatus: 0 })
  must(entry, 'the catalogue has instruments').terms = terms
  await ask()
  expect(eurusd()).toMatchObject({ Code: 'EURUSD', MarketStatus: 1 })
})

test('a visitor who searches is told the newest price, and no name of an instrument is read again', async () => {
  const search = async (keyword: string, lang: string) => {
    const [row] = await server.visitor.does('searchCurrency', { keyword }, { lang })
    return row
  }
  await search('euro', 'en')
  const read = vi.spyOn(String.prototype, 'normalize')
  for (const [bid, ask] of [
    ['1.07000', '1.07010'],
    ['1.07020', '1.07030'],
  ] as const) {
    server.feed.say('EURUSD', bid, ask)
    expect(await search('euro dollar', 'de')).toMatchObject({ Code: 'EURUSD', ForexQuotations: { Close: bid } })
    expect(await search('歐元 / 美元', 'en')).toMatchObject({ Code: 'EURUSD', ForexQuotations: { Close: bid } })
  }
  // The words of the four searches alone; a catalogue has far more names.
  expect(read.mock.calls.length).toBeLessThan(30)
  read.mockRestore()
})
