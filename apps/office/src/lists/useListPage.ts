/** The page of a list that is shown, and the ways to another one. Kept in the URL, or in the component. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Filters, Page, Sort } from '../data/lists.ts'
import { type Defaults, PER_PAGE, pageOf, paramsOf } from './address.ts'

export type ListPage = Page & {
  setPage(page: number): void
  setPerPage(perPage: number): void
  setSort(sort: Sort): void
  setFilters(filters: Filters): void
}

export function useListPage(options: { readonly defaults: Defaults; readonly inAddress: boolean }): ListPage {
  const { defaults, inAddress } = options
  const [params, setParams] = useSearchParams()
  const [own, setOwn] = useState<Page>({ page: 1, perPage: PER_PAGE, ...defaults })
  const page = inAddress ? pageOf(params, defaults) : own
  const show = (next: Page) => (inAddress ? setParams(paramsOf(next, defaults)) : setOwn(next))
  return {
    ...page,
    setPage: (next) => show({ ...page, page: next }),
    // Other rows stand on the pages then.
    setPerPage: (perPage) => show({ ...page, perPage, page: 1 }),
    setSort: (sort) => show({ ...page, sort, page: 1 }),
    setFilters: (filters) => show({ ...page, filters, page: 1 }),
  }
}
