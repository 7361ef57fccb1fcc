/**
 * What moves by itself: quotes of every instrument, the open candles, the account's live figures, and whether the
 * connection can be believed. Rows select one symbol each, so a quote redraws what shows it and nothing else. Pushes
 * are gathered and shown once a frame; the newest wins.
 */
import type { DayMarket, ForexTrade, KlineUpdate, TradeItem } from '@veritick/contract'
import { create } from 'zustand'
import type { Connection } from './socket.ts'

export type LiveQuote = {
  readonly close: string | undefined
  readonly bid: string | undefined
  readonly ask: string | undefined
  readonly open: string | undefined
  /** Percent, signed, 2 decimals. */
  readonly change: string | undefined
  /** Market clock. */
  readonly time: number | undefined
  readonly seq: number | undefined
  readonly status: 0 | 1
  /** A quote that looks wrong waits to be confirmed: nothing is traded until then. */
  readonly held: boolean
  readonly stale: boolean
  readonly nextOpen: number | undefined
}

/** Live profit of one order: wire decimals. */
export type LiveOrder = { readonly price: string; readonly profit: string }
export type LiveAccount = Omit<ForexTrade, 'TransOrder'> & { readonly orders: ReadonlyMap<number, LiveOrder> }

type Live = {
  readonly quotes: ReadonlyMap<string, LiveQuote>
  readonly account: LiveAccount | undefined
  readonly connection: Connection
}

const EMPTY: Live = { quotes: new Map(), account: undefined, connection: 'connecting' }
const useLive = create<Live>(() => EMPTY)

/** The quote of one instrument; redraws only when that one changes. */
export const useQuote = (code: string): LiveQuote | undefined => useLive((live) => live.quotes.get(code))
export const useAccount = (): LiveAccount | undefined => useLive((live) => live.account)
export const useLiveOrder = (id: number): LiveOrder | undefined => useLive((live) => live.account?.orders.get(id))
export const useConnection = (): Connection => useLive((live) => live.connection)
/** The market's newest quote, to the hour below; undefined before the first. */
export const useMarketHour = (): number | undefined => useLive((live) => newestHour(live.quotes.values()))
export const quoteNow = (code: string): LiveQuote | undefined => useLive.getState().quotes.get(code)
export const accountNow = (): LiveAccount | undefined => useLive.getState().account

const HOUR_MILLIS = 3_600_000

export function newestHour(quotes: Iterable<Pick<LiveQuote, 'time'>>): number | undefined {
  let newest = 0
  for (const { time } of quotes) if (time !== undefined && time > newest) newest = time
  return newest === 0 ? undefined : newest - (newest % HOUR_MILLIS)
}

export function setConnection(connection: Connection): void {
  if (useLive.getState().connection !== connection) useLive.setState({ connection })
}

/** Signing in or out leaves nobody's figures behind. */
export function forgetAccount(): void {
  useLive.setState({ account: undefined })
}

export function takeAccount(push: ForexTrade): void {
  const { TransOrder, ...figures } = push
  const orders = new Map(TransOrder.map((order) => [order.Id, { price: order.UpdatePrice, profit: order.FactProfits }]))
  useLive.setState({ account: { ...figures, orders } })
}

const pending = new Map<string, LiveQuote>()
let planned = false

export function takeQuote(push: DayMarket): void {
  remember(push.symbol, quoteOfPush(push.quotation))
}

/** The list read over HTTP: fills what the socket has not brought yet, and never goes back behind it. */
export function takeItems(items: readonly TradeItem[]): void {
  for (const item of items) remember(item.Code, quoteOfItem(item))
}

function remember(code: string, quote: LiveQuote): void {
  const known = pending.get(code) ?? useLive.getState().quotes.get(code)
  if (isBehind(quote, known)) return
  pending.set(code, quote)
  if (planned) return
  planned = true
  nextFrame(flush)
}

function flush(): void {
  planned = false
  const quotes = new Map(useLive.getState().quotes)
  for (const [code, quote] of pending) quotes.set(code, quote)
  pending.clear()
  useLive.setState({ quotes })
}

/** A sequence number never goes back, except for a feed that starts again: then its time tells. */
function isBehind(quote: LiveQuote, known: LiveQuote | undefined): boolean {
  if (known?.seq === undefined || quote.seq === undefined) return false
  return quote.seq < known.seq && (quote.time ?? 0) <= (known.time ?? 0)
}

function quoteOfPush(push: DayMarket['quotation']): LiveQuote {
  return {
    close: push.close ?? undefined,
    bid: push.bid ?? undefined,
    ask: push.ask ?? undefined,
    open: push.open ?? undefined,
    change: push.change ?? undefined,
    time: push.time ?? undefined,
    seq: push.seq ?? undefined,
    status: push.status,
    held: push.held,
    stale: push.stale,
    nextOpen: push.next_open ?? undefined,
  }
}

/** What an item said of itself when it was read. */
export function quoteOfItem(item: TradeItem): LiveQuote {
  const { Close, Bid, Ask, Open, Change, Time, Seq } = item.ForexQuotations
  return {
    close: Close ?? undefined,
    bid: Bid ?? undefined,
    ask: Ask ?? undefined,
    open: Open ?? undefined,
    change: Change ?? undefined,
    time: Time ?? undefined,
    seq: Seq ?? undefined,
    status: item.MarketStatus,
    held: item.Held,
    stale: item.Stale,
    nextOpen: item.NextOpen ?? undefined,
  }
}

/** Frames stop in a hidden page; the map of the newest is bounded by the number of instruments. */
function nextFrame(work: () => void): void {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(work)
  else setTimeout(work, 0)
}

type CandleListener = (update: KlineUpdate) => void
const candleListeners = new Set<CandleListener>()
/** Open candles go straight to the chart: it draws them itself. */
export function onCandle(listener: CandleListener): () => void {
  candleListeners.add(listener)
  return () => candleListeners.delete(listener)
}
export function takeCandle(update: KlineUpdate): void {
  for (const listener of candleListeners) listener(update)
}

type GapListener = (code: string) => void
const gapListeners = new Set<GapListener>()
/** Some candles of an instrument were missed: its chart must be read again. */
export function onCandleGap(listener: GapListener): () => void {
  gapListeners.add(listener)
  return () => gapListeners.delete(listener)
}
export function tellCandleGap(code: string): void {
  for (const listener of gapListeners) listener(code)
}
