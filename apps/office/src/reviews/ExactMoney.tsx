/**
 * The line above the money of a customer: the office shows every digit of the ledger, the app cents (decision 64). A
 * customer who writes about their balance names the amount of the app.
 */
import { Typography } from '@mui/material'

export function ExactMoney() {
  return (
    <Typography variant="body2" color="textSecondary">
      Amounts are exact. The app shows whole cents: balances rounded down, fees and margin rounded up, profits to the
      nearest cent.
    </Typography>
  )
}
