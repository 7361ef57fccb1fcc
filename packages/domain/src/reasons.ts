/**
 * The reasons of refusals and of ended orders, one stable word each. The contract gives every word its number and the
 * locales give it a sentence; tests guard both.
 */

/** Why the engine refuses a command. Append only: the index of a word is its byte in the journal. */
export const TRADING_REFUSALS = [
  'account_unknown',
  'account_exists',
  'account_frozen',
  'demo_account_only',
  'instrument_unknown',
  'instrument_disabled',
  'market_closed',
  'price_stale',
  'price_unconfirmed',
  'conversion_missing',
  'lots_too_small',
  'lots_too_large',
  'lots_off_step',
  'leverage_not_set',
  'leverage_not_offered',
  'target_missing',
  'target_at_market',
  'stop_loss_wrong_side',
  'take_profit_wrong_side',
  'margin_not_enough',
  'margin_call',
  'too_many_orders',
  'amount_too_large',
  'amount_not_positive',
  'balance_not_enough',
  'order_unknown',
  'not_yours',
  'order_not_holding',
  'order_not_pending',
  'order_ended',
  'transfer_unknown',
  'transfer_exists',
  'transfer_settled',
  'real_account_only',
  'terms_not_accepted',
  'target_wrong_side',
  'part_too_large',
  'rest_too_small',
] as const
export type TradingRefusal = (typeof TRADING_REFUSALS)[number]

/**
 * Refusals that pass by themselves: the same request may succeed a moment later, so they are not stored under its
 * idempotency key. `busy`, `store_trouble`, `terms_acceptance_needed` (the customer accepts the new terms of use and
 * asks again) and `draw_price_old` (the operator sets the price again) come from the server, the others from the
 * engine.
 */
export const TEMPORARY_REFUSALS = [
  'busy',
  'store_trouble',
  'market_closed',
  'price_stale',
  'price_unconfirmed',
  'terms_acceptance_needed',
  'draw_price_old',
] as const

const TEMPORARY: ReadonlySet<string> = new Set(TEMPORARY_REFUSALS)

/** Whether the same request may succeed later, so that its refusal must not be stored. Takes any reason word. */
export function isTemporaryRefusal(reason: string): boolean {
  return TEMPORARY.has(reason)
}

/**
 * Why a position was closed. Append only: an index is a byte in the journal. `copy` is reserved for copying. Journals
 * from before `reversal` name a reversal `user`.
 */
export const CLOSE_REASONS = ['user', 'stop_loss', 'take_profit', 'stop_out', 'demo_reset', 'copy', 'reversal'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/**
 * Why a pending order ended without becoming a position. Append only: the index of a word is its byte in the
 * journal.
 */
export const CANCEL_REASONS = [
  'user',
  'stop_out',
  'demo_reset',
  'margin_not_enough',
  'margin_call',
  'stop_loss_wrong_side',
  'take_profit_wrong_side',
  'conversion_missing',
  'account_frozen',
  'amount_too_large',
  'instrument_disabled',
  'terms_changed',
] as const
export type CancelReason = (typeof CANCEL_REASONS)[number]
