/** The staff member's own account: sessions, ending the others, and the password. */
import { Button, Stack } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useMe } from '../../data/session.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { PageFrame, Panel } from '../../design/Panel.tsx'
import { Facts, Tag, Time } from '../../design/parts.tsx'
import { Shown } from '../../design/States.tsx'
import { deviceText } from '../../format/device.ts'
import { Rows } from '../../lists/Rows.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

type Session = OfficeData<'mySessions'>[number]

export default function AccountScreen() {
  const me = useMe()
  const sessions = useLook('mySessions', {})
  const [dialog, setDialog] = useState<'password' | Ending>()
  if (me === undefined) return null
  return (
    <PageFrame
      title="Your account"
      actions={
        <Button variant="outlined" onClick={() => setDialog('password')}>
          Change password
        </Button>
      }
    >
      <Panel>
        <Facts
          columns={2}
          facts={[
            ['Name', me.staff.name],
            ['E-mail', me.staff.email],
            ['Role', me.staff.role],
            ['This session expires', <Time key="ends" at={me.expires_at} />],
          ]}
        />
      </Panel>
      <Panel
        title="Sessions"
        flush
        actions={
          <Button color="inherit" onClick={() => setDialog({ id: 'others', title: 'End all other sessions' })}>
            End all other sessions
          </Button>
        }
      >
        <Shown of={sessions}>{(data) => <Rows rows={data} columns={columns(setDialog)} />}</Shown>
      </Panel>
      {dialog === 'password' && <PasswordDialog onClose={() => setDialog(undefined)} />}
      {typeof dialog === 'object' && <EndSession ending={dialog} onClose={() => setDialog(undefined)} />}
    </PageFrame>
  )
}

type Ending = { readonly id: string; readonly title: string }

function columns(open: (ending: Ending) => void) {
  return [
    {
      title: 'Device',
      draw: (row: Session) => (
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center' }}>
          <span title={row.device}>{deviceText(row.device)}</span>
          {row.current && <Tag tone="accent">this one</Tag>}
        </Stack>
      ),
    },
    { title: 'Last used, UTC', draw: (row: Session) => <Time at={row.last_used_at} /> },
    { title: 'Began, UTC', draw: (row: Session) => <Time at={row.created_at} />, wide: true },
    { title: 'Ends, UTC', draw: (row: Session) => <Time at={row.expires_at} />, wide: true },
    {
      title: 'Action',
      draw: (row: Session) =>
        row.current ? null : (
          <Button color="inherit" onClick={() => open({ id: row.id, title: 'End this session' })}>
            End
          </Button>
        ),
    },
  ]
}

function EndSession({ ending, onClose }: { readonly ending: Ending; readonly onClose: () => void }) {
  const act = useAct('endMySession', ({ ended }) => `${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`)
  return (
    <ActionDialog
      title={ending.title}
      lead="The device must sign in again."
      withReason={false}
      confirm="End"
      tone="danger"
      onConfirm={({ key }) => act.mutateAsync({ input: { id: ending.id }, key })}
      onClose={onClose}
    />
  )
}
