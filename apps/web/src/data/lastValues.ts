/**
 * The values that the app shows when it starts without its server: the last prices, small charts, candles, orders and
 * figures of the account, dimmed, with their time. They are written while the connection is live: at intervals and when
 * the page is hidden, the customer's also after an order changed. They are read once when a start finds no server.
 * Values of a customer carry the id of the sign-in and are removed when the sign-in ends. They contain no name, address
 * or token.
 */
import type { InfiniteData } from '@tanstack/react-query'
import type { CallData, ForexTrade, TradeItem } from '@veritick/contract'
import { allKeptCandles, type KeptSeries, noteCandle, restoreCandles } from './lastCandles.ts'
import { cacheShelf, type Shelf } from './lastShelf.ts'
import {
  accountNow,
  connectionNow,
  type LiveAccount,
  type LiveQuote,
  onCandle,
  onConnection,
  quoteNow,
  showAccount,
  showHeard,
  takeItems,
} from './live.ts'
import { KEY, queryClient } from './queries.ts'
import { type OrderStatusNumber, orderListQuery } from './screenQueries.ts'
import { onSession, sessionNow } from './session.ts'
import { signInId } from './sessionStorage.ts'

type OrderPages = InfiniteData<CallData<'myDeal'>, number>
/** `at`: time of the write, by the clock of the device. */
export type MarketValues = {
  readonly build: string
  readonly at: number
  readonly trades: CallData<'tradeList'>
  readonly categories: CallData<'getCategories'> | undefined
  readonly basics: CallData<'getBasicInfo'> | undefined
  readonly sparks: readonly (readonly [instrument: number, points: CallData<'abbreviatedCacheKline'>])[]
  readonly candles: readonly KeptSeries[]
}
export type OwnValues = {
  readonly build: string
  readonly at: number
  readonly signIn: string | undefined
  readonly orders: readonly (readonly [OrderStatusNumber, OrderPages])[]
  readonly account: ForexTrade | undefined
}

/** Early enough for a short visit, and after the first screen was read. */
const FIRST_WRITE_MILLIS = 5_000
const WRITE_MILLIS = 30_000
/** Orders change in groups, each with an account figure after it. */
const CHANGED_MILLIS = 1_000
const SPARKS_MAX = 40
/** Pages of a list of orders, 20 orders each. */
const PAGES_MAX = 5
const LISTS: readonly OrderStatusNumber[] = [0, 1, 3]
/** Read before each write, so that they are stored also after a visit that never opened the orders. */
const READ_LISTS: readonly OrderStatusNumber[] = [0, 1]
/**
 * The name of this file ends in a hash of the build: another build ignores these values, because their shape may
 * differ.
 */
const BUILD = import.meta.url
const MARKET = 'market'
const OWN = 'own'

/** Called once at start. */
export function startLastValues(shelf: Shelf = cacheShelf): void {
  let wasLive = false
  const heard = (): void => {
    const connection = connectionNow()
    if (connection === 'lost' && !wasLive) void showLast(shelf)
    if (connection !== 'live' || wasLive) return
    wasLive = true
    setTimeout(() => void writeLast(shelf), FIRST_WRITE_MILLIS)
    // Runs as long as the page.
    setInterval(() => void writeLast(shelf), WRITE_MILLIS)
  }
  onConnection(heard)
  heard()
  onCandle(({ symbol, kline }) => {
    const item = tradesNow()?.find(({ Code }) => Code === symbol)
    if (item !== undefined) noteCandle(item.Id, kline)
  })
  onOrdersChanged(() => void writeOwn(shelf))
  document.addEventListener('visibilitychange', () => document.hidden && void writeLast(shelf))
  if (sessionNow().token === undefined) void shelf.remove(OWN)
  onSession(({ token }, before) => token !== before.token && void shelf.remove(OWN))
}

const tradesNow = () => queryClient.getQueryData<CallData<'tradeList'>>(KEY.trades)

/** Writes the current values; nothing while the connection is not live. */
export async function writeLast(shelf: Shelf, now = Date.now()): Promise<void> {
  if (connectionNow() !== 'live') return
  const market = marketValues(now)
  if (market !== undefined) await shelf.write(MARKET, JSON.stringify(market))
  await writeOwn(shelf, now)
}

async function writeOwn(shelf: Shelf, now = Date.now()): Promise<void> {
  const { token } = sessionNow()
  if (token === undefined || connectionNow() !== 'live') return
  if (!document.hidden) await readLists()
  const own = ownValues(now)
  // The customer may have signed out meanwhile, here or in another tab.
  const isSignedIn = () => sessionNow().token === token && signInId() === own.signIn
  if (isSignedIn() && connectionNow() === 'live') await shelf.write(OWN, JSON.stringify(own), isSignedIn)
}

/** `changed` is called once for changes that come together. */
function onOrdersChanged(changed: () => void): void {
  let isWaiting = false
  queryClient.getQueryCache().subscribe((event) => {
    const isOfOrders = KEY.orders.every((part, at) => event.query.queryKey[at] === part)
    if (!isOfOrders || event.type !== 'updated' || isWaiting) return
    if (event.action.type !== 'success' && event.action.type !== 'invalidate') return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      changed()
    }, CHANGED_MILLIS)
  })
}

/** Shows the stored values where this page has none or older ones. */
export async function showLast(shelf: Shelf): Promise<void> {
  const market = await read<MarketValues>(shelf, MARKET)
  const own = sessionNow().token === undefined ? undefined : await read<OwnValues>(shelf, OWN)
  if (connectionNow() === 'live') return
  if (market !== undefined) {
    const { at } = market
    if (put(KEY.trades, market.trades, at)) takeItems(market.trades)
    put(KEY.categories, market.categories, at)
    put(KEY.basics, market.basics, at)
    for (const [instrument, points] of market.sparks) put([...KEY.spark, instrument], points, at)
    restoreCandles(market.candles)
    showHeard(at)
  }
  if (own === undefined || own.signIn !== signInId()) return
  for (const [status, pages] of own.orders) put(orderListQuery(status).queryKey, pages, own.at)
  if (own.account !== undefined && accountNow() === undefined) showAccount(own.account)
  showHeard(own.at)
}

async function read<Values extends { readonly build: string }>(shelf: Shelf, name: string) {
  const text = await shelf.read(name)
  if (text === undefined) return undefined
  // This file wrote the text; the next line checks its build.
  const values: Values = JSON.parse(text)
  return values.build === BUILD ? values : undefined
}

/** `false`: the query has newer data. */
function put(key: readonly unknown[], data: unknown, updatedAt: number): boolean {
  const state = queryClient.getQueryState(key)
  if (data === undefined || (state?.data !== undefined && state.dataUpdatedAt >= updatedAt)) return false
  queryClient.setQueryData(key, data, { updatedAt })
  return true
}

function marketValues(at: number): MarketValues | undefined {
  const trades = tradesNow()
  if (trades === undefined) return undefined
  const sparks = queryClient
    .getQueriesData<CallData<'abbreviatedCacheKline'>>({ queryKey: KEY.spark })
    .flatMap(([key, points]) => (points === undefined ? [] : [[Number(key[1]), points] as const]))
  return {
    build: BUILD,
    at,
    trades: trades.map((item) => withQuote(item, quoteNow(item.Code))),
    categories: queryClient.getQueryData(KEY.categories),
    basics: queryClient.getQueryData(KEY.basics),
    sparks: sparks.slice(-SPARKS_MAX),
    candles: allKeptCandles(),
  }
}

/** The item with its newest quote, as the server would list it now. */
export function withQuote(item: TradeItem, quote: LiveQuote | undefined): TradeItem {
  if (quote === undefined) return item
  const { close, bid, ask, open, change, time, seq } = quote
  return {
    ...item,
    MarketStatus: quote.status,
    Held: quote.held,
    Stale: quote.stale,
    NextOpen: quote.nextOpen ?? null,
    Bid: bid ?? null,
    Ask: ask ?? null,
    ForexQuotations: {
      Open: open ?? null,
      Close: close ?? null,
      Change: change ?? null,
      Bid: bid ?? null,
      Ask: ask ?? null,
      Time: time ?? null,
      Seq: seq ?? null,
    },
  }
}

/** Reads positions and pending orders where they are unknown or have changed. Without an answer the old ones stay. */
async function readLists(): Promise<void> {
  for (const status of READ_LISTS) {
    const state = queryClient.getQueryState(orderListQuery(status).queryKey)
    if (state?.data !== undefined && !state.isInvalidated) continue
    await queryClient.fetchInfiniteQuery(orderListQuery(status)).catch(() => undefined)
  }
}

function ownValues(at: number): OwnValues {
  const orders = LISTS.flatMap((status) => {
    const known = queryClient.getQueryData<OrderPages>(orderListQuery(status).queryKey)
    if (known === undefined) return []
    const cut = { pages: known.pages.slice(0, PAGES_MAX), pageParams: known.pageParams.slice(0, PAGES_MAX) }
    return [[status, cut] as const]
  })
  const account = accountNow()
  return { build: BUILD, at, signIn: signInId(), orders, account: account && pushOf(account) }
}

function pushOf({ orders, ...figures }: LiveAccount): ForexTrade {
  const TransOrder = [...orders].map(([Id, { price, profit }]) => ({ Id, UpdatePrice: price, FactProfits: profit }))
  return { ...figures, TransOrder }
}
