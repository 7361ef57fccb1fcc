/** The parameters of every list of the office, read: which page, and by what it is sorted. */
import { OFFICE_PAGE_SIZE } from '@veritick/contract/office'
import { type AnyColumn, asc, desc, type SQL } from 'drizzle-orm'

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

/** The order of a list of money records: by amount or moment, and by number where these are equal. */
export function moneyOrder(
  columns: { readonly amount: AnyColumn; readonly createdAt: AnyColumn; readonly number: AnyColumn },
  { oldestFirst = false, sort }: { readonly oldestFirst?: boolean; readonly sort?: MoneySort | undefined },
): readonly [SQL, SQL] {
  const direction = (sort?.descending ?? !oldestFirst) ? desc : asc
  const first = sort?.by === 'amount' ? columns.amount : columns.createdAt
  return [direction(first), direction(columns.number)]
}
