/**
 * A list of the office: filters and page in the address, rows that the keyboard walks through (j, k, Enter), and the
 * four states that every list has: loading, rows, none, failed.
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
  /** Filters that hold until somebody chooses others. */
  readonly filterDefaults?: Readonly<Record<string, unknown>>
  /** Filters that always hold. */
  readonly always?: Readonly<Record<string, unknown>>
  readonly sort?: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  /** Said when there is nothing. */
  readonly empty: string
  /** Where a row leads. */
  readonly opens?: (row: RowOf<Name>) => string
  /** What a row opens in place. */
  readonly onOpen?: (row: RowOf<Name>) => void
  /** Asks again every so often while somebody is there. */
  readonly everyMillis?: number
  /** False while something lies over the list. */
  readonly keysEnabled?: boolean
  /** False where several lists share an address. */
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
        // Said in place, not in a passing note.
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
      // What the contract says of this call's rows; react-admin knows them as records only.
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
