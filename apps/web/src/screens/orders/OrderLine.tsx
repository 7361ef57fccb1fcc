/** Names the order that a sheet or a question is about: instrument, side, size and price. */
import { priceText } from '@veritick/contract'
import type { Order } from '../../data/order.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useSizeOf } from '../ticket/sizeUnit.ts'

/** The price is the open price of a position, the price of a pending order otherwise. */
export function OrderLine({ order }: { readonly order: Order }) {
  const t = useTranslate()
  const size = useSizeOf()(order)
  const price = priceText(order.price, order.precision)
  return (
    <p className="flex flex-wrap gap-x-2 pb-1 text-13 text-ink-soft">
      <bdi className="font-semibold text-ink">{order.showCode}</bdi>
      <span>{t('trade.order_line', { side: t(`common.${order.side}`), lots: size.named, price })}</span>
    </p>
  )
}
