/** After an order was placed: a receipt with price, quote and time, and a link to its proof. */
import { lotsText, priceText } from '@veritick/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Order } from '../../data/order.ts'
import { Button, Icon, isLayerOnTop, Price } from '../../design/index.ts'
import { formatMoment } from '../../format/time.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { Slippage } from './Slippage.tsx'

export function Confirmed({ order }: { readonly order: Order }) {
  const t = useTranslate()
  const tag = useTag()
  const { openQuote, precision } = order
  const side = order.side === 'buy' ? t('common.buy') : t('common.sell')
  return (
    <>
      <div className="flex items-center gap-3 py-3">
        <span className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent">
          <Icon.Check />
        </span>
        <p role="status" className="text-17 font-semibold">
          {side} <bdi>{lotsText(order.lots)}</bdi> <bdi>{order.showCode}</bdi>
        </p>
      </div>
      <dl>
        <Line label={order.status === 'pending' ? t('ticket.done_target') : t('ticket.done_price')}>
          <Price value={priceText(order.price, precision)} className="text-17" />
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
        <Line label={t('ticket.done_time')}>
          <bdi>{formatMoment(order.openedAt ?? order.createdAt, { tag })}</bdi>
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

/** Takes the focus, because the button that had it is gone. */
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
    <div className="grid grid-cols-2 gap-2">
      <Button ref={first} large className="col-span-2" onClick={() => go(false)}>
        {t('ticket.view_order')}
      </Button>
      <Button tone="plain" onClick={() => go(true)}>
        <Icon.Shield size={20} />
        {t('ticket.see_proof')}
      </Button>
      <Button tone="plain" onClick={onDone}>
        {t('ticket.done')}
      </Button>
    </div>
  )
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 border-b border-line">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
