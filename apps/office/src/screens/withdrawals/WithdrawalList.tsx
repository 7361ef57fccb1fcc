/** Withdrawals: the queue, or those of one customer. */
import type { RowOf } from '../../data/lists.ts'
import { Amount, State, Tag, Time } from '../../design/parts.tsx'
import { WITHDRAWAL_STATE, WITHDRAWAL_TYPE } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'
import { Age } from '../../reviews/Age.tsx'
import { PersonLink } from '../../reviews/PersonLink.tsx'
import { LockTag } from '../../reviews/ReviewLock.tsx'
import { isOpen } from './steps.ts'

type Row = RowOf<'withdrawalQueue'>

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Withdrawal', draw: (row) => row.id, sort: 'id' },
  { title: 'Person', draw: (row) => <PersonLink person={row.user} /> },
  {
    title: 'Way',
    draw: (row) => `${WITHDRAWAL_TYPE[row.type]} ${row.currency_code} ${row.protocol_code}`.trim(),
    wide: true,
  },
  { title: 'Amount, USD', draw: (row) => <Amount value={row.amount} />, numeric: true, sort: 'amount' },
  { title: 'Fee, USD', draw: (row) => <Amount value={row.fee} />, numeric: true, wide: true },
  {
    title: 'To be paid',
    draw: (row) => <Amount value={row.received} unit={row.currency_code} />,
    numeric: true,
    wide: true,
  },
  {
    title: 'State',
    draw: (row) => (row.moving ? <Tag tone="accent">booking</Tag> : <State of={WITHDRAWAL_STATE[row.state]} />),
  },
  { title: 'Approvals', draw: (row) => `${row.approvals.given.length} of ${row.approvals.needed}` },
  {
    title: 'Age',
    draw: (row) => <Age minutes={row.waited_minutes} usualMinutes={row.usual_minutes} open={isOpen(row.state)} />,
  },
  { title: 'Viewing', draw: (row) => <LockTag taken={row.taken} />, wide: true },
  { title: 'Requested at', draw: (row) => <Time at={row.created_at} />, wide: true },
]

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    choices: [
      ['waiting', 'Waiting'],
      ['approved', 'Approved'],
      ['paid', 'Paid'],
      ['rejected', 'Rejected'],
      ['cancelled', 'Cancelled'],
    ],
  },
  {
    kind: 'choice',
    name: 'type',
    label: 'Way',
    choices: [
      ['1', 'Coin'],
      ['2', 'Bank'],
    ],
  },
]

type Props = { readonly user?: number; readonly keysEnabled?: boolean; readonly everyMillis?: number }

export function WithdrawalList({ user, keysEnabled = true, everyMillis }: Props) {
  return (
    <Listing
      name="withdrawalQueue"
      columns={COLUMNS}
      filters={FILTERS}
      {...(user !== undefined && { always: { user } })}
      {...(everyMillis !== undefined && { everyMillis })}
      empty={user === undefined ? 'No withdrawals.' : 'No withdrawals of this customer.'}
      opens={(row) => `/withdrawals/${row.id}`}
      keysEnabled={keysEnabled}
    />
  )
}
