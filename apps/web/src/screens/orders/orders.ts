/**
 * The order screen as a pure thing: what the address names, the figures of the card, rows that take the live push,
 * orders that leave.
 */
import {
  type ForexClosed,
  MARKET_STATUS,
  moneyOf,
  moneyText,
  ORDER_STATUS,
  type OrderList,
  priceOf,
  type WireOrder,
} from '@veritick/contract'
import { type Micros, micros, mulDivDown, mulDivHalfAway, mulDivUp, must, parseDecimal } from '@veritick/domain'
import type { LiveAccount, LiveOrder, LiveQuote } from '../../data/live.ts'
import type { Order } from '../../data/order.ts'
import type { EndWord } from '../receipt/endings.ts'

export const TABS = ['holding', 'pending', 'history'] as const
export type Tab = (typeof TABS)[number]

export const STATUS_OF_TAB = {
  holding: ORDER_STATUS.holding,
  pending: ORDER_STATUS.pending,
  history: ORDER_STATUS.history,
} as const satisfies Record<Tab, number>

/** Where the screen stands: the list, the order open in the detail sheet, and whether its proof is open. */
export type Place = { readonly tab: Tab; readonly order: number | undefined; readonly proof: boolean }

/** The place that the address names; one that names no list means the list shown last. */
export function placeFrom(search: URLSearchParams, last: Tab = 'holding'): Place {
  const tab = TABS.find((each) => each === search.get('tab')) ?? last
  const id = parseDecimal(search.get('order') ?? '', 0)
  const order = typeof id === 'number' && id > 0 ? id : undefined
  return { tab, order, proof: order !== undefined && search.get('proof') === '1' }
}

/** The address of a place, without its `?`. */
export function searchOf({ tab, order, proof }: Place): string {
  const search = new URLSearchParams({ tab })
  if (order !== undefined) search.set('order', String(order))
  if (order !== undefined && proof) search.set('proof', '1')
  return search.toString()
}

/**
 * Figures of the card, wire decimals. `margin`, `free` and `hazard` are undefined on the history, `costs` everywhere
 * else.
 */
export type Figures = {
  readonly profit: string | undefined
  /** Below zero is what was paid: profit and costs together are what trading did to the balance. */
  readonly costs: string | undefined
  readonly balance: string | undefined
  readonly margin: string | undefined
  readonly free: string | undefined
  readonly hazard: string | undefined
}

/** The newest word on the account: the live push where there is one, otherwise what came with the list. */
export function figuresOf(tab: Tab, list: OrderList | undefined, live: LiveAccount | undefined): Figures {
  const balance = live?.Balance ?? list?.balance
  if (tab === 'history')
    return {
      profit: list?.all_fact_profits,
      costs: list?.all_costs,
      balance,
      margin: undefined,
      free: undefined,
      hazard: undefined,
    }
  return {
    // A list of pending orders has no profit of its own: the card shows the account's.
    profit: live?.ProfitsTotal ?? (tab === 'holding' ? list?.all_fact_profits : undefined),
    costs: undefined,
    balance,
    margin: live?.CautionMoneyAll ?? list?.margin,
    free: live?.FreeMargin ?? list?.free_margin,
    hazard: live?.HazardRate ?? list?.hazard_rate,
  }
}

/**
 * The card in cents, each figure true by itself (decision 0020): balance and free margin down, for they may be spent,
 * the margin up as it is charged, profit and costs half away like in the rows. A sheet has every digit.
 */
export function inCents(figures: Figures): Figures {
  const { profit, costs, balance, margin, free } = figures
  return {
    ...figures,
    profit: cents(profit, halfAway),
    costs: cents(costs, halfAway),
    balance: cents(balance, down),
    margin: cents(margin, up),
    free: cents(free, down),
  }
}

const MICROS_PER_CENT = 10_000
const halfAway = (amount: Micros): number => mulDivHalfAway(amount, 1, MICROS_PER_CENT)
const up = (amount: Micros): number => mulDivUp(amount, 1, MICROS_PER_CENT)
/** Never above what is there, also below zero. */
const down = (amount: Micros): number => (amount < 0 ? mulDivUp : mulDivDown)(amount, 1, MICROS_PER_CENT)
function cents(money: string | undefined, round: (amount: Micros) => number): string | undefined {
  if (money === undefined) return undefined
  return moneyText(micros(round(must(moneyOf(money), 'a figure of the card is money')) * MICROS_PER_CENT))
}

/** The order with the price and profit that the live push gives it; the same object where it gives none. */
export function withLive(order: Order, live: LiveOrder | undefined): Order {
  if (live === undefined || order.status !== 'holding') return order
  const priceNow = must(priceOf(live.price, order.precision), 'UpdatePrice is a price')
  const profit = must(moneyOf(live.profit), 'FactProfits is money')
  return priceNow === order.priceNow && profit === order.profit ? order : { ...order, priceNow, profit }
}

/** Pages of a list without the orders that a push says have left. */
export function pagesWithout(pages: readonly OrderList[], left: readonly number[]): OrderList[] {
  const stays = (order: WireOrder) => !left.includes(order.Id)
  const gone = pages.reduce((sum, page) => sum + page.data.length - page.data.filter(stays).length, 0)
  return pages.map((page) => ({ ...page, data: page.data.filter(stays), total: page.total - gone }))
}

/** Why an order left, as the push says; `undefined` when the push is not about it. */
export function leftBecause(push: ForexClosed, id: number): EndWord | undefined {
  const index = push.ids.indexOf(id)
  return index === -1 ? undefined : push.reasons[index]
}

/**
 * A position can be closed while its market runs. One that takes no new orders reads closed, but is neither held nor
 * stale nor waiting for an opening: the way out of it stays open. Without a price there is none: the feed does not know
 * it.
 */
export function closable(quote: Pick<LiveQuote, 'close' | 'status' | 'held' | 'stale' | 'nextOpen'>): boolean {
  if (quote.close === undefined) return false
  return quote.status === MARKET_STATUS.open || (!quote.held && !quote.stale && quote.nextOpen === undefined)
}
