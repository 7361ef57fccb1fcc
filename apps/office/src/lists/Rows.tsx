/** The table of a list. One row is the current one: j and k move it, Enter opens it, a click does both. */
import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, TableSortLabel } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../shell/keys.ts'
import type { Column } from './columns.ts'

type Sort = { readonly field: string; readonly order: string }

type Props<Row> = {
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly sort?: Sort
  readonly onSort?: (field: string) => void
  readonly keysEnabled?: boolean
  readonly onOpen?: ((row: Row) => void) | undefined
}

export function Rows<Row extends { readonly id: number | string }>({
  rows,
  columns,
  sort,
  onSort,
  keysEnabled = true,
  onOpen,
}: Props<Row>) {
  const [current, setCurrent] = useState(-1)
  const body = useRef<HTMLTableSectionElement>(null)
  const move = (by: number) => setCurrent((now) => Math.min(rows.length - 1, Math.max(0, now + by)))
  const open = () => {
    const row = rows[current]
    if (row !== undefined) onOpen?.(row)
  }
  useKeys(
    { j: () => move(1), k: () => move(-1), ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: open },
    keysEnabled && onOpen !== undefined,
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row that became the current one comes into view
  useEffect(() => {
    body.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <TableContainer tabIndex={0} role="group" aria-label="Rows" sx={{ outlineOffset: '-2px' }}>
      {/* Where there is little room the cells stand closer: the state belongs on the screen without scrolling. */}
      <Table sx={{ '& .MuiTableCell-root': { paddingInline: { xs: '8px', md: '12px' } } }}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.title} align={column.numeric ? 'right' : 'left'} sx={wide(column)}>
                <Title column={column} sort={sort} onSort={onSort} />
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody ref={body}>
          {rows.map((row, place) => (
            <TableRow
              key={row.id}
              hover={onOpen !== undefined}
              selected={place === current}
              aria-selected={place === current}
              onClick={() => {
                setCurrent(place)
                onOpen?.(row)
              }}
              sx={{ cursor: onOpen === undefined ? 'default' : 'pointer' }}
            >
              {columns.map((column) => (
                <TableCell key={column.title} align={column.numeric ? 'right' : 'left'} sx={wide(column)}>
                  {column.draw(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
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

const wide = <Row,>(column: Column<Row>) => (column.wide ? { display: { xs: 'none', md: 'table-cell' } } : {})
