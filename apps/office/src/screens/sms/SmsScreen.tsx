/** Text messages: the current provider, and a test message with the provider's answer. */
import { Alert, Button, TextField, Typography } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useMayDo } from '../../data/session.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { PageFrame, Panel } from '../../design/Panel.tsx'
import { Shown } from '../../design/States.tsx'

type Kind = OfficeData<'smsInfo'>['kind']
type Answer = OfficeData<'smsTest'>

const NOW: Readonly<Record<Kind, string>> = {
  http: 'Text messages go to the provider of SMS_URL.',
  outbox:
    'SMS_URL=outbox: text messages are written to files in the outbox folder, for trials. They are not delivered.',
  none: 'SMS_URL is not set: no text messages are sent, and registration by phone cannot be switched on.',
}

export default function SmsScreen() {
  const look = useLook('smsInfo', {})
  const maySend = useMayDo('smsTest')
  const [testing, setTesting] = useState(false)
  const [answer, setAnswer] = useState<Answer>()
  return (
    <PageFrame title="Text messages" lead="A test message is sent at once, past the queue. The audit log records it.">
      <Shown of={look}>
        {({ kind }) => (
          <Panel
            title="Now"
            actions={
              kind === 'none' || !maySend ? undefined : (
                <Button variant="contained" onClick={() => setTesting(true)}>
                  Send a test message
                </Button>
              )
            }
          >
            <Typography variant="body2">{NOW[kind]}</Typography>
          </Panel>
        )}
      </Shown>
      {answer !== undefined && <Response answer={answer} />}
      {testing && <SendTest onAnswer={setAnswer} onClose={() => setTesting(false)} />}
    </PageFrame>
  )
}

function Response({ answer }: { readonly answer: Answer }) {
  const { sent, status } = answer
  return (
    <Panel title="Answer to the last test">
      <Alert severity={sent ? 'success' : 'error'}>
        {sent ? 'The provider accepted the message.' : 'The provider refused the message.'}
        {status !== null && ` HTTP ${status}.`}
      </Alert>
      <Typography
        component="pre"
        variant="body2"
        sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', marginTop: 3 }}
      >
        {answer.answer === '' ? 'The answer was empty.' : answer.answer}
      </Typography>
    </Panel>
  )
}

function SendTest({
  onAnswer,
  onClose,
}: {
  readonly onAnswer: (answer: Answer) => void
  readonly onClose: () => void
}) {
  const [to, setTo] = useState('')
  const act = useAct('smsTest', ({ sent }) =>
    sent ? 'The provider accepted the message.' : 'The provider refused the message.',
  )
  return (
    <ActionDialog
      title="Send a test message"
      lead="One text message goes to this number. The provider may charge for it."
      confirm="Send"
      missing={
        /^\+\d{6,15}$/.test(to.replace(/[\s-]/g, '')) ? undefined : 'Enter the number with + and the country code.'
      }
      onConfirm={async ({ reason, key }) =>
        onAnswer(await act.mutateAsync({ input: { to, reason_text: reason }, key }))
      }
      onClose={onClose}
    >
      <TextField
        label="Number"
        type="tel"
        value={to}
        onChange={(event) => setTo(event.target.value)}
        placeholder="+85291234567"
        autoFocus
        required
      />
    </ActionDialog>
  )
}
