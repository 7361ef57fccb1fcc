/** The market state of an instrument in a list, from the item as it was read and its newest quote. */
import { MARKET_STATUS, type TradeItem } from '@veritick/contract'
import { searchFor, searchTexts } from '@veritick/locales/search'
import { type LiveQuote, quoteOfItem, useOfQuotes } from './live.ts'
import type { Connection } from './socket.ts'

/**
 * `open`: can be traded. `held`: the price waits for confirmation. `stale`: in session without a reliable price.
 * `closed`: opens at `opens`, if known. `unpriced`: never had a price.
 */
export type MarketState =
  | { readonly kind: 'open' }
  | { readonly kind: 'held' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'closed'; readonly opens: number | undefined }
  | { readonly kind: 'unpriced' }

export type Row = { readonly quote: LiveQuote; readonly market: MarketState; readonly dimmed: boolean }

/** A lost connection dims every price, because it may be old. */
export function rowOf(now: {
  readonly item: TradeItem
  readonly live: LiveQuote | undefined
  readonly connection: Connection
}): Row {
  const quote = now.live ?? quoteOfItem(now.item)
  const market = marketOf(quote)
  return { quote, market, dimmed: market.kind !== 'open' || now.connection === 'lost' }
}

function marketOf(quote: LiveQuote): MarketState {
  if (quote.close === undefined) return { kind: 'unpriced' }
  if (quote.held) return { kind: 'held' }
  if (quote.stale) return { kind: 'stale' }
  return quote.status === MARKET_STATUS.open ? { kind: 'open' } : { kind: 'closed', opens: quote.nextOpen }
}

/** Whether the prices of a list are paused: at least two are stale, and no instrument of the list is open. */
export function isPaused(items: readonly TradeItem[], quotes: ReadonlyMap<string, LiveQuote>): boolean {
  let stale = 0
  for (const item of items) {
    const { kind } = marketOf(quotes.get(item.Code) ?? quoteOfItem(item))
    if (kind === 'open') return false
    if (kind === 'stale') stale += 1
  }
  return stale > 1
}

export const usePaused = (items: readonly TradeItem[]): boolean => useOfQuotes((quotes) => isPaused(items, quotes))

/** Instruments with a price first, each group in the order of the list. */
export function pricedFirst(items: readonly TradeItem[]): TradeItem[] {
  const isPriced = (item: TradeItem) => item.ForexQuotations.Close !== null
  return [...items.filter(isPriced), ...items.filter((item) => !isPriced(item))]
}

/** The instruments that the words find by code or shown name, in the order of the list; all without words. */
export function matching(items: readonly TradeItem[], words: string): readonly TradeItem[] {
  if (words.trim() === '') return items
  const isFound = searchFor(words)
  return items.filter(({ ShowCode, Code, Name }) => isFound(searchTexts([ShowCode, Code, Name])))
}
