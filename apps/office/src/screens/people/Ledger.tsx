/** All ledger entries of a customer, newest first, with the balance after each. Read only. */
import type { RowOf } from '../../data/lists.ts'
import { Amount, Change, Missing, Time } from '../../design/parts.tsx'
import { LEDGER_KIND, plainWord } from '../../format/names.ts'
import type { Column } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'

const COLUMNS: readonly Column<RowOf<'personLedger'>>[] = [
  { title: 'Booked (UTC)', draw: (row) => <Time at={row.booked_at} seconds /> },
  { title: 'Entry', draw: (row) => row.id, wide: true },
  { title: 'What', draw: (row) => LEDGER_KIND[row.kind] ?? plainWord(row.kind) },
  {
    title: 'Order',
    draw: (row) => (row.order_id === null ? <Missing /> : `${row.order_id} ${row.instrument}`),
    wide: true,
  },
  { title: 'Change, USD', draw: (row) => <Change value={row.amount} />, numeric: true },
  { title: 'Balance, USD', draw: (row) => <Amount value={row.balance} />, numeric: true },
]

export function Ledger({ id }: { readonly id: number }) {
  return <Listing name="personLedger" columns={COLUMNS} always={{ id }} empty="No entries." />
}
