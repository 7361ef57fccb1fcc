/**
 * One order in a list: instrument and side, below them the price of the entry and the one now, the result at the end;
 * then stop-loss, take-profit, time and the reason of the end. A screen reader reads the row as one sentence.
 */
import { moneyText, priceText } from '@veritick/contract'
import type { ReactNode } from 'react'
import { useLiveOrder, useQuote } from '../../data/live.ts'
import { closingSide, netOf, type Order } from '../../data/order.ts'
import { useTradeList } from '../../data/queries.ts'
import { Amount, Mark } from '../../design/index.ts'
import { formatMoney } from '../../format/money.ts'
import { formatHour, formatMinute } from '../../format/time.ts'
import { useFigure, useTag, useTranslate } from '../../i18n/i18n.ts'
import { endedText } from '../receipt/endings.ts'
import { sizeOf } from '../ticket/sizeUnit.ts'
import { beganAt } from './orderFilter.ts'
import { withLive } from './orders.ts'
import { rowFacts } from './rowFacts.ts'
import { SideTag } from './SideTag.tsx'

export function OrderRow({ order: read, onOpen }: { readonly order: Order; readonly onOpen: (id: number) => void }) {
  const t = useTranslate()
  const tag = useTag()
  const { data: items } = useTradeList()
  const order = withLive(read, useLiveOrder(read.id))
  const quote = useQuote(order.code)
  const item = items?.find((each) => each.Id === order.instrument)
  const size = sizeOf(order.lots, item, t).bare
  const now = order.status === 'pending' ? quote?.[closingSide(order.side === 'buy' ? 'sell' : 'buy')] : undefined
  const shown = now ?? priceText(order.priceNow, order.precision)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={rowFacts(order, { t, tag, now: shown, size }).join(', ')}
      onClick={() => onOpen(order.id)}
      className="flex min-h-(--height-row) w-full items-start gap-x-3 border-b border-line bg-surface px-4 py-2.5 text-start -outline-offset-2 active:bg-fill"
    >
      <span className="max-[359px]:hidden big:hidden">
        {item === undefined ? <span className="block size-10" /> : <Mark mark={item.Mark} session={item.Session} />}
      </span>
      <span className="grid min-w-0 flex-1 gap-1.5">
        <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 big:grid-cols-1">
          <span className="grid min-w-0 content-start justify-items-start gap-0.5">
            <span className="flex max-w-full flex-wrap items-center gap-x-2 gap-y-0.5">
              <bdi className="max-w-full truncate text-15 font-semibold">{order.showCode}</bdi>
              <SideTag side={order.side} size={size} />
            </span>
            <Prices order={order} now={shown} />
          </span>
          <span className="grid content-start justify-items-end gap-0.5 text-end big:justify-items-start big:text-start">
            <span data-figure="profit">
              {order.status === 'pending' && (
                <span className="text-13 text-ink-soft tabular-nums">{t('orders.now', { price: shown })}</span>
              )}
              {order.status !== 'pending' && !order.cancelled && (
                <Amount
                  value={moneyText(order.profit)}
                  signed
                  coloured
                  className="text-13 font-semibold min-[360px]:text-15"
                />
              )}
            </span>
            <Net order={order} />
          </span>
        </span>
        <Notes order={order} />
      </span>
    </button>
  )
}

/** The profit of a closed position after its fee and financing, if they changed it. */
function Net({ order }: { readonly order: Order }) {
  const t = useTranslate()
  const tag = useTag()
  const net = netOf(order)
  if (order.status !== 'ended' || net === order.profit) return null
  return (
    <span className="text-12 text-ink-soft tabular-nums">
      {t('orders.row_net', { amount: formatMoney(moneyText(net), { tag, signed: true }) })}
    </span>
  )
}

/** `1.07061 → 1.07047`: entry, and price now or at the close. From left to right in every language. */
function Prices({ order, now }: { readonly order: Order; readonly now: string }) {
  const t = useTranslate()
  const figure = useFigure()
  const entry = figure(priceText(order.price, order.precision))
  return (
    <span className="text-13 text-ink-soft tabular-nums">
      {order.pending !== undefined && order.openedAt === undefined ? (
        <>
          {t(`orders.${order.pending}`)} <bdi>{entry}</bdi>
        </>
      ) : (
        <bdi dir="ltr">
          {entry}
          {!order.cancelled && (
            <>
              {' → '}
              <span className="font-semibold text-ink">{figure(now)}</span>
            </>
          )}
        </bdi>
      )}
    </span>
  )
}

/** Levels, time, and the reason of the end. */
function Notes({ order }: { readonly order: Order }) {
  const t = useTranslate()
  const tag = useTag()
  const { stopLoss, takeProfit, precision, endedAt } = order
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-muted">
      {stopLoss !== undefined && <Chip>{t('trade.line_stop_loss', { amount: priceText(stopLoss, precision) })}</Chip>}
      {takeProfit !== undefined && (
        <Chip>{t('trade.line_take_profit', { amount: priceText(takeProfit, precision) })}</Chip>
      )}
      {order.status === 'ended' && <span>{endedText(t, order)}</span>}
      <bdi className="ms-auto tabular-nums">
        {endedAt === undefined ? formatMinute(beganAt(order), { tag }) : formatHour(endedAt, { tag })}
      </bdi>
    </span>
  )
}

function Chip({ children }: { readonly children: ReactNode }) {
  return (
    <span className="rounded-control bg-fill px-1.5 py-px whitespace-nowrap text-ink-soft tabular-nums">
      {children}
    </span>
  )
}
