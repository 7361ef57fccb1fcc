/**
 * The table of a list. One row is the current one: j, k and Tab move it, Enter opens it, a click does both. After a
 * record is closed, the row that opened it has the focus again. The heads stay in view while the page scrolls.
 */
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TableSortLabel } from '@mui/material'
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ZoneInHead } from '../design/parts.tsx'
import { useKeys } from '../shell/keys.ts'
import { type Column, decimalsIn } from './columns.ts'
import { type Current, placeAfter, placeOf } from './current.ts'

type Sort = { readonly field: string; readonly order: string }

type Props<Row> = {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly sort?: Sort
  readonly onSort?: (field: string) => void
  readonly keysEnabled?: boolean
  readonly onOpen?: ((row: Row) => void) | undefined
  /** Names the list, so that it finds the row that was opened last. */
  readonly name?: string | undefined
}

/** The row of each list that was opened last. */
const opened = new Map<string, number | string>()

export function Rows<Row extends { readonly id: number | string }>({
  rows,
  columns,
  sort,
  onSort,
  keysEnabled = true,
  onOpen,
  name,
}: Props<Row>) {
  const container = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const { place: current, setPlace, open } = useCurrent({ rows, name, onOpen, keysEnabled, body })
  const fits = useFits(container)
  const decimals = decimalsIn(columns, rows)
  return (
    <TableContainer
      ref={container}
      tabIndex={fits ? -1 : 0}
      role="group"
      aria-label="Rows"
      // Heads stick to the page. In a table that scrolls sideways they would lie over its first row instead.
      sx={{ outlineOffset: '-2px', overflowX: fits ? 'visible' : 'auto' }}
    >
      {/* Where there is little room the cells stand closer: the state belongs on the screen without scrolling. */}
      <Table sx={{ '& .MuiTableCell-root': { paddingInline: { xs: '6px', md: '10px' } } }}>
        <TableHead sx={fits ? { position: 'sticky', top: { xs: TOP_BAR, md: 0 }, zIndex: 1 } : {}}>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.title} align={column.numeric ? 'right' : 'left'} sx={wide(column)}>
                <Title column={column} sort={sort} onSort={onSort} />
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <ZoneInHead value={true}>
          <TableBody ref={body}>
            {rows.map((row, place) => (
              <TableRow
                key={row.id}
                tabIndex={onOpen === undefined ? undefined : 0}
                hover={onOpen !== undefined}
                selected={place === current}
                aria-selected={place === current}
                onFocus={() => onOpen !== undefined && setPlace(place)}
                onClick={(event) => isOnRow(event) && open(place)}
                sx={{ cursor: onOpen === undefined ? 'default' : 'pointer', outlineOffset: '-2px' }}
              >
                {columns.map((column, index) => (
                  <TableCell key={column.title} align={column.numeric ? 'right' : 'left'} sx={wide(column)}>
                    {column.draw(row, decimals[index])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </ZoneInHead>
      </Table>
    </TableContainer>
  )
}

/** Below the bar of narrow screens. */
const TOP_BAR = '48px'

/** A link or a button within a row acts itself. */
const isOnRow = ({ target }: MouseEvent): boolean =>
  !(target instanceof Element && target.closest('a, button') !== null)

type CurrentParts<Row> = Pick<Props<Row>, 'rows' | 'name' | 'onOpen'> & {
  readonly keysEnabled: boolean
  readonly body: RefObject<HTMLTableSectionElement | null>
}

/** The current row, moved and opened by keys. */
function useCurrent<Row extends { readonly id: number | string }>(parts: CurrentParts<Row>) {
  const { rows, name = '', onOpen, keysEnabled, body } = parts
  const [current, setCurrent] = useState<Current>(() => ({ id: opened.get(name), place: -1 }))
  const place = placeOf(rows, current)
  const setPlace = (at: number) => setCurrent({ id: rows[at]?.id, place: at })
  const focus = (at: number) => body.current?.querySelectorAll<HTMLElement>(':scope > tr')[at]?.focus()
  const move = (by: 1 | -1) => focus(placeAfter(rows, current, by))
  const open = (at: number) => {
    const row = rows[at]
    if (row === undefined) return
    setPlace(at)
    if (onOpen === undefined) return
    if (name !== '') opened.set(name, row.id)
    onOpen(row)
  }
  useKeys(
    {
      j: () => move(1),
      k: () => move(-1),
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: () => open(place),
    },
    keysEnabled && onOpen !== undefined,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is shown again
  useEffect(() => {
    if (place >= 0) focus(place)
    opened.delete(name)
  }, [])
  return { place, setPlace, open }
}

/** Whether the table is no wider than its place. */
function useFits(container: RefObject<HTMLElement | null>): boolean {
  const [fits, setFits] = useState(true)
  useLayoutEffect(() => {
    const place = container.current
    const table = place?.firstElementChild
    if (!place || !table) return
    const measure = () => setFits(table.getBoundingClientRect().width <= place.clientWidth + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(place)
    observer.observe(table)
    return () => observer.disconnect()
  }, [container])
  return fits
}

type TitleProps<Row> = {
  readonly column: Column<Row>
  readonly sort: Sort | undefined
  readonly onSort: ((field: string) => void) | undefined
}

function Title<Row>({ column, sort, onSort }: TitleProps<Row>) {
  const field = column.sort
  if (field === undefined || onSort === undefined) return column.title
  const active = sort?.field === field
  return (
    <TableSortLabel
      active={active}
      direction={active && sort.order === 'DESC' ? 'desc' : 'asc'}
      onClick={() => onSort(field)}
    >
      {column.title}
    </TableSortLabel>
  )
}

const wide = <Row,>({ wide: from, long }: Column<Row>) => ({
  ...(from !== undefined && { display: { xs: 'none', [from === 'very' ? 'xl' : 'md']: 'table-cell' } }),
  ...(long && { overflowWrap: 'anywhere', minWidth: 120 }),
})
