/** Closing an account as pure data: the place that solves each obstacle, and the day of the erasure. */
import { type CallData, type ClosingObstacle, moneyOf } from '@veritick/contract'
import { MICROS_PER_CENT, must } from '@veritick/domain'
import type { Key } from '@veritick/locales'
import { DAY_MILLIS } from '../../format/time.ts'

export type ClosingState = CallData<'closingState'>

/** Where the customer solves it. */
export const PLACES: { readonly [Reason in ClosingObstacle]: { readonly to: string; readonly label: Key } } = {
  account_frozen: { to: '/mine/chat', label: 'common.support' },
  closing_orders_open: { to: '/order', label: 'orders.title' },
  closing_withdrawal_open: { to: '/mine/withdraw', label: 'account.row_withdraw' },
  closing_deposit_open: { to: '/mine/charge', label: 'account.row_deposit' },
  closing_booking_open: { to: '/mine/chat', label: 'common.support' },
  closing_identity_waiting: { to: '/mine/auth', label: 'account.row_auth' },
  closing_balance_left: { to: '/mine/withdraw', label: 'account.row_withdraw' },
}

/** From when on the data are erased, if the account is closed at `now`. */
export const erasedFrom = ({ days }: Pick<ClosingState, 'days'>, now: number): number => now + days * DAY_MILLIS

/** An amount of at least a cent: a smaller one, such as `"0.004000"`, would be shown as zero. */
export const isPayable = (amount: string): boolean => must(moneyOf(amount), 'an amount of money') >= MICROS_PER_CENT
