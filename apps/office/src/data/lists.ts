/** The calls that answer a page of rows, and what they are asked. */
import type { OfficeCallName, OfficeData } from '@veritick/contract/office'

type Listing = { readonly data: readonly object[]; readonly total: number }
/** The calls that answer a page of rows. */
export type ListName = { [Name in OfficeCallName]: OfficeData<Name> extends Listing ? Name : never }[OfficeCallName]
export type RowOf<Name extends ListName> =
  OfficeData<Name> extends { readonly data: readonly (infer Row)[] } ? Row : never
export type Identified = { readonly id: number | string }

export type Sort = { readonly field: string; readonly order: 'ASC' | 'DESC' }
export type Filters = Readonly<Record<string, unknown>>
/** One page of a list. The first page is 1; a sort without a field is the order of the call. */
export type Page = { readonly page: number; readonly perPage: number; readonly sort: Sort; readonly filters: Filters }

/** The parameters of the call that answers the page. */
export function listInput({ page, perPage, sort, filters }: Page): Record<string, unknown> {
  const order = sort.field === '' ? undefined : `${sort.order === 'DESC' ? '-' : ''}${sort.field}`
  return { ...filters, page, per_page: perPage, sort: order }
}

/** Rows without an id are identified by their position. */
export function withIds<Row extends object>(rows: readonly Row[], page: number): (Row & Identified)[] {
  return rows.map((row, place) => (hasId(row) ? row : { ...row, id: `${page}-${place}` }))
}

function hasId<Row extends object>(row: Row): row is Row & Identified {
  return 'id' in row
}
