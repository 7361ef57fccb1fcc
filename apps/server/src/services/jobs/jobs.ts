/**
 * The one scheduler of the server's periodic jobs. Each job has a name, a period and one overlap rule: runs of a job
 * never overlap. A tick during a run is left out; a call of `run` during a run gets one run after it, shared by all
 * callers that wait. A failed run is logged with the name of the job, counted, and tried again at the next tick. While
 * a job goes on failing, it has one line a minute. A run that came too early is tried again too and is no failure: the
 * log says once that the job waits.
 * A timer that is no job looks at memory only, several times a second, or reads the fence; tools/tidy.test.ts lists
 * these.
 */
import { assert, type Millis } from '@veritick/domain'
import type { Logger } from 'pino'

/** Where ticks come from. Tests give ticks themselves. */
export type Timers = {
  /** Calls `tick` every `millis` milliseconds; returns the function that ends it. */
  every(millis: number, tick: () => void): () => void
}

export const realTimers: Timers = {
  every: (millis, tick) => {
    const timer = setInterval(tick, millis)
    // A job keeps no process alive.
    timer.unref()
    return () => clearInterval(timer)
  },
}

export type JobSetting<Result> = {
  /** Small letters and `_`; no two jobs have the same. */
  readonly name: string
  readonly everyMs: number
  /** Also once when it is registered. */
  readonly atStart?: boolean
  readonly run: () => Promise<Result>
  /** True: the run came before what it needs was there. Left out: every error is a failure. */
  readonly isTooEarly?: (error: unknown) => boolean
  /** The part of an error that may be logged; left out: all of it. */
  readonly loggable?: (error: unknown) => object
}

/** A job that fails again and again has one line in this time. */
const LOGGED_EVERY_MS = 60_000

export type Job<Result> = {
  /**
   * Runs now, or after the run that is in progress. Rejects when that run fails or comes too early. The log says so, at
   * most once a minute.
   */
  run(): Promise<Result>
  /** No more ticks; resolves when nothing of it runs any more. */
  stop(): Promise<void>
}

/** How a job stands, for metrics. Wall time. */
export type JobState = {
  readonly name: string
  readonly everyMs: number
  readonly runs: number
  readonly failures: number
  /** `undefined`: never. */
  readonly endedAt: Millis | undefined
  readonly failedAt: Millis | undefined
  readonly isRunning: boolean
}

export type Jobs = {
  add<Result>(setting: JobSetting<Result>): Job<Result>
  /** Registered jobs, in the order of their registration. */
  states(): readonly JobState[]
  /** Stops every job that is left. */
  stop(): Promise<void>
}

type Options = { readonly timers: Timers; readonly now: () => Millis; readonly log: Logger }

export function openJobs(options: Options): Jobs {
  const jobs = new Map<string, ScheduledJob<unknown>>()
  return {
    add: (setting) => {
      assert(!jobs.has(setting.name), `one job has the name ${setting.name}`)
      const job = new ScheduledJob(setting, options, () => jobs.delete(setting.name))
      jobs.set(setting.name, job)
      job.start()
      return job
    },
    states: () => [...jobs.values()].map((job) => job.state()),
    stop: async () => {
      await Promise.all([...jobs.values()].map((job) => job.stop()))
    },
  }
}

class ScheduledJob<Result> implements Job<Result> {
  readonly #setting: JobSetting<Result>
  readonly #options: Options
  readonly #forget: () => void
  #running: Promise<unknown> | undefined
  #next: Promise<Result> | undefined
  #endTicks: () => void = () => {}
  #runs = 0
  #failures = 0
  #endedAt: Millis | undefined
  #failedAt: Millis | undefined
  #isWaiting = false
  /** When a failure was last logged; `undefined`: no run has failed since the last success. */
  #loggedAt: Millis | undefined

  constructor(setting: JobSetting<Result>, options: Options, forget: () => void) {
    this.#setting = setting
    this.#options = options
    this.#forget = forget
  }

  start(): void {
    this.#endTicks = this.#options.timers.every(this.#setting.everyMs, () => this.#tick())
    if (this.#setting.atStart) this.#tick()
  }

  run(): Promise<Result> {
    if (this.#next !== undefined) return this.#next
    if (this.#running === undefined) return this.#begin()
    this.#next = this.#running.then(() => {
      this.#next = undefined
      return this.#begin()
    })
    return this.#next
  }

  async stop(): Promise<void> {
    this.#endTicks()
    this.#forget()
    // A run that was asked for during the last one ends too.
    while (this.#running !== undefined || this.#next !== undefined) await (this.#next?.catch(() => {}) ?? this.#running)
  }

  state(): JobState {
    const { name, everyMs } = this.#setting
    const isRunning = this.#running !== undefined
    const [runs, failures, endedAt, failedAt] = [this.#runs, this.#failures, this.#endedAt, this.#failedAt]
    return { name, everyMs, runs, failures, endedAt, failedAt, isRunning }
  }

  #tick(): void {
    if (this.#running === undefined && this.#next === undefined) this.#begin().catch(() => {})
  }

  #begin(): Promise<Result> {
    const result = this.#attempt()
    const running: Promise<void> = result.then(
      () => this.#ended(running),
      () => this.#ended(running),
    )
    this.#running = running
    return result
  }

  #ended(run: Promise<void>): void {
    if (this.#running === run) this.#running = undefined
  }

  async #attempt(): Promise<Result> {
    const { name, run, isTooEarly = () => false, loggable = (error) => ({ err: error }) } = this.#setting
    const { now, log } = this.#options
    this.#runs += 1
    try {
      const result = await run()
      this.#endedAt = now()
      this.#isWaiting = false
      this.#loggedAt = undefined
      return result
    } catch (error) {
      if (isTooEarly(error)) {
        if (!this.#isWaiting) log.info({ job: name }, 'a job waits for what it reads; it runs at a later tick')
        this.#isWaiting = true
        throw error
      }
      this.#isWaiting = false
      this.#failures += 1
      this.#failedAt = now()
      if (this.#isLogDue(this.#failedAt))
        log.error({ job: name, ...loggable(error) }, 'a job failed; it is tried again at its next tick')
      throw error
    }
  }

  #isLogDue(at: Millis): boolean {
    // The wall clock may be set back.
    if (this.#loggedAt !== undefined && Math.abs(at - this.#loggedAt) < LOGGED_EVERY_MS) return false
    this.#loggedAt = at
    return true
  }
}
