/** A staff member with their start date and the last change of their access. Shown where two people must decide. */
import { Box } from '@mui/material'
import type { OfficeData } from '@veritick/contract/office'
import { Time } from '../design/parts.tsx'
import { ACCESS_CHANGE, actorName } from '../format/names.ts'

export type StaffMember = OfficeData<'withdrawalFind'>['approvals']['given'][number]['by']

export function AccessChange({ access }: { readonly access: StaffMember['access'] }) {
  if (access === null) return 'never'
  return (
    <>
      {ACCESS_CHANGE[access.what]} by {actorName(access.by)}, <Time at={access.at} />
    </>
  )
}

/** Name, time of the action, and start date; nothing for actors that are not staff. */
export function StaffMemberLine({ member, at }: { readonly member: StaffMember | null; readonly at?: number }) {
  if (member === null) return null
  const { since, access } = member
  return (
    <>
      {actorName(member)}
      {at !== undefined && (
        <>
          , <Time at={at} />
        </>
      )}
      {since !== null && (
        <Box component="span" sx={{ display: 'block', fontSize: 12, color: 'text.secondary' }}>
          staff since <Time at={since} />
          {access !== null && access.what !== 'invited' && (
            <>
              , <AccessChange access={access} />
            </>
          )}
        </Box>
      )}
    </>
  )
}

export function MoneyFrom({ at }: { readonly at: number | null }) {
  return at === null ? (
    'yes'
  ) : (
    <>
      from <Time at={at} /> on
    </>
  )
}
