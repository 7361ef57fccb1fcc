/**
 * The editor of an article beside its preview. It keeps what was typed until it is saved with a reason. If another
 * staff member saves the article meanwhile, the editor says so and does not overwrite it.
 */
import { Alert, Box, Button } from '@mui/material'
import type { NewsLanguage } from '@veritick/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { AFTER_SAVING } from '../../actions/leaving.ts'
import { Overtaken } from '../../actions/Overtaken.tsx'
import { UnsavedText } from '../../actions/UnsavedText.tsx'
import { CallFailed } from '../../data/failure.ts'
import { useMayDo } from '../../data/session.ts'
import { useAct } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { languageName } from '../../format/names.ts'
import { Decisions } from './Decisions.tsx'
import { type Article, type Draft, draftFault, draftOf, isChanged, newDraft, textIn, wireOf } from './draft.ts'
import { PhonePreview } from './PhonePreview.tsx'
import { TextForm } from './TextForm.tsx'

/** The article as it was when this editor opened it. */
type Base = { readonly version: number | undefined; readonly draft: Draft }
const baseOf = (article: Article | undefined): Base =>
  article === undefined
    ? { version: undefined, draft: newDraft(null) }
    : { version: article.version, draft: draftOf(article) }

type Props = { readonly article: Article | undefined; readonly draft?: Draft }

export function Editor({ article, draft: first }: Props) {
  const [base, setBase] = useState(() => baseOf(article))
  const [draft, setDraft] = useState(first ?? base.draft)
  const [language, setLanguage] = useState<NewsLanguage>('en')
  const [saving, setSaving] = useState(false)
  const mayWrite = useMayDo('newsSave') && isOpen(article)
  const changed = isChanged(base.draft, draft)
  const fault = draftFault(draft, languageName)
  const take = (next: Article) => {
    setBase(baseOf(next))
    setDraft(draftOf(next))
  }
  const overtaken = article !== undefined && base.version !== undefined && article.version > base.version
  // Without typed text the newer version is simply shown.
  if (overtaken && !changed && !saving) take(article)
  const openSaving = () => mayWrite && changed && fault === undefined && setSaving(true)
  return (
    <>
      <UnsavedText unsaved={mayWrite && changed} />
      {article?.changed && <ChangedInStore />}
      {overtaken && changed && !saving && <Overtaken of="article" onShow={() => take(article)} />}
      {article !== undefined && <Decisions article={article} draft={draft} changed={changed} />}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 420px' } }}>
        <Panel title="Texts">
          <TextForm
            draft={draft}
            language={language}
            disabled={!mayWrite}
            isNew={article === undefined}
            onDraft={setDraft}
            onLanguage={setLanguage}
            onSave={openSaving}
          />
          {mayWrite && (
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, paddingTop: 4 }}>
              <Button variant="contained" disabled={!changed || fault !== undefined} onClick={openSaving}>
                Save
              </Button>
              <Button color="inherit" disabled={!changed} onClick={() => setDraft(base.draft)}>
                Reset
              </Button>
              {changed && fault !== undefined && <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{fault}</Box>}
            </Box>
          )}
        </Panel>
        <PhonePreview
          key={language}
          draft={draft}
          text={textIn(draft, language)}
          language={language}
          typed={mayWrite && changed}
        />
      </Box>
      {saving && (
        <SaveDialog
          article={article}
          seenVersion={base.version}
          draft={draft}
          onSaved={take}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

const ChangedInStore = () => (
  <Alert severity="error">
    This article was changed in the store, not by the server. Customers do not see what was changed, and it is left out
    here. Tell an admin; the log of the server names the rows.
  </Alert>
)

/** A withdrawn or ended article is reopened before its texts change. */
const isOpen = (article: Article | undefined): boolean =>
  article === undefined || (article.state !== 'withdrawn' && article.state !== 'ended')

type SaveProps = {
  readonly article: Article | undefined
  readonly seenVersion: number | undefined
  readonly draft: Draft
  readonly onSaved: (article: Article) => void
  readonly onClose: () => void
}

function SaveDialog({ article, seenVersion, draft, onSaved, onClose }: SaveProps) {
  const navigate = useNavigate()
  const [overtaken, setOvertaken] = useState(false)
  const act = useAct('newsSave', ({ id, version }) => `Article ${id}: version ${version} is saved.`)
  const isPublic = article?.state === 'published'
  return (
    <ActionDialog
      title={article === undefined ? 'Save a new draft' : `Save article ${article.id}`}
      lead={isPublic ? 'Customers read the new texts at once.' : 'Customers do not see it before it is published.'}
      confirm="Save"
      missing={overtaken ? 'Another staff member changed this article.' : undefined}
      onConfirm={async ({ reason, key }) => {
        const known = article === undefined ? {} : { id: article.id, seen_version: seenVersion ?? article.version }
        try {
          const saved = await act.mutateAsync({ input: { ...known, ...wireOf(draft), reason_text: reason }, key })
          onSaved(saved)
          if (article === undefined) void navigate(`/news/${saved.id}`, { replace: true, state: AFTER_SAVING })
        } catch (error) {
          if (error instanceof CallFailed && error.reason === 'news_changed_meanwhile') setOvertaken(true)
          throw error
        }
      }}
      onClose={onClose}
    />
  )
}
