/**
 * A withdrawal carries the price at which it was asked for. The customer may cancel until its approval, so an approval
 * at an old price would give away an option: the customer cancels when the coin falls and is paid too much when it
 * rises.
 */
import { type Micros, PPM } from '@veritick/domain'
import type { Settings } from '../settings/index.ts'
import type { WithdrawalRow } from './encryption.ts'

/** A price that moved by less is paid as it was asked for: 1 %. */
export const PRICE_MOVE_MAX = 10_000

/** True where the operator's price is another now. A currency that is not offered any more has no newer price. */
export function hasPriceMoved(settings: Pick<Settings, 'get'>, row: WithdrawalRow): boolean {
  const now = settings
    .get('draw_currencies')
    .find(({ type, code, protocol }) => type === row.type && code === row.currency && protocol === row.protocol)
  return now !== undefined && isApart(now.usd_price, row.usdPrice)
}

function isApart(now: Micros, asked: number): boolean {
  return BigInt(Math.abs(now - asked)) * BigInt(PPM) > BigInt(asked) * BigInt(PRICE_MOVE_MAX)
}
