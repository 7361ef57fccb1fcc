/** One feedback: its text as it was written, its picture, its sender, and the way to answer. */
import { Box, Button, Typography } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { newKey } from '../../data/call.ts'
import { useMayDo } from '../../data/session.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Code, Facts, Hint, State, Time } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { FEEDBACK_KIND, FEEDBACK_STATE } from '../../format/names.ts'
import { ActionHistory } from '../../reviews/ActionHistory.tsx'
import { CustomerSummary } from '../../reviews/CustomerSummary.tsx'
import { Pictures } from '../../reviews/Pictures.tsx'
import { LockNotice, useReviewLock } from '../../reviews/ReviewLock.tsx'
import { useKeys } from '../../shell/keys.ts'

type Feedback = OfficeData<'feedbackFind'>

export function FeedbackDetail({ id }: { readonly id: number }) {
  const look = useLook('feedbackFind', { id })
  return <Shown of={look}>{(feedback) => <Detail feedback={feedback} onRenew={() => void look.refetch()} />}</Shown>
}

function Detail({ feedback, onRenew }: { readonly feedback: Feedback; readonly onRenew: () => void }) {
  const { id, state, person, pictures } = feedback
  const mayFinish = useMayDo('feedbackDone') && state === 'open'
  const [finishing, setFinishing] = useState(false)
  useReviewLock({ kind: 'feedback', id, taken: feedback.taken, wanted: mayFinish })
  useKeys({ d: () => setFinishing(true) }, mayFinish)
  return (
    <>
      {mayFinish && <LockNotice taken={feedback.taken} />}
      <Panel title="Message">
        <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {feedback.text}
        </Typography>
      </Panel>
      {pictures.length > 0 && <Pictures pictures={pictures} none="" onRenew={onRenew} />}
      <Facts
        facts={[
          ['Reference', <Code key="reference">{feedback.reference}</Code>],
          ['Kind', <State key="kind" of={FEEDBACK_KIND[feedback.kind]} />],
          ['State', <State key="state" of={FEEDBACK_STATE[state]} />],
          ['Received', <Time key="at" at={feedback.created_at} />],
          ['Done', <Time key="done" at={feedback.ended_at} />],
          ['Answer to', feedback.email === '' ? '' : <Code key="email">{feedback.email}</Code>],
        ]}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {mayFinish && (
          <Button variant="contained" onClick={() => setFinishing(true)}>
            Mark as done <Hint>(d)</Hint>
          </Button>
        )}
        {person !== null && <Write user={person.id} />}
      </Box>
      {person !== null && <CustomerSummary person={person} />}
      <ActionHistory audit={feedback.audit} />
      {finishing && <Finish id={id} onClose={() => setFinishing(false)} />}
    </>
  )
}

/** Opens the conversation with the customer. */
function Write({ user }: { readonly user: number }) {
  const act = useAct('supportBegin', 'The conversation is open.')
  const may = useMayDo('supportBegin')
  const navigate = useNavigate()
  if (!may) return null
  const open = () =>
    act.mutate({ input: { user }, key: newKey() }, { onSuccess: ({ id }) => void navigate(`/support/${id}`) })
  return (
    <Button variant="outlined" color="inherit" loading={act.isPending} onClick={open}>
      Write to the customer
    </Button>
  )
}

function Finish({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const act = useAct('feedbackDone', 'The feedback is done.')
  return (
    <ActionDialog
      title="Mark as done"
      lead="Done feedback is deleted after the days of the setting “Deletion of messages”."
      changes={[{ path: 'State', kind: 'changed', before: 'open', after: 'done' }]}
      confirm="Mark as done"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}
