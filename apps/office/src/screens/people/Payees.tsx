/** The saved withdrawal destinations of a customer, and other customers who use them. */

import { Box } from '@mui/material'
import { DRAW_TYPE } from '@veritick/contract'
import type { RowOf } from '../../data/lists.ts'
import { useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Code, Tag, Time } from '../../design/parts.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { OWN_ACCOUNT, OWN_ADDRESS, WITHDRAWAL_TYPE } from '../../format/names.ts'
import type { Column } from '../../lists/columns.ts'
import { Rows } from '../../lists/Rows.tsx'
import { PersonLink } from '../../reviews/PersonLink.tsx'

const COLUMNS: readonly Column<RowOf<'personPayees'>>[] = [
  { title: 'Kind', draw: (row) => WITHDRAWAL_TYPE[row.type], wide: true },
  { title: 'Currency', draw: (row) => `${row.currency_code} ${row.protocol_code}`.trim() },
  {
    title: 'Address or account',
    long: true,
    draw: (row) => (
      <>
        <Code>{row.account}</Code>{' '}
        {row.own_place && <Tag tone="bad">{row.type === DRAW_TYPE.coin ? OWN_ADDRESS : OWN_ACCOUNT}</Tag>}
      </>
    ),
  },
  {
    title: 'Bank, holder',
    long: true,
    draw: (row) => [row.bank_name, row.payee_name].filter((part) => part !== '').join(', '),
    wide: true,
  },
  { title: 'Added, UTC', draw: (row) => <Time at={row.created_at} />, wide: true },
  { title: 'Usable from, UTC', draw: (row) => <Time at={row.usable_at} />, wide: true },
  {
    title: 'Also used by',
    draw: (row) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {row.sharing.map((person) => (
          <PersonLink key={person.id} person={person} />
        ))}
      </Box>
    ),
  },
]

export function Payees({ id }: { readonly id: number }) {
  const payees = useLook('personPayees', { id })
  return (
    <Panel title="Saved addresses and accounts" flush>
      <Shown of={payees}>
        {({ data }) => (data.length === 0 ? <Empty>None saved.</Empty> : <Rows rows={data} columns={COLUMNS} />)}
      </Shown>
    </Panel>
  )
}
