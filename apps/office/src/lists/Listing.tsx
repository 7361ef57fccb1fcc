/**
 * A list of the office: filters and page in the URL, rows with keyboard navigation (j, k, Enter), and the states
 * loading, rows, empty, failed.
 */
import { TablePagination } from '@mui/material'
import { ListBase, useListContext, useLocation, useNavigate } from 'react-admin'
import type { ListName, RowOf } from '../data/dataProvider.ts'
import { useUserActive } from '../data/userActivity.ts'
import { Panel } from '../design/Panel.tsx'
import { Empty, Failed, Loading } from '../design/States.tsx'
import type { Column, Filter } from './columns.ts'
import { Filters } from './Filters.tsx'
import { Rows } from './Rows.tsx'

type Props<Name extends ListName> = {
  readonly name: Name
  readonly columns: readonly Column<RowOf<Name>>[]
  readonly filters?: readonly Filter[]
  /** Default filters. */
  readonly filterDefaults?: Readonly<Record<string, unknown>>
  /** Filters that always apply. */
  readonly always?: Readonly<Record<string, unknown>>
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
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

const PER_PAGE = 25
const PER_PAGE_CHOICES = [25, 50, 100]

export function Listing<Name extends ListName>(props: Props<Name>) {
  const { name, filterDefaults, always, sort, everyMillis, inAddress = true } = props
  const active = useUserActive()
  return (
    <ListBase
      resource={name}
      perPage={PER_PAGE}
      storeKey={false}
      disableSyncWithLocation={!inAddress}
      sort={{ field: sort?.field ?? '', order: sort?.order ?? 'ASC' }}
      {...(filterDefaults && { filterDefaultValues: filterDefaults })}
      {...(always && { filter: always })}
      queryOptions={{
        retry: false,
        refetchInterval: active && everyMillis !== undefined ? everyMillis : false,
        // Failures are shown in the list, not as a notice.
        onError: () => undefined,
      }}
    >
      <Panel flush>
        {props.filters !== undefined && <Filters filters={props.filters} keysEnabled={props.keysEnabled ?? true} />}
        <Content {...props} />
        <Paging />
      </Panel>
    </ListBase>
  )
}

function Content<Name extends ListName>({
  columns,
  empty,
  opens,
  onOpen,
  keysEnabled = true,
  always,
  filterDefaults,
}: Props<Name>) {
  const { data, error, isPending, refetch, sort, setSort, filterValues } = useListContext()
  const navigate = useNavigate()
  const { search } = useLocation()
  if (error !== null && error !== undefined) return <Failed error={error} onRetry={refetch} />
  if (isPending || data === undefined) return <Loading rows={8} />
  const chosen = Object.keys(filterValues).some(
    (each) => always?.[each] === undefined && filterDefaults?.[each] !== filterValues[each],
  )
  if (data.length === 0) return <Empty>{chosen ? 'No records match these filters.' : empty}</Empty>
  return (
    <Rows
      // Rows have the types of the contract; react-admin knows them only as records.
      rows={data as readonly (RowOf<Name> & { readonly id: number | string })[]}
      columns={columns}
      sort={sort}
      onSort={(field) => setSort({ field, order: sort.field === field && sort.order === 'ASC' ? 'DESC' : 'ASC' })}
      keysEnabled={keysEnabled}
      onOpen={opens === undefined ? onOpen : (row) => navigate(`${opens(row)}${search}`)}
    />
  )
}

function Paging() {
  const { total = 0, page, perPage, setPage, setPerPage } = useListContext()
  if (total <= Math.min(perPage, PER_PAGE)) return null
  return (
    <TablePagination
      component="div"
      count={total}
      page={page - 1}
      rowsPerPage={perPage}
      rowsPerPageOptions={PER_PAGE_CHOICES}
      onPageChange={(_, next) => setPage(next + 1)}
      onRowsPerPageChange={(event) => setPerPage(Number(event.target.value))}
      sx={{ borderTop: 1, borderColor: 'divider' }}
    />
  )
}
