/**
 * The lines that a person's orders draw on the chart of their instrument: where it was bought or sold, where it waits,
 * and what stop-loss and take-profit each mean in USD at today's conversion. Profit by the function that the engine
 * uses.
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
  /** What reaching it is worth; undefined where the conversion is not known. */
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
