/** The customer's orders of one instrument, live, with the whole numbers for the lines of the chart. */

import type { WireOrder } from '@veritick/contract'
import { useEffect, useMemo } from 'react'
import { type Order, orderFrom } from '../../data/order.ts'
import { ordersIn, useOrders } from '../../data/screenQueries.ts'

/** Maximum pages of positions for the total of an instrument, enough for all orders of an account. */
const PAGES_MAX = 25

/** Open positions first, newest first within each group. */
export function useInstrumentOrders(instrument: number): readonly Order[] {
  const { data: holding, hasNextPage, isFetching, fetchNextPage } = useOrders(1)
  const isPartial = hasNextPage && !isFetching && (holding?.pages.length ?? 0) < PAGES_MAX
  useEffect(() => {
    if (isPartial) void fetchNextPage()
  }, [isPartial, fetchNextPage])
  const pending = useOrders(0).data
  return useMemo(() => {
    const wire = [...ordersIn(holding?.pages ?? []), ...ordersIn(pending?.pages ?? [])]
    return of(wire, instrument)
  }, [holding, pending, instrument])
}

function of(orders: readonly WireOrder[], instrument: number): Order[] {
  return orders.filter((order) => order.ForexTradeLists.Id === instrument).map(orderFrom)
}
