/**
 * The failures of the write path that end the process; an exception that nothing catches in the main thread ends it too
 * (start/fatal-end.ts). After each, memory may be ahead of the store or another process may write, so the process ends
 * and the next start recovers from what is stored. Every other trouble of the store is a refusal for the caller who met
 * it, also one in which the store is away for hours.
 */
import { isInvariantViolation } from '@veritick/domain'
import { codeOf } from '../store/index.ts'

/**
 * - `fence_lost`: another process is the writer, or the thread of the embedded store has ended.
 * - `journal_moved`: after a lost connection the journal does not end where this process left it.
 * - `commit_refused`: the store refused a commit for a reason that does not pass, such as a table without rights.
 * - `engine_broken`: the engine broke a promise of its own, so that its state cannot be trusted; or the thread or
 *   process of the core ended by itself.
 * - `queue_full`: as many decisions wait for the store as may (UNITS_MAX), and none of them can be dropped.
 * - `projection_broken`: the read tables do not stand where their checkpoint says, or cannot hold what was folded.
 * - `uncaught`: an exception that nothing catches in the thread or process of the core, as for a value that is too long
 *   for the driver of the store. The engine has no part in it, so what was decided is kept. It also ends a process that
 *   went on after an older batch was found damaged.
 */
export type FatalReason =
  | 'fence_lost'
  | 'journal_moved'
  | 'commit_refused'
  | 'engine_broken'
  | 'queue_full'
  | 'projection_broken'
  | 'uncaught'

/** Its message is `sentence`, by default that of its cause. */
export class CoreFatal extends Error {
  readonly reason: FatalReason
  constructor(reason: FatalReason, cause: unknown, sentence?: string) {
    // The causes of a lost fence are sentences of our own: kept as a cause, each would stand twice in the log.
    const kept = reason === 'fence_lost' ? {} : { cause }
    super(sentence ?? (cause instanceof Error ? cause.message : String(cause)), kept)
    this.reason = reason
  }
}

/**
 * The error of a failed commit. It does not repeat the driver's text, which may hold values of the statement. A broken
 * promise of our own code around the commit is `engine_broken`.
 */
export function commitFailed(error: unknown): CoreFatal {
  if (error instanceof CoreFatal) return error
  if (isInvariantViolation(error)) return new CoreFatal('engine_broken', error)
  return new CoreFatal('commit_refused', error, `the store refused a commit (${codeOf(error) ?? 'no code'})`)
}
