/** The answer to a customer. A canned answer is inserted and may be edited. All attempts of a text carry one key. */
import { Alert, Autocomplete, Box, Button, Dialog, DialogContent, DialogTitle, TextField } from '@mui/material'
import { SUPPORT } from '@veritick/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { UnsavedText } from '../../actions/UnsavedText.tsx'
import { call, newKey } from '../../data/call.ts'
import { messageOf } from '../../data/failure.ts'
import { type Intent, useAct, useLook } from '../../data/useCall.ts'
import { Hint } from '../../design/parts.tsx'
import { languageName } from '../../format/names.ts'
import { useKeys } from '../../shell/keys.ts'
import { type Canned, cannedFor, inserted } from './thread.ts'

/** `seen`: the newest message on the screen. */
type Props = { readonly id: number; readonly seen: number; readonly language: string }

export function Reply({ id, seen, language }: Props) {
  const [draft, setDraft] = useState('')
  const [choosing, setChoosing] = useState(false)
  const intent = useRef<Intent<'supportReply'>>(undefined)
  const sayTyping = useTyping(id)
  const field = useRef<HTMLTextAreaElement>(null)
  const act = useAct('supportReply', 'The answer is sent.')
  useKeys({ r: () => field.current?.focus(), c: () => setChoosing(true) })
  const length = draft.trim().length
  const maySend = length > 0 && length <= SUPPORT.textMax && !act.isPending
  const write = (text: string) => {
    setDraft(text)
    sayTyping()
  }
  const send = () => {
    if (!maySend) return
    // Another text is another message. All attempts of one say what was seen at the first.
    if (intent.current?.input.text !== draft)
      intent.current = { input: { id, seen_seq: seen, text: draft }, key: newKey() }
    act.mutate(intent.current, {
      onSuccess: () => {
        intent.current = undefined
        setDraft('')
      },
    })
  }
  const insert = ({ text }: Canned) => {
    const { selectionStart: start, selectionEnd: end } = field.current ?? NO_SELECTION
    write(inserted(draft, text, { start, end }))
    setChoosing(false)
    setTimeout(() => field.current?.focus())
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <UnsavedText unsaved={length > 0} />
      <TextField
        label="Answer"
        value={draft}
        inputRef={field}
        onChange={(event) => write(event.target.value)}
        onKeyDown={(event) => pressed(event, send)}
        error={length > SUPPORT.textMax}
        helperText={length > SUPPORT.textMax ? `${length} of ${SUPPORT.textMax} characters` : undefined}
        slotProps={{ htmlInput: { dir: 'auto', readOnly: act.isPending } }}
        multiline
        minRows={3}
        maxRows={12}
      />
      {act.isError && <Alert severity="error">{messageOf(act.error)}</Alert>}
      <Box sx={{ display: 'flex', gap: 2 }}>
        <Button variant="contained" disabled={!maySend} loading={act.isPending} onClick={send}>
          Send <Hint>(Ctrl+Enter)</Hint>
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => setChoosing(true)}>
          Canned answer <Hint>(c)</Hint>
        </Button>
      </Box>
      {choosing && <Choose language={language} onChoose={insert} onClose={() => setChoosing(false)} />}
    </Box>
  )
}

/** Escape leaves the field only; the keys of the screen act from then on. */
function pressed(event: KeyboardEvent<HTMLElement>, send: () => void): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur()
}

const NO_SELECTION = { selectionStart: 0, selectionEnd: 0 }

/** Says at most every few seconds that the staff member is typing. */
function useTyping(id: number): () => void {
  const typedAt = useRef(0)
  return () => {
    if (Date.now() - typedAt.current < SUPPORT.typingEveryMillis) return
    typedAt.current = Date.now()
    void call('supportTyping', { id }).catch(() => undefined)
  }
}

function Choose(props: {
  readonly language: string
  readonly onChoose: (answer: Canned) => void
  readonly onClose: () => void
}) {
  const { language, onChoose, onClose } = props
  const look = useLook('cannedList', {})
  const answers = cannedFor(look.data?.data ?? [], language)
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="canned-title">
      <DialogTitle id="canned-title">Canned answer</DialogTitle>
      <DialogContent>
        {look.isError && <Alert severity="error">{messageOf(look.error)}</Alert>}
        <Autocomplete
          options={answers}
          loading={look.isPending}
          openOnFocus
          autoHighlight
          noOptionsText="No canned answer"
          getOptionKey={({ id }) => id}
          getOptionLabel={({ title, language: code, text }) => `${title} (${languageName(code)}): ${text}`}
          onChange={(_, answer) => answer !== null && onChoose(answer)}
          renderInput={(params) => <TextField {...params} label="Search" autoFocus margin="dense" />}
        />
      </DialogContent>
    </Dialog>
  )
}
