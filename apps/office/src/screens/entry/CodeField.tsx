/** Six digits of an authenticator app; other characters are dropped, because apps show groups. */
import { TextField } from '@mui/material'
import { codeOf } from './code.ts'
import { SPOKEN } from './faults.ts'

type Props = {
  readonly label: string
  readonly code: string
  readonly onCode: (code: string) => void
  readonly onLeave?: () => void
  /** The sentence about a wrong code. `''`: the code has no fault, and the line of such a sentence is kept free. */
  readonly fault?: string
  readonly disabled?: boolean
  readonly autoFocus?: boolean
}

export function CodeField({ label, code, onCode, onLeave, fault, disabled = false, autoFocus = false }: Props) {
  return (
    <TextField
      label={label}
      value={code}
      onChange={(event) => onCode(codeOf(event.target.value))}
      onBlur={onLeave}
      error={fault !== undefined && fault !== ''}
      helperText={fault === '' ? ' ' : fault}
      disabled={disabled}
      slotProps={{ ...SPOKEN, htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 } }}
      autoFocus={autoFocus}
      required
    />
  )
}
