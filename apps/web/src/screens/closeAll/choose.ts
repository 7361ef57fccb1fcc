/**
 * The orders of "close all" and their sequence (decision 0067): all positions, or all in profit or in loss by the
 * current quotes; or all pending orders. Positions in a closed market are listed separately, because the server would
 * refuse them.
 */
import { type Micros, micros, mulDivDown } from '@veritick/domain'
import type { Order } from '../../data/order.ts'
import type { Verb } from './run.ts'

export const GROUPS = ['all', 'profit', 'loss'] as const
export type Group = (typeof GROUPS)[number]

export type Choice = {
  /** In the order in which they are sent. */
  readonly chosen: readonly Order[]
  /** In the group, but not closable now. */
  readonly skipped: readonly Order[]
  /** Sum of the unrealised profits: the effect on the balance if every position closed at its current quote. */
  readonly estimate: Micros
}

/** `closable`: whether the market of the order accepts a close now. Pending orders can always be cancelled. */
export function choiceOf(
  orders: readonly Order[],
  by: { readonly verb: Verb; readonly group: Group; readonly closable: (order: Order) => boolean },
): Choice {
  if (by.verb === 'cancel') return { chosen: nearestFirst(orders), skipped: [], estimate: micros(0) }
  const group = orders.filter((order) => belongs(order, by.group))
  const chosen = largestMarginFirst(group.filter(by.closable))
  return {
    chosen,
    skipped: group.filter((order) => !by.closable(order)),
    estimate: micros(chosen.reduce((sum, { profit }) => sum + profit, 0)),
  }
}

/** A position without profit and loss belongs to neither group. */
export function belongs({ profit }: Pick<Order, 'profit'>, group: Group): boolean {
  if (group === 'all') return true
  return group === 'profit' ? profit > 0 : profit < 0
}

/**
 * The instrument with the largest margin first, and its positions together, the largest first. This frees margin
 * soonest, and closes the two sides of a hedge one after the other.
 */
function largestMarginFirst(orders: readonly Order[]): Order[] {
  const total = new Map<number, number>()
  for (const { instrument, margin } of orders) total.set(instrument, (total.get(instrument) ?? 0) + margin)
  const totalOf = ({ instrument }: Order) => total.get(instrument) ?? 0
  return [...orders].sort(
    (a, b) => totalOf(b) - totalOf(a) || a.instrument - b.instrument || b.margin - a.margin || a.id - b.id,
  )
}

const PPM = 1_000_000

/** The nearest to its price first, because it is the likeliest to fill meanwhile. */
function nearestFirst(orders: readonly Order[]): Order[] {
  const distance = ({ price, priceNow }: Order) => mulDivDown(Math.abs(priceNow - price), PPM, price)
  return [...orders].sort((a, b) => distance(a) - distance(b) || a.id - b.id)
}

/** The codes of orders, each once, in their order. */
export const codesOf = (orders: readonly Order[]): string[] => [...new Set(orders.map(({ showCode }) => showCode))]

/** A time at which a market opens, and the codes of the orders that wait for it. */
export type Opening = { readonly opens: number; readonly codes: readonly string[] }

/** `opensAt`: the next opening of the market of an order; `undefined`: unknown, or not closed. The earliest first. */
export function openingsOf(orders: readonly Order[], opensAt: (order: Order) => number | undefined): Opening[] {
  const times = orders.map(opensAt).filter((time) => time !== undefined)
  return [...new Set(times)]
    .sort((a, b) => a - b)
    .map((opens) => ({ opens, codes: codesOf(orders.filter((order) => opensAt(order) === opens)) }))
}
