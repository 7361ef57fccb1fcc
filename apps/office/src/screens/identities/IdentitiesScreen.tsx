/** The queue of submitted identities, oldest first. */

import { IDENTITY_STATUS } from '@veritick/contract'
import type { RowOf } from '../../data/lists.ts'
import { PageFrame } from '../../design/Panel.tsx'
import { State, Time } from '../../design/parts.tsx'
import { countryText } from '../../format/country.ts'
import { IDENTITY, IDENTITY_FLAGS } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'
import { QUEUE_EVERY_MS } from '../../lists/pace.ts'
import { Age } from '../../reviews/Age.tsx'
import { Flags } from '../../reviews/Flags.tsx'
import { PersonCell } from '../../reviews/PersonLink.tsx'
import { LockTag } from '../../reviews/ReviewLock.tsx'

const COLUMNS: readonly Column<RowOf<'identityQueue'>>[] = [
  { title: 'Customer', draw: (row) => <PersonCell person={row.user} /> },
  { title: 'Country', draw: (row) => countryText(row.country), wide: true },
  { title: 'Flags', draw: (row) => <Flags flags={row.flags} sentences={IDENTITY_FLAGS} />, wide: true },
  { title: 'State', draw: (row) => <State of={IDENTITY[row.status]} /> },
  {
    title: 'Age',
    draw: (row) => (
      <Age
        minutes={row.waited_minutes}
        usualMinutes={row.usual_minutes}
        open={row.status === IDENTITY_STATUS.waiting}
      />
    ),
  },
  { title: 'Viewing', draw: (row) => <LockTag taken={row.taken} />, wide: true },
  { title: 'Attempts', draw: (row) => row.tries, numeric: true, wide: true },
  { title: 'Submitted, UTC', draw: (row) => <Time at={row.submitted_at} />, sort: 'submitted_at', wide: true },
  { title: 'Decided, UTC', draw: (row) => <Time at={row.decided_at} />, wide: true },
]

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'State',
    choices: [
      ['1', 'Waiting'],
      ['2', 'Verified'],
      ['3', 'Rejected'],
    ],
  },
]

export default function IdentitiesScreen() {
  return (
    <PageFrame title="Identities">
      <Listing
        name="identityQueue"
        columns={COLUMNS}
        filters={FILTERS}
        filterDefaults={{ status: '1' }}
        empty="Queue empty."
        opens={(row) => `/identities/${row.id}`}
        everyMillis={QUEUE_EVERY_MS}
      />
    </PageFrame>
  )
}
