/**
 * Live data: quotes of every instrument, open candles, figures of the account, and the state of the connection. A row
 * selects one symbol, so a quote renders only the rows of its symbol. Quotes are rendered once a frame, the newest of
 * each symbol; candles and figures of the account at once.
 */
import { type DayMarket, type ForexTrade, type KlineUpdate, MARKET_STATUS, type TradeItem } from '@veritick/contract'
import { create } from 'zustand'
import { HOUR_MILLIS } from '../format/time.ts'
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
  readonly status: (typeof MARKET_STATUS)[keyof typeof MARKET_STATUS]
  /** The quote is implausible and awaits confirmation; no orders are accepted until then. */
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
  /** While the connection is lost: the time of the shown figures, by the clock of the device. */
  readonly asOf: number | undefined
}

const EMPTY: Live = { quotes: new Map(), account: undefined, connection: 'connecting', asOf: undefined }
const useLive = create<Live>(() => EMPTY)

/** The quote of one instrument; renders again only when that quote changes. */
export const useQuote = (code: string): LiveQuote | undefined => useLive((live) => live.quotes.get(code))
/** All quotes while `enabled`; renders again at each quote, so use it only for a short time. */
export const useQuotes = (enabled: boolean): ReadonlyMap<string, LiveQuote> =>
  useLive((live) => (enabled ? live.quotes : EMPTY.quotes))
export const useAccount = (): LiveAccount | undefined => useLive((live) => live.account)
export const useLiveOrder = (id: number): LiveOrder | undefined => useLive((live) => live.account?.orders.get(id))
export const useConnection = (): Connection => useLive((live) => live.connection)
/** A fact about the quotes of several instruments; renders again only when the fact changes. */
export const useOfQuotes = <Fact extends string | number | boolean | undefined>(
  of: (quotes: ReadonlyMap<string, LiveQuote>) => Fact,
): Fact => useLive((live) => of(live.quotes))
/** The time of the newest quote, rounded down to the hour; `undefined` before the first quote. */
export const useMarketHour = (): number | undefined => useLive((live) => newestHour(live.quotes.values()))
export const quoteNow = (code: string): LiveQuote | undefined => newest.quotes.get(code)
export const accountNow = (): LiveAccount | undefined => newest.account

/** Whether the feed is silent or has ended: every price of an instrument in session is stale. */
export const useFeedSilent = (): boolean => useLive((live) => isFeedSilent(live.quotes.values()))

export function isFeedSilent(quotes: Iterable<Pick<LiveQuote, 'status' | 'held' | 'stale'>>): boolean {
  let stale = false
  for (const quote of quotes) {
    if (quote.status === MARKET_STATUS.open || quote.held) return false
    stale ||= quote.stale
  }
  return stale
}

export function newestHour(quotes: Iterable<Pick<LiveQuote, 'time'>>): number | undefined {
  let newest = 0
  for (const { time } of quotes) if (time !== undefined && time > newest) newest = time
  return newest === 0 ? undefined : newest - (newest % HOUR_MILLIS)
}

/** The newest state. React gets it at once, except while it renders the first screen. */
let newest = EMPTY
let held = false

function change(live: Partial<Live>): void {
  newest = { ...newest, ...live }
  if (!held) useLive.setState(newest)
}

/**
 * Holds back changes from React until the returned function is called. React renders the first screen in short steps; a
 * change of a store between two steps would make it render everything again in one long step.
 */
export function holdLive(): () => void {
  held = true
  return () => {
    if (!held) return
    held = false
    useLive.setState(newest)
  }
}

export function setConnection(connection: Connection): void {
  if (newest.connection !== connection) change({ connection, asOf: heardAt })
}

/** Time of the last figures. Not in the store, because it changes with every push. */
let heardAt: number | undefined
/** Notes the time of the shown figures. A time before the known one changes nothing. */
export function noteHeard(moment: number): void {
  if (heardAt === undefined || heardAt < moment) heardAt = moment
}
/** Notes and shows the time of figures that were stored on the device. */
export function showHeard(moment: number): void {
  noteHeard(moment)
  change({ asOf: heardAt })
}
/** The time of the shown figures, once the connection is lost. `undefined`: none are known. */
export const useAsOf = (): number | undefined => useLive((live) => live.asOf)
export const connectionNow = (): Connection => newest.connection

/** Signing in or out removes all live figures of the account. */
export function forgetAccount(): void {
  change({ account: undefined })
}

export function takeAccount(push: ForexTrade): void {
  noteHeard(Date.now())
  showAccount(push)
}

/** Shows figures of the account without changing their time. */
export function showAccount(push: ForexTrade): void {
  const { TransOrder, ...figures } = push
  const orders = new Map(TransOrder.map((order) => [order.Id, { price: order.UpdatePrice, profit: order.FactProfits }]))
  change({ account: { ...figures, orders } })
}

/** Calls the listener at each change of the connection; changes are held back until the first screen stands. */
export const onConnection = (listener: (connection: Connection) => void): (() => void) =>
  useLive.subscribe((live, before) => live.connection !== before.connection && listener(live.connection))

const pending = new Map<string, LiveQuote>()
let planned = false

export function takeQuote(push: DayMarket): void {
  noteHeard(Date.now())
  remember(push.symbol, quoteOfPush(push.quotation))
  pushed.set(push.symbol, { seq: push.quotation.seq, count: ++pushes })
}

/** Pushes so far, and of each symbol the last one. */
let pushes = 0
const pushed = new Map<string, { readonly seq: number | null; readonly count: number }>()
export const pushesNow = (): number => pushes

/**
 * Fills the store from the list that was read over HTTP. A newer quote of the socket stays, and so does one that came
 * since the read began: it may tell another status of the same price. `since`: the pushes at that moment.
 */
export function takeItems(items: readonly TradeItem[], since = pushes): void {
  for (const item of items) {
    const last = pushed.get(item.Code)
    const isOlder = last !== undefined && last.count > since && last.seq === item.ForexQuotations.Seq
    if (!isOlder) remember(item.Code, quoteOfItem(item))
  }
}

/** Takes the quotes of items at once, before the first rendering: avoids a second rendering with the same quotes. */
export function takeItemsNow(items: readonly TradeItem[]): void {
  takeItems(items)
  flush()
}

function remember(code: string, quote: LiveQuote): void {
  const known = pending.get(code) ?? newest.quotes.get(code)
  if (isBehind(quote, known)) return
  pending.set(code, quote)
  if (planned) return
  planned = true
  nextFrame(flush)
}

function flush(): void {
  planned = false
  if (pending.size === 0) return
  const quotes = new Map(newest.quotes)
  for (const [code, quote] of pending) quotes.set(code, quote)
  pending.clear()
  change({ quotes })
}

/** Sequence numbers only rise. A client of a server with a new store sees lower ones: then the time decides. */
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

/** The market state of an item when the list was read. */
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

/** A hidden page gets no frames. The map of newest quotes is bounded by the number of instruments. */
function nextFrame(work: () => void): void {
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(work)
  else setTimeout(work, 0)
}

type CandleListener = (update: KlineUpdate) => void
const candleListeners = new Set<CandleListener>()
/** Open candles go directly to the chart, which draws them itself. */
export function onCandle(listener: CandleListener): () => void {
  candleListeners.add(listener)
  return () => candleListeners.delete(listener)
}
export function takeCandle(update: KlineUpdate): void {
  for (const listener of candleListeners) listener(update)
}

type GapListener = (code: string) => void
const gapListeners = new Set<GapListener>()
/** Calls the listener when candles of an instrument were missed: its chart must read them again. */
export function onCandleGap(listener: GapListener): () => void {
  gapListeners.add(listener)
  return () => gapListeners.delete(listener)
}
export function tellCandleGap(code: string): void {
  for (const listener of gapListeners) listener(code)
}
