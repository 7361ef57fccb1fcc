/** Canned answers of every language: added, changed and removed with a reason. */
import { Box, Button, MenuItem, TextField } from '@mui/material'
import { CANNED_LANGUAGES, SUPPORT } from '@veritick/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useMayDo } from '../../data/session.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { PageFrame, Panel } from '../../design/Panel.tsx'
import { Time } from '../../design/parts.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { actorName, languageName, STORE_CHANGED } from '../../format/names.ts'
import type { Column } from '../../lists/columns.ts'
import { Rows } from '../../lists/Rows.tsx'
import type { Canned } from './thread.ts'

const COLUMNS: readonly Column<Canned>[] = [
  { title: 'Title', draw: (row) => (row.changed ? `${row.title} (${STORE_CHANGED.name})` : row.title), long: true },
  { title: 'Language', draw: (row) => languageName(row.language) },
  {
    title: 'Text',
    draw: (row) => <Box sx={{ maxWidth: 480, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{row.text}</Box>,
    wide: true,
  },
  { title: 'Changed by', draw: (row) => actorName(row.changed_by), wide: true },
  { title: 'Changed, UTC', draw: (row) => <Time at={row.changed_at} />, wide: true },
]

export default function CannedScreen() {
  const look = useLook('cannedList', {})
  const edits = useMayDo('cannedSave', 'cannedRemove')
  const answers = useMayDo('supportReply')
  const [edited, setEdited] = useState<Canned | 'new'>()
  const [removed, setRemoved] = useState<Canned>()
  return (
    <PageFrame
      title="Canned answers"
      lead="Staff insert one into an answer and may edit it there."
      actions={
        <>
          {answers && (
            <Button component={Link} to="/support" color="inherit">
              Back to the queue
            </Button>
          )}
          {edits && (
            <Button variant="contained" onClick={() => setEdited('new')}>
              Add
            </Button>
          )}
        </>
      }
    >
      <Shown of={look}>
        {({ data }) => (
          <Panel flush>
            {data.length === 0 && <Empty>No canned answers yet. Add the first one.</Empty>}
            {data.length > 0 && <Rows rows={data} columns={COLUMNS} onOpen={edits ? setEdited : undefined} />}
          </Panel>
        )}
      </Shown>
      {edited !== undefined && (
        <Edit
          answer={edited === 'new' ? undefined : edited}
          onRemove={setRemoved}
          onClose={() => setEdited(undefined)}
        />
      )}
      {removed !== undefined && <Remove answer={removed} onClose={() => setRemoved(undefined)} />}
    </PageFrame>
  )
}

function Edit(props: {
  readonly answer: Canned | undefined
  readonly onRemove: (answer: Canned) => void
  readonly onClose: () => void
}) {
  const { answer, onRemove, onClose } = props
  const act = useAct('cannedSave', 'The canned answer is saved.')
  const [title, setTitle] = useState(answer?.title ?? '')
  const [language, setLanguage] = useState(CANNED_LANGUAGES.find((each) => each === answer?.language) ?? 'en')
  const [text, setText] = useState(answer?.text ?? '')
  const isMissing = title.trim() === '' || text.trim() === ''
  return (
    <ActionDialog
      title={answer === undefined ? 'Add a canned answer' : `Change “${answer.title}”`}
      confirm="Save"
      missing={isMissing ? 'Title, text and a reason are needed.' : undefined}
      onConfirm={({ reason, key }) =>
        act.mutateAsync({
          input: { ...(answer && { id: answer.id }), title, language, text, reason_text: reason },
          key,
        })
      }
      onClose={onClose}
    >
      <TextField label="Title" value={title} onChange={(event) => setTitle(event.target.value)} autoFocus required />
      <TextField
        select
        label="Language"
        value={language}
        onChange={(event) => setLanguage(CANNED_LANGUAGES.find((each) => each === event.target.value) ?? language)}
      >
        {CANNED_LANGUAGES.map((each) => (
          <MenuItem key={each} value={each}>
            {languageName(each)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label="Text"
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: SUPPORT.textMax } }}
        multiline
        minRows={4}
        required
      />
      {answer !== undefined && (
        <Box>
          <Button
            color="error"
            onClick={() => {
              onClose()
              onRemove(answer)
            }}
          >
            Remove this answer
          </Button>
        </Box>
      )}
    </ActionDialog>
  )
}

function Remove({ answer, onClose }: { readonly answer: Canned; readonly onClose: () => void }) {
  const act = useAct('cannedRemove', 'The canned answer is removed.')
  return (
    <ActionDialog
      title={`Remove “${answer.title}”`}
      confirm="Remove"
      tone="danger"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id: answer.id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}
