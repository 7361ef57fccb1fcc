/** The queue of conversations with customers: who waits longest comes first. */
import { Button } from '@mui/material'
import { Link } from 'react-router'
import type { RowOf } from '../../data/lists.ts'
import { useMayDo } from '../../data/session.ts'
import { PageFrame } from '../../design/Panel.tsx'
import { State, Tag, Time } from '../../design/parts.tsx'
import { actorName, SUPPORT_STATE } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'
import { SUPPORT_EVERY_MS } from '../../lists/pace.ts'
import { Age } from '../../reviews/Age.tsx'
import { PersonCell } from '../../reviews/PersonLink.tsx'
import { LockTag } from '../../reviews/ReviewLock.tsx'

const COLUMNS: readonly Column<RowOf<'supportQueue'>>[] = [
  { title: 'Customer', draw: (row) => <PersonCell person={row.user} /> },
  { title: 'Account', draw: (row) => row.user.kind, wide: true },
  { title: 'State', draw: (row) => <State of={SUPPORT_STATE[row.state]} /> },
  {
    title: 'Waiting',
    draw: (row) => (row.waiting_since === null ? null : <Age minutes={row.waited_minutes} usualMinutes={null} open />),
  },
  { title: 'Unread', draw: (row) => (row.unread > 0 ? <Tag tone="accent">{row.unread}</Tag> : null), numeric: true },
  { title: 'Viewing', draw: (row) => <LockTag taken={row.taken} />, wide: true },
  { title: 'Answers', draw: (row) => (row.assigned === null ? '' : actorName(row.assigned)), wide: true },
  { title: 'Newest message, UTC', draw: (row) => <Time at={row.last_at} />, sort: 'last_at', wide: true },
]

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    choices: [
      ['waiting', 'Waiting'],
      ['open', 'Answered'],
      ['closed', 'Closed'],
    ],
  },
]

export default function SupportScreen() {
  const edits = useMayDo('cannedSave')
  return (
    <PageFrame
      title="Support"
      lead="Customers read every answer under the name “Support”. Your name is stored with it."
      actions={
        edits && (
          <Button component={Link} to="/canned-answers" color="inherit">
            Canned answers
          </Button>
        )
      }
    >
      <Listing
        name="supportQueue"
        columns={COLUMNS}
        filters={FILTERS}
        filterDefaults={{ state: 'waiting' }}
        empty="Queue empty."
        opens={(row) => `/support/${row.id}`}
        everyMillis={SUPPORT_EVERY_MS}
      />
    </PageFrame>
  )
}
