/** Lists in pages: the rows read so far, and the number of the next page. */
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
