/** The customer's orders of one instrument, live, with the whole numbers for the lines of the chart. */

import type { WireOrder } from '@veritick/contract'
import { useEffect, useMemo } from 'react'
import { type Order, orderFrom } from '../../data/order.ts'
import { ordersIn, useOrders } from '../../data/screenQueries.ts'

/** Maximum pages of each list, enough for all orders of an account. */
const PAGES_MAX = 25

/** Open positions first, newest first within each group. */
export function useInstrumentOrders(instrument: number): readonly Order[] {
  const holding = useAllPages(1)
  const pending = useAllPages(0)
  return useMemo(() => {
    const wire = [...ordersIn(holding?.pages ?? []), ...ordersIn(pending?.pages ?? [])]
    return of(wire, instrument)
  }, [holding, pending, instrument])
}

/** The pages of a list, each read after the one before it. */
function useAllPages(status: 0 | 1) {
  const { data, hasNextPage, isFetching, fetchNextPage } = useOrders(status)
  const isPartial = hasNextPage && !isFetching && (data?.pages.length ?? 0) < PAGES_MAX
  useEffect(() => {
    if (isPartial) void fetchNextPage()
  }, [isPartial, fetchNextPage])
  return data
}

function of(orders: readonly WireOrder[], instrument: number): Order[] {
  return orders.filter((order) => order.ForexTradeLists.Id === instrument).map(orderFrom)
}
