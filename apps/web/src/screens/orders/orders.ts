/**
 * The order screen as pure functions: the state in the URL, the figures of the card, live rows, and orders that end.
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
import {
  MICROS_PER_CENT,
  type Micros,
  micros,
  mulDivHalfAway,
  mulDivUp,
  must,
  parseDecimal,
  ratio,
} from '@veritick/domain'
import type { LiveAccount, LiveOrder, LiveQuote } from '../../data/live.ts'
import type { Order } from '../../data/order.ts'
import { signOf } from '../../format/price.ts'
import type { EndWord } from '../receipt/endings.ts'

export const TABS = ['holding', 'pending', 'history'] as const
export type Tab = (typeof TABS)[number]

export const STATUS_OF_TAB = {
  holding: ORDER_STATUS.holding,
  pending: ORDER_STATUS.pending,
  history: ORDER_STATUS.history,
} as const satisfies Record<Tab, number>

/** The list, the order in the detail sheet, and whether its proof is open. */
export type Place = { readonly tab: Tab; readonly order: number | undefined; readonly proof: boolean }

/** The next step of an empty list: a real account without money deposits first. `text` is for the list of positions. */
export function firstStep(account: { readonly isReal: boolean; readonly balance: string | undefined }) {
  const isEmpty = account.balance !== undefined && signOf(account.balance) === 0
  return account.isReal && isEmpty
    ? ({ to: '/mine/charge', label: 'account.row_deposit', text: 'orders.empty_unfunded_text' } as const)
    : ({ to: '/trade', label: 'orders.empty_action', text: 'orders.empty_holding_text' } as const)
}

/** The state in the URL. Without a list in the URL, the last shown list. */
export function placeFrom(search: URLSearchParams, last: Tab = 'holding'): Place {
  const tab = TABS.find((each) => each === search.get('tab')) ?? last
  const id = parseDecimal(search.get('order') ?? '', 0)
  const order = typeof id === 'number' && id > 0 ? id : undefined
  return { tab, order, proof: order !== undefined && search.get('proof') === '1' }
}

/** The query of a state, without `?`. */
export function searchOf({ tab, order, proof }: Place): string {
  const search = new URLSearchParams({ tab })
  if (order !== undefined) search.set('order', String(order))
  if (order !== undefined && proof) search.set('proof', '1')
  return search.toString()
}

/**
 * Figures of the card, wire decimals. `margin`, `free` and `hazard` are `undefined` in the history, `costs` and `net`
 * in the other lists.
 */
export type Figures = {
  readonly profit: string | undefined
  /** Fees and financing of the ended orders, negative: paid by the customer. */
  readonly costs: string | undefined
  /** Profit plus costs: the sum of the net profits of the rows. */
  readonly net: string | undefined
  readonly balance: string | undefined
  readonly margin: string | undefined
  readonly free: string | undefined
  readonly hazard: string | undefined
}

/** The newest figures: the live push if there is one, otherwise the figures of the list. */
export function figuresOf(tab: Tab, list: OrderList | undefined, live: LiveAccount | undefined): Figures {
  const balance = live?.Balance ?? list?.balance
  if (tab === 'history')
    return {
      profit: list?.all_fact_profits,
      costs: list?.all_costs,
      net: sumOf(list?.all_fact_profits, list?.all_costs),
      balance,
      margin: undefined,
      free: undefined,
      hazard: undefined,
    }
  return {
    // A list of pending orders has no profit; the card shows the profit of the account.
    profit: live?.ProfitsTotal ?? (tab === 'holding' ? list?.all_fact_profits : undefined),
    costs: undefined,
    net: undefined,
    balance,
    margin: live?.CautionMoneyAll ?? list?.margin,
    free: live?.FreeMargin ?? list?.free_margin,
    hazard: live?.HazardRate ?? list?.hazard_rate,
  }
}

/**
 * The figures of the card in cents, each rounded separately (decision 0020): balance and free margin down, because the
 * customer may spend them; margin up, as it is charged; profit and costs half away, as in the rows. The order sheet
 * shows all digits on request.
 */
export function inCents(figures: Figures): Figures {
  const { profit, costs, net, balance, margin, free } = figures
  return {
    ...figures,
    profit: cents(profit, halfAway),
    costs: cents(costs, halfAway),
    net: cents(net, halfAway),
    balance: cents(balance, down),
    margin: cents(margin, up),
    free: cents(free, down),
  }
}

const halfAway = (amount: Micros): number => mulDivHalfAway(amount, 1, MICROS_PER_CENT)
const up = (amount: Micros): number => mulDivUp(amount, 1, MICROS_PER_CENT)
/** To the smaller number, also below zero. */
const down = (amount: Micros): number => ratio([amount], [MICROS_PER_CENT], 'floor')
function cents(money: string | undefined, round: (amount: Micros) => number): string | undefined {
  if (money === undefined) return undefined
  return moneyText(micros(round(must(moneyOf(money), 'a figure of the card is money')) * MICROS_PER_CENT))
}

function sumOf(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return undefined
  const money = (text: string) => must(moneyOf(text), 'a figure of the card is money')
  return moneyText(micros(money(one) + money(other)))
}

/** The order with price and profit of the live push; the same object without a push. */
export function withLive(order: Order, live: LiveOrder | undefined): Order {
  if (live === undefined || order.status !== 'holding') return order
  const priceNow = must(priceOf(live.price, order.precision), 'UpdatePrice is a price')
  const profit = must(moneyOf(live.profit), 'FactProfits is money')
  return priceNow === order.priceNow && profit === order.profit ? order : { ...order, priceNow, profit }
}

/** Pages of a list without the orders that a push reported as ended. */
export function pagesWithout(pages: readonly OrderList[], left: readonly number[]): OrderList[] {
  const stays = (order: WireOrder) => !left.includes(order.Id)
  const gone = pages.reduce((sum, page) => sum + page.data.length - page.data.filter(stays).length, 0)
  return pages.map((page) => ({ ...page, data: page.data.filter(stays), total: page.total - gone }))
}

/** The reason of the end of an order in the push; `undefined` when the push is not about it. */
export function leftBecause(push: ForexClosed, id: number): EndWord | undefined {
  const index = push.ids.indexOf(id)
  return index === -1 ? undefined : push.reasons[index]
}

/**
 * Whether a position can be closed: while its market is open. An instrument that takes no new orders reads as closed,
 * but is neither held nor stale nor waiting for an opening; its positions can be closed. Without a price closing is not
 * possible.
 */
export function closable(quote: Pick<LiveQuote, 'close' | 'status' | 'held' | 'stale' | 'nextOpen'>): boolean {
  if (quote.close === undefined) return false
  return quote.status === MARKET_STATUS.open || (!quote.held && !quote.stale && quote.nextOpen === undefined)
}
