/** A customer's name in a row of something else; leads to the person for those who may see people. */
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
