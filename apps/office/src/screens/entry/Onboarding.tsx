/**
 * The page of a one-time link: sets a password and an authenticator app, confirmed with a code. The link stands behind
 * `#`, so it reaches no log and no other site. Opening the page does not use it up; finishing does, and starts the
 * session.
 */
import { Box, TextField, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { OfficeData } from '@veritick/contract/office'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call, newKey } from '../../data/call.ts'
import { queries } from '../../data/queries.ts'
import { remember } from '../../data/session.ts'
import { PAPER } from '../../design/colours.ts'
import { Code } from '../../design/parts.tsx'
import { Failed, Loading } from '../../design/States.tsx'
import { timeText } from '../../format/time.ts'
import { CodeField } from './CodeField.tsx'
import { grouped, isCode } from './code.ts'
import { EntryForm } from './EntryForm.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { NewPassword, useNewPassword } from './NewPassword.tsx'
import { useSubmit } from './useSubmit.ts'

const QR_SIZE = 176

export function Onboarding() {
  const { link = '' } = useParams()
  const look = useMutation({ mutationFn: () => call('welcomeLook', { link }, { initial: true }) })
  const { mutate } = look
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once for each link
  useEffect(() => mutate(), [link])
  if (look.isError) {
    return (
      <EntryFrame title="This link is not valid">
        <Failed error={look.error} onRetry={() => mutate()} />
        <Typography variant="body2">A link works once and for 30 minutes. An admin can give you a new one.</Typography>
      </EntryFrame>
    )
  }
  if (look.data === undefined) {
    return (
      <EntryFrame title="Welcome">
        <Loading rows={4} />
      </EntryFrame>
    )
  }
  return <Form link={link} invitation={look.data} />
}

type Invitation = OfficeData<'welcomeLook'>

function Form({ link, invitation }: { readonly link: string; readonly invitation: Invitation }) {
  const form = useFinish(link, invitation)
  return (
    <EntryFrame title={form.first ? 'Welcome' : `Welcome, ${invitation.name}`}>
      <Typography variant="body2">
        {form.first ? 'You are the first admin of this office.' : `${invitation.email}, ${invitation.role}.`} This link
        works until {timeText(invitation.expires_at)} UTC, once.
      </Typography>
      <EntryForm
        send="Save and sign in"
        ready={form.ready}
        running={form.sending.running}
        failure={form.sending.failure}
        onSubmit={form.sending.submit}
      >
        {form.first ? (
          <FirstAdmin form={form} />
        ) : (
          <input type="text" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
        )}
        <NewPassword of={form.fresh} autoFocus={!form.first} />
        <Authenticator invitation={invitation} />
        <CodeField label="Six digits that the app shows" code={form.code} onCode={form.setCode} />
      </EntryForm>
    </EntryFrame>
  )
}

/** The first admin was not invited and enters name and e-mail. */
function FirstAdmin({ form }: { readonly form: ReturnType<typeof useFinish> }) {
  return (
    <>
      <TextField
        label="Your name"
        value={form.name}
        onChange={(event) => form.setName(event.target.value)}
        autoComplete="name"
        autoFocus
        required
      />
      <TextField
        label="Your e-mail"
        type="email"
        value={form.email}
        onChange={(event) => form.setEmail(event.target.value)}
        autoComplete="username"
        helperText="You sign in with it."
        required
      />
    </>
  )
}

function Authenticator({ invitation }: { readonly invitation: Invitation }) {
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="body2">Scan this with an authenticator app, or type the secret into it.</Typography>
      <Box sx={{ justifySelf: 'center', background: PAPER, padding: 3, borderRadius: 1, lineHeight: 0 }}>
        <QRCodeSVG value={invitation.totp_url} size={QR_SIZE} level="M" title="Code for the authenticator app" />
      </Box>
      <Code>{grouped(invitation.totp_secret)}</Code>
    </Box>
  )
}

function useFinish(link: string, invitation: Invitation) {
  const navigate = useNavigate()
  const first = invitation.name === ''
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const fresh = useNewPassword()
  const [code, setCode] = useState('')
  const [key, setKey] = useState(newKey)
  const known = !first || (name.trim() !== '' && email.includes('@'))
  const ready = known && fresh.ready && isCode(code)

  const send = async () => {
    const { password } = fresh
    const input = { link, password, totp_code: code, ...(first && { name: name.trim(), email: email.trim() }) }
    remember(await call('welcomeFinish', input, { key, initial: true }))
    queries.clear()
    navigate('/')
  }
  const onFailed = () => {
    setCode('')
    setKey(newKey())
  }
  const sending = useSubmit({ ready, send, onFailed })
  return { first, name, setName, email, setEmail, fresh, code, setCode, ready, sending }
}
