/** One article: its editor with a preview, and the decisions about it. `/news/new` is one that is not saved yet. */
import { Button } from '@mui/material'
import { Link, useLocation, useParams } from 'react-router'
import { useMayDo } from '../../data/session.ts'
import { useLook } from '../../data/useCall.ts'
import { PageFrame } from '../../design/Panel.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { NEWS_KIND } from '../../format/names.ts'
import { wholeOf } from '../../lists/place.ts'
import { newDraft } from './draft.ts'
import { Editor } from './Editor.tsx'

export default function ArticleScreen() {
  const { id } = useParams()
  const { search } = useLocation()
  const mayWrite = useMayDo('newsSave')
  const article = wholeOf(id)
  const back = (
    <Button component={Link} to={`/news${search}`} color="inherit">
      All articles
    </Button>
  )
  if (article !== undefined) return <Stored key={article} id={article} back={back} />
  return (
    <PageFrame title="New article" actions={back}>
      {id === 'new' && mayWrite ? (
        <Editor article={undefined} draft={newDraft(null)} />
      ) : (
        <Empty>No such article.</Empty>
      )}
    </PageFrame>
  )
}

function Stored({ id, back }: { readonly id: number; readonly back: React.ReactNode }) {
  const look = useLook('newsFind', { id })
  const name = look.data === undefined ? `Article ${id}` : `${NEWS_KIND[look.data.kind]} ${id}`
  const title = look.data?.title || name
  return (
    <PageFrame title={title} lead={title === name ? undefined : name} actions={back}>
      <Shown of={look}>{(article) => <Editor article={article} />}</Shown>
    </PageFrame>
  )
}
