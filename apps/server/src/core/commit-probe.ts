/**
 * Asks the connection of commits, while no commit runs, whether the store still answers: a PostgreSQL server that hangs
 * is then noticed before the first order waits for it. One look is one statement that reads nothing. The scheduler of
 * the server calls it (start/server.ts); the next look says that the trouble is over.
 */
import type { Millis } from '@veritick/domain'
import type { Logger } from 'pino'
import { adviceFor, type Store } from '../store/index.ts'
import { type CommitTrouble, failureOf } from './commit-doubt.ts'

/**
 * A look without an answer for this long makes new orders `busy`. Longer than a commit has (COMMIT_LATE_MS): no
 * customer waits for a look, and a machine that is busy for a moment must not refuse orders because of it.
 */
export const PROBE_LATE_MS = 2_000

export type CommitProbe = {
  /** Resolves when the store has answered or has been given up; never rejects. Does nothing while another look runs. */
  look(): Promise<void>
  /** A commit is durable: the store answers. */
  answered(): void
  trouble(): CommitTrouble | undefined
  /** How long the look that runs has taken so far; 0 when none runs. Milliseconds. */
  age(): number
}

export function createCommitProbe(options: {
  readonly store: Pick<Store, 'commit'>
  readonly log: Logger
  readonly wallClock: () => Millis
  /** Missing: PROBE_LATE_MS. */
  readonly lateMs?: number | undefined
}): CommitProbe {
  const { store, log, wallClock, lateMs = PROBE_LATE_MS } = options
  let startedAt: number | undefined
  let trouble: CommitTrouble | undefined

  function beIn(reason: CommitTrouble['reason'], error?: unknown): void {
    if (trouble?.reason === reason) return
    trouble = { reason, since: trouble?.since ?? wallClock() }
    const advice = error === undefined ? undefined : adviceFor(error)
    log.error({ err: error }, advice ?? 'the store does not answer: new orders are refused as busy until it does')
  }

  function answered(): void {
    if (trouble === undefined) return
    trouble = undefined
    log.warn('the store answers again: orders go on')
  }

  return {
    look: async () => {
      if (startedAt !== undefined) return
      startedAt = performance.now()
      // A trouble that has a name keeps it.
      const timer = setTimeout(() => {
        if (trouble === undefined) beIn('commit_late')
      }, lateMs)
      try {
        await store.commit('select 1')
        answered()
      } catch (error) {
        // No order was sent, so no failure ends the process here: the first commit decides about it.
        beIn(failureOf(error, false)?.reason ?? 'store_lost', error)
      } finally {
        clearTimeout(timer)
        startedAt = undefined
      }
    },
    answered,
    trouble: () => trouble,
    age: () => (startedAt === undefined ? 0 : performance.now() - startedAt),
  }
}
