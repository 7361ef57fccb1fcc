/**
 * The failures that end the process, all of them. After each, memory may be ahead of the store or another process may write, so the process
 * ends and the next start recovers from what is stored. Every other trouble of the store is a refusal for the caller who met it.
 */
import { troubleOf } from '../store/index.ts'

/**
 * - `fence_lost`: another process is the writer, or the connection that holds the writer's lock broke.
 * - `commit_unknown`: a commit got no answer (its connection broke, or its deadline passed): it may have been done or not.
 * - `commit_refused`: the store refused a commit for a reason that does not pass, such as a batch that does not follow on the journal.
 * - `engine_broken`: the engine broke a promise of its own; its state cannot be trusted.
 * - `queue_full`: as many decisions wait for the store as may (UNITS_MAX), and none of them can be dropped.
 * - `projection_broken`: the read tables do not stand where their checkpoint says, or cannot hold what was folded.
 */
export type FatalReason = 'fence_lost' | 'commit_unknown' | 'commit_refused' | 'engine_broken' | 'queue_full' | 'projection_broken'

export class CoreFatal extends Error {
  readonly reason: FatalReason
  constructor(reason: FatalReason, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.reason = reason
  }
}

/** Of a commit that failed. */
export function commitFailed(error: unknown): CoreFatal {
  if (error instanceof CoreFatal) return error
  return new CoreFatal(troubleOf(error) === undefined ? 'commit_refused' : 'commit_unknown', error)
}
