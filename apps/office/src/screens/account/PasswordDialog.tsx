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
  const { password, again } = fresh.texts
  const isEmpty = old === '' || password === '' || again === '' || !isCode(code)
  const missing = isEmpty ? 'Fill in all four fields.' : (fresh.faults.password ?? fresh.faults.again)
  return (
    <ActionDialog
      title="Change your password"
      lead="Your other sessions are ended."
      withReason={false}
      confirm="Change"
      missing={missing}
      onConfirm={({ key }) =>
        act.mutateAsync({ input: { old_password: old, new_password: password, totp_code: code }, key })
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
