/** The history of one order: placed, changed, filled, charged, ended, each with the levels that it set. Read only. */
import type { RowOf } from '../../data/lists.ts'
import { useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Missing, Time } from '../../design/parts.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { priceText } from '../../format/money.ts'
import { plainWord } from '../../format/names.ts'
import type { Column } from '../../lists/columns.ts'
import { Rows } from '../../lists/Rows.tsx'

type Row = RowOf<'personOrderEvents'>

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Time, UTC', draw: (row) => <Time at={row.at} seconds /> },
  { title: 'Event', draw: (row) => plainWord(row.kind) },
  { title: 'Lots', draw: (row) => row.lots ?? <Missing />, numeric: true },
  { title: 'Price', draw: (row) => <Price value={row.price} />, numeric: true },
  { title: 'Stop-loss', draw: (row) => <Price value={row.stop_loss} />, numeric: true },
  { title: 'Take-profit', draw: (row) => <Price value={row.take_profit} />, numeric: true },
  { title: 'Quote', draw: (row) => row.quote ?? <Missing />, numeric: true },
  { title: 'Close reason', draw: (row) => (row.reason === null ? null : plainWord(row.reason)) },
  { title: 'By', draw: (row) => (row.by_customer ? 'customer' : 'engine') },
]

function Price({ value }: { readonly value: string | null }) {
  return value === null ? <Missing /> : priceText(value)
}

export function OrderEvents({ id, order }: { readonly id: number; readonly order: number }) {
  const events = useLook('personOrderEvents', { id, order })
  return (
    <Panel title="History" flush>
      <Shown of={events}>
        {({ data }) => (data.length === 0 ? <Empty>No events.</Empty> : <Rows rows={data} columns={COLUMNS} />)}
      </Shown>
    </Panel>
  )
}
