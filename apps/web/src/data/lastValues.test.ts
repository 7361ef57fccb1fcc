/**
 * An app that starts without its server shows stored values: the last live prices, not the last read ones, and the
 * orders of the signed-in customer only. After sign-out it shows no orders.
 */
import type { CallData } from '@veritick/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { EURUSD_ITEM } from './trade-item-fixture.ts'

const kept = new Map<string, string>()
vi.stubGlobal('navigator', { languages: ['en'], onLine: true })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
})
vi.stubGlobal('document', { hidden: true, addEventListener: () => {} })
vi.stubGlobal('requestAnimationFrame', (work: () => void) => work())
const { KEY, queryClient, startQueries } = await import('./queries.ts')
const { orderListQuery, readCandles } = await import('./screenQueries.ts')
const { accountNow, quoteNow, setConnection, takeAccount, takeItems, takeQuote } = await import('./live.ts')
const { keepCandles, keptCandles, onCandlesRestored, noteCandle, SERIES_MAX } = await import('./lastCandles.ts')
const { showLast, startLastValues, writeLast } = await import('./lastValues.ts')
const { clearSession, signIn } = await import('./session.ts')
const { startSessionCleanup } = await import('./sessionStorage.ts')

const texts = new Map<string, string>()
const shelf = {
  read: async (name: string) => texts.get(name),
  write: async (name: string, text: string) => void texts.set(name, text),
  remove: async (name: string) => void texts.delete(name),
}
const ORDERS = { data: [], total: 0, all_fact_profits: '-1.500000', balance: '99998.500000' } as unknown
const LIST = { pages: [ORDERS as CallData<'myDeal'>], pageParams: [1] }
const FIGURES = {
  ProfitsTotal: '-1.500000',
  HazardRate: '0.02',
  CautionMoneyAll: '465.910000',
  Balance: '99998.500000',
  Equity: '99997.000000',
  FreeMargin: '99531.090000',
  MarginLevel: '21462.00',
  TransOrder: [{ Id: 7, UpdatePrice: '1.39775', FactProfits: '-1.500000' }],
  OrderChanges: 0,
}
const ANA = { token: 'a', user: { uid: '1' } } as unknown as Parameters<typeof signIn>[0]
const quotation = {
  open: '1.08250',
  close: '1.08600',
  change: '0.32',
  bid: '1.08600',
  ask: '1.08609',
  time: 5000,
  seq: 9,
  status: 1,
  held: false,
  stale: false,
  next_open: null,
} as const

/** Shorter than the time until the first write of all values. */
const SHORT_VISIT = 2_000

vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
startQueries()
startSessionCleanup()
startLastValues(shelf)

/** As after a reload without a server. */
function restarted(): void {
  queryClient.clear()
  setConnection('lost')
}

beforeEach(() => {
  setConnection('connecting')
  queryClient.clear()
  texts.clear()
  signIn(ANA)
  setConnection('live')
  queryClient.setQueryData(KEY.trades, [EURUSD_ITEM])
  takeItems([EURUSD_ITEM])
  takeQuote({ symbol: 'EURUSD', quotation })
  queryClient.setQueryData(orderListQuery(1).queryKey, LIST)
  takeAccount(FIGURES)
})

it('keeps the newest prices and the orders, and shows them after a start without the server', async () => {
  await writeLast(shelf)
  restarted()
  await showLast(shelf)
  const [item] = queryClient.getQueryData<CallData<'tradeList'>>(KEY.trades) ?? []
  expect(item?.ForexQuotations).toMatchObject({ Bid: '1.08600', Ask: '1.08609', Seq: 9 })
  expect(queryClient.getQueryData(orderListQuery(1).queryKey)).toEqual(LIST)
  expect(accountNow()?.Balance).toBe('99998.500000')
  expect(quoteNow('EURUSD')?.bid).toBe('1.08600')
})

it('writes nothing while the values are not current', async () => {
  setConnection('lost')
  await writeLast(shelf)
  expect(texts.size).toBe(0)
})

it('shows no older values over newer ones', async () => {
  await writeLast(shelf, Date.now() - 60_000)
  setConnection('lost')
  const newer = [{ ...EURUSD_ITEM, Name: 'read since' }]
  queryClient.setQueryData(KEY.trades, newer)
  await showLast(shelf)
  expect(queryClient.getQueryData(KEY.trades)).toEqual(newer)
})

it('forgets the orders at sign-out; prices stay', async () => {
  await writeLast(shelf)
  expect([...texts.keys()]).toEqual(['market', 'own'])
  clearSession()
  await expect.poll(() => [...texts.keys()]).toEqual(['market'])
  expect(texts.get('market')).not.toContain('99998')
})

it('shows no orders of another sign-in', async () => {
  await writeLast(shelf)
  const own = texts.get('own') ?? ''
  clearSession()
  signIn(ANA)
  // A copy that an earlier sign-out left.
  texts.set('own', own)
  restarted()
  await showLast(shelf)
  expect(queryClient.getQueryData(orderListQuery(1).queryKey)).toBeUndefined()
})

it('ignores values of another build', async () => {
  await writeLast(shelf)
  texts.set('market', (texts.get('market') ?? '').replace('"build":"', '"build":"old '))
  restarted()
  await showLast(shelf)
  expect(queryClient.getQueryData(KEY.trades)).toBeUndefined()
})

it('a chart keeps its candles with the live ones after them, and only the last charts are kept', () => {
  const candle = (Time: number, Close: string) => ({ Time, Open: '1', High: '2', Low: '1', Close, Volume: 1 })
  const series = { instrument: 1, period: '1min', limit: 3 } as const
  keepCandles(series, [candle(1, '1.1'), candle(2, '1.2')])
  noteCandle(1, { Period: '1min', ...candle(2, '1.3') })
  noteCandle(1, { Period: '1min', ...candle(3, '1.4') })
  noteCandle(1, { Period: '5min', ...candle(4, '1.5') })
  noteCandle(1, { Period: '1min', ...candle(4, '1.6') })
  expect(keptCandles(series)?.map(({ Close }) => Close)).toEqual(['1.3', '1.4', '1.6'])
  for (let instrument = 2; instrument <= SERIES_MAX + 1; instrument += 1) keepCandles({ ...series, instrument }, [])
  expect(keptCandles(series)).toBeUndefined()
})

it.each([
  ['shutting_down', true],
  ['busy', true],
  ['instrument_unknown', false],
])('a chart that is refused its candles with %s shows the kept ones: %s', async (reason, isKept) => {
  const series = { instrument: 41, period: '1min', limit: 3 } as const
  const candle = { Time: 1, Open: '1', High: '2', Low: '1', Close: '1.1', Volume: 1 }
  keepCandles(series, [candle])
  vi.stubGlobal('fetch', async () => Response.json({ code: 5002, reason, msg: reason, data: null }))
  const shown = await readCandles(series).catch(() => undefined)
  expect(shown).toEqual(isKept ? [candle] : undefined)
})

it('tells a chart whose candles could not be read that the stored ones have been', async () => {
  const series = { instrument: 31, period: '5min', limit: 3 } as const
  const candle = { Time: 1, Open: '1', High: '2', Low: '1', Close: '1.1', Volume: 1 }
  keepCandles(series, [candle])
  await writeLast(shelf)
  keepCandles(series, [])
  restarted()
  const found: unknown[] = []
  const leave = onCandlesRestored(() => found.push(keptCandles(series)))
  await showLast(shelf)
  expect(found).toEqual([[candle]])
  leave()
  await showLast(shelf)
  expect(found).toHaveLength(1)
})

it('keeps an order that changed shortly before the visit ends', async () => {
  const changed = { ...LIST, pages: [{ ...LIST.pages[0], balance: '100012.000000' } as CallData<'myDeal'>] }
  queryClient.setQueryData(orderListQuery(1).queryKey, changed)
  await vi.advanceTimersByTimeAsync(SHORT_VISIT)
  expect(texts.get('own') ?? '').toContain('100012.000000')
})
