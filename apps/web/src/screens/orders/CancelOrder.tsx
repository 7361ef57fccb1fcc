/** Cancelling a pending order: one confirmation that shows the effect, one request, one answer. */
import { priceText } from '@veritick/contract'
import type { Order } from '../../data/order.ts'
import { Confirm } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { useSizeOf } from '../ticket/sizeUnit.ts'
import { LargeButton } from './CloseOrder.tsx'
import { useOrderAction } from './useOrderAction.ts'

type Props = {
  readonly order: Order
  readonly onEnded: () => void
  readonly Trigger?: typeof LargeButton
  /** The name of the button among those of other orders. */
  readonly name?: string
}

export function CancelButton({ order, onEnded, Trigger = LargeButton, name }: Props) {
  const t = useTranslate()
  const size = useSizeOf()(order).bare
  const told = () => t('orders.cancel_done', { code: order.showCode })
  const { asking, ask, attempt, slow, undecided, send } = useOrderAction('cancelTrade', { order, told, onEnded })
  const facts = {
    side: t(`common.${order.side}`),
    lots: size,
    code: order.showCode,
    price: priceText(order.price, order.precision),
  }
  return (
    <>
      <Trigger label={t('orders.cancel')} aria-label={name} onClick={() => ask(true)} />
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
            <AttemptLine attempt={attempt} slow={slow} undecided={undecided} />
          </div>
        }
      />
    </>
  )
}
