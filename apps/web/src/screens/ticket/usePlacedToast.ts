/** The notice about a placed order: its fill with the quote that filled it, or the price of a pending order. */
import { ORDER_STATUS, type TradeItem, type WireOrder } from '@veritick/contract'
import { orderSubject } from '../../data/connection.ts'
import { orderFrom } from '../../data/order.ts'
import { toast } from '../../design/toasts.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { sizeOf } from './sizeUnit.ts'

export function usePlacedToast(item: TradeItem): (placed: WireOrder) => void {
  const t = useTranslate()
  return (placed) => {
    const { side, lots, openQuote } = orderFrom(placed)
    const facts = { side: t(`common.${side}`), lots: sizeOf(lots, item, t).bare, price: placed.Price }
    const quote = openQuote === undefined ? '' : ` · ${t('ticket.done_quote')} #${openQuote.seq}`
    toast({
      title: t(placed.Status === ORDER_STATUS.pending ? 'ticket.done_title_pending' : 'ticket.done_title'),
      text: `${placed.ForexTradeLists.ShowCode}: ${t('trade.order_line', facts)}${quote}`,
      tone: 'good',
      about: orderSubject(placed.Id),
    })
  }
}
