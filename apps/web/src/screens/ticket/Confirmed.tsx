/** After an order was placed: a receipt with price, quote and time, and a link to its proof. */
import { priceText } from '@veritick/contract'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Order } from '../../data/order.ts'
import { Button, Figure, Icon, isLayerOnTop, Line } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { SizeText } from '../orders/SideTag.tsx'
import { Charge, Cost } from './CostBlock.tsx'
import { estimateOf } from './costs.ts'
import { Slippage } from './Slippage.tsx'
import { useSizeOf } from './sizeUnit.ts'
import type { TicketMarket, TicketTerms } from './ticket.ts'

type Props = { readonly order: Order; readonly terms: TicketTerms; readonly market: TicketMarket }

export function Confirmed({ order, terms, market }: Props) {
  const t = useTranslate()
  const tag = useTag()
  const { openQuote, precision } = order
  const sizeOf = useSizeOf()
  const side = order.side === 'buy' ? t('common.buy') : t('common.sell')
  return (
    <>
      <div className="flex items-center gap-3 py-3">
        <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon.Check />
        </span>
        <p role="status" className="text-17 font-semibold">
          {side} <SizeText>{sizeOf(order).bare}</SizeText> <bdi>{order.showCode}</bdi>
        </p>
      </div>
      <dl>
        <Line label={t(priceLabel(order))}>
          <Figure value={priceText(order.price, precision)} />
        </Line>
        {openQuote !== undefined && (
          <>
            <Line label={t('ticket.done_slippage')}>
              <Slippage points={order.openSlippage} precision={precision} />
            </Line>
            <Line label={t('ticket.done_quote')}>
              <bdi>#{openQuote.seq}</bdi>
            </Line>
          </>
        )}
        <Levels order={order} />
        <Costs order={order} terms={terms} market={market} />
        <Line label={t('ticket.done_time')}>
          <bdi>{formatMoment(order.openedAt ?? order.createdAt, { tag, zoned: true })}</bdi>
        </Line>
        <Line label={t('ticket.done_order')}>
          <bdi>{order.id}</bdi>
        </Line>
      </dl>
      {order.status === 'pending' && (
        <p className="pt-3 text-ink-soft">{t('ticket.done_pending', { price: priceText(order.price, precision) })}</p>
      )}
    </>
  )
}

/** A pending order is named by its kind, as in the list of orders. */
function priceLabel({ status, pending }: Order) {
  if (status !== 'pending') return 'ticket.done_price'
  return pending === undefined ? 'ticket.done_target' : (`orders.${pending}` as const)
}

function Levels({ order }: { readonly order: Order }) {
  const t = useTranslate()
  const level = (price: Order['stopLoss']) =>
    price === undefined ? t('orders.off') : <Figure value={priceText(price, order.precision)} />
  return (
    <>
      <Line label={t('ticket.stop_loss')}>{level(order.stopLoss)}</Line>
      <Line label={t('ticket.take_profit')}>{level(order.takeProfit)}</Line>
    </>
  )
}

/** The charged amounts; for a pending order the amounts that would be charged now. */
function Costs({ order, terms, market }: Props) {
  const t = useTranslate()
  const pending = order.status === 'pending'
  const { margin, fee } = pending ? estimateOf(order, terms, market) : order
  return (
    <>
      <Line label={t(pending ? 'orders.margin_estimated' : 'ticket.margin')}>
        <Charge amount={margin} currency />
      </Line>
      <Line label={t(pending ? 'orders.fee_estimated' : 'ticket.fee')}>
        <Cost amount={fee} currency />
      </Line>
    </>
  )
}

/** Takes the focus, because the previously focused button is gone. */
export function ConfirmedFooter({ order, onDone }: { readonly order: Order; readonly onDone: () => void }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const go = (proof: boolean) => {
    const replace = isLayerOnTop()
    onDone()
    const tab = order.status === 'pending' ? 'pending' : 'holding'
    void navigate(`/order?tab=${tab}&order=${order.id}${proof ? '&proof=1' : ''}`, { replace })
  }
  return (
    <div className="grid grid-cols-2 gap-2 big:grid-cols-1">
      <Button ref={first} large className="col-span-full" onClick={() => go(false)}>
        {t('ticket.view_order')}
      </Button>
      <Button tone="plain" onClick={() => go(true)} className="dense:px-2">
        <Icon.Shield size={20} />
        {t('ticket.see_proof')}
      </Button>
      <Button tone="plain" onClick={onDone}>
        {t('ticket.done')}
      </Button>
    </div>
  )
}
