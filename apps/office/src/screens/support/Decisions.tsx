/** Close, reopen and hand over a conversation, each with its reason. */
import { MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useAct, useLook } from '../../data/useCall.ts'

type Props = { readonly id: number; readonly onClose: () => void }

/** `seen`: the newest message on the screen. One that arrives behind the open dialog is not seen. */
export function CloseDialog({ id, seen, onClose }: Props & { readonly seen: number }) {
  const [seen_seq] = useState(seen)
  const act = useAct('supportClose', 'The conversation is closed.')
  return (
    <ActionDialog
      title="Close the conversation"
      lead="The customer sees that it is closed. A new message of the customer opens it again."
      confirm="Close"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id, seen_seq, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}

export function ReopenDialog({ id, onClose }: Props) {
  const act = useAct('supportReopen', 'The conversation is open.')
  return (
    <ActionDialog
      title="Reopen the conversation"
      confirm="Reopen"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}

export function HandOverDialog({ id, onClose }: Props) {
  const act = useAct('supportHandOver', 'The conversation is handed over.')
  const staff = useLook('supportStaff', {})
  const [to, setTo] = useState<number>()
  return (
    <ActionDialog
      title="Hand over the conversation"
      lead="The colleague is shown in the queue as the one who answers. The reason tells the colleague what is open."
      confirm="Hand over"
      missing={to === undefined ? 'Choose a colleague.' : undefined}
      onConfirm={async ({ reason, key }) =>
        to !== undefined && act.mutateAsync({ input: { id, to, reason_text: reason }, key })
      }
      onClose={onClose}
    >
      <TextField
        select
        autoFocus
        label="To"
        value={to ?? ''}
        onChange={(event) => setTo(Number(event.target.value))}
        helperText={staff.isError ? 'The list of staff could not be read.' : undefined}
      >
        {(staff.data?.data ?? []).map((each) => (
          <MenuItem key={each.id} value={each.id}>
            {each.name}
          </MenuItem>
        ))}
      </TextField>
    </ActionDialog>
  )
}
