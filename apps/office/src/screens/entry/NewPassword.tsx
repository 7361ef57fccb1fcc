/** A new password, twice, with the faults that a browser can find. */
import { TextField } from '@mui/material'
import { useState } from 'react'
import { passwordFault } from './code.ts'

export function useNewPassword() {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const fault = passwordFault(password, again)
  return {
    password,
    setPassword,
    again,
    setAgain,
    fault,
    ready: password !== '' && again !== '' && fault === undefined,
  }
}

type Props = { readonly of: ReturnType<typeof useNewPassword>; readonly autoFocus?: boolean }

export function NewPassword({ of, autoFocus = false }: Props) {
  return (
    <>
      <TextField
        label="New password"
        type="password"
        value={of.password}
        onChange={(event) => of.setPassword(event.target.value)}
        helperText="12 to 128 characters; none of the commonest."
        autoComplete="new-password"
        autoFocus={autoFocus}
        required
      />
      <TextField
        label="Repeat password"
        type="password"
        value={of.again}
        onChange={(event) => of.setAgain(event.target.value)}
        error={of.fault !== undefined}
        helperText={of.fault ?? ' '}
        autoComplete="new-password"
        required
      />
    </>
  )
}
