/** News, announcements and banners: the list of all articles. */
import { Button } from '@mui/material'
import { NEWS_KINDS, NEWS_STATES } from '@veritick/contract'
import { useNavigate } from 'react-router'
import type { RowOf } from '../../data/lists.ts'
import { useMayDo } from '../../data/session.ts'
import { AddIcon } from '../../design/icons.tsx'
import { PageFrame } from '../../design/Panel.tsx'
import { Hint, RecordNumber, State, Time } from '../../design/parts.tsx'
import { actorName, NEWS_KIND, NEWS_STATE, STORE_CHANGED } from '../../format/names.ts'
import type { Column, Filter } from '../../lists/columns.ts'
import { Listing } from '../../lists/Listing.tsx'
import { useKeys } from '../../shell/keys.ts'

type Row = RowOf<'newsList'>

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Article', draw: (row) => <RecordNumber id={row.id} />, sort: 'id', wide: true },
  { title: 'Title', draw: (row) => row.title, long: true },
  { title: 'State', draw: (row) => <State of={row.changed ? STORE_CHANGED : NEWS_STATE[row.state]} /> },
  { title: 'Kind', draw: (row) => NEWS_KIND[row.kind], wide: true },
  { title: 'Languages', draw: (row) => row.languages.join(', '), wide: true },
  { title: 'Published, UTC', draw: (row) => <Time at={row.publish_at} />, sort: 'publish_at', wide: true },
  { title: 'Ends, UTC', draw: (row) => <Time at={row.end_at} />, wide: true },
  { title: 'Changed by', draw: (row) => actorName(row.changed_by), wide: true },
]

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'title', label: 'Title', placeholder: 'Part of it, in any language' },
  { kind: 'choice', name: 'kind', label: 'Kind', choices: NEWS_KINDS.map((each) => [each, NEWS_KIND[each]]) },
  { kind: 'choice', name: 'state', label: 'State', choices: NEWS_STATES.map((each) => [each, NEWS_STATE[each].name]) },
]

export default function NewsScreen() {
  const navigate = useNavigate()
  const mayWrite = useMayDo('newsSave')
  const create = () => navigate('/news/new')
  useKeys({ n: mayWrite ? create : undefined })
  return (
    <PageFrame
      title="News"
      lead="News and announcements have lists in the app; the newest banner stands on its home screen."
      actions={
        mayWrite && (
          <Button variant="contained" startIcon={<AddIcon />} onClick={create}>
            New article <Hint>(n)</Hint>
          </Button>
        )
      }
    >
      <Listing
        name="newsList"
        columns={COLUMNS}
        filters={FILTERS}
        empty="No articles yet."
        opens={(row) => `/news/${row.id}`}
      />
    </PageFrame>
  )
}
