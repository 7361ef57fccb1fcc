/**
 * Executes a run: sends one order at a time, waits for its answer, and pauses before a retry. Network, clock and
 * storage are parameters. At most one loop runs.
 */
import {
  afterReload,
  isActive,
  nextOf,
  type Run,
  type RunAnswer,
  type RunEvent,
  runNext,
  runOf,
  type Subject,
  type Verb,
} from './run.ts'

export type RunnerParts = {
  readonly send: (request: { readonly verb: Verb; readonly id: number; readonly key: string }) => Promise<RunAnswer>
  readonly freshKey: () => string
  /** Resolves after the time, or earlier when the connection is back. */
  readonly pause: (millis: number) => Promise<void>
  readonly changed: (run: Run | undefined) => void
  /** After the last answer of a run that finished or stopped. */
  readonly ended: () => void
}

/** Pauses before the retries of an order; the last pause repeats. */
export const RETRY_MILLIS: readonly number[] = [1_000, 2_000, 4_000, 8_000]

export class Runner {
  readonly #parts: RunnerParts
  #run: Run | undefined
  #works = false
  /** Ends the current pause; `undefined` without a pause. */
  #wake: (() => void) | undefined

  constructor(parts: RunnerParts) {
    this.#parts = parts
  }

  get run(): Run | undefined {
    return this.#run
  }

  /** Starts a run; ignored while another run is active. */
  start(verb: Verb, subjects: readonly Subject[]): void {
    if (this.#run !== undefined && isActive(this.#run)) return
    this.#become(runOf(verb, subjects))
    void this.#work()
  }

  stop(): void {
    this.#apply({ kind: 'stop' })
    this.#wake?.()
  }

  continue(): void {
    this.#apply({ kind: 'continue' })
    void this.#work()
  }

  /** Restores a run of this tab after a reload. */
  restore(run: Run): void {
    if (this.#run === undefined) this.#become(afterReload(run))
  }

  /** The customer has read the result, or another customer has signed in: a late answer changes nothing. */
  forget(): void {
    this.#become(undefined)
    this.#wake?.()
  }

  async #work(): Promise<void> {
    if (this.#works) return
    this.#works = true
    try {
      for (let tries = 0; ; ) {
        const item = this.#run && nextOf(this.#run)
        if (this.#run === undefined || item === undefined) break
        const answer = await this.#send(this.#run.verb, item.id)
        const again = answer.kind === 'lost' || answer.kind === 'later'
        if (again && this.#run?.phase === 'running') await this.#sleep(RETRY_MILLIS[Math.min(tries, LAST_RETRY)] ?? 0)
        tries = again ? tries + 1 : 0
      }
    } finally {
      this.#works = false
    }
    this.#parts.ended()
  }

  async #send(verb: Verb, id: number): Promise<RunAnswer> {
    this.#apply({ kind: 'sent', id, freshKey: this.#parts.freshKey() })
    const key = this.#run?.items.find((item) => item.id === id)?.key
    if (key === undefined) throw new Error('invariant violated: an order is sent with a key')
    const answer = await this.#parts.send({ verb, id, key })
    this.#apply({ kind: 'answered', id, answer })
    return answer
  }

  async #sleep(millis: number): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    await Promise.race([woken, this.#parts.pause(millis)])
    this.#wake = undefined
  }

  #apply(event: RunEvent): void {
    if (this.#run !== undefined) this.#become(runNext(this.#run, event))
  }

  #become(run: Run | undefined): void {
    if (run === this.#run) return
    this.#run = run
    this.#parts.changed(run)
  }
}

const LAST_RETRY = RETRY_MILLIS.length - 1
