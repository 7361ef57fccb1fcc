/** Reverses a position: one confirmation with the closed position and the costs of the new one, then one request. */
import { moneyText, priceOf, priceText, type TradeItem, type WireOrder } from '@veritick/contract'
import { quoteOfItem, useQuote } from '../../data/live.ts'
import { type Order, orderFrom } from '../../data/order.ts'
import { Button, Confirm, classes } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useOffline } from '../../shell/useOffline.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { bodySent } from '../../submit/attempt.ts'
import { useSizeOf } from '../ticket/sizeUnit.ts'
import { CloseFigures } from './CloseOrder.tsx'
import { Estimates } from './Estimates.tsx'
import { useOrderAction } from './useOrderAction.ts'

type Props = {
  readonly order: Order
  readonly item: TradeItem
  readonly disabled: boolean
  readonly onEnded: () => void
}

export function ReverseButton({ order, item, disabled, onEnded }: Props) {
  const t = useTranslate()
  const sizeOf = useSizeOf()
  const { asking, ask, attempt, slow, undecided, send } = useOrderAction('reverse', { order, told, onEnded })
  const intent = `reverse ${order.id}`
  const offline = useOffline()
  const price = priceText(order.priceNow, order.precision)

  function told(wire: WireOrder): string {
    const opened = orderFrom(wire)
    const facts = { side: t(`common.${opened.side}`), lots: sizeOf(opened).bare, code: order.showCode }
    return t('orders.reverse_done', { ...facts, price: wire.Price })
  }
  const facts = {
    side: t(`common.${order.side}`),
    lots: sizeOf(order).bare,
    code: order.showCode,
    opposite: t(order.side === 'buy' ? 'common.sell' : 'common.buy'),
  }
  return (
    <>
      <Button tone="plain" disabled={disabled} onClick={() => ask(true)}>
        {t('orders.reverse')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={ask}
        title={t('orders.reverse_question', facts)}
        confirmLabel={t('orders.reverse')}
        keepLabel={t('orders.keep')}
        busy={attempt.state === 'sending'}
        disabled={offline === 'offline'}
        // The button sends a request without an answer again, with its seen price.
        onConfirm={() => void send({ intent, body: bodySent(attempt, intent) ?? { id: order.id, seen_price: price } })}
        text={
          <div className="grid gap-3">
            <CloseFigures price={price} profit={moneyText(order.profit)} />
            <NewPosition order={order} item={item} />
            <p className="text-13">{t('orders.reverse_text')}</p>
            <AttemptLine attempt={attempt} slow={slow} undecided={undecided} offline={offline} />
          </div>
        }
      />
    </>
  )
}

/** Margin and fee of the opposite position. Margin is computed at the bid for both sides. */
function NewPosition({ order, item }: Pick<Props, 'order' | 'item'>) {
  const { close } = useQuote(item.Code) ?? quoteOfItem(item)
  const offline = useOffline() !== undefined
  const bid = close === undefined ? undefined : priceOf(close, order.precision)
  if (bid === undefined) return null
  return (
    <dl className={classes(offline && 'last-known')}>
      <Estimates order={{ ...order, price: bid }} item={item} />
    </dl>
  )
}
