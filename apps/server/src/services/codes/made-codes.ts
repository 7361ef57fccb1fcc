/**
 * Codes that visitors and browsers have requested for one receiver and purpose, counted in the memory of this process.
 * The rows of the store have the same ceilings, but may have been changed, and each code gives ten guesses.
 */
import { DAY_MS, type Runtime } from '../clock/index.ts'
import type { CodePurpose } from '../messages/index.ts'
import { LIMITS, WindowCounters } from '../rate-limits/index.ts'
import type { AskedBy } from './code-limits.ts'

const DAY_MAX = { visitor: LIMITS.codes.forVisitorsDay, browser: LIMITS.codes.forOwnBrowsersDay } as const

export class MadeCodes {
  readonly #counters: WindowCounters

  /** By the wall clock, as the rows. */
  constructor({ now }: Pick<Runtime, 'now'>) {
    this.#counters = new WindowCounters(now)
  }

  /** Counts one; otherwise the seconds until there is room again. Wrong codes of a customer are limited as such. */
  take(of: { readonly purpose: CodePurpose; readonly target: string; readonly askedBy: AskedBy }): number | undefined {
    const { purpose, target, askedBy } = of
    if (askedBy === 'customer') return undefined
    const key = `${askedBy} ${purpose} ${target}`
    if (this.#counters.count(key) >= DAY_MAX[askedBy]) return Math.ceil(this.#counters.left(key) / 1000)
    this.#counters.add(key, DAY_MS)
    return undefined
  }
}
