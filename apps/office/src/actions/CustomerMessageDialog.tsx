/** An action with a message to the customer, beside the reason, which only staff read. */
import { TextField } from '@mui/material'
import { useState } from 'react'
import { ActionDialog, type Confirmed } from './ActionDialog.tsx'
import type { Difference } from './difference.ts'

type Props = {
  readonly title: string
  readonly lead: string
  readonly changes: readonly Difference[]
  readonly confirm: string
  /** Common messages; a click fills one in. */
  readonly suggestions?: readonly string[]
  readonly onConfirm: (confirmed: Confirmed & { readonly told: string }) => Promise<unknown>
  readonly onClose: () => void
}

const TOLD_MIN = 3
const TOLD_MAX = 500

export function CustomerMessageDialog({ title, lead, changes, confirm, suggestions = [], onConfirm, onClose }: Props) {
  const [told, setTold] = useState('')
  return (
    <ActionDialog
      title={title}
      lead={lead}
      changes={changes}
      confirm={confirm}
      tone="danger"
      reasonLabel="Reason (internal)"
      missing={told.trim().length < TOLD_MIN ? 'Write a message to the customer.' : undefined}
      onConfirm={(confirmed) => onConfirm({ ...confirmed, told: told.trim() })}
      onClose={onClose}
    >
      <TextField
        label="Message to the customer"
        value={told}
        onChange={(event) => setTold(event.target.value)}
        slotProps={{
          htmlInput: { maxLength: TOLD_MAX, list: suggestions.length > 0 ? 'told-suggestions' : undefined },
        }}
        helperText="The customer receives exactly this text."
        autoFocus
        required
      />
      {suggestions.length > 0 && (
        <datalist id="told-suggestions">
          {suggestions.map((sentence) => (
            <option key={sentence} value={sentence} />
          ))}
        </datalist>
      )}
    </ActionDialog>
  )
}
