/** A text field of a form before sign-in, with its fault where its hint stands; a screen reader hears the fault. */
import { TextField, type TextFieldProps } from '@mui/material'
import { type Faults, SPOKEN } from './faults.ts'

export type FaultForm<Field extends string> = {
  readonly texts: Readonly<Record<Field, string>>
  readonly write: (field: Field, text: string) => void
  readonly shown: Faults<Field>
  readonly leave: (field: Field) => void
}

type Props<Field extends string> = {
  readonly form: FaultForm<Field>
  readonly field: Field
  readonly hint?: string
  readonly lengthMax?: number
} & Pick<TextFieldProps, 'label' | 'type' | 'autoComplete' | 'autoFocus'>

export function FaultField<Field extends string>({ form, field, hint = ' ', lengthMax, ...rest }: Props<Field>) {
  const fault = form.shown[field]
  return (
    <TextField
      {...rest}
      value={form.texts[field]}
      onChange={(event) => form.write(field, event.target.value)}
      onBlur={() => form.leave(field)}
      error={fault !== undefined}
      helperText={fault ?? hint}
      slotProps={{ ...SPOKEN, htmlInput: { maxLength: lengthMax } }}
      required
    />
  )
}
