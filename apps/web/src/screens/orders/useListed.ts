/** The rows of a list under its filter, with the state of reading them and their sum. */

import { moneyText } from '@veritick/contract'
import { useAllOrders } from '../../data/allOrders.ts'
import { useAccount } from '../../data/live.ts'
import { type Order, orderFrom } from '../../data/order.ts'
import { ordersIn, useOrders } from '../../data/screenQueries.ts'
import { choicesIn, filtered, type OrderFilter, profitOf, requestOf } from './orderFilter.ts'
import { STATUS_OF_TAB, type Tab, withLive } from './orders.ts'

export type Listed = {
  /** `undefined` until the list is read. */
  readonly orders: readonly Order[] | undefined
  /** Sum of all filtered rows, wire decimal. */
  readonly sum: string | undefined
  readonly total: number
  readonly error: Error | null
  readonly reading: boolean
  readonly retry: () => void
  readonly more: {
    readonly has: boolean
    readonly failed: boolean
    readonly read: () => void
  }
}

type List = ReturnType<typeof useOrders>

/** `list`: the whole list of the tab, which is shown without a filter. */
export function useListed(tab: Tab, filter: OrderFilter, list: List): Listed {
  const active = choicesIn(filter) > 0
  const isHistory = tab === 'history'
  const history = useOrders(STATUS_OF_TAB.history, requestOf(filter), active && isHistory)
  const statusShown = STATUS_OF_TAB[tab === 'pending' ? 'pending' : 'holding']
  const openOrders = useAllOrders(statusShown, active && !isHistory)
  const live = useAccount()?.orders
  if (!active) return inPages(list)
  if (isHistory) return inPages(history)
  const orders = openOrders.data?.map((order) => withLive(order, live?.get(order.id)))
  const rows = orders && filtered(orders, filter)
  return {
    orders: rows,
    sum: rows && moneyText(profitOf(rows)),
    total: rows?.length ?? 0,
    error: openOrders.error,
    reading: openOrders.isFetching,
    retry: () => void openOrders.refetch(),
    more: { has: false, failed: false, read: () => {} },
  }
}

function inPages(list: List): Listed {
  const first = list.data?.pages[0]
  return {
    orders: list.data && ordersIn(list.data.pages).map(orderFrom),
    sum: first?.all_fact_profits,
    total: first?.total ?? 0,
    error: list.error,
    reading: list.isFetching,
    retry: () => void list.refetch(),
    more: {
      has: list.hasNextPage,
      failed: list.isFetchNextPageError,
      read: () => void list.fetchNextPage(),
    },
  }
}
