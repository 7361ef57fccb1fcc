/**
 * What the account holds, as alive as the connection is: pushed figures first, what was read otherwise. Wire decimals.
 */

import { useAccount } from '../../data/live.ts'
import { useBalances } from '../../data/money.ts'

export function useFunds() {
  const read = useBalances()
  const live = useAccount()
  return {
    read,
    balance: live?.Balance ?? read.data?.balance,
    /** Set aside for withdrawals on their way. */
    locked: read.data?.lock_balance,
    equity: live?.Equity,
    /** What open positions leave. */
    marginFree: live?.FreeMargin,
  }
}
