/**
 * The messages of an open conversation, read again every few seconds. Texts are shown as they were written and web
 * addresses in them are no links: a customer must not lead a staff member to another site.
 */
import { Box, Button, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { call } from '../../data/call.ts'
import { useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Time } from '../../design/parts.tsx'
import { Empty, Failed, Loading } from '../../design/States.tsx'
import { actorName } from '../../format/names.ts'
import { Picture } from '../../reviews/Picture.tsx'
import { WHOLE_PICTURE } from '../../reviews/viewer.ts'
import { type Message, NO_THREAD, type Page, standingOf, withPage } from './thread.ts'

const MESSAGES_EVERY_MS = 3_000

/** The newest message that the screen shows; 0: none. It only looks at what `Messages` reads again. */
export const useSeen = (id: number): number => useLook('supportMessages', { id }).data?.last ?? 0

export function Messages({ id, marksRead }: { readonly id: number; readonly marksRead: boolean }) {
  const look = useLook('supportMessages', { id }, { everyMillis: MESSAGES_EVERY_MS })
  const [thread, setThread] = useState(NO_THREAD)
  const page = look.data
  useEffect(() => {
    if (page !== undefined) setThread((known) => withPage(known, page))
  }, [page])
  const last = page?.last ?? 0
  useEffect(() => {
    if (marksRead && last > 0) void call('supportRead', { id, seq: last }).catch(() => undefined)
  }, [id, last, marksRead])
  const read = (before: number, renew: boolean) =>
    void call('supportMessages', { id, before }).then(
      (older) => setThread((known) => withPage(known, older, renew)),
      () => undefined,
    )
  if (page === undefined)
    return look.isError ? <Failed error={look.error} onRetry={() => void look.refetch()} /> : <Loading rows={5} />
  const [first] = thread.messages
  return (
    <Panel title="Messages">
      {thread.messages.length === 0 && <Empty>No messages. Older ones may have been deleted.</Empty>}
      {thread.more && first !== undefined && (
        <Button color="inherit" onClick={() => read(first.seq, false)}>
          Show older messages
        </Button>
      )}
      <Box role="log" aria-label="Messages">
        <Box component="ol" sx={{ display: 'grid', gap: 2, listStyle: 'none', margin: 0, padding: 0 }}>
          {thread.messages.map((message) => (
            <Bubble key={message.seq} message={message} page={page} onRenew={() => read(message.seq + 1, true)} />
          ))}
        </Box>
      </Box>
      <Typography role="status" variant="caption" color="textSecondary" sx={{ display: 'block', minHeight: 20 }}>
        {page.typing && 'The customer is typing'}
      </Typography>
    </Panel>
  )
}

type BubbleProps = { readonly message: Message; readonly page: Page; readonly onRenew: () => void }

/** One message, as text. */
export function Bubble({ message, page, onRenew }: BubbleProps) {
  const { by, text, picture, time } = message
  const [view, setView] = useState(WHOLE_PICTURE)
  const author = by === null ? 'Customer' : actorName(by)
  return (
    <Box component="li" sx={{ display: 'flex', justifyContent: by === null ? 'flex-start' : 'flex-end', minWidth: 0 }}>
      <Box
        sx={{
          maxWidth: '85%',
          minWidth: 0,
          paddingInline: 3,
          paddingBlock: 2,
          borderRadius: 1,
          border: 1,
          borderColor: 'divider',
          background: ({ palette }) => (by === null ? palette.background.paper : palette.tones.accentSoft),
        }}
      >
        <Typography variant="caption" color="textSecondary">
          {author} · <Time at={time} seconds />
          {by !== null && ` · ${standingOf(message, page)}`}
        </Typography>
        {picture !== null && (
          <Picture title={`Picture from ${author}`} url={picture} view={view} onView={setView} onRenew={onRenew} />
        )}
        {text !== '' && (
          <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
