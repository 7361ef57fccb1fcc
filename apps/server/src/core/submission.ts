/** A submission to the core, and its result. */
import type { KeyRefusal, TradingRefusal } from '@veritick/domain'
import type { Command, Decision } from '@veritick/engine'
import type { RequestAsked } from './requests.ts'
import type { PriceRefusal, WrittenPrices } from './written-prices.ts'

export type Submission = {
  readonly command: Command
  /** Prices of the command that are still text; they replace those of the command (written-prices.ts). */
  readonly prices?: WrittenPrices
  /** Makes it happen once. */
  readonly request?: RequestAsked
  /** The refusal of the command, unless its request has an answer already. */
  readonly refusal?: CustomerRefusal
}

/** Refusals that the server knows before the engine. The core alone knows whether the request is a repeat. */
export const CUSTOMER_REFUSALS = ['terms_acceptance_needed', 'too_many_requests'] as const
export type CustomerRefusal = (typeof CUSTOMER_REFUSALS)[number]

/**
 * `busy`: too many answers wait already (WAITING_MAX), the store is in trouble, or a demo account places an order above
 * ORDERS_WITH_DEMO_MAX. Nothing was decided: the same request may succeed later.
 */
export type CoreRefusal = TradingRefusal | KeyRefusal | 'idempotency_mismatch' | 'busy' | CustomerRefusal

export type Submitted = {
  readonly outcome: Decision | PriceRefusal | { readonly ok: false; readonly reason: CoreRefusal }
  /** True when the stored outcome of an earlier submission with this key is given. */
  readonly repeated: boolean
}
