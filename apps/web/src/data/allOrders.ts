/**
 * Every open position, or every pending order, of the account: all pages of the list, read while a screen needs them
 * complete. Live figures replace those of the list, and positions that have ended leave it.
 */
import { useQuery } from '@tanstack/react-query'
import type { CallData } from '@veritick/contract'
import { call } from './api.ts'
import { type Order, orderFrom } from './order.ts'
import { ordersIn } from './queries.ts'

/** Above the number of orders that an account can have, 20 a page: ends a list that never ends. */
export const PAGES_MAX = 50

type Page = CallData<'myDeal'>

/** `read`: one page, counted from 1. */
export async function readAll(read: (page: number) => Promise<Page>): Promise<Order[]> {
  const pages: Page[] = []
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const answer = await read(page)
    pages.push(answer)
    if (answer.data.length === 0 || ordersIn(pages).length >= answer.total) break
  }
  return ordersIn(pages).map(orderFrom)
}

/** `status`: pending (0) or open (1). Read anew whenever a screen begins to show it. */
export function useAllOrders(status: 0 | 1, enabled: boolean) {
  return useQuery({
    // Not among the lists in pages, which `endedNotices.ts` changes; removed with everything personal.
    queryKey: ['personal', 'all-orders', status],
    queryFn: ({ signal }) => readAll((page) => call('myDeal', { status, page }, { signal, quiet: true })),
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
}
