/**
 * Balance and free margin of the account: pushed figures first, otherwise the figures read over HTTP. Wire decimals.
 */

import { useAccount } from '../../data/live.ts'
import { useBalances } from '../../data/money.ts'
import { useOrders } from '../../data/screenQueries.ts'

export function useFunds() {
  const read = useBalances()
  const live = useAccount()
  const positions = useOrders(1).data?.pages[0]
  return {
    read,
    balance: live?.Balance ?? read.data?.balance,
    /** Reserved for withdrawals in progress. */
    locked: read.data?.lock_balance,
    equity: live?.Equity ?? positions?.equity,
    /** The margin available beside open positions. */
    marginFree: live?.FreeMargin ?? positions?.free_margin,
  }
}
