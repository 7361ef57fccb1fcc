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
}

/**
 * `busy`: too many are waiting already (WAITING_MAX), or a commit is late; nothing was decided, asking again later is
 * right.
 */
export type CoreRefusal = TradingRefusal | KeyRefusal | 'idempotency_mismatch' | 'busy'

export type Submitted = {
  readonly outcome: Decision | PriceRefusal | { readonly ok: false; readonly reason: CoreRefusal }
  /** True when the stored outcome of an earlier submission with this key is given. */
  readonly repeated: boolean
}
