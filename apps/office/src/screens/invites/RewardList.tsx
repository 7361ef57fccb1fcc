/** Invite rewards: the queue, or those of one inviter. */
import { REWARD_SIGNALS, REWARD_STATES } from '@veritick/contract/office'
import type { RowOf } from '../../data/lists.ts'
import { RecordNumber, State, Time } from '../../design/parts.tsx'
import { actorName, REWARD_STATE, recordState, SIGNAL } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'
import { amountColumn } from '../../lists/money.tsx'
import { PersonCell } from '../../reviews/PersonLink.tsx'
import { Signals } from './Signals.tsx'

type Row = RowOf<'rewardList'>

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Reward', draw: (row) => <RecordNumber id={row.id} />, sort: 'id', wide: true },
  { title: 'Inviter', draw: (row) => <PersonCell person={row.user} /> },
  { title: 'Invited', draw: (row) => <PersonCell person={row.invited} />, wide: true },
  amountColumn('USD', (row) => row.amount),
  { title: 'State', draw: (row) => <State of={recordState(row, REWARD_STATE)} /> },
  { title: 'Shared', draw: (row) => <Signals words={row.flags} /> },
  { title: 'Approved by', draw: (row) => (row.yours ? 'you' : actorName(row.approved_by)), wide: true },
  { title: 'Payable from, UTC', draw: (row) => <Time at={row.held_until} />, wide: true },
]

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    choices: REWARD_STATES.map((state) => [state, REWARD_STATE[state].name]),
  },
  {
    kind: 'choice',
    name: 'flag',
    label: 'Shared',
    choices: [
      ['none', 'Nothing'],
      ['any', 'Anything'],
      ...REWARD_SIGNALS.map((word): [string, string] => [word, SIGNAL[word]]),
    ],
  },
]

type Props = { readonly user?: number; readonly keysEnabled?: boolean; readonly everyMillis?: number }

export function RewardList({ user, keysEnabled = true, everyMillis }: Props) {
  return (
    <Listing
      name="rewardList"
      columns={COLUMNS}
      filters={FILTERS}
      {...(user !== undefined && { always: { user } })}
      {...(everyMillis !== undefined && { everyMillis })}
      empty={user === undefined ? 'No rewards.' : 'No rewards of this customer.'}
      opens={(row) => `/invites/${row.id}`}
      keysEnabled={keysEnabled}
    />
  )
}
