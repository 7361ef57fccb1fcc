/** What a row of instruments says, from the item as read and the quote as it is now. */
import type { TradeItem } from '@veritick/contract'
import { type LiveQuote, quoteOfItem } from './live.ts'
import type { Connection } from './socket.ts'

/**
 * `open` may be traded; `held` waits for its price to be confirmed; `stale` is in session without a price to trust;
 * `closed` opens at `opens`, if known; `unpriced` never had a price.
 */
export type MarketState =
  | { readonly kind: 'open' }
  | { readonly kind: 'held' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'closed'; readonly opens: number | undefined }
  | { readonly kind: 'unpriced' }

export type Row = { readonly quote: LiveQuote; readonly market: MarketState; readonly dimmed: boolean }

/** A lost connection dims every price: it may be old. */
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
  return quote.status === 1 ? { kind: 'open' } : { kind: 'closed', opens: quote.nextOpen }
}

/** What has a price before what has none, each in the order of the list. */
export function pricedFirst(items: readonly TradeItem[]): TradeItem[] {
  const isPriced = (item: TradeItem) => item.ForexQuotations.Close !== null
  return [...items.filter(isPriced), ...items.filter((item) => !isPriced(item))]
}

/** The instruments of a category; all without one. */
export function ofCategory(items: readonly TradeItem[], category: number | undefined): readonly TradeItem[] {
  return category === undefined ? items : items.filter((item) => item.CategoryId === category)
}

/** The instruments whose code or name contains the words, in the order of the list. */
export function matching(items: readonly TradeItem[], words: string): readonly TradeItem[] {
  const wanted = plain(words)
  if (wanted === '') return items
  return items.filter(
    (item) =>
      plain(item.ShowCode).includes(wanted) || plain(item.Code).includes(wanted) || plain(item.Name).includes(wanted),
  )
}

/** `EUR/USD`, `eur usd` and `EURUSD` are the same intent. */
const plain = (text: string): string => text.toLocaleLowerCase().replace(/[\s/]/g, '')
