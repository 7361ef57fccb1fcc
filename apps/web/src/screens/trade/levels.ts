/**
 * The lines of a customer's orders on the chart: entry, target of a pending order, stop-loss and take-profit with their
 * profit in USD at the current rate. The profit comes from the function of the engine.
 */
import { lotsText, moneyText, priceText } from '@veritick/contract'
import { type InstrumentTerms, type Points, profitIfFits } from '@veritick/domain'
import type { Order } from '../../data/order.ts'

export type Level = {
  readonly id: string
  readonly kind: 'entry' | 'pending' | 'stop_loss' | 'take_profit'
  readonly side: Order['side']
  /** Wire decimals. */
  readonly price: string
  readonly lots: string
  /** Profit at this level; `undefined` without a rate. */
  readonly profit: string | undefined
}

type Terms = Pick<InstrumentTerms, 'contractSize' | 'pricePrecision'>

/** Entry, stop-loss and take-profit of each order of one instrument. */
export function levelsOf(orders: readonly Order[], terms: Terms): Level[] {
  return orders.flatMap((order) => {
    const level = (kind: Level['kind'], at: Points, profit: string | undefined): Level => ({
      id: `${order.id} ${kind}`,
      kind,
      side: order.side,
      price: priceText(at, order.precision),
      lots: lotsText(order.lots),
      profit,
    })
    const entry = level(order.status === 'pending' ? 'pending' : 'entry', order.price, undefined)
    const stop =
      order.stopLoss === undefined ? [] : [level('stop_loss', order.stopLoss, profitAt(order, terms, order.stopLoss))]
    const gain =
      order.takeProfit === undefined
        ? []
        : [level('take_profit', order.takeProfit, profitAt(order, terms, order.takeProfit))]
    return [entry, ...stop, ...gain]
  })
}

function profitAt(order: Order, terms: Terms, price: Points): string | undefined {
  if (order.conversion === undefined) return undefined
  const { side, lots, price: open, conversion } = order
  const profit = profitIfFits({ terms, side, lots, open, price, conversion })
  return profit === undefined ? undefined : moneyText(profit)
}
