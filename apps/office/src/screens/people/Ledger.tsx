/** All ledger entries of one account of a customer, newest first, with the balance after each. Read only. */
import { useState } from 'react'
import type { RowOf } from '../../data/lists.ts'
import { Missing, State, Time } from '../../design/parts.tsx'
import { LEDGER_KIND, plainWord, STORE_CHANGED } from '../../format/names.ts'
import type { Column } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'
import { amountColumn, changeColumn } from '../../lists/money.tsx'
import { ExactMoney } from '../../reviews/ExactMoney.tsx'
import { AccountChoice } from './AccountChoice.tsx'
import { defaultAccountOf, type Person } from './tabs.ts'

const COLUMNS: readonly Column<RowOf<'personLedger'>>[] = [
  { title: 'Booked, UTC', draw: (row) => <Time at={row.booked_at} seconds /> },
  { title: 'Entry', draw: (row) => row.id, wide: true },
  { title: 'Type', draw: (row) => <Kind row={row} /> },
  {
    title: 'Order',
    draw: (row) => (row.order_id === null ? <Missing /> : `${row.order_id} ${row.instrument}`),
    wide: true,
  },
  changeColumn('Change, USD', (row) => row.amount),
  amountColumn('Balance, USD', (row) => row.balance, { wide: true }),
]

function Kind({ row }: { readonly row: RowOf<'personLedger'> }) {
  if (row.fault !== null) return <State of={STORE_CHANGED} />
  return LEDGER_KIND[row.kind] ?? plainWord(row.kind)
}

export function Ledger({ person }: { readonly person: Person }) {
  const [account, setAccount] = useState(defaultAccountOf(person)?.trading_account)
  return (
    <>
      <ExactMoney />
      <AccountChoice accounts={person.accounts} chosen={account} onChoose={setAccount} />
      <Listing
        key={account}
        name="personLedger"
        columns={COLUMNS}
        always={{ id: person.id, trading_account: account }}
        empty="No entries."
        // The URL does not name the account, so it names no page of its entries either.
        inAddress={false}
      />
    </>
  )
}
