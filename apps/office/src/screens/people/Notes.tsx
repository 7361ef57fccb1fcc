/** Notes of staff about a customer. Notes can be added, not changed. */
import { Alert, Box, Button, TextField, Typography } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { type FormEvent, useState } from 'react'
import { UnsavedText } from '../../actions/UnsavedText.tsx'
import { useIntentKey } from '../../actions/useIntentKey.ts'
import { messageOf } from '../../data/failure.ts'
import { useMayDo } from '../../data/session.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Time } from '../../design/parts.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { actorName } from '../../format/names.ts'

const PER_PAGE = 25

export function Notes({ id }: { readonly id: number }) {
  const [page, setPage] = useState(1)
  const notes = useLook('personNotes', { id, page, per_page: PER_PAGE })
  const mayNote = useMayDo('addPersonNote')
  return (
    <Panel title="Notes">
      {mayNote && <NewNote id={id} />}
      <Shown of={notes}>
        {({ data, total }) => (
          <>
            {total === 0 && <Empty>No notes yet.</Empty>}
            {data.map((note) => (
              <Box key={note.id} component="article" sx={{ paddingBlock: 3, borderTop: 1, borderColor: 'divider' }}>
                <Note note={note} />
              </Box>
            ))}
            {total > PER_PAGE && (
              <Box sx={{ display: 'flex', gap: 2 }}>
                <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                  Newer
                </Button>
                <Button disabled={page * PER_PAGE >= total} onClick={() => setPage(page + 1)}>
                  Older
                </Button>
              </Box>
            )}
          </>
        )}
      </Shown>
    </Panel>
  )
}

function Note({ note }: { readonly note: OfficeData<'personNotes'>['data'][number] }) {
  if (note.fault !== null)
    return (
      <Alert severity="error">
        This note was changed in the store: {note.fault}. Neither its author nor its time counts. Tell an admin.
      </Alert>
    )
  return (
    <>
      <Typography variant="caption" color="textSecondary">
        {actorName(note.by)} · <Time at={note.at} />
      </Typography>
      <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {note.text}
      </Typography>
    </>
  )
}

function NewNote({ id }: { readonly id: number }) {
  const [text, setText] = useState('')
  const { key, renew, failed } = useIntentKey()
  const act = useAct('addPersonNote', 'Note added.')
  const write = (next: string) => {
    setText(next)
    renew()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || act.isPending) return
    await act.mutateAsync({ input: { id, text: text.trim() }, key }).then(() => write(''), failed)
  }
  return (
    <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2, paddingBottom: 4, justifyItems: 'start' }}>
      <UnsavedText unsaved={text.trim() !== ''} />
      <TextField
        label="New note"
        value={text}
        onChange={(event) => write(event.target.value)}
        error={act.isError}
        helperText={act.isError ? messageOf(act.error) : 'Only staff can read it.'}
        slotProps={{ htmlInput: { maxLength: 2000, readOnly: act.isPending } }}
        multiline
        minRows={2}
        fullWidth
      />
      <Button type="submit" variant="outlined" disabled={text.trim() === ''} loading={act.isPending}>
        Add note
      </Button>
    </Box>
  )
}
