/** The rows of a list and their order, and the new place of a moved favourite. */
import { describe, expect, it } from 'vitest'
import type { ListOrder } from '../../data/lists.ts'
import { arranged, type DayPrice, followsPrices, landingOf, moved, type Shown, shiftOf } from './lists.ts'

const item = (Code: string, CategoryId: number, ShowCode = Code) => ({ Code, ShowCode, CategoryId })
const ITEMS = [
  item('EURUSD', 1, 'EUR/USD'),
  item('GBPUSD', 1, 'GBP/USD'),
  item('XAUUSD', 3, 'XAU/USD'),
  item('AAPL', 6),
  item('TSLA', 6),
  item('AUDUSD', 1, 'AUD/USD'),
]
const PRICES: Readonly<Record<string, DayPrice>> = {
  EURUSD: { change: '0.24', open: true },
  GBPUSD: { change: '-0.31', open: true },
  XAUUSD: { change: '0.24', open: true },
  AAPL: { change: '10.05', open: false },
  TSLA: { change: undefined, open: true },
  AUDUSD: { change: '0.00', open: true },
}
const view = (shown: Shown, order: ListOrder) => ({
  shown,
  order,
  favourites: ['XAUUSD', 'GONE', 'EURUSD'],
  recent: ['AAPL', 'GBPUSD'],
  priceOf: (code: string) => PRICES[code] ?? { change: undefined, open: false },
})

describe('rows', () => {
  it.each<[Shown, ListOrder, string]>([
    ['all', 'standard', 'EURUSD GBPUSD XAUUSD AAPL TSLA AUDUSD'],
    ['all', 'favourites', 'XAUUSD EURUSD GBPUSD AAPL TSLA AUDUSD'],
    ['all', 'name', 'AAPL AUDUSD EURUSD GBPUSD TSLA XAUUSD'],
    ['all', 'change', 'AAPL EURUSD XAUUSD AUDUSD GBPUSD TSLA'],
    ['all', 'recent', 'AAPL GBPUSD EURUSD XAUUSD TSLA AUDUSD'],
    ['favourites', 'standard', 'XAUUSD EURUSD'],
    ['favourites', 'favourites', 'XAUUSD EURUSD'],
    ['favourites', 'name', 'EURUSD XAUUSD'],
    [1, 'standard', 'EURUSD GBPUSD AUDUSD'],
    [1, 'recent', 'GBPUSD EURUSD AUDUSD'],
    [1, 'change', 'EURUSD AUDUSD GBPUSD'],
    [99, 'name', ''],
    ['movers', 'standard', 'GBPUSD EURUSD XAUUSD'],
    ['movers', 'name', 'GBPUSD EURUSD XAUUSD'],
  ])('%s by %s', (shown, order, codes) => {
    const rows = arranged(ITEMS, view(shown, order))
    expect(rows.map(({ Code }) => Code).join(' ')).toBe(codes)
  })

  it('100 is more than 20: numbers are compared, not texts', () => {
    const prices: Readonly<Record<string, string>> = { EURUSD: '100.00', GBPUSD: '20.00', XAUUSD: '-3.00' }
    const priceOf = (code: string) => ({ change: prices[code], open: true })
    expect(arranged(ITEMS, { ...view('movers', 'standard'), priceOf }).map(({ Code }) => Code)).toEqual([
      'EURUSD',
      'GBPUSD',
      'XAUUSD',
    ])
  })

  it('at most twenty movers', () => {
    const many = Array.from({ length: 500 }, (_, index) => item(`I${index}`, 1))
    const priceOf = (code: string) => ({ change: `${code.slice(1)}.00`, open: true })
    const rows = arranged(many, { ...view('movers', 'standard'), priceOf })
    expect([rows.length, rows[0]?.Code, rows.at(-1)?.Code]).toEqual([20, 'I499', 'I480'])
  })

  it('only orders by price are refreshed', () => {
    expect(followsPrices(view('movers', 'standard'))).toBe(true)
    expect(followsPrices(view('all', 'change'))).toBe(true)
    expect(followsPrices(view('all', 'recent'))).toBe(false)
  })
})

describe('moving a favourite', () => {
  it.each([
    [0, 2, 'b c a'],
    [2, 0, 'c a b'],
    [1, 9, 'a c b'],
    [1, -4, 'b a c'],
    [7, 0, 'a b c'],
  ])('from %d to %d', (from, to, list) => expect(moved(['a', 'b', 'c'], from, to).join(' ')).toBe(list))

  it.each([
    [1, 0, '0 0 0 0'],
    [1, 20, '0 20 0 0'],
    [1, 30, '0 30 -56 0'],
    [1, -500, '56 -500 0 0'],
    [1, 500, '0 500 -56 -56'],
    [3, -120, '0 56 56 -120'],
  ])('row %d dragged by %d', (from, distance, shifts) => {
    const drag = { from, distance, height: 56, count: 4 }
    expect([0, 1, 2, 3].map((place) => shiftOf(place, drag)).join(' ')).toBe(shifts)
  })
  it.each([
    [1, 27, 1],
    [1, 29, 2],
    [0, -999, 0],
    [0, 999, 3],
  ])('row %d dragged by %d lands at %d', (from, distance, to) =>
    expect(landingOf({ from, distance, height: 56, count: 4 })).toBe(to),
  )
})
