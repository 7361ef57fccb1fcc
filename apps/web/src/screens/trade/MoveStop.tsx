/**
 * The question after a line was dragged or made: the order, old value, new value, and the USD at a stop-loss or
 * take-profit, or the distance of a pending order's price from the market; one request with its own key. One-tap
 * trading does not skip it.
 */
import { moneyText, priceText, type TradeItem } from '@veritick/contract'
import type { Points } from '@veritick/domain'
import type { ReactNode } from 'react'
import type { Order } from '../../data/order.ts'
import { Amount, Confirm, Price } from '../../design/index.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { AttemptLine } from '../../submit/AttemptLine.tsx'
import { useAwayText } from '../orders/AmendSheet.tsx'
import { amendOf, amendRequest, type ChangeRequest, fillPrice } from '../orders/amend.ts'
import { OrderLine } from '../orders/OrderLine.tsx'
import { useSaving } from '../orders/SaveChange.tsx'
import { useTicketMarket } from '../ticket/useTicketMarket.ts'
import { type LineName, type MoveOutcome, movedStops, movedTarget } from './dragLevel.ts'
import { useRefusalText } from './levelTexts.ts'

type Props = {
  readonly item: TradeItem
  readonly order: Order
  readonly line: LineName
  /** The outcome at the dropped price in the current market. */
  readonly outcome: MoveOutcome
  readonly onEnd: () => void
}

/** Inside a sentence. */
const WORDS = { stopLoss: 'trade.level_stop_loss', takeProfit: 'trade.level_take_profit' } as const

export function MoveStop({ item, order, line, outcome, onEnd }: Props) {
  const t = useTranslate()
  const refusalText = useRefusalText()
  const { attempt, slow, save, previous } = useSaving(order, {
    ...(line === 'target' && { saved: t('orders.amend_saved') }),
    close: onEnd,
  })
  const price = (value: Points | undefined) => value && priceText(value, order.precision)
  const change = changeTo(order, line, outcome.price)
  const before = line === 'target' ? order.price : order[line]
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onEnd()}
      title={
        line === 'target'
          ? t('trade.move_target_title', { code: item.ShowCode })
          : t(before === undefined ? 'trade.set_title' : 'trade.move_title', {
              level: t(WORDS[line]),
              code: item.ShowCode,
            })
      }
      confirmLabel={t(before === undefined ? 'trade.set_confirm' : 'trade.move_confirm')}
      busy={attempt.state === 'sending'}
      onConfirm={() => outcome.refusal === undefined && void save(change)}
      text={
        <div className="grid gap-3">
          {line !== 'target' && <OrderLine order={order} />}
          <dl className="grid gap-1">
            {before !== undefined && (
              <Row label={t('trade.move_from')}>
                <Price value={price(before)} />
              </Row>
            )}
            <Row label={t('trade.move_to')}>
              <Price value={price(outcome.price)} className="font-bold text-ink" />
            </Row>
            {line !== 'target' && (
              <Row label={t('trade.move_result')}>
                <Amount
                  value={outcome.profit === undefined ? undefined : moneyText(outcome.profit)}
                  signed
                  coloured
                  currency
                  className="font-semibold"
                />
              </Row>
            )}
          </dl>
          {line === 'target' && <Distance order={order} item={item} target={outcome.price} />}
          {outcome.refusal !== undefined && (
            <p role="alert" className="text-13 text-danger">
              {refusalText(outcome.refusal)}
            </p>
          )}
          <AttemptLine attempt={attempt} slow={slow} previous={previous(change)} />
        </div>
      }
    />
  )
}

function changeTo(order: Order, line: LineName, price: Points): ChangeRequest {
  return amendRequest(
    line === 'target' ? movedTarget(order, price) : { ...amendOf(order), ...movedStops(order, line, price) },
    order,
  )
}

/** The distance of the new price from the current market. */
function Distance({
  order,
  item,
  target,
}: {
  readonly order: Order
  readonly item: TradeItem
  readonly target: Points
}) {
  const awayText = useAwayText(item)
  const now = fillPrice(order.side, useTicketMarket(item, 1))
  return now === undefined ? null : <p>{awayText(target, now)}</p>
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-3">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
