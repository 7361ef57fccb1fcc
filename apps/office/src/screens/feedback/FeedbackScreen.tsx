/** The queue of feedback and complaints, oldest first, with the detail in a drawer. */
import { FEEDBACK_KINDS } from '@veritick/contract'
import type { RowOf } from '../../data/lists.ts'
import { PageFrame } from '../../design/Panel.tsx'
import { Code, State, Time } from '../../design/parts.tsx'
import { FEEDBACK_KIND, FEEDBACK_STATE } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { Listing } from '../../lists/Listing.tsx'
import { QUEUE_EVERY_MS } from '../../lists/pace.ts'
import { usePlace } from '../../lists/place.ts'
import { Age } from '../../reviews/Age.tsx'
import { PersonCell } from '../../reviews/PersonLink.tsx'
import { LockTag } from '../../reviews/ReviewLock.tsx'
import { FeedbackDetail } from './FeedbackDetail.tsx'

const COLUMNS: readonly Column<RowOf<'feedbackQueue'>>[] = [
  { title: 'Reference', draw: (row) => <Code>{row.reference}</Code>, wide: true },
  { title: 'Kind', draw: (row) => <State of={FEEDBACK_KIND[row.kind]} /> },
  { title: 'Customer', draw: (row) => (row.user === null ? 'visitor' : <PersonCell person={row.user} />) },
  { title: 'State', draw: (row) => <State of={FEEDBACK_STATE[row.state]} /> },
  {
    title: 'Age',
    draw: (row) => <Age minutes={row.waited_minutes} usualMinutes={null} open={row.state === 'open'} />,
    wide: true,
  },
  { title: 'Viewing', draw: (row) => <LockTag taken={row.taken} />, wide: true },
  { title: 'Received, UTC', draw: (row) => <Time at={row.created_at} />, sort: 'created_at', wide: true },
]

const FILTERS: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'state',
    label: 'State',
    choices: [
      ['open', 'Open'],
      ['done', 'Done'],
    ],
  },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    choices: FEEDBACK_KINDS.map((each) => [each, FEEDBACK_KIND[each].name]),
  },
]

export default function FeedbackScreen() {
  const { id, close } = usePlace('/feedback')
  return (
    <PageFrame title="Feedback" lead="Suggestions, faults and complaints of customers and visitors.">
      <Listing
        name="feedbackQueue"
        columns={COLUMNS}
        filters={FILTERS}
        filterDefaults={{ state: 'open' }}
        empty="Queue empty."
        opens={(row) => `/feedback/${row.id}`}
        keysEnabled={id === undefined}
        everyMillis={QUEUE_EVERY_MS}
      />
      <DetailDrawer title="Feedback" open={id !== undefined} onClose={close}>
        {id !== undefined && <FeedbackDetail id={id} />}
      </DetailDrawer>
    </PageFrame>
  )
}
