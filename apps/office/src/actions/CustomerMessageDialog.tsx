/** An action with a message to the customer, beside the reason, which only staff read. */
import { TextField } from '@mui/material'
import { type ReactNode, useState } from 'react'
import { ActionDialog, type Confirmed } from './ActionDialog.tsx'
import type { Difference } from './difference.ts'

type Props = {
  readonly title: string
  readonly lead: string
  readonly changes: readonly Difference[]
  readonly confirm: string
  /** Common messages; a click fills one in. */
  readonly suggestions?: readonly string[]
  /** The message that is ready to be changed. */
  readonly begun?: string
  /** Fields behind the message. */
  readonly children?: ReactNode
  /** The sentence about what is missing in `children`. */
  readonly missing?: string | undefined
  readonly onConfirm: (confirmed: Confirmed & { readonly message: string }) => Promise<unknown>
  readonly onClose: () => void
}

const MESSAGE_MIN = 3
const MESSAGE_MAX = 500

export function CustomerMessageDialog(props: Props) {
  const { suggestions = [], begun = '', children, missing, onConfirm } = props
  const [message, setMessage] = useState(begun)
  return (
    <ActionDialog
      title={props.title}
      lead={props.lead}
      changes={props.changes}
      confirm={props.confirm}
      tone="danger"
      reasonLabel="Reason (internal)"
      missing={message.trim().length < MESSAGE_MIN ? 'Write a message to the customer.' : missing}
      onConfirm={(confirmed) => onConfirm({ ...confirmed, message: message.trim() })}
      onClose={props.onClose}
    >
      <TextField
        label="Message to the customer"
        value={message}
        onChange={(event) => setMessage(event.target.value)}
        slotProps={{
          htmlInput: { maxLength: MESSAGE_MAX, list: suggestions.length > 0 ? 'message-suggestions' : undefined },
        }}
        helperText="The customer receives exactly this text."
        autoFocus
        required
      />
      {suggestions.length > 0 && (
        <datalist id="message-suggestions">
          {suggestions.map((sentence) => (
            <option key={sentence} value={sentence} />
          ))}
        </datalist>
      )}
      {children}
    </ActionDialog>
  )
}
