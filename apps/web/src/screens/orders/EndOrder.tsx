/**
 * Closing a position and cancelling a pending order: one confirmation that shows the effect, one request, one answer.
 */
import { type CallInput, lotsText, moneyText, priceText, type WireOrder } from '@veritick/contract'
import { useState } from 'react'
import { call } from '../../data/api.ts'
import { netOf, type Order, orderFrom } from '../../data/order.ts'
import { queries } from '../../data/queries.ts'
import { Amount, Button, Confirm, Price, toast } from '../../design/index.ts'
import { formatMoney } from '../../format/money.ts'
import { useTag, useTranslate } from '../../i18n/i18n.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { bodyAsked } from '../../submit/attempt.ts'
import { useAttempt } from '../../submit/useAttempt.ts'
import { startedActing, stoppedActing } from './endedNotices.ts'

type Props = { readonly order: Order; readonly disabled?: boolean; readonly onEnded: () => void }

export function CloseButton({ order, disabled = false, onEnded }: Props) {
  const t = useTranslate()
  const tag = useTag()
  const [asking, setAsking] = useState(false)
  const { attempt, slow, send, changed } = useAttempt<CallInput<'close'>, WireOrder>(
    (body, options) => asked(order, () => call('close', body, options)),
    ended,
  )
  const intent = `close ${order.id}`
  // A request without an answer is sent again by the button, with its seen price.
  const price = bodyAsked(attempt, intent)?.seen_price?.toString() ?? priceText(order.priceNow, order.precision)

  function ended(wire: WireOrder) {
    const closed = orderFrom(wire)
    const net = netOf(closed)
    setAsking(false)
    toast({
      text: t(net === closed.profit ? 'orders.close_done' : 'orders.close_done_costs', {
        code: order.showCode,
        price: wire.UpdatePrice,
        profit: formatMoney(wire.FactProfits, { tag, signed: true }),
        net: formatMoney(moneyText(net), { tag, signed: true }),
      }),
      tone: 'good',
    })
    void queries.refreshOrders()
    onEnded()
  }
  function ask(open: boolean) {
    if (!open) changed()
    setAsking(open)
  }
  return (
    <>
      <Button large tone="danger" disabled={disabled} onClick={() => ask(true)}>
        {t('orders.close')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={ask}
        tone="danger"
        title={t('orders.close_question', {
          side: t(`common.${order.side}`),
          lots: lotsText(order.lots),
          code: order.showCode,
        })}
        confirmLabel={t('orders.close')}
        keepLabel={t('orders.keep')}
        busy={attempt.state === 'sending'}
        onConfirm={() => void send({ intent, body: { id: order.id, seen_price: price } })}
        text={
          <div className="grid gap-3">
            <CloseFigures price={price} profit={moneyText(order.profit)} />
            <p className="text-13">{t('orders.close_text')}</p>
            <AttemptLine attempt={attempt} slow={slow} />
          </div>
        }
      />
    </>
  )
}

/** The price at which the position would close now, and the profit at it. */
export function CloseFigures({ price, profit }: { readonly price: string; readonly profit: string }) {
  const t = useTranslate()
  return (
    <dl className="grid gap-1">
      <div className="flex justify-between gap-3">
        <dt>{t('orders.close_price')}</dt>
        <dd className="text-ink">
          <Price value={price} />
        </dd>
      </div>
      <div className="flex justify-between gap-3">
        <dt>{t('orders.profit')}</dt>
        <dd className="font-semibold">
          <Amount value={profit} signed coloured currency />
        </dd>
      </div>
    </dl>
  )
}

export function CancelButton({ order, onEnded }: Props) {
  const t = useTranslate()
  const [asking, setAsking] = useState(false)
  const { attempt, slow, send, changed } = useAttempt<CallInput<'cancelTrade'>, WireOrder>(
    (body, options) => asked(order, () => call('cancelTrade', body, options)),
    ended,
  )

  function ended() {
    setAsking(false)
    toast({ text: t('orders.cancel_done', { code: order.showCode }), tone: 'good' })
    void queries.refreshOrders()
    onEnded()
  }
  function ask(open: boolean) {
    if (!open) changed()
    setAsking(open)
  }
  const facts = {
    side: t(`common.${order.side}`),
    lots: lotsText(order.lots),
    code: order.showCode,
    price: priceText(order.price, order.precision),
  }
  return (
    <>
      <Button large tone="danger" onClick={() => ask(true)}>
        {t('orders.cancel')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={ask}
        tone="danger"
        title={t('orders.cancel_question')}
        confirmLabel={t('orders.cancel_confirm')}
        keepLabel={t('orders.keep')}
        busy={attempt.state === 'sending'}
        onConfirm={() => void send({ intent: `cancel ${order.id}`, body: { id: order.id } })}
        text={
          <div className="grid gap-3">
            <p>{t('orders.cancel_text', facts)}</p>
            <AttemptLine attempt={attempt} slow={slow} />
          </div>
        }
      />
    </>
  )
}

/** While this device makes the request, the push about it is not shown as news. */
export async function asked<Data>(order: Pick<Order, 'id'>, ask: () => Promise<Data>): Promise<Data> {
  startedActing(order.id)
  try {
    return await ask()
  } finally {
    setTimeout(() => stoppedActing(order.id), ECHO_MILLIS)
  }
}
/** The push may come a moment after the answer. */
const ECHO_MILLIS = 2000
