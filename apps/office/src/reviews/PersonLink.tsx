/** A customer's UID in a row; a link for staff who may view customers. */
import { Link as MuiLink } from '@mui/material'
import { Link } from 'react-router'
import { useMay } from '../data/session.ts'

type Props = { readonly person: { readonly id: number; readonly uid: string } }

export function PersonLink({ person }: Props) {
  const sees = useMay('people_read')
  if (!sees) return <span>{person.uid}</span>
  return (
    <MuiLink
      component={Link}
      to={`/people/${person.id}`}
      onClick={(event) => event.stopPropagation()}
      underline="always"
      sx={{ whiteSpace: 'nowrap' }}
    >
      {person.uid}
    </MuiLink>
  )
}
