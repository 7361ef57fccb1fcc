/** Whether a position can be closed now, and the reason why not. */
import type { TradeItem } from '@veritick/contract'
import { quoteOfItem, useQuote } from '../../data/live.ts'
import type { Order } from '../../data/order.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useUnpriced } from '../home/useUnpriced.ts'
import { closable } from './orders.ts'
import { useIsActionUnanswered } from './useOrderAction.ts'

/** A close without an answer can be sent again at any time: the server answers as it did before. */
export function useMayClose(order: Order, item: TradeItem | undefined): boolean {
  const quote = useQuote(order.code)
  const isUnanswered = useIsActionUnanswered('close', order)
  return isUnanswered || (item !== undefined && closable(quote ?? quoteOfItem(item)))
}

/** In words why no position of the instrument can be closed now; `undefined` if one can, or if no price is known. */
export function useCloseWait(item: TradeItem | undefined, code: string): string | undefined {
  const t = useTranslate()
  const live = useQuote(code)
  const unpriced = useUnpriced()
  const quote = live ?? (item && quoteOfItem(item))
  if (quote === undefined || closable(quote)) return undefined
  if (quote.close === undefined) return unpriced.text
  return t(quote.held ? 'orders.price_unconfirmed' : quote.stale ? 'orders.price_stale' : 'orders.market_closed')
}
