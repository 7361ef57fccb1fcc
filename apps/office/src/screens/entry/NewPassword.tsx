/** A new password, twice, with the faults that a browser can find. */
import { useState } from 'react'
import { type PasswordFaults, passwordFaults } from './code.ts'
import { FaultField, type FaultForm } from './FaultField.tsx'
import { useFaults } from './faults.ts'

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

type Props = { readonly of: FaultForm<Field>; readonly autoFocus?: boolean }

export function NewPassword({ of: form, autoFocus = false }: Props) {
  const common = { form, type: 'password', autoComplete: 'new-password' } as const
  return (
    <>
      <FaultField
        {...common}
        field="password"
        label="New password"
        hint="12 to 128 characters; none of the commonest."
        autoFocus={autoFocus}
      />
      <FaultField {...common} field="again" label="Repeat password" />
    </>
  )
}
