/** A staff member changes their own password, with the current one and an authenticator code. */
import { TextField } from '@mui/material'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useAct } from '../../data/useCall.ts'
import { CodeField } from '../entry/CodeField.tsx'
import { isCode } from '../entry/code.ts'
import { NewPassword, useNewPassword } from '../entry/NewPassword.tsx'

export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const [old, setOld] = useState('')
  const fresh = useNewPassword()
  const [code, setCode] = useState('')
  const act = useAct('changeMyPassword', 'Your password is changed; your other sessions have ended.')
  const fault = fresh.faults.password ?? fresh.faults.again
  const missing = fault ?? (old === '' || !fresh.ready || !isCode(code) ? 'Fill in all four fields.' : undefined)
  return (
    <ActionDialog
      title="Change your password"
      lead="Your other sessions are ended."
      withReason={false}
      confirm="Change"
      missing={missing}
      onConfirm={({ key }) =>
        act.mutateAsync({ input: { old_password: old, new_password: fresh.password, totp_code: code }, key })
      }
      onClose={onClose}
    >
      <TextField
        label="Current password"
        type="password"
        value={old}
        onChange={(event) => setOld(event.target.value)}
        autoComplete="current-password"
        autoFocus
        required
      />
      <NewPassword of={fresh} />
      <CodeField label="Code of the authenticator app" code={code} onCode={setCode} />
    </ActionDialog>
  )
}
