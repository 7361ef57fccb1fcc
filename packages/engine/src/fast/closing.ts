/** The ends of orders: a holding closes at the quote of its market that counts now, a pending order is cancelled. */
import type { CancelReason, CloseReason, Micros, Millis, Points } from '@veritick/domain'
import type { RequestId } from '../commands.ts'
import type { Emit } from './emit.ts'
import { BUY } from './orders.ts'
import type { State } from './state.ts'
import { orderProfit } from './valuation.ts'

export type Closing = {
  readonly slot: number
  readonly at: Millis
  readonly reason: CloseReason
  readonly reference: Points | undefined
  readonly request: RequestId | undefined
}

/** The close alone. */
export function closeHolding(state: State, emit: Emit, closing: Closing): void {
  const { slot, at, reason, reference, request } = closing
  const { orders, accounts } = state
  const market = state.marketOf(slot)
  emit({
    kind: 'order_closed',
    at,
    order: orders.id[slot] ?? 0,
    account: accounts.id[orders.account[slot] ?? 0] ?? 0,
    instrument: market.terms.id,
    price: (orders.side[slot] === BUY ? market.bid : market.ask) as Points,
    profit: orderProfit(state, slot, market),
    reason,
    reference,
    quote: market.quote(),
    conversion: market.conversion(),
    request,
  })
}

/** The close, then negative balance protection: with nothing held any more the house pays a balance below zero. */
export function closeAndProtect(state: State, emit: Emit, closing: Closing): void {
  const { accounts } = state
  const account = state.orders.account[closing.slot] ?? 0
  closeHolding(state, emit, closing)
  const balance = accounts.balance[account] ?? 0
  if (balance >= 0 || accounts.holdings[account] !== 0) return
  emit({ kind: 'balance_protected', at: closing.at, account: accounts.id[account] ?? 0, amount: -balance as Micros })
}

export function cancelOrder(
  state: State,
  emit: Emit,
  cancel: { slot: number; at: Millis; reason: CancelReason; request: RequestId | undefined },
): void {
  const { slot, at, reason, request } = cancel
  const { orders, accounts } = state
  const account = accounts.id[orders.account[slot] ?? 0] ?? 0
  emit({ kind: 'order_cancelled', at, order: orders.id[slot] ?? 0, account, reason, request })
}
