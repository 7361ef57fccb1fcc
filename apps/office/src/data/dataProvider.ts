/**
 * The list provider of react-admin. A resource is the name of a call that answers `{ data, total }`. It creates,
 * changes and deletes nothing: every change is an action with its own call and reason.
 */
import type { OfficeCallName, OfficeData, OfficeInput } from '@veritick/contract/office'
import type { DataProvider, GetListParams } from 'react-admin'
import { call } from './call.ts'

type Listing = { readonly data: readonly object[]; readonly total: number }
/** The calls that answer a page of rows. */
export type ListName = { [Name in OfficeCallName]: OfficeData<Name> extends Listing ? Name : never }[OfficeCallName]
export type RowOf<Name extends ListName> =
  OfficeData<Name> extends { readonly data: readonly (infer Row)[] } ? Row : never

/** The parameters of react-admin as those of the office. */
export function listInput(params: Pick<GetListParams, 'pagination' | 'sort' | 'filter'>): Record<string, unknown> {
  const { pagination, sort, filter } = params
  const order = sort === undefined || sort.field === '' ? undefined : `${sort.order === 'DESC' ? '-' : ''}${sort.field}`
  return { ...filter, page: pagination?.page, per_page: pagination?.perPage, sort: order }
}

/** Rows without an id are identified by their position. */
export function withIds(rows: readonly object[], page: number): object[] {
  return rows.map((row, place) => ('id' in row ? row : { ...row, id: `${page}-${place}` }))
}

const unsupported = async (): Promise<never> => {
  throw new Error('the office changes nothing through lists')
}

export const dataProvider: DataProvider = {
  getList: async (resource, params) => {
    const name = resource as ListName
    const input = listInput(params) as OfficeInput<ListName>
    const { data, total } = (await call(
      name,
      input,
      params.signal === undefined ? {} : { signal: params.signal },
    )) as Listing
    // react-admin types rows by its caller; they have the types of the contract.
    return { data: withIds(data, params.pagination?.page ?? 1) as never[], total }
  },
  getOne: unsupported,
  getMany: unsupported,
  getManyReference: unsupported,
  create: unsupported,
  update: unsupported,
  updateMany: unsupported,
  delete: unsupported,
  deleteMany: unsupported,
  supportAbortSignal: true,
}
