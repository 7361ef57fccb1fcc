/** The customer's orders of one instrument, live, with the whole numbers for the lines of the chart. */

import type { WireOrder } from '@veritick/contract'
import { useMemo } from 'react'
import { type Order, orderFrom } from '../../data/order.ts'
import { ordersIn, useOrders } from '../../data/queries.ts'

/** Open positions first, newest first within each group; only those of the pages that were read. */
export function useInstrumentOrders(instrument: number): readonly Order[] {
  const holding = useOrders(1).data
  const pending = useOrders(0).data
  return useMemo(() => {
    const wire = [...ordersIn(holding?.pages ?? []), ...ordersIn(pending?.pages ?? [])]
    return of(wire, instrument)
  }, [holding, pending, instrument])
}

function of(orders: readonly WireOrder[], instrument: number): Order[] {
  return orders.filter((order) => order.ForexTradeLists.Id === instrument).map(orderFrom)
}
