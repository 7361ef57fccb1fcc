/** Chooses one of a customer's accounts. A customer with a single account has nothing to choose. */
import { MenuItem, TextField } from '@mui/material'
import { accountName, type Person } from './tabs.ts'

type Props = {
  readonly accounts: Person['accounts']
  readonly chosen: number | undefined
  readonly onChoose: (account: number) => void
}

export function AccountChoice({ accounts, chosen, onChoose }: Props) {
  if (accounts.length < 2) return null
  return (
    <TextField
      select
      size="small"
      label="Account"
      value={chosen ?? ''}
      onChange={(event) => onChoose(Number(event.target.value))}
      sx={{ minWidth: 220 }}
    >
      {accounts.map((account) => (
        <MenuItem key={account.trading_account} value={account.trading_account}>
          {accountName(account)}
        </MenuItem>
      ))}
    </TextField>
  )
}
