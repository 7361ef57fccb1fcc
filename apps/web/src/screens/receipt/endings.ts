/**
 * The reason of an order's end as text: short for a row or a notice, long for its sheet, with the level or the figures.
 */
import { type ForexClosed, moneyText, percentText, priceText } from '@veritick/contract'
import { CANCEL_REASONS, CLOSE_REASONS, hazardRateOf } from '@veritick/domain'
import { closingSide, type Order } from '../../data/order.ts'
import type { Translate } from '../../i18n/i18n.ts'

/** All reasons of an end, with the names of receipt and push. */
export type EndWord = ForexClosed['reasons'][number]
export const END_WORDS: readonly EndWord[] = [...new Set([...CLOSE_REASONS, ...CANCEL_REASONS])]

type Ending = Pick<Order, 'side' | 'precision' | 'cancelled' | 'endReason' | 'stopLoss' | 'takeProfit' | 'stopOut'>

/** "closed by stop-loss"; empty while the order is open. */
export function endedText(t: Translate, order: Pick<Order, 'endReason' | 'cancelled'>): string {
  return order.endReason === undefined ? '' : reasonText(t, { reason: order.endReason, cancelled: order.cancelled })
}

/** Some reasons close a position and cancel a pending order: the kind of order decides the text. */
export function reasonText(t: Translate, end: { readonly reason: EndWord; readonly cancelled: boolean }): string {
  const closed = CLOSE_REASONS.find((each) => each === end.reason)
  const cancelled = CANCEL_REASONS.find((each) => each === end.reason)
  if (closed !== undefined && !(end.cancelled && cancelled !== undefined)) return t(`orders.ended_${closed}`)
  return cancelled === undefined ? '' : t(`orders.cancelled_${cancelled}`)
}

/** The whole explanation, with numbers. */
export function endingExplained(t: Translate, order: Ending, format: (money: string) => string): string {
  const { endReason, stopOut, precision } = order
  if (order.cancelled || endReason === undefined) return endedText(t, order)
  const side = t(`orders.side_${closingSide(order.side)}`)
  const level = endReason === 'stop_loss' ? order.stopLoss : order.takeProfit
  if ((endReason === 'stop_loss' || endReason === 'take_profit') && level !== undefined)
    return t(`orders.why_${endReason}`, { side, level: priceText(level, precision) })
  if (endReason === 'stop_out' && stopOut !== undefined)
    return t('orders.why_stop_out', {
      equity: format(moneyText(stopOut.equity)),
      margin: format(moneyText(stopOut.margin)),
      rate: percentText(hazardRateOf(stopOut.equity, stopOut.margin)),
    })
  return endReason === 'user' || endReason === 'reversal' ? t(`orders.why_${endReason}`) : endedText(t, order)
}
