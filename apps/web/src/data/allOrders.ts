/**
 * All open positions or all pending orders of the account: every page of the list, read while a screen needs the
 * complete list. Live figures replace the figures of the list; ended positions are removed.
 */
import { useQuery } from '@tanstack/react-query'
import type { CallData } from '@veritick/contract'
import { call } from './api.ts'
import { type Order, orderFrom } from './order.ts'
import { ordersIn } from './screenQueries.ts'

/** More pages of 20 orders than an account can have: stops the reading of an endless list. */
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

/** `status`: pending (0) or open (1). Reads the list again whenever a screen begins to show it. */
export function useAllOrders(status: 0 | 1, enabled: boolean) {
  return useQuery({
    // Not under `KEY.orders`: `endedNotices.ts` changes those paged lists. Removed with all personal queries.
    queryKey: ['personal', 'all-orders', status],
    queryFn: ({ signal }) => readAll((page) => call('myDeal', { status, page }, { signal, quiet: true })),
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
}
