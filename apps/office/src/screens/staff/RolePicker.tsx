/** The choice of a role, with its permissions in words. */
import { MenuItem, TextField } from '@mui/material'
import { decidesMoney, ROLES, type Role, STAFF_HOLD_HOURS } from '@veritick/contract/office'
import { permissionsText } from './permissions.ts'

type Props = { readonly role: Role | ''; readonly onRole: (role: Role) => void }

export function RolePicker({ role, onRole }: Props) {
  return (
    <TextField
      select
      label="Role"
      value={role}
      onChange={(event) => onRole(event.target.value as Role)}
      helperText={role === '' ? ' ' : mayText(role)}
      required
    >
      {ROLES.map((each) => (
        <MenuItem key={each} value={each}>
          {each}
        </MenuItem>
      ))}
    </TextField>
  )
}

function mayText(role: Role): string {
  const hold = decidesMoney(role)
    ? ` Decides about money after ${STAFF_HOLD_HOURS} hours, except on the office’s first day.`
    : ''
  return `May ${permissionsText(role)}.${hold}`
}
