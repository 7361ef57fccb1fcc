/** Invites a staff member: name, e-mail, role. The one-time link goes to them. */
import { TextField } from '@mui/material'
import type { Role } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useAct } from '../../data/useCall.ts'
import { handedOver, linkToShow, useLinkDelivery } from './handover.ts'
import type { OneTimeLink } from './LinkOnce.tsx'
import { RolePicker } from './RolePicker.tsx'

type Props = { readonly onLink: (link: OneTimeLink) => void; readonly onClose: () => void }

export function InviteDialog({ onLink, onClose }: Props) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role | ''>('')
  const act = useAct('staffInvite', (made) => handedOver(`${name.trim()} is invited.`, made))
  const way = useLinkDelivery()
  const missing =
    name.trim() === '' || !email.includes('@') || role === ''
      ? 'Name, e-mail, role and a reason are needed.'
      : undefined
  return (
    <ActionDialog
      title="Invite a staff member"
      lead={
        `They set a password and an authenticator app with ${way}. All admins and compliance are notified ` +
        `by e-mail.`
      }
      confirm="Invite"
      missing={missing}
      onConfirm={async ({ reason, key }) => {
        if (role === '') return
        const made = await act.mutateAsync({
          input: { name: name.trim(), email: email.trim(), role, reason_text: reason },
          key,
        })
        const link = linkToShow(name.trim(), made)
        if (link !== undefined) onLink(link)
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
        autoFocus
        required
      />
      <TextField
        label="E-mail"
        type="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        autoComplete="off"
        required
      />
      <RolePicker role={role} onRole={setRole} />
    </ActionDialog>
  )
}
