/** The parameters of every list of the office, read: which page, and by what it is sorted. */
import { OFFICE_PAGE_SIZE } from '@veritick/contract/office'

export type PageWanted = { readonly page: number; readonly size: number }

export function pageOf(params: {
  readonly page?: number | undefined
  readonly per_page?: number | undefined
}): PageWanted {
  return { page: params.page ?? 1, size: params.per_page ?? OFFICE_PAGE_SIZE }
}

/** `-amount` -> by amount, descending; `undefined`: as the list is by itself. */
export function sortOf<Field extends string>(
  sort: Field | `-${Field}` | undefined,
  fields: readonly Field[],
): { readonly by: Field; readonly descending: boolean } | undefined {
  const by = fields.find((field) => sort === field || sort === `-${field}`)
  return by === undefined ? undefined : { by, descending: sort !== by }
}

/** How the office sorts records of money; without it what waits is oldest first. */
export type MoneySort = { readonly by: 'id' | 'amount'; readonly descending: boolean }
