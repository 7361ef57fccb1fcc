/**
 * Sign-in: e-mail and password, then the authenticator code. All three are sent together, and the answer does not say
 * which was wrong.
 */
import { Button, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { signIn } from '../../data/entry.ts'
import { CallFailed } from '../../data/failure.ts'
import { useMe } from '../../data/session.ts'
import { CodeField } from './CodeField.tsx'
import { CODE_FAULT, isCode } from './code.ts'
import { EntryForm } from './EntryForm.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { FaultField } from './FaultField.tsx'
import { type Faults, useFaults } from './faults.ts'
import { useSubmit } from './useSubmit.ts'

type Field = 'email' | 'password'
type Texts = Readonly<Record<Field, string>>

export function SignIn() {
  const me = useMe()
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [texts, setTexts] = useState<Texts>({ email: '', password: '' })
  const { state }: { state: { readonly from?: string } | null } = useLocation()
  if (me !== undefined) return <Navigate to={state?.from ?? '/'} replace />
  if (step === 'code') return <CodeStep texts={texts} onBack={() => setStep('password')} />
  const write = (field: Field, text: string) => setTexts((before) => ({ ...before, [field]: text }))
  return <PasswordStep texts={texts} write={write} onDone={() => setStep('code')} />
}

const faultsOf = ({ email, password }: Texts): Faults<Field> => ({
  ...(email.trim() === '' && { email: 'Enter your e-mail address.' }),
  ...(password === '' && { password: 'Enter your password.' }),
})

type PasswordProps = {
  readonly texts: Texts
  readonly write: (field: Field, text: string) => void
  readonly onDone: () => void
}

export function PasswordStep({ texts, write, onDone }: PasswordProps) {
  const faults = faultsOf(texts)
  const { shown, pressed, press, leave } = useFaults(texts, faults)
  const form = { texts, write, shown, leave }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(faults).length > 0) press()
    else onDone()
  }
  return (
    <EntryFrame title="Sign in">
      <EntryForm send="Continue" faulted={pressed} running={false} failure={undefined} onSubmit={submit}>
        <FaultField form={form} field="email" label="E-mail" type="email" autoComplete="username" autoFocus />
        <FaultField form={form} field="password" label="Password" type="password" autoComplete="current-password" />
        <Typography variant="caption" color="textSecondary">
          Cannot sign in? Another admin can give you a one-time link. A single admin is reset on the server.
        </Typography>
      </EntryForm>
    </EntryFrame>
  )
}

export function CodeStep({ texts, onBack }: { readonly texts: Texts; readonly onBack: () => void }) {
  const [code, setCode] = useState('')
  const ready = isCode(code)
  const { shown, pressed, press, leave } = useFaults({ code }, ready ? {} : { code: CODE_FAULT })
  const credentials = { email: texts.email.trim(), password: texts.password }
  const sending = useSubmit({
    ready,
    send: () => signIn({ ...credentials, totp_code: code }).catch(tellAllThree),
    onFailed: () => setCode(''),
  })
  const submit = (event: FormEvent) => {
    if (!ready) press()
    sending.submit(event)
  }
  return (
    <EntryFrame title="Code of your authenticator app">
      <EntryForm
        send="Sign in"
        faulted={pressed}
        running={sending.running}
        failure={sending.failure}
        onSubmit={submit}
        foot={
          <Button color="inherit" onClick={onBack} disabled={sending.running}>
            Back
          </Button>
        }
      >
        <CodeField
          label="Six digits"
          code={code}
          onCode={setCode}
          onLeave={() => leave('code')}
          fault={shown.code ?? ''}
          disabled={sending.running}
          autoFocus
        />
      </EntryForm>
    </EntryFrame>
  )
}

/** The app's own sentence, which names account and password only, would stand beside the code here. */
function tellAllThree(error: unknown): never {
  if (error instanceof CallFailed && error.reason === 'login_wrong')
    throw new Error('E-mail, password or code is incorrect. Go back to check the first two, or wait for the next code.')
  throw error
}
