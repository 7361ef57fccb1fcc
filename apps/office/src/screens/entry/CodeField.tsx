/** Six digits of an authenticator app; other characters are dropped, because apps show groups. */
import { TextField } from '@mui/material'
import { codeOf } from './code.ts'

type Props = {
  readonly label: string
  readonly code: string
  readonly onCode: (code: string) => void
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

export function CodeField({ label, code, onCode, disabled = false, autoFocus = false }: Props) {
  return (
    <TextField
      label={label}
      value={code}
      onChange={(event) => onCode(codeOf(event.target.value))}
      disabled={disabled}
      slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 } }}
      autoFocus={autoFocus}
      required
    />
  )
}
