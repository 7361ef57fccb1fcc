/** A new password, twice, with the faults that a browser can find. */
import { TextField } from '@mui/material'
import { useState } from 'react'
import { passwordFaults } from './code.ts'

export function useNewPassword() {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const faults = passwordFaults(password, again)
  return {
    password,
    setPassword,
    again,
    setAgain,
    faults,
    ready: password !== '' && again !== '' && faults.password === undefined && faults.again === undefined,
  }
}

type Props = { readonly of: ReturnType<typeof useNewPassword>; readonly autoFocus?: boolean }

/** A first password is not faulted before the person has left its field. */
export function NewPassword({ of, autoFocus = false }: Props) {
  const [left, setLeft] = useState(false)
  const tooShort = left ? of.faults.password : undefined
  return (
    <>
      <TextField
        label="New password"
        type="password"
        value={of.password}
        onChange={(event) => of.setPassword(event.target.value)}
        onBlur={() => setLeft(true)}
        error={tooShort !== undefined}
        helperText={tooShort ?? '12 to 128 characters; none of the commonest.'}
        autoComplete="new-password"
        autoFocus={autoFocus}
        required
      />
      <TextField
        label="Repeat password"
        type="password"
        value={of.again}
        onChange={(event) => of.setAgain(event.target.value)}
        error={of.faults.again !== undefined}
        helperText={of.faults.again ?? ' '}
        autoComplete="new-password"
        required
      />
    </>
  )
}
