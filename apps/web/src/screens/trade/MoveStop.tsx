/**
 * The question after a stop-loss or take-profit was dragged: old value, new value, USD; one request with its own key.
 */
import { type CallInput, moneyText, priceText, type TradeItem, type WireOrder } from '@veritick/contract'
import type { Points } from '@veritick/domain'
import type { ReactNode } from 'react'
import { call } from '../../data/api.ts'
import type { Order } from '../../data/order.ts'
import { queries } from '../../data/queries.ts'
import { Amount, Confirm, Price, toast } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { useAttempt } from '../../submit/useAttempt.ts'
import { stopsRequest } from '../orders/stops.ts'
import { type MoveOutcome, movedStops } from './dragLevel.ts'
import { useRefusalText } from './levelTexts.ts'

type Props = {
  readonly item: TradeItem
  readonly order: Order
  readonly line: 'stopLoss' | 'takeProfit'
  /** At the dropped price, in the market of this moment. */
  readonly outcome: MoveOutcome
  readonly onEnd: () => void
}

const WORDS = { stopLoss: 'ticket.stop_loss', takeProfit: 'ticket.take_profit' } as const

export function MoveStop({ item, order, line, outcome, onEnd }: Props) {
  const t = useTranslate()
  const refusalText = useRefusalText()
  const { attempt, slow, send } = useAttempt<CallInput<'setStopPrice'>, WireOrder>(
    (body, options) => call('setStopPrice', body, options),
    () => {
      void queries.refreshOrders()
      toast({ text: t('orders.edit_saved'), tone: 'good' })
      onEnd()
    },
  )
  const price = (value: Points | undefined) => value && priceText(value, order.precision)
  const body = stopsRequest(movedStops(order, line, outcome.price), order)
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onEnd()}
      title={t('trade.move_title', { level: t(WORDS[line]), code: item.ShowCode })}
      confirmLabel={t('trade.move_confirm')}
      busy={attempt.state === 'sending'}
      onConfirm={() => outcome.refusal === undefined && void send({ intent: JSON.stringify(body), body })}
      text={
        <div className="grid gap-3">
          <dl className="grid gap-1">
            <Row label={t('trade.move_from')}>
              <Price value={price(order[line])} />
            </Row>
            <Row label={t('trade.move_to')}>
              <Price value={price(outcome.price)} className="font-bold text-ink" />
            </Row>
            <Row label={t('orders.profit')}>
              <Amount
                value={outcome.profit === undefined ? undefined : moneyText(outcome.profit)}
                signed
                coloured
                currency
                className="font-semibold"
              />
            </Row>
          </dl>
          {outcome.refusal !== undefined && (
            <p role="alert" className="text-13 text-danger">
              {refusalText(outcome.refusal)}
            </p>
          )}
          <AttemptLine attempt={attempt} slow={slow} />
        </div>
      }
    />
  )
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
