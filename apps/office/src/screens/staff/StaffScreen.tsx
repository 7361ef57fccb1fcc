/**
 * Staff and their roles. An admin invites, resets and disables other staff, not themselves. Staff are never deleted.
 */
import { Button } from '@mui/material'
import { ROLES } from '@veritick/contract/office'
import { useState } from 'react'
import type { RowOf } from '../../data/lists.ts'
import { useMayDo } from '../../data/session.ts'
import { PageFrame } from '../../design/Panel.tsx'
import { State, Tag, Time } from '../../design/parts.tsx'
import { STAFF_STATE } from '../../format/names.ts'
import type { Column } from '../../lists/columns.ts'
import { DetailDrawer } from '../../lists/DetailDrawer.tsx'
import { Listing } from '../../lists/Listing.tsx'
import { usePlace } from '../../lists/place.ts'
import { AccessChange } from '../../reviews/StaffMember.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { LinkOnce, type OneTimeLink } from './LinkOnce.tsx'
import { StaffDetail } from './StaffDetail.tsx'

const COLUMNS: readonly Column<RowOf<'staffList'>>[] = [
  { title: 'Name', draw: (row) => row.name, long: true },
  { title: 'E-mail', draw: (row) => row.email, wide: true, long: true },
  { title: 'Role', draw: (row) => row.role },
  {
    title: 'State',
    draw: (row) => (
      <>
        <State of={STAFF_STATE[row.state]} /> {row.money_from !== null && <Tag tone="warn">on hold</Tag>}
      </>
    ),
  },
  { title: 'Access changed, UTC', draw: (row) => <AccessChange access={row.access} />, wide: true },
  { title: 'Last signed in, UTC', draw: (row) => <Time at={row.signed_in_at} />, wide: true },
  { title: 'Since, UTC', draw: (row) => <Time at={row.created_at} />, wide: true },
]

export default function StaffScreen() {
  const { id, close } = usePlace('/staff')
  const mayInvite = useMayDo('staffInvite')
  const [inviting, setInviting] = useState(false)
  const [link, setLink] = useState<OneTimeLink>()
  return (
    <PageFrame
      title="Staff"
      lead={`Roles: ${ROLES.join(', ')}. Each role has only the permissions that its work needs.`}
      actions={
        mayInvite && (
          <Button variant="contained" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <Listing
        name="staffList"
        columns={COLUMNS}
        empty="No staff yet."
        opens={(row) => `/staff/${row.id}`}
        keysEnabled={id === undefined}
      />
      <DetailDrawer title="Member of staff" open={id !== undefined} onClose={close}>
        {id !== undefined && <StaffDetail id={id} onLink={setLink} />}
      </DetailDrawer>
      {inviting && <InviteDialog onLink={setLink} onClose={() => setInviting(false)} />}
      {link !== undefined && <LinkOnce link={link} onClose={() => setLink(undefined)} />}
    </PageFrame>
  )
}
