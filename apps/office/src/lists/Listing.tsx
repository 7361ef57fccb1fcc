/**
 * A list of the office: filters and page in the URL, rows with keyboard navigation (j, k, Enter), and the states
 * loading, rows, empty, failed.
 */
import { TablePagination } from '@mui/material'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OfficeInput } from '@veritick/contract/office'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../data/call.ts'
import { type Identified, type ListName, listInput, type RowOf, type Sort, withIds } from '../data/lists.ts'
import { useUserActive } from '../data/userActivity.ts'
import { Panel } from '../design/Panel.tsx'
import { Time } from '../design/parts.tsx'
import { Empty, Failed, Loading } from '../design/States.tsx'
import { PER_PAGE, PER_PAGE_CHOICES, pageInstead } from './address.ts'
import type { Column, Filter } from './columns.ts'
import { Filters } from './Filters.tsx'
import { Rows } from './Rows.tsx'
import { type ListPage, useListPage } from './useListPage.ts'

type Props<Name extends ListName> = {
  readonly name: Name
  readonly columns: readonly Column<RowOf<Name>>[]
  readonly filters?: readonly Filter[]
  /** Default filters. */
  readonly filterDefaults?: Readonly<Record<string, unknown>>
  /** Filters that always apply. */
  readonly always?: Readonly<Record<string, unknown>>
  readonly sort?: Sort
  /** Text of the empty state. */
  readonly empty: string
  /** URL of a row. */
  readonly opens?: (row: RowOf<Name>) => string
  /** Content that a row opens in place. */
  readonly onOpen?: (row: RowOf<Name>) => void
  /** Reads again at intervals while the staff member is active. */
  readonly everyMillis?: number
  /** False while something lies over the list. */
  readonly keysEnabled?: boolean
  /** False where several lists share a URL. */
  readonly inAddress?: boolean
}

const NO_SORT: Sort = { field: '', order: 'ASC' }
const NO_FILTERS = {}

export function Listing<Name extends ListName>(props: Props<Name>) {
  const { sort = NO_SORT, filterDefaults = NO_FILTERS, inAddress = true } = props
  const list = useListPage({ defaults: { sort, filters: filterDefaults }, inAddress })
  const answer = useRows(props, list)
  useExistingPage(list, answer)
  return (
    <Panel flush>
      {props.filters !== undefined && (
        <Filters filters={props.filters} list={list} keysEnabled={props.keysEnabled ?? true} />
      )}
      <Content props={props} list={list} answer={answer} />
      <Paging list={list} total={answer.data?.total ?? 0} />
    </Panel>
  )
}

type Answer<Name extends ListName> = { readonly rows: readonly (RowOf<Name> & Identified)[]; readonly total: number }

function useRows<Name extends ListName>({ name, always, everyMillis }: Props<Name>, list: ListPage) {
  const active = useUserActive()
  const input = listInput({ ...list, filters: { ...list.filters, ...always } })
  return useQuery({
    queryKey: [name, 'list', input],
    queryFn: async ({ signal }): Promise<Answer<Name>> => {
      // The types of the contract tie the name to its rows; a generic name hides it from the compiler.
      const { data, total } = (await call(name, input as OfficeInput<Name>, { signal })) as {
        readonly data: readonly (RowOf<Name> & object)[]
        readonly total: number
      }
      return { rows: withIds(data, list.page), total }
    },
    // The page before stays visible until the next one has arrived.
    placeholderData: keepPreviousData,
    refetchInterval: active && everyMillis !== undefined ? everyMillis : false,
  })
}

/** Rows that were decided elsewhere, another search or another account leave fewer pages than the URL names. */
function useExistingPage(
  list: ListPage,
  answer: Pick<UseQueryResult<{ total: number }>, 'data' | 'isPlaceholderData'>,
) {
  const { data, isPlaceholderData } = answer
  const { page, perPage } = list
  const instead =
    data === undefined || isPlaceholderData ? undefined : pageInstead(page, { perPage, total: data.total })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that does not exist
  useEffect(() => {
    if (instead !== undefined) list.setPage(instead)
  }, [instead])
}

function Content<Name extends ListName>(parts: {
  readonly props: Props<Name>
  readonly list: ListPage
  readonly answer: UseQueryResult<Answer<Name>>
}) {
  const { props, list, answer } = parts
  const { columns, empty, opens, onOpen, keysEnabled = true, filterDefaults } = props
  const navigate = useNavigate()
  const { search } = useLocation()
  if (answer.error !== null) return <Failed error={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined) return <Loading rows={8} />
  const chosen = Object.keys(list.filters).some((each) => filterDefaults?.[each] !== list.filters[each])
  if (answer.data.rows.length === 0) {
    const text = chosen ? 'No records match these filters.' : empty
    return <EmptyList text={text} readAt={props.everyMillis === undefined ? undefined : answer.dataUpdatedAt} />
  }
  const { sort, setSort } = list
  return (
    <Rows
      name={props.name}
      rows={answer.data.rows}
      columns={columns}
      sort={sort}
      onSort={(field) => setSort({ field, order: sort.field === field && sort.order === 'ASC' ? 'DESC' : 'ASC' })}
      keysEnabled={keysEnabled}
      onOpen={opens === undefined ? onOpen : (row) => navigate(`${opens(row)}${search}`)}
    />
  )
}

/** `readAt`: of a queue, whose next entry may have arrived since. */
export function EmptyList({ text, readAt }: { readonly text: string; readonly readAt: number | undefined }) {
  return (
    <Empty>
      {text}
      {readAt !== undefined && (
        <>
          {' '}
          Read at <Time at={readAt} seconds />.
        </>
      )}
    </Empty>
  )
}

function Paging({ list, total }: { readonly list: ListPage; readonly total: number }) {
  const { page, perPage, setPage, setPerPage } = list
  if (total <= Math.min(perPage, PER_PAGE)) return null
  return (
    <TablePagination
      component="div"
      count={total}
      // A page that has emptied meanwhile is beyond the last one.
      page={Math.min(page, Math.ceil(total / perPage)) - 1}
      rowsPerPage={perPage}
      rowsPerPageOptions={[...PER_PAGE_CHOICES]}
      onPageChange={(_, next) => setPage(next + 1)}
      onRowsPerPageChange={(event) => setPerPage(Number(event.target.value))}
      sx={{ borderTop: 1, borderColor: 'divider' }}
    />
  )
}
