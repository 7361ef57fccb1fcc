/** The market state of a row, and the rows that a category or a filter text selects. */
import type { TradeItem } from '@veritick/contract'
import { describe, expect, it } from 'vitest'
import { type LiveQuote, quoteOfItem } from './live.ts'
import { isPaused, matching, pricedFirst, rowOf } from './rows.ts'
import { EURUSD_ITEM } from './trade-item-fixture.ts'

const item = (change: Partial<TradeItem>): TradeItem => ({ ...EURUSD_ITEM, ...change })

describe('the state of a row', () => {
  const state = (change: Partial<TradeItem>, connection: 'live' | 'lost' = 'live') =>
    rowOf({ item: item(change), live: undefined, connection })

  it('is open and bright', () => expect(state({})).toMatchObject({ market: { kind: 'open' }, dimmed: false }))
  it('is dimmed while the connection is lost', () =>
    expect(state({}, 'lost')).toMatchObject({ market: { kind: 'open' }, dimmed: true }))
  it('contains the opening time', () =>
    expect(state({ MarketStatus: 0, NextOpen: 1_400_000_000_000 }).market).toEqual({
      kind: 'closed',
      opens: 1_400_000_000_000,
    }))
  it('is stale, not closed, without a reliable price', () =>
    expect(state({ MarketStatus: 0, Stale: true })).toMatchObject({ market: { kind: 'stale' }, dimmed: true }))
  it('is held while its price is being confirmed', () =>
    expect(state({ MarketStatus: 0, Held: true })).toMatchObject({ market: { kind: 'held' }, dimmed: true }))
  it('is `unpriced` without any price, neither closed nor held', () => {
    const none = { Open: null, Close: null, Change: null, Bid: null, Ask: null, Time: null, Seq: null }
    expect(state({ MarketStatus: 0, Stale: true, Bid: null, Ask: null, ForexQuotations: none })).toMatchObject({
      market: { kind: 'unpriced' },
      dimmed: true,
    })
    const silent = item({ Id: 9, ForexQuotations: none })
    expect(pricedFirst([silent, item({}), item({ Id: 2 })]).map((each) => each.Id)).toEqual([1, 2, 9])
  })
  it('follows the live quote', () => {
    const live = { ...quoteOfItem(item({})), close: '1.08600', status: 0 as const, nextOpen: undefined }
    expect(rowOf({ item: item({}), live, connection: 'live' })).toMatchObject({
      quote: { close: '1.08600' },
      market: { kind: 'closed' },
    })
  })
})

describe('a list', () => {
  const open = item({})
  const stale = item({ Id: 2, Code: 'B', MarketStatus: 0, Stale: true })
  const stale2 = { ...stale, Id: 3, Code: 'C' }
  const closed = item({ Id: 4, Code: 'D', MarketStatus: 0, NextOpen: 1_400_000_000_000 })
  const held = item({ Id: 5, Code: 'E', MarketStatus: 0, Held: true })
  const paused = (...items: TradeItem[]) => isPaused(items, new Map())

  it('is paused when its prices are stale and none is open, whatever is closed or held', () => {
    expect(paused(stale, stale2)).toBe(true)
    expect(paused(stale, closed, held, stale2)).toBe(true)
    expect(paused(stale, stale2, open)).toBe(false)
  })
  it('is not paused by one stale price, nor by a weekend', () => {
    expect(paused(stale, closed)).toBe(false)
    expect(paused(closed, closed)).toBe(false)
    expect(paused()).toBe(false)
  })
  it('goes on with the first live quote', () => {
    const quotes = new Map<string, LiveQuote>([['B', quoteOfItem(open)]])
    expect(isPaused([stale, stale2], quotes)).toBe(false)
  })
})

describe('finding instruments', () => {
  const gold = item({ Id: 2, Code: 'XAUUSD', ShowCode: 'XAUUSD', Name: '黃金 / 美元', CategoryId: 3 })
  const apple = item({ Id: 3, Code: 'AAPL', ShowCode: 'AAPL', Name: 'Apple', CategoryId: 4 })
  const pound = item({ Id: 4, Code: 'GBPXXX', ShowCode: 'GBPXXX', Name: 'İngiliz Sterlini / Dólar' })
  const all = [item({}), gold, apple, pound]

  it.each([
    ['', [1, 2, 3, 4]],
    ['eur/usd', [1]],
    ['usd', [1, 2]],
    ['apple', [3]],
    ['黃金', [2]],
    [' Euro us ', [1]],
    ['ingiliz', [4]],
    ['İNGİLİZ', [4]],
    ['ınGılız', [4]],
    ['sterlini / DOLAR', [4]],
    ['dolar sterlini', [4]],
    ['zzz', []],
  ])('%j', (words, ids) => expect(matching(all, words).map((each) => each.Id)).toEqual(ids))
})
