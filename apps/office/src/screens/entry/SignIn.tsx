/**
 * Sign-in: e-mail and password, then the authenticator code. All three are sent together, and the answer does not say
 * which was wrong.
 */
import { Button, TextField, Typography } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { signIn } from '../../data/entry.ts'
import { CallFailed } from '../../data/failure.ts'
import { useMe } from '../../data/session.ts'
import { CodeField } from './CodeField.tsx'
import { isCode } from './code.ts'
import { EntryForm } from './EntryForm.tsx'
import { EntryFrame } from './EntryFrame.tsx'
import { useSubmit } from './useSubmit.ts'

export function SignIn() {
  const me = useMe()
  const form = useSignIn()
  const { sending } = form
  const { state }: { state: { readonly from?: string } | null } = useLocation()
  if (me !== undefined) return <Navigate to={state?.from ?? '/'} replace />
  const first = form.step === 'password'
  return (
    <EntryFrame title={first ? 'Sign in' : 'Code of your authenticator app'}>
      <EntryForm
        send={first ? 'Continue' : 'Sign in'}
        ready={form.ready}
        running={sending.running}
        failure={sending.failure}
        onSubmit={form.submit}
        foot={
          !first && (
            <Button color="inherit" onClick={form.back} disabled={sending.running}>
              Back
            </Button>
          )
        }
      >
        {first ? (
          <PasswordStep form={form} />
        ) : (
          <CodeField label="Six digits" code={form.code} onCode={form.setCode} disabled={sending.running} autoFocus />
        )}
      </EntryForm>
    </EntryFrame>
  )
}

function PasswordStep({ form }: { readonly form: ReturnType<typeof useSignIn> }) {
  return (
    <>
      <TextField
        label="E-mail"
        type="email"
        value={form.email}
        onChange={(event) => form.setEmail(event.target.value)}
        autoComplete="username"
        autoFocus
        required
      />
      <TextField
        label="Password"
        type="password"
        value={form.password}
        onChange={(event) => form.setPassword(event.target.value)}
        autoComplete="current-password"
        required
      />
      <Typography variant="caption" color="textSecondary">
        Cannot sign in? Another admin can give you a one-time link. A single admin is reset on the server.
      </Typography>
    </>
  )
}

/** The app's own sentence, which names account and password only, would stand beside the code here. */
function tellAllThree(error: unknown): never {
  if (error instanceof CallFailed && error.reason === 'login_wrong')
    throw new Error('E-mail, password or code is incorrect. Go back to check the first two, or wait for the next code.')
  throw error
}

function useSignIn() {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const ready = step === 'password' ? email.trim() !== '' && password !== '' : isCode(code)
  const sending = useSubmit({
    ready,
    send: () => signIn({ email: email.trim(), password, totp_code: code }).catch(tellAllThree),
    onFailed: () => setCode(''),
  })

  const submit = (event: FormEvent) => {
    if (step === 'code') return sending.submit(event)
    event.preventDefault()
    if (ready) setStep('code')
  }
  const back = () => {
    setStep('password')
    sending.forget()
  }
  return { step, email, setEmail, password, setPassword, code, setCode, ready, sending, submit, back }
}
