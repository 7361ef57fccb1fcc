/** One staff member: state, sessions, and the actions of an admin. */
import { Alert, Box, Button } from '@mui/material'
import { decidesMoney, type OfficeData, type Role } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { differences } from '../../actions/difference.ts'
import { useMayDo, useMe } from '../../data/session.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Facts, State, Time } from '../../design/parts.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { deviceText } from '../../format/device.ts'
import { STAFF_STATE } from '../../format/names.ts'
import { Rows } from '../../lists/Rows.tsx'
import { AccessChange, MoneyFrom } from '../../reviews/StaffMember.tsx'
import { handedOver, linkToShow, useLinkDelivery } from './handover.ts'
import type { OneTimeLink } from './LinkOnce.tsx'
import { RolePicker } from './RolePicker.tsx'

type Member = OfficeData<'staffList'>['data'][number]
type Linked = (link: OneTimeLink) => void

export function StaffDetail({ id, onLink }: { readonly id: number; readonly onLink: Linked }) {
  const look = useLook('staffList', {})
  return (
    <Shown of={look}>
      {({ data }) => {
        const member = data.find((each) => each.id === id)
        return member === undefined ? (
          <Empty>There is no staff member with this number.</Empty>
        ) : (
          <Detail member={member} onLink={onLink} />
        )
      }}
    </Shown>
  )
}

function Detail({ member, onLink }: { readonly member: Member; readonly onLink: Linked }) {
  const isMe = useMe()?.staff.id === member.id
  return (
    <>
      <Facts
        facts={[
          ['Name', member.name],
          ['E-mail', member.email],
          ['Role', member.role],
          ['State', <State key="state" of={STAFF_STATE[member.state]} />],
          ['Since', <Time key="since" at={member.created_at} />],
          ['Access last changed', <AccessChange key="access" access={member.access} />],
          ['Last signed in', <Time key="in" at={member.signed_in_at} />],
          ...(decidesMoney(member.role)
            ? [['Can decide about money', <MoneyFrom key="money" at={member.money_from} />] as const]
            : []),
        ]}
      />
      {isMe ? (
        <Alert severity="info">This is your own record. Another admin can change your role or reset you.</Alert>
      ) : (
        <Actions member={member} onLink={onLink} />
      )}
      <Sessions id={member.id} />
    </>
  )
}

function Sessions({ id }: { readonly id: number }) {
  const look = useLook('staffSessions', { id })
  return (
    <Panel title="Open sessions" flush>
      <Shown of={look} rows={2}>
        {(sessions) =>
          sessions.length === 0 ? (
            <Empty>No open sessions.</Empty>
          ) : (
            <Rows
              rows={sessions}
              columns={[
                { title: 'Device', draw: (row) => deviceText(row.device) },
                { title: 'Last used, UTC', draw: (row) => <Time at={row.last_used_at} /> },
              ]}
            />
          )
        }
      </Shown>
    </Panel>
  )
}

const TOLD = 'All admins, compliance and the staff member are notified by e-mail.'

type DialogKind = 'role' | 'reset' | 'disable' | 'enable' | 'end'

function Actions({ member, onLink }: { readonly member: Member; readonly onLink: Linked }) {
  const [dialog, setDialog] = useState<DialogKind>()
  const mayChange = useMayDo('staffRole', 'staffReset', 'staffEndSessions', 'staffDisable', 'staffEnable')
  const props = { member, onClose: () => setDialog(undefined) }
  const disabled = member.state === 'disabled'
  if (!mayChange) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
      <Button variant="outlined" color="inherit" onClick={() => setDialog('role')}>
        Change role
      </Button>
      {!disabled && (
        <Button variant="outlined" color="inherit" onClick={() => setDialog('reset')}>
          New one-time link
        </Button>
      )}
      <Button variant="outlined" color="inherit" onClick={() => setDialog('end')}>
        Sign out everywhere
      </Button>
      <Button
        variant="outlined"
        color={disabled ? 'primary' : 'error'}
        onClick={() => setDialog(disabled ? 'enable' : 'disable')}
      >
        {disabled ? 'Enable' : 'Disable'}
      </Button>
      {dialog === 'role' && <RoleDialog {...props} />}
      {dialog === 'reset' && <ResetDialog {...props} onLink={onLink} />}
      {dialog === 'end' && <EndDialog {...props} />}
      {dialog === 'disable' && <AccessDialog {...props} call="staffDisable" />}
      {dialog === 'enable' && <AccessDialog {...props} call="staffEnable" />}
    </Box>
  )
}

type DialogProps = { readonly member: Member; readonly onClose: () => void }

function RoleDialog({ member, onClose }: DialogProps) {
  const [role, setRole] = useState<Role>(member.role)
  const act = useAct('staffRole', `${member.name} is ${role} now.`)
  return (
    <ActionDialog
      title={`Role of ${member.name}`}
      lead={`Applies from their next call on. ${TOLD}`}
      changes={differences({ Role: member.role }, { Role: role })}
      confirm="Change"
      missing={role === member.role ? 'Choose another role.' : undefined}
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id: member.id, role, reason_text: reason }, key })}
      onClose={onClose}
    >
      <RolePicker role={role} onRole={setRole} />
    </ActionDialog>
  )
}

function ResetDialog({ member, onClose, onLink }: DialogProps & { readonly onLink: Linked }) {
  const act = useAct('staffReset', (made) => handedOver(`${member.name} is reset.`, made))
  const way = useLinkDelivery()
  return (
    <ActionDialog
      title={`New one-time link for ${member.name}`}
      lead={`For a lost password or phone, or a link that was never used. They sign in again with ${way}. ${TOLD}`}
      changes={[
        { path: 'Password', kind: 'removed', before: 'set' },
        { path: 'Authenticator app', kind: 'removed', before: 'set' },
        { path: 'Sessions', kind: 'removed', before: 'all end' },
        { path: 'One-time link', kind: 'added', after: 'new; older links expire' },
      ]}
      confirm="Reset"
      tone="danger"
      onConfirm={async ({ reason, key }) => {
        const made = await act.mutateAsync({ input: { id: member.id, reason_text: reason }, key })
        const link = linkToShow(member.name, made)
        if (link !== undefined) onLink(link)
      }}
      onClose={onClose}
    />
  )
}

function EndDialog({ member, onClose }: DialogProps) {
  const act = useAct(
    'staffEndSessions',
    ({ ended }) => `${ended} ${ended === 1 ? 'session' : 'sessions'} of ${member.name} ended.`,
  )
  return (
    <ActionDialog
      title={`Sign ${member.name} out everywhere`}
      lead="They can sign in again with password and code."
      confirm="Sign out"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id: member.id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}

function AccessDialog({ member, onClose, call }: DialogProps & { readonly call: 'staffDisable' | 'staffEnable' }) {
  const disables = call === 'staffDisable'
  const act = useAct(call, disables ? `${member.name} can no longer come in.` : `${member.name} can come in again.`)
  return (
    <ActionDialog
      title={disables ? `Disable ${member.name}` : `Enable ${member.name}`}
      lead={
        disables
          ? 'Their sessions end at once. The audit keeps their name.'
          : 'They sign in with their previous password and authenticator app.'
      }
      changes={differences(
        { Access: disables ? 'may sign in' : 'disabled' },
        { Access: disables ? 'disabled' : 'may sign in' },
      )}
      confirm={disables ? 'Disable' : 'Enable'}
      tone={disables ? 'danger' : 'plain'}
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id: member.id, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}
