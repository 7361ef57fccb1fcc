/** A row of an order list in words, for screen readers: the facts in the order of their importance. */
import { moneyText, priceText } from '@veritick/contract'
import type { Micros } from '@veritick/domain'
import { figureIn } from '@veritick/locales'
import { netOf, type Order } from '../../data/order.ts'
import { formatMoney } from '../../format/money.ts'
import { formatMinute } from '../../format/time.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { endedText } from '../receipt/endings.ts'
import { beganAt } from './orderFilter.ts'

type With = {
  readonly t: Translate
  readonly tag: string
  /** The price at which the order would fill or close now, or the close price. */
  readonly now: string
  readonly size: string
}

export function rowFacts(order: Order, { t, tag, now, size }: With): readonly string[] {
  const price = (value: Order['price']) => figureIn(priceText(value, order.precision), tag)
  const level = (label: string, value: Order['stopLoss']) => (value === undefined ? [] : [`${label} ${price(value)}`])
  const money = (amount: Micros) => `${formatMoney(moneyText(amount), { tag, signed: true })} ${t('common.usd')}`
  const filled = order.openedAt !== undefined
  const ended = order.status === 'ended'
  const began = ended ? 'orders.ended' : filled ? 'orders.opened' : 'orders.created'
  return [
    `${t(`common.${order.side}`)} ${figureIn(size, tag)} ${order.showCode}`,
    ...(filled ? [`${t('orders.price_open')} ${price(order.price)}`] : []),
    ...(!filled && order.pending !== undefined ? [`${t(`orders.${order.pending}`)} ${price(order.price)}`] : []),
    ...(order.cancelled ? [] : [`${t(ended ? 'orders.price_close' : 'orders.price_now')} ${figureIn(now, tag)}`]),
    ...(filled ? [`${t('orders.profit')} ${money(order.profit)}`] : []),
    ...(ended && netOf(order) !== order.profit ? [`${t('orders.net')} ${money(netOf(order))}`] : []),
    ...level(t('orders.stop_loss'), order.stopLoss),
    ...level(t('orders.take_profit'), order.takeProfit),
    ...(ended ? [endedText(t, order)] : []),
    `${t(began)} ${formatMinute(order.endedAt ?? beganAt(order), { tag })}`,
  ]
}
