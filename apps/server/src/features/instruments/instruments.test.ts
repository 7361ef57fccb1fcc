/** Public data: instruments, candles, names in the visitor's language. */

import { OFFERED } from '@veritick/locales'
import { openTestServer, type TestServer } from '@veritick/testing/test-server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer({ silent: ['AUDUSD'] })
  server.feed.say('EURUSD', '1.08500', '1.08510')
})
afterAll(() => server.close())

describe('what a visitor may see', () => {
  test('every instrument with its terms, its quote and its status', async () => {
    server.feed.say('EURUSD', '1.09000', '1.09012')
    const items = await server.visitor.does('tradeList', {})
    expect(items.map((each) => each.Code)).toEqual(server.context.catalogue.instruments.map(({ terms }) => terms.code))
    expect(items.find((each) => each.Code === 'EURUSD')).toMatchObject({
      Id: 1,
      ShowCode: 'EUR/USD',
      MarketStatus: 1,
      Stale: false,
      NextOpen: null,
      Bid: '1.09000',
      Ask: '1.09012',
      Api: 'spoken',
      ForexQuotations: { Open: '1.08500', Close: '1.09000', Change: '0.46', Bid: '1.09000', Ask: '1.09012' },
    })
    expect(items.find((each) => each.Code === 'AUDUSD')).toMatchObject({
      MarketStatus: 0,
      Bid: null,
      ForexQuotations: { Close: null, Change: null },
    })
  })

  test('candles page back, oldest first, and the small chart has at most 60 points', async () => {
    const candles = await server.visitor.does('kline', { forex_id: 1, period: '1min' })
    const last = candles.at(-1)
    expect(last).toMatchObject({ Close: '1.09000' })
    expect(candles.map((each) => each.Time)).toEqual(candles.map((each) => each.Time).toSorted((a, b) => a - b))
    const [newest] = await server.visitor.does('kline', { forex_id: 1, period: '1min', limit: 1 })
    expect(newest).toEqual(last)
    const before = await server.visitor.does('kline', { forex_id: 1, period: '1min', before: last?.Time ?? 0 })
    expect(before).toEqual(candles.slice(0, -1))
    expect((await server.visitor.does('abbreviatedCacheKline', { forex_id: 1, period: '1min' })).at(-1)).toEqual({
      Time: last?.Time,
      Close: '1.09000',
    })
    expect(await server.visitor.reason('kline', { forex_id: 1, period: '2min' })).toBe('parameter_not_allowed')
    expect(await server.visitor.reason('kline', { forex_id: 1, period: '1min', limit: 1501 })).toBe(
      'number_out_of_range',
    )
    expect(await server.visitor.reason('kline', { forex_id: 9999, period: '1min' })).toBe('instrument_unknown')
  })

  test('pages are counted for the network that asks', async () => {
    const page = vi.spyOn(server.context.market, 'candles')
    await server.visitor.does('kline', { forex_id: 1, period: '1day' })
    await server.visitor.does('abbreviatedCacheKline', { forex_id: 1 })
    expect(page.mock.calls.map(([query]) => query.asker)).toEqual(['127.0.0.1', '127.0.0.1'])
    page.mockRestore()
  })

  test('names and sentences are in the language of who asks', async () => {
    const name = async (lang: string) => (await server.visitor.does('getCategories', {}, { lang }))[0]?.NameShowTrans
    expect(await name('tw')).toBe(await name('hk'))
    expect(await name('xx')).toBe(await name('hk'))
    expect(new Set([await name('hk'), await name('en'), await name('jp'), await name('ar')]).size).toBe(4)
    const msg = async (lang: string) => (await server.visitor.asks('userInfo', {}, { lang })).msg
    expect([await msg('en'), await msg('hk'), await msg('ar')]).toEqual([
      'Please sign in.',
      '請先登入。',
      'يرجى تسجيل الدخول.',
    ])
  })

  test('a search finds by code, by pair, and by a name of any language or a further name', async () => {
    const codes = async (keyword: string, lang = 'en') =>
      (await server.visitor.does('searchCurrency', { keyword }, { lang })).map((each) => each.Code)
    expect(await codes('eur/us')).toEqual(['EURUSD'])
    expect(await codes('apple')).toEqual(['AAPL'])
    expect(await codes('歐元 / 美元')).toEqual(['EURUSD'])
    expect(await codes('آبل', 'hk')).toEqual(['AAPL'])
    expect(await codes('gold', 'jp')).toEqual(expect.arrayContaining(['XAUUSD', 'XAUEUR']))
    expect(await codes('dollar euro', 'de')).toContain('EURUSD')
    expect(await codes('dolar')).toContain('EURUSD')
    expect(await codes('mcdonalds')).toEqual(['MCD'])
    expect([...(await codes('Google')), ...(await codes('dax'))]).toEqual(['GOOGL', 'DE30EUR'])
    expect(await codes('zzz')).toEqual([])
    expect(await codes('')).toEqual([])
  })

  test('base data says that the market is not a real one only when it is simulated', async () => {
    const info = await server.visitor.does('getBasicInfo', {})
    expect(info).toMatchObject({
      trade_fee_type: 1,
      languages: [...OFFERED],
      restricted: ['KP', 'IL', 'CN', 'VU', 'CU'],
      market: { simulated: false },
    })
    expect(info.usage.losing_share).toBeNull()
    expect(await server.visitor.does('getCompanyStatus', {})).toMatchObject({ status: 0, type: 1, loss_url: '' })
  })
})
