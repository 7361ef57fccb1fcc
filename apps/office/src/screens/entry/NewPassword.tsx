/** A new password, twice, with the faults that a browser can find. */
import { TextField } from '@mui/material'
import { useState } from 'react'
import { type PasswordFaults, passwordFaults } from './code.ts'
import { type Faults, SPOKEN, useFaults } from './faults.ts'

type Field = keyof PasswordFaults

export function useNewPassword() {
  const [texts, setTexts] = useState<Readonly<Record<Field, string>>>({ password: '', again: '' })
  const faults = passwordFaults(texts.password, texts.again)
  const { shown, leave } = useFaults(texts, faults)
  return {
    texts,
    write: (field: Field, text: string) => setTexts((before) => ({ ...before, [field]: text })),
    faults,
    shown,
    leave,
  }
}

type Props = {
  readonly of: {
    readonly texts: Readonly<Record<Field, string>>
    readonly write: (field: Field, text: string) => void
    readonly shown: Faults<Field>
    readonly leave: (field: Field) => void
  }
  readonly autoFocus?: boolean
}

export function NewPassword({ of, autoFocus = false }: Props) {
  const { texts, write, shown, leave } = of
  return (
    <>
      <TextField
        label="New password"
        type="password"
        value={texts.password}
        onChange={(event) => write('password', event.target.value)}
        onBlur={() => leave('password')}
        error={shown.password !== undefined}
        helperText={shown.password ?? '12 to 128 characters; none of the commonest.'}
        slotProps={SPOKEN}
        autoComplete="new-password"
        autoFocus={autoFocus}
        required
      />
      <TextField
        label="Repeat password"
        type="password"
        value={texts.again}
        onChange={(event) => write('again', event.target.value)}
        onBlur={() => leave('again')}
        error={shown.again !== undefined}
        helperText={shown.again ?? ' '}
        slotProps={SPOKEN}
        autoComplete="new-password"
        required
      />
    </>
  )
}
