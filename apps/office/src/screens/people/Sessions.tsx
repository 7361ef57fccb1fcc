/** Sessions of a customer, and ending them. */
import { Button } from '@mui/material'
import { useState } from 'react'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import type { RowOf } from '../../data/lists.ts'
import { useMayDo } from '../../data/session.ts'
import { useAct, useLook } from '../../data/useCall.ts'
import { Panel } from '../../design/Panel.tsx'
import { Time } from '../../design/parts.tsx'
import { Empty, Shown } from '../../design/States.tsx'
import { deviceText } from '../../format/device.ts'
import type { Column } from '../../lists/columns.ts'
import { Rows } from '../../lists/Rows.tsx'

type Row = RowOf<'personSessions'>

export function Sessions({ id }: { readonly id: number }) {
  const sessions = useLook('personSessions', { id })
  const mayEnd = useMayDo('endPersonSessions')
  const [dialog, setDialog] = useState<string>()
  return (
    <Panel
      title="Open sessions"
      flush
      actions={
        mayEnd && (
          <Button color="inherit" onClick={() => setDialog('all')}>
            End all
          </Button>
        )
      }
    >
      <Shown of={sessions}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty>No open sessions.</Empty>
          ) : (
            <Rows rows={data} columns={columns(mayEnd ? setDialog : undefined)} />
          )
        }
      </Shown>
      {dialog !== undefined && <EndDialog id={id} session={dialog} onClose={() => setDialog(undefined)} />}
    </Panel>
  )
}

function columns(onEnd: ((session: string) => void) | undefined): readonly Column<Row>[] {
  const known: readonly Column<Row>[] = [
    { title: 'Device', draw: (row) => deviceText(row.device) },
    { title: 'Last used, UTC', draw: (row) => <Time at={row.last_used_at} /> },
    { title: 'Began, UTC', draw: (row) => <Time at={row.created_at} />, wide: true },
    { title: 'Ends, UTC', draw: (row) => <Time at={row.expires_at} />, wide: true },
  ]
  if (onEnd === undefined) return known
  const end: Column<Row> = {
    title: 'Action',
    draw: (row) => (
      <Button color="inherit" onClick={() => onEnd(row.id)}>
        End
      </Button>
    ),
  }
  return [...known, end]
}

type EndProps = { readonly id: number; readonly session: string; readonly onClose: () => void }

function EndDialog({ id, session, onClose }: EndProps) {
  const act = useAct('endPersonSessions', ({ ended }) => `${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`)
  return (
    <ActionDialog
      title={session === 'all' ? 'End all sessions of this customer' : 'End this session'}
      lead="The customer must sign in again. Orders and money stay as they are."
      confirm="End"
      tone="danger"
      onConfirm={({ reason, key }) => act.mutateAsync({ input: { id, session, reason_text: reason }, key })}
      onClose={onClose}
    />
  )
}
