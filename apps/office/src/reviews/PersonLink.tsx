/**
 * A customer by UID, which always carries its label, so that it is never taken for the number of a record. In a list it
 * is text, because the row opens the record; in a record it is a link for staff who may view customers.
 */
import { Box, Link as MuiLink } from '@mui/material'
import { Link } from 'react-router'
import { useMay } from '../data/session.ts'

type Props = { readonly person: { readonly id: number; readonly uid: string } }

export function Uid({ uid }: { readonly uid: string }) {
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 11, fontWeight: 600, marginInlineEnd: '4px' }}>
        UID
      </Box>
      {uid}
    </Box>
  )
}

export function PersonLink({ person }: Props) {
  const sees = useMay('people_read')
  if (!sees) return <Uid uid={person.uid} />
  return (
    <MuiLink component={Link} to={`/people/${person.id}`} underline="always">
      <Uid uid={person.uid} />
    </MuiLink>
  )
}

/** The customer of a row. */
export function PersonCell({ person }: Props) {
  return <Uid uid={person.uid} />
}
