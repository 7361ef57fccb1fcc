/**
 * A withdrawal carries the price at which it was requested. The customer may cancel until its approval, so an approval
 * at an old price would give away an option: the customer cancels when the coin falls and is paid too much when it
 * rises.
 */
import { micros } from '@veritick/domain'
import { withdrawalMethodOf } from '../approvals/index.ts'
import { isPriceApart } from '../money/index.ts'
import type { Settings } from '../settings/index.ts'
import type { WithdrawalRow } from './encryption.ts'

/**
 * True where the operator's price is another now. `entry`: the id of the entry of `draw_currencies` that was requested;
 * one that is gone, or stands for another currency now, has no newer price.
 */
export function hasPriceMoved(settings: Pick<Settings, 'get'>, row: WithdrawalRow, entry: number): boolean {
  const now = settings
    .get('draw_currencies')
    .find(
      ({ id, type, code, protocol }) =>
        id === entry && withdrawalMethodOf(type) === row.method && code === row.currency && protocol === row.protocol,
    )
  return now !== undefined && isPriceApart(now.usd_price, micros(row.usdPrice))
}
