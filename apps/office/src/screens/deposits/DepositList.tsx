/** Deposits: the queue, or those of one customer. */
import { Box } from '@mui/material'
import { CHARGE_STATUS } from '@veritick/contract'
import type { RowOf } from '../../data/lists.ts'
import { Amount, Code, Missing, RecordNumber, State, Time, Unbroken } from '../../design/parts.tsx'
import { amountText } from '../../format/money.ts'
import { DEPOSIT_FLAGS, DEPOSIT_TYPE, depositState } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'
import { amountColumn } from '../../lists/money.tsx'
import { Age } from '../../reviews/Age.tsx'
import { Flags } from '../../reviews/Flags.tsx'
import { PersonCell } from '../../reviews/PersonLink.tsx'
import { LockTag } from '../../reviews/ReviewLock.tsx'

type Row = RowOf<'depositQueue'>

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Deposit', draw: (row) => <RecordNumber id={row.id} />, sort: 'id', wide: true },
  { title: 'Customer', draw: (row) => <PersonCell person={row.user} /> },
  {
    title: 'Method',
    draw: (row) => <Unbroken>{wayText(row)}</Unbroken>,
    wide: true,
  },
  {
    title: 'Reported',
    draw: (row) => <Amount value={row.number} unit={row.currency_code} />,
    numeric: true,
    wide: 'very',
  },
  amountColumn('Worth, USD', (row) => row.usd, { sort: 'usd' }),
  amountColumn('Credited, USD', (row) => row.credited, { wide: 'very' }),
  {
    title: 'Reference',
    draw: (row) => (row.reference === '' ? <Missing /> : <Code>{row.reference}</Code>),
    wide: 'very',
  },
  { title: 'Flags', draw: (row) => <Flags flags={row.flags} sentences={DEPOSIT_FLAGS} />, wide: true },
  {
    title: 'State',
    draw: (row) => <DepositState row={row} />,
  },
  {
    title: 'Age',
    draw: (row) => (
      <Age
        minutes={row.waited_minutes}
        usualMinutes={row.usual_minutes}
        open={row.status === CHARGE_STATUS.unchecked}
      />
    ),
  },
  { title: 'Viewing', draw: (row) => <LockTag taken={row.taken} />, wide: true },
  { title: 'Reported at, UTC', draw: (row) => <Time at={row.created_at} />, wide: true },
]

/** The state of a deposit; where a second approval is needed, the number of approvals and the approved amount. */
function DepositState({ row }: { readonly row: Row }) {
  const { approvals, credited, status } = row
  const waits = approvals.needed > 1 && status === CHARGE_STATUS.unchecked
  return (
    <Unbroken>
      <State of={depositState(row)} />
      {waits && <Below>{`${approvals.given.length} of ${approvals.needed}`}</Below>}
      {waits && credited !== null && <Below>{`${amountText(credited)} USD`}</Below>}
    </Unbroken>
  )
}

function Below({ children }: { readonly children: string }) {
  return (
    <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
      {children}
    </Box>
  )
}

/** A chain says that it is crypto. */
const wayText = ({ type, currency_code, protocol_code }: Row): string =>
  [protocol_code === '' ? DEPOSIT_TYPE[type] : '', currency_code, protocol_code].filter((word) => word !== '').join(' ')

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'reference', label: 'Reference or transaction', placeholder: 'VT-10000042-3' },
  {
    kind: 'choice',
    name: 'status',
    label: 'State',
    choices: [
      ['0', 'Waiting'],
      ['1', 'Credited'],
      ['2', 'Rejected'],
      ['3', 'Invalid'],
      ['4', 'Started, not paid yet'],
    ],
  },
  {
    kind: 'choice',
    name: 'type',
    label: 'Method',
    choices: [
      ['0', 'Crypto'],
      ['1', 'Bank'],
      ['2', 'Card'],
    ],
  },
]

type Props = { readonly user?: number; readonly keysEnabled?: boolean; readonly everyMillis?: number }

export function DepositList({ user, keysEnabled = true, everyMillis }: Props) {
  return (
    <Listing
      name="depositQueue"
      columns={COLUMNS}
      filters={FILTERS}
      {...(user === undefined ? { filterDefaults: { status: '0' } } : { always: { user } })}
      {...(everyMillis !== undefined && { everyMillis })}
      empty={user === undefined ? 'Queue empty.' : 'No deposits of this customer.'}
      opens={(row) => `/deposits/${row.id}`}
      keysEnabled={keysEnabled}
    />
  )
}
