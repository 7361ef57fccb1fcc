/** Lists in pages: the rows read so far, the number of the next page, and the way back to the first page. */
import type { InfiniteData, QueryClient, QueryFilters } from '@tanstack/react-query'

export type Paged<Item> = { readonly data: readonly Item[]; readonly total: number }

/** All rows of the pages read so far. A row that moved between two pages appears once, in its newest version. */
export function rowsIn<Item>(pages: readonly Paged<Item>[], idOf: (item: Item) => number): Item[] {
  return [...new Map(pages.flatMap((page) => page.data).map((item) => [idOf(item), item])).values()]
}

/** Counted from 1. `undefined` when there is no next page, or when the server has fewer rows than it counted. */
export function nextPage(last: Paged<unknown>, pages: readonly Paged<unknown>[]): number | undefined {
  const read = pages.reduce((sum, page) => sum + page.data.length, 0)
  return read < last.total && last.data.length > 0 ? pages.length + 1 : undefined
}

/** A pull at the top of a screen: the lists that it shows are read from their first page. */
export function readFromFirstPage(client: QueryClient, read: () => Promise<unknown>): Promise<unknown> {
  cutToFirstPage(client, { type: 'active' })
  return read()
}

/** A read of a list again reads all its pages, one after the other: a long list is cut before. */
export function cutToFirstPage(client: QueryClient, which: QueryFilters): void {
  for (const query of client.getQueryCache().findAll(which)) {
    const { data } = query.state
    if (!isPaged(data) || data.pages.length <= 1) continue
    query.setState({ data: { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } })
  }
}

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data
