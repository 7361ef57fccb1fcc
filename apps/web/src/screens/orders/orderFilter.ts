/**
 * Filter and sort of an order list without components. The server filters the history, which is long; the positions and
 * pending orders of an account are few and live, so the app reads them all and filters them itself.
 */
import { ORDER_TYPE, type OrderEnd, type OrderSort } from '@veritick/contract'
import { type Micros, micros, type Side } from '@veritick/domain'
import type { Order } from '../../data/order.ts'
import type { HistoryRequest } from '../../data/screenQueries.ts'

export type OrderFilter = {
  readonly instrument: number | undefined
  readonly side: Side | undefined
  /** Of ended orders only. */
  readonly ended: OrderEnd | undefined
  readonly sort: OrderSort
}

export const NO_FILTER: OrderFilter = { instrument: undefined, side: undefined, ended: undefined, sort: 'newest' }

/** The number of choices that differ from the default. */
export const choicesIn = ({ instrument, side, ended, sort }: OrderFilter): number =>
  [instrument !== undefined, side !== undefined, ended !== undefined, sort !== 'newest'].filter(Boolean).length

/** The filter parameters of the request; only chosen values are sent. */
export const requestOf = ({ instrument, side, ended, sort }: OrderFilter): HistoryRequest => ({
  ...(instrument !== undefined && { forex_id: instrument }),
  ...(side !== undefined && { type: ORDER_TYPE[side] }),
  ...(ended !== undefined && { ended }),
  ...(sort !== 'newest' && { sort }),
})

/** Positions or pending orders that match the filter, sorted. */
export function filtered(orders: readonly Order[], { instrument, side, sort }: OrderFilter): Order[] {
  return orders
    .filter((order) => instrument === undefined || order.instrument === instrument)
    .filter((order) => side === undefined || order.side === side)
    .sort((a, b) => ranked(a, b, sort) || b.id - a.id)
}

function ranked(a: Order, b: Order, sort: OrderSort): number {
  const newest = beganAt(b) - beganAt(a)
  if (sort === 'newest') return newest
  if (sort === 'oldest') return -newest
  return (sort === 'profit_high' ? b.profit - a.profit : a.profit - b.profit) || newest
}

/** The time at which a position opened or a pending order was placed. */
export const beganAt = ({ openedAt, createdAt }: Pick<Order, 'openedAt' | 'createdAt'>): number => openedAt ?? createdAt

export const profitOf = (orders: readonly Pick<Order, 'profit'>[]): Micros =>
  micros(orders.reduce((sum, { profit }) => sum + profit, 0))

/**
 * The first order of each day, with the text of the day. Only in a history by time: sorted by profit, days would
 * repeat.
 */
export function dayBreaks(
  orders: readonly Pick<Order, 'id' | 'endedAt'>[],
  sort: OrderSort,
  dayOf: (moment: number) => string,
): ReadonlyMap<number, string> {
  const breaks = new Map<number, string>()
  if (sort !== 'newest' && sort !== 'oldest') return breaks
  let last: string | undefined
  for (const { id, endedAt } of orders) {
    if (endedAt === undefined) continue
    const day = dayOf(endedAt)
    if (day !== last) breaks.set(id, day)
    last = day
  }
  return breaks
}
