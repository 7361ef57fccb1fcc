/** One conversation: messages, the answer with canned answers, the customer beside it, and what staff decided. */
import { Alert, Box, Button, Typography } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useMayDo } from '../../data/session.ts'
import { useLook } from '../../data/useCall.ts'
import { PageFrame, Panel } from '../../design/Panel.tsx'
import { Facts, Hint, Key, State, Time, WITH_KEYBOARD } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { actorName, SUPPORT_STATE } from '../../format/names.ts'
import { QUEUE_EVERY_MS } from '../../lists/pace.ts'
import { wholeOf } from '../../lists/place.ts'
import { ActionHistory } from '../../reviews/ActionHistory.tsx'
import { CustomerSummary } from '../../reviews/CustomerSummary.tsx'
import { LockNotice, useReviewLock } from '../../reviews/ReviewLock.tsx'
import { useKeys } from '../../shell/keys.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { CloseDialog, HandOverDialog, ReopenDialog } from './Decisions.tsx'
import { Messages, useSeen } from './Messages.tsx'
import { Reply } from './Reply.tsx'

type Conversation = OfficeData<'supportFind'>

export default function ConversationScreen() {
  const id = wholeOf(useParams().id)
  return id === undefined ? <NotFound /> : <One key={id} id={id} />
}

function One({ id }: { readonly id: number }) {
  const look = useLook('supportFind', { id }, { everyMillis: QUEUE_EVERY_MS })
  const queue = useLook('supportQueue', { state: 'waiting' }, { everyMillis: QUEUE_EVERY_MS })
  const navigate = useNavigate()
  const { search } = useLocation()
  const next = queue.data?.data.find((row) => row.id !== id)?.id
  const toNext = next === undefined ? undefined : () => navigate(`/support/${next}${search}`)
  const toList = () => navigate(`/support${search}`)
  useKeys({ n: toNext, Escape: toList })
  return (
    <PageFrame
      title={look.data === undefined ? 'Conversation' : `Conversation with UID ${look.data.user.uid}`}
      actions={
        <>
          <Button color="inherit" onClick={toList}>
            Back to the queue <Hint>(Esc)</Hint>
          </Button>
          <Button color="inherit" disabled={toNext === undefined} onClick={toNext}>
            Next <Hint>(n)</Hint>
          </Button>
        </>
      }
    >
      <Shown of={look}>{(conversation) => <Work conversation={conversation} />}</Shown>
    </PageFrame>
  )
}

function Work({ conversation }: { readonly conversation: Conversation }) {
  const { id, state } = conversation
  const seen = useSeen(id)
  const mayReply = useMayDo('supportReply', 'supportClose', 'supportReopen', 'supportHandOver')
  const [dialog, setDialog] = useState<'close' | 'reopen' | 'hand_over'>()
  useReviewLock({ kind: 'support', id, taken: conversation.taken, wanted: mayReply })
  const isClosed = state === 'closed'
  useKeys({ x: () => setDialog(isClosed ? 'reopen' : 'close'), h: () => setDialog('hand_over') }, mayReply)
  const close = () => setDialog(undefined)
  return (
    <>
      {mayReply && <LockNotice taken={conversation.taken} />}
      {isClosed && <Alert severity="info">Closed. A message of the customer, or an answer, opens it again.</Alert>}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', md: '2fr 1fr' }, alignItems: 'start' }}>
        <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
          <Messages id={id} marksRead={mayReply} />
          {mayReply && <Reply id={id} seen={seen} language={conversation.language} />}
          {mayReply && (
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
              <Button variant="outlined" onClick={() => setDialog(isClosed ? 'reopen' : 'close')}>
                {isClosed ? 'Reopen conversation' : 'Close conversation'} <Hint>(x)</Hint>
              </Button>
              <Button variant="outlined" color="inherit" onClick={() => setDialog('hand_over')}>
                Hand over <Hint>(h)</Hint>
              </Button>
              <Typography variant="caption" color="textSecondary" sx={WITH_KEYBOARD}>
                <Key>r</Key> answer, <Key>c</Key> canned answer, <Key>Ctrl+Enter</Key> send
              </Typography>
            </Box>
          )}
        </Box>
        <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
          <Panel title="Conversation">
            <Facts
              facts={[
                ['State', <State key="state" of={SUPPORT_STATE[state]} />],
                ['Waiting since', <Time key="since" at={conversation.waiting_since} />],
                ['Answers', conversation.assigned === null ? '' : actorName(conversation.assigned)],
                ['Account', conversation.user.kind],
                ['Language', conversation.language],
              ]}
            />
          </Panel>
          <CustomerSummary person={conversation.person} />
          <ActionHistory audit={conversation.audit} />
        </Box>
      </Box>
      {dialog === 'close' && <CloseDialog id={id} seen={seen} onClose={close} />}
      {dialog === 'reopen' && <ReopenDialog id={id} onClose={close} />}
      {dialog === 'hand_over' && <HandOverDialog id={id} onClose={close} />}
    </>
  )
}
