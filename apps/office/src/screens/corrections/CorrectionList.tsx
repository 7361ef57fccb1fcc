/** Corrections: the queue, or those of one customer. */
import { CORRECTION_CATEGORIES } from '@veritick/contract/office'
import type { RowOf } from '../../data/lists.ts'
import { RecordNumber, State, Time } from '../../design/parts.tsx'
import { actorName, CORRECTION_CATEGORY, CORRECTION_STATE, recordState } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'
import { changeColumn } from '../../lists/money.tsx'
import { PersonCell } from '../../reviews/PersonLink.tsx'

type Row = RowOf<'correctionList'>

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Correction', draw: (row) => <RecordNumber id={row.id} />, sort: 'id', wide: true },
  { title: 'Customer', draw: (row) => <PersonCell person={row.user} /> },
  changeColumn('Change, USD', (row) => row.amount),
  { title: 'Why', draw: (row) => CORRECTION_CATEGORY[row.category], wide: true },
  { title: 'State', draw: (row) => <State of={recordState(row, CORRECTION_STATE)} /> },
  { title: 'Requested by', draw: (row) => (row.yours ? 'you' : actorName(row.asked_by)), wide: true },
  { title: 'Decided by', draw: (row) => actorName(row.decided_by), wide: true },
  { title: 'Requested, UTC', draw: (row) => <Time at={row.created_at} />, wide: true },
]

export const STATE_FILTER: Filter = {
  kind: 'choice',
  name: 'state',
  label: 'State',
  choices: [
    ['asked', 'Waiting for approval'],
    ['booked', 'Booked'],
    ['rejected', 'Rejected'],
  ],
}

const FILTERS: readonly Filter[] = [
  STATE_FILTER,
  {
    kind: 'choice',
    name: 'category',
    label: 'Why',
    choices: CORRECTION_CATEGORIES.map((each) => [each, CORRECTION_CATEGORY[each]]),
  },
]

type Props = { readonly user?: number; readonly keysEnabled?: boolean; readonly everyMillis?: number }

export function CorrectionList({ user, keysEnabled = true, everyMillis }: Props) {
  return (
    <Listing
      name="correctionList"
      columns={COLUMNS}
      filters={FILTERS}
      {...(user !== undefined && { always: { user } })}
      {...(everyMillis !== undefined && { everyMillis })}
      empty={user === undefined ? 'No corrections.' : 'No corrections of this customer.'}
      opens={(row) => `/corrections/${row.id}`}
      keysEnabled={keysEnabled}
    />
  )
}
