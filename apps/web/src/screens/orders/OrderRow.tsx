/** One order in a list: side, size, prices, and its profit, its trigger price or its result. */
import { lotsText, moneyText, priceText } from '@veritick/contract'
import { useLiveOrder, useQuote } from '../../data/live.ts'
import { closingSide, type Order } from '../../data/order.ts'
import { useTradeList } from '../../data/queries.ts'
import { Amount, Mark } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { endedText } from '../receipt/endings.ts'
import { withLive } from './orders.ts'
import { SideTag } from './SideTag.tsx'

export function OrderRow({ order: read, onOpen }: { readonly order: Order; readonly onOpen: (id: number) => void }) {
  const { data: items } = useTradeList()
  const order = withLive(read, useLiveOrder(read.id))
  const item = items?.find((each) => each.Id === order.instrument)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(order.id)}
      className="flex min-h-(--height-row) w-full items-center gap-x-3 border-b border-line bg-surface px-4 py-2.5 text-start active:bg-fill big:flex-wrap"
    >
      {item === undefined ? <span className="size-10 shrink-0" /> : <Mark mark={item.Mark} session={item.Session} />}
      <span className="grid min-w-0 flex-1 gap-0.5 big:basis-[60%]">
        <span className="flex flex-wrap items-center gap-x-2">
          <bdi className="text-15 font-semibold">{order.showCode}</bdi>
          <SideTag side={order.side} lots={lotsText(order.lots)} />
        </span>
        <Prices order={order} />
      </span>
      <span className="ms-auto">
        <Result order={order} />
      </span>
    </button>
  )
}

function Prices({ order }: { readonly order: Order }) {
  const t = useTranslate()
  const text = (price: Order['price']) => priceText(price, order.precision)
  if (order.status === 'pending' || order.cancelled)
    return (
      <span className="truncate text-13 text-ink-soft tabular-nums big:whitespace-normal">
        {order.pending !== undefined && t(`orders.${order.pending}`)} <bdi>{text(order.price)}</bdi>
      </span>
    )
  return (
    <bdi dir="ltr" className="truncate text-13 text-ink-soft tabular-nums rtl:text-end big:whitespace-normal">
      {text(order.price)} → {text(order.priceNow)}
    </bdi>
  )
}

function Result({ order }: { readonly order: Order }) {
  const t = useTranslate()
  if (order.status === 'pending') return <MarketNow order={order} />
  if (order.status === 'holding')
    return <Amount value={moneyText(order.profit)} signed coloured className="text-15 font-semibold" />
  return (
    <span className="grid max-w-36 big:max-w-full justify-items-end gap-0.5 text-end">
      {!order.cancelled && <Amount value={moneyText(order.profit)} signed coloured className="text-15 font-semibold" />}
      <span className="text-12 text-ink-muted">{endedText(t, order)}</span>
    </span>
  )
}

/** The current price for a pending order: the side of the quote that would fill it. */
function MarketNow({ order }: { readonly order: Order }) {
  const t = useTranslate()
  const quote = useQuote(order.code)
  const side = closingSide(order.side === 'buy' ? 'sell' : 'buy')
  const now = quote?.[side] ?? priceText(order.priceNow, order.precision)
  return <span className="text-13 text-ink-soft tabular-nums">{t('orders.now', { price: now })}</span>
}
