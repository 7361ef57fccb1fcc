/**
 * Quotes as they reach a row: batched per frame, the newest wins, never older than a shown quote. No other test uses
 * this code, because all tests share the quotes.
 */
import type { DayMarket } from '@veritick/contract'
import { beforeEach, expect, it } from 'vitest'
import {
  accountNow,
  connectionNow,
  forgetAccount,
  holdLive,
  onConnection,
  pushesNow,
  quoteNow,
  setConnection,
  takeAccount,
  takeItems,
  takeQuote,
} from './live.ts'
import { EURUSD_ITEM } from './trade-item-fixture.ts'

const push = (seq: number, close: string, time = 1_000 + seq): DayMarket => ({
  symbol: 'LIVE',
  quotation: {
    open: '1.08250',
    close,
    change: '0.24',
    bid: close,
    ask: '1.08521',
    time,
    seq,
    status: 1,
    held: false,
    stale: false,
    next_open: null,
  },
})
const frame = () => new Promise((done) => setTimeout(done, 5))

beforeEach(() => forgetAccount())

it('shows the newest of a burst, once a frame', async () => {
  takeQuote(push(1, '1.08510'))
  takeQuote(push(2, '1.08512'))
  expect(quoteNow('LIVE')).toBeUndefined()
  await frame()
  expect(quoteNow('LIVE')).toMatchObject({ close: '1.08512', change: '0.24', status: 1, nextOpen: undefined })
})

it('ignores a quote older than the shown quote', async () => {
  takeQuote(push(9, '1.08530'))
  await frame()
  takeQuote(push(8, '1.08000'))
  await frame()
  expect(quoteNow('LIVE')?.close).toBe('1.08530')
})

it('keeps the status that was pushed while a list of the same price was read', async () => {
  const item = { ...EURUSD_ITEM, Code: 'LIVE', MarketStatus: 1 } as const
  const { ForexQuotations } = EURUSD_ITEM
  const read = [{ ...item, ForexQuotations: { ...ForexQuotations, Seq: 20 } }]
  const since = pushesNow()
  const { symbol, quotation } = push(20, '1.08530')
  takeQuote({ symbol, quotation: { ...quotation, status: 0 } })
  takeItems(read, since)
  await frame()
  expect(quoteNow('LIVE')?.status).toBe(0)
  // A list that was asked for after the push is newer.
  takeItems(read, pushesNow())
  await frame()
  expect(quoteNow('LIVE')?.status).toBe(1)
})

it('accepts a smaller number with a later time: the feed has restarted', async () => {
  takeQuote(push(50, '1.08540', 5_000))
  await frame()
  takeQuote(push(1, '1.08600', 6_000))
  await frame()
  expect(quoteNow('LIVE')?.close).toBe('1.08600')
})

it('keeps the account with its orders by id, and removes it at sign-out', () => {
  takeAccount({
    ProfitsTotal: '19.910000',
    HazardRate: '1.59',
    CautionMoneyAll: '3187.440000',
    Balance: '100000.000000',
    Equity: '100019.910000',
    FreeMargin: '96832.470000',
    MarginLevel: '3137.94',
    TransOrder: [{ Id: 7, UpdatePrice: '1.08512', FactProfits: '2.200000' }],
    OrderChanges: 0,
  })
  expect(accountNow()?.orders.get(7)).toEqual({ price: '1.08512', profit: '2.200000' })
  expect(accountNow()?.Balance).toBe('100000.000000')
  forgetAccount()
  expect(accountNow()).toBeUndefined()
})

it('holds back changes while React renders the first screen, then shows the newest state once', () => {
  const heard: string[] = []
  const leave = onConnection((connection) => heard.push(connection))
  const show = holdLive()
  setConnection('live')
  setConnection('lost')
  setConnection('live')
  expect(connectionNow()).toBe('live')
  expect(heard).toEqual([])
  show()
  show()
  expect(heard).toEqual(['live'])
  setConnection('lost')
  leave()
  expect(heard).toEqual(['live', 'lost'])
})
