/**
 * Decisions of staff that the engine must have: given to it one after the other, each with the values stored at that
 * time. A decision that the engine refuses, because it is full or for any other reason, is retried every half minute;
 * other decisions do not wait for it. The caller changes the customers' view only when the engine has the decision. The
 * next start gives the engine the decisions that are left (features/instruments/engine-terms.ts).
 */
import type { Logger } from 'pino'
import type { Jobs } from '../jobs/index.ts'

export type EngineSync<Subject> = {
  /**
   * Resolves after one attempt. True: the engine has the values that held at the call, or newer ones. Never rejects.
   */
  tell(subject: Subject): Promise<boolean>
  /** True from the call of `tell` until the engine has the decision. */
  waits(subject: Subject): boolean
  /** Tries all waiting decisions. */
  resume(): Promise<void>
  stop(): Promise<void>
}

const RESUME_MS = 30_000

/** `bring` reads the stored values when it runs, and throws when the engine refuses them. */
export function openEngineSync<Subject>(options: {
  readonly bring: (subject: Subject) => Promise<void>
  readonly log: Logger
  readonly jobs: Jobs
}): EngineSync<Subject> {
  const { bring, log } = options
  /**
   * The number of calls for each subject, and the call whose values the engine has: bounded by the number of
   * instruments and settings.
   */
  const calls = new Map<Subject, number>()
  const synced = new Map<Subject, number>()
  let last: Promise<unknown> = Promise.resolve()
  const waits = (subject: Subject) => calls.get(subject) !== synced.get(subject)

  const attempt = async (subject: Subject): Promise<boolean> => {
    // An earlier attempt in the queue already gave these values.
    if (!waits(subject)) return true
    const brought = calls.get(subject) ?? 0
    try {
      await bring(subject)
    } catch (error) {
      log.warn({ err: error, subject }, 'the engine did not take a change yet: it is told again in half a minute')
      return false
    }
    synced.set(subject, brought)
    return true
  }
  const queue = (subject: Subject): Promise<boolean> => {
    const tried = last.then(() => attempt(subject))
    last = tried
    return tried
  }
  const resume = async () => {
    await Promise.all([...calls.keys()].filter(waits).map(queue))
  }
  const job = options.jobs.add({ name: 'engine_sync', everyMs: RESUME_MS, run: resume })

  return {
    tell: (subject) => {
      calls.set(subject, (calls.get(subject) ?? 0) + 1)
      return queue(subject)
    },
    waits,
    resume,
    stop: async () => {
      await job.stop()
      await last
    },
  }
}
