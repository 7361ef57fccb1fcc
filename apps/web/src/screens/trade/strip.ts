/** The line of the strip about the orders of one instrument, with the total of all its positions. */
import { moneyOf } from '@veritick/contract'
import { type LotUnits, type Micros, micros, must } from '@veritick/domain'
import type { LiveOrder } from '../../data/live.ts'
import type { Order } from '../../data/order.ts'

export type Strip = {
  readonly positions: number
  readonly pending: number
  /** Profit of all positions, from the newest push. */
  readonly profit: Micros
  readonly instrument: number
  /** Size of both sides together. */
  readonly lots: LotUnits
  /** The only position, or without positions the only pending order; the line then names this order. */
  readonly only: Order | undefined
}

/** `undefined`: no order of this instrument. */
export function stripOf(orders: readonly Order[], live: ReadonlyMap<number, LiveOrder> | undefined): Strip | undefined {
  const [first] = orders
  if (first === undefined) return undefined
  const positions = orders.filter(({ status }) => status === 'holding')
  const now = ({ id, profit }: Order): Micros => {
    const pushed = live?.get(id)
    return pushed === undefined ? profit : must(moneyOf(pushed.profit), 'FactProfits is money')
  }
  return {
    instrument: first.instrument,
    positions: positions.length,
    pending: orders.length - positions.length,
    profit: micros(positions.reduce((sum, order) => sum + now(order), 0)),
    lots: positions.reduce((sum, { lots }) => sum + lots, 0) as LotUnits,
    only: positions.length === 1 ? positions[0] : orders.length === 1 ? orders[0] : undefined,
  }
}
