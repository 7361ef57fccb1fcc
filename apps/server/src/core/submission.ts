/** What is submitted to the core, and what comes back. */
import type { TradingRefusal } from '@veritick/domain'
import type { Command, Decision, RequestId } from '@veritick/engine'

export type Submission = {
  readonly command: Command
  /** Makes it happen once. `content`: all that was asked, as text. */
  readonly request?: { readonly key: RequestId; readonly content: string }
}

/**
 * `busy`: too many are waiting already (WAITING_MAX), or a commit is late; nothing was decided, asking again later is
 * right.
 */
export type CoreRefusal = TradingRefusal | 'idempotency_mismatch' | 'busy'

export type Submitted = {
  readonly outcome: Decision | { readonly ok: false; readonly reason: CoreRefusal }
  /** True when the stored outcome of an earlier submission with this key is given. */
  readonly repeated: boolean
}
