/**
 * What the office decided and the engine must have: told one after the other, each time as the store has it then. What the engine could
 * not take, because it is full or for any other reason, is told again every half minute; nothing waits behind it. Its caller must move
 * what customers are shown only when the engine has it; what is left at the end of the process, the next start tells (terms.ts).
 */
import type { Logger } from 'pino'
import type { Jobs } from '../jobs/index.ts'

export type EngineSync<Subject> = {
  /** Resolves when it was tried. True: the engine has what stood when this was asked, or newer. Never rejects. */
  tell(subject: Subject): Promise<boolean>
  /** True from the asking until the engine has it. */
  waits(subject: Subject): boolean
  /** Tries all that waits. */
  resume(): Promise<void>
  stop(): Promise<void>
}

const RESUME_MS = 30_000

/** `bring` reads what holds when it runs, and throws when the engine did not take it. */
export function openTelling<Subject>(options: {
  readonly bring: (subject: Subject) => Promise<void>
  readonly log: Logger
  readonly jobs: Jobs
}): EngineSync<Subject> {
  const { bring, log } = options
  /** How often each was asked, and which asking the engine has: as many subjects as there are instruments and settings. */
  const asked = new Map<Subject, number>()
  const told = new Map<Subject, number>()
  let last: Promise<unknown> = Promise.resolve()
  const waits = (subject: Subject) => asked.get(subject) !== told.get(subject)

  const attempt = async (subject: Subject): Promise<boolean> => {
    // An earlier telling in the queue already had it.
    if (!waits(subject)) return true
    const asking = asked.get(subject) ?? 0
    try {
      await bring(subject)
    } catch (error) {
      log.warn({ err: error, subject }, 'the engine did not take a change yet: it is told again in half a minute')
      return false
    }
    told.set(subject, asking)
    return true
  }
  const queue = (subject: Subject): Promise<boolean> => {
    const tried = last.then(() => attempt(subject))
    last = tried
    return tried
  }
  const resume = async () => {
    await Promise.all([...asked.keys()].filter(waits).map(queue))
  }
  const job = options.jobs.add({ name: 'engine_sync', everyMs: RESUME_MS, run: resume })

  return {
    tell: (subject) => {
      asked.set(subject, (asked.get(subject) ?? 0) + 1)
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
