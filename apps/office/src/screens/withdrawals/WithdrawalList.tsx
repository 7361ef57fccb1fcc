/** Withdrawals: the queue, or those of one customer. */
import type { RowOf } from '../../data/lists.ts'
import { Amount, RecordNumber, State, Tag, Time, Unbroken } from '../../design/parts.tsx'
import { WITHDRAWAL_TYPE, withdrawalState } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'
import { amountColumn } from '../../lists/money.tsx'
import { Age } from '../../reviews/Age.tsx'
import { PersonCell } from '../../reviews/PersonLink.tsx'
import { LockTag } from '../../reviews/ReviewLock.tsx'
import { isOpen } from './steps.ts'

type Row = RowOf<'withdrawalQueue'>

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Withdrawal', draw: (row) => <RecordNumber id={row.id} />, sort: 'id', wide: true },
  { title: 'Customer', draw: (row) => <PersonCell person={row.user} /> },
  {
    title: 'Method',
    draw: (row) => <Unbroken>{wayText(row)}</Unbroken>,
    wide: true,
  },
  amountColumn('Amount, USD', (row) => row.amount, { sort: 'amount' }),
  amountColumn('Fee, USD', (row) => row.fee, { wide: 'very' }),
  {
    title: 'To be paid',
    draw: (row) => <Amount value={row.received} unit={row.currency_code} />,
    numeric: true,
    wide: true,
  },
  {
    title: 'State',
    draw: (row) => {
      const isProposed = row.state === 'approved' && row.rejection !== null
      if (isProposed && row.fault === null && !row.moving) return <Tag tone="bad">rejection proposed</Tag>
      if (row.state === 'approved' && row.void_rejection !== null) return <Tag tone="bad">void rejection</Tag>
      return <State of={withdrawalState(row)} />
    },
  },
  {
    title: 'Approvals',
    draw: (row) => <Unbroken>{`${row.approvals.given.length} of ${row.approvals.needed}`}</Unbroken>,
    wide: true,
  },
  {
    title: 'Age',
    draw: (row) => <Age minutes={row.waited_minutes} usualMinutes={row.usual_minutes} open={isOpen(row.state)} />,
  },
  { title: 'Viewing', draw: (row) => <LockTag taken={row.taken} />, wide: true },
  { title: 'Requested at, UTC', draw: (row) => <Time at={row.created_at} />, wide: true },
]

/** A chain says that it is crypto. */
const wayText = ({ type, currency_code, protocol_code }: Row): string =>
  [protocol_code === '' ? WITHDRAWAL_TYPE[type] : '', currency_code, protocol_code]
    .filter((word) => word !== '')
    .join(' ')

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    choices: [
      ['open', 'Waiting or approved'],
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
    label: 'Method',
    choices: [
      ['1', 'Crypto'],
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
      {...(user === undefined ? { filterDefaults: { state: 'open' } } : { always: { user } })}
      {...(everyMillis !== undefined && { everyMillis })}
      empty={user === undefined ? 'Queue empty.' : 'No withdrawals of this customer.'}
      opens={(row) => `/withdrawals/${row.id}`}
      keysEnabled={keysEnabled}
    />
  )
}
