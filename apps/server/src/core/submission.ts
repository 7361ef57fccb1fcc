/** What is submitted to the core, and what comes back. */
import type { KeyRefusal, TradingRefusal } from '@veritick/domain'
import type { Command, Decision } from '@veritick/engine'
import type { RequestAsked } from './requests.ts'

export type Submission = {
  readonly command: Command
  /** Makes it happen once. */
  readonly request?: RequestAsked
}

/**
 * `busy`: too many are waiting already (WAITING_MAX), or a commit is late; nothing was decided, asking again later is
 * right.
 */
export type CoreRefusal = TradingRefusal | KeyRefusal | 'idempotency_mismatch' | 'busy'

export type Submitted = {
  readonly outcome: Decision | { readonly ok: false; readonly reason: CoreRefusal }
  /** True when the stored outcome of an earlier submission with this key is given. */
  readonly repeated: boolean
}
