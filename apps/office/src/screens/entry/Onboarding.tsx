/**
 * The page of a one-time link: sets a password and an authenticator app, confirmed with a code. The link stands behind
 * `#`, so it reaches no log and no other site. Opening the page does not use it up; finishing does, and starts the
 * session.
 */
import { Box, Typography } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { type OfficeData, STAFF_NAME_MAX } from '@veritick/contract/office'
import { QRCodeSVG } from 'qrcode.react'
import { type FormEvent, useEffect, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call, newKey } from '../../data/call.ts'
import { CallFailed, messageOf } from '../../data/failure.ts'
import { queries } from '../../data/queries.ts'
import { remember } from '../../data/session.ts'
import { PAPER } from '../../design/colours.ts'
import { Code, Unbroken } from '../../design/parts.tsx'
import { Failed, Loading } from '../../design/States.tsx'
import { timeText } from '../../format/time.ts'
import { CodeField } from './CodeField.tsx'
import { grouped } from './code.ts'
import { EntryForm } from './EntryForm.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { FaultField, type FaultForm } from './FaultField.tsx'
import { useFaults } from './faults.ts'
import { NewPassword } from './NewPassword.tsx'
import { isOnboardingField, type OnboardingField, type OnboardingText, onboardingFaults } from './onboarding.ts'
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
        works until <Unbroken>{timeText(invitation.expires_at)} UTC</Unbroken>, once.
      </Typography>
      <EntryForm
        send="Save and sign in"
        faulted={form.faulted}
        running={form.sending.running}
        failure={form.failure}
        onSubmit={form.submit}
      >
        {form.first ? (
          <FirstAdmin form={form} />
        ) : (
          <input type="text" name="username" autoComplete="username" value={invitation.email} readOnly hidden />
        )}
        <NewPassword of={form} autoFocus={!form.first} />
        <Authenticator invitation={invitation} />
        <CodeField
          label="Six digits that the app shows"
          code={form.texts.totp_code}
          onCode={(code) => form.write('totp_code', code)}
          onLeave={() => form.leave('totp_code')}
          fault={form.shown.totp_code ?? ''}
        />
      </EntryForm>
    </EntryFrame>
  )
}

/** The first admin was not invited and enters name and e-mail. */
function FirstAdmin({ form }: { readonly form: FaultForm<OnboardingField> }) {
  return (
    <>
      <FaultField form={form} field="name" label="Your name" autoComplete="name" lengthMax={STAFF_NAME_MAX} autoFocus />
      <FaultField
        form={form}
        field="email"
        label="Your e-mail"
        type="email"
        hint="You sign in with it."
        autoComplete="username"
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
  const [texts, setTexts] = useState<OnboardingText>({ name: '', email: '', password: '', again: '', totp_code: '' })
  const [key, setKey] = useState(newKey)
  const [failure, setFailure] = useState<string>()
  const found = onboardingFaults(texts, first)
  const { shown, pressed, press, leave, refuse } = useFaults(texts, found)

  const write = (field: OnboardingField, text: string) => {
    setTexts((before) => ({ ...before, [field]: text }))
    refuse(field, undefined)
  }
  const send = async () => {
    const { name, email, password, totp_code } = texts
    const input = { link, password, totp_code, ...(first && { name: name.trim(), email: email.trim() }) }
    remember(await call('welcomeFinish', input, { key, initial: true }))
    queries.clear()
    navigate('/')
  }
  // A refusal that names a field is shown at it; every other failure stands above the button.
  const onFailed = (error: unknown) => {
    const field = error instanceof CallFailed ? error.field : undefined
    write('totp_code', '')
    setKey(newKey())
    setFailure(isOnboardingField(field) ? undefined : messageOf(error))
    if (isOnboardingField(field)) refuse(field, messageOf(error))
    press()
  }
  const ready = Object.keys(found).length === 0
  const sending = useSubmit({ ready, send, onFailed })
  const submit = (event: FormEvent) => {
    setFailure(undefined)
    if (!ready) press()
    sending.submit(event)
  }
  return { first, texts, write, shown, leave, faulted: pressed, failure, sending, submit }
}
