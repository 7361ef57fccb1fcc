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
import type { DrawCurrency } from './payees.ts'

/**
 * The entry of `draw_currencies` that was requested. `undefined`: it is gone, or stands for another currency now, so it
 * has no newer price.
 */
export function entryOf(settings: Pick<Settings, 'get'>, row: WithdrawalRow, id: number): DrawCurrency | undefined {
  return settings
    .get('draw_currencies')
    .find(
      (entry) =>
        entry.id === id &&
        withdrawalMethodOf(entry.type) === row.method &&
        entry.code === row.currency &&
        entry.protocol === row.protocol,
    )
}

/** True where the operator's price is another now. `entry`: the id of the entry that was requested. */
export function hasPriceMoved(settings: Pick<Settings, 'get'>, row: WithdrawalRow, entry: number): boolean {
  const now = entryOf(settings, row, entry)
  return now !== undefined && isPriceApart(now.usd_price, micros(row.usdPrice))
}
