/** Customers: found by number, UID, e-mail or phone, and filtered. The search text never enters the URL. */

import { Box, TextField } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import type { RowOf } from '../../data/lists.ts'
import { PageFrame } from '../../design/Panel.tsx'
import { State, Tag, Time } from '../../design/parts.tsx'
import { countryText } from '../../format/country.ts'
import { IDENTITY, STORE_CHANGED } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'
import { amountColumn } from '../../lists/money.tsx'
import { QUEUE_EVERY_MS } from '../../lists/pace.ts'
import { PersonCell } from '../../reviews/PersonLink.tsx'
import { useKeys } from '../../shell/keys.ts'

type Row = RowOf<'peopleSearch'>

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Account',
    choices: [
      ['real', 'Real'],
      ['demo', 'Demo'],
    ],
  },
  {
    kind: 'choice',
    name: 'identity',
    label: 'Identity',
    choices: [
      ['0', 'Not submitted'],
      ['1', 'Waiting'],
      ['2', 'Verified'],
      ['3', 'Rejected'],
    ],
  },
  {
    kind: 'choice',
    name: 'frozen',
    label: 'Frozen',
    choices: [
      ['1', 'Frozen'],
      ['0', 'Not frozen'],
    ],
  },
  {
    kind: 'choice',
    name: 'closed',
    label: 'Closed',
    choices: [
      ['1', 'Closed'],
      ['0', 'Open'],
    ],
  },
  { kind: 'day', name: 'since', label: 'Registered from', edge: 'start' },
]

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Customer', draw: (row) => <PersonCell person={row} /> },
  { title: 'E-mail', draw: (row) => row.email, wide: true, long: true },
  { title: 'Phone', draw: (row) => row.phone, wide: true },
  { title: 'Country', draw: (row) => countryText(row.country), wide: true },
  { title: 'Account', draw: (row) => <Account row={row} /> },
  { title: 'Identity', draw: (row) => <State of={IDENTITY[row.identity_status]} />, wide: true },
  amountColumn('Balance, USD', (row) => row.balance, { sort: 'balance' }),
  { title: 'Registered, UTC', draw: (row) => <Time at={row.created_at} />, sort: 'id', wide: true },
]

/** Real or demo, and whether it is frozen or closed. */
function Account({ row }: { readonly row: Row }) {
  if (row.fault !== null) return <State of={STORE_CHANGED} />
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {row.kind === 'demo' ? <Tag>demo</Tag> : 'real'}
      {row.frozen && <Tag tone="bad">frozen</Tag>}
      {row.closed && <Tag tone="warn">closed</Tag>}
    </Box>
  )
}

/** `q`: the text of the search, which is no filter of the list. */
export const emptyText = (q: string): string => (q === '' ? 'No customers yet.' : 'No customer matches this search.')

const TYPED_AFTER_MS = 350

export default function PeopleScreen() {
  const search = useSearch()
  return (
    <PageFrame
      title="Customers"
      actions={
        <TextField
          type="search"
          label="UID, number, e-mail, phone, invite code"
          value={search.typed}
          onChange={(event) => search.type(event.target.value)}
          inputRef={search.field}
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { autoComplete: 'off' } }}
          sx={{ width: { xs: '100%', sm: 340 } }}
        />
      }
    >
      <Listing
        name="peopleSearch"
        columns={COLUMNS}
        filters={FILTERS}
        {...(search.q !== '' && { always: { q: search.q } })}
        sort={{ field: 'id', order: 'DESC' }}
        empty={emptyText(search.q)}
        opens={(row) => `/people/${row.id}`}
        everyMillis={QUEUE_EVERY_MS}
      />
    </PageFrame>
  )
}

function useSearch() {
  const [typed, type] = useState('')
  const [q, setQ] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), TYPED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, type, q, field }
}
