/**
 * Ceilings on guessing: how often something may be tried for one account, from one network, or both, in a while. An
 * attempt counts before it is judged, so that fifty at once are fifty, and is given back when it was right. Accounts
 * that do not exist are counted like those that do. Kept in memory: a restart forgives, which helps nobody who guesses.
 */

import { MINUTE_MS, type Runtime } from '../clock/index.ts'
import { hashOf } from '../secrets/index.ts'

/** The usual while; a test waits it out. */
export const ATTEMPTS_MILLIS = 15 * MINUTE_MS

/** `max` attempts in `millis`. */
export const ATTEMPTS = {
  /** Wrong passwords, and wrong second factors beside right ones, for one account from one network. */
  sign_in: { max: 10, millis: ATTEMPTS_MILLIS },
  /**
   * Wrong passwords for one account from wherever but its owner's own browsers. Strangers can use it up; it stops new
   * browsers only, and a new password by a mailed code makes a browser the owner's own. 1,200 guesses a day, whatever
   * the number of networks.
   */
  sign_in_account: { max: 50, millis: 60 * MINUTE_MS },
  /** Wrong passwords from one network for whichever accounts. */
  sign_in_network: { max: 200, millis: ATTEMPTS_MILLIS },
  /** Wrong passwords for one account in a browser that its owner signed in with; nothing that others do counts here. */
  sign_in_known: { max: 10, millis: ATTEMPTS_MILLIS },
  /** Wrong current passwords of somebody who is signed in. */
  current_password: { max: 10, millis: ATTEMPTS_MILLIS },
  /** Wrong codes of the authenticator app, and wrong recovery codes. */
  second_factor: { max: 10, millis: ATTEMPTS_MILLIS },
  /** Mails to a customer about sign-ins in new browsers: a program that keeps no cookies does not fill the mailbox. */
  new_sign_in_told: { max: 10, millis: 60 * MINUTE_MS },
  /** Mails to somebody whose address was registered again. */
  already_registered: { max: 3, millis: ATTEMPTS_MILLIS },
} as const

/** Counters kept; the oldest leave first. */
const COUNTERS_MAX = 100_000

/** `key`: whom it is counted for. */
export type Attempt = { readonly kind: keyof typeof ATTEMPTS; readonly key: string }

export type Attempts = {
  /** Counts one of each; false: one of them is at its ceiling, and nothing was counted. */
  take(attempts: readonly Attempt[]): boolean
  /** It was right after all. */
  giveBack(attempts: readonly Attempt[]): void
}

export function attemptsOf(runtime: Pick<Runtime, 'now'>): Attempts {
  const counters = new Map<string, { count: number; readonly until: number }>()
  const name = ({ kind, key }: Attempt) => `${kind} ${key}`
  const counted = (attempt: Attempt) => {
    const counter = counters.get(name(attempt))
    return counter !== undefined && counter.until > runtime.now() ? counter : undefined
  }
  const begin = (attempt: Attempt) => {
    const counter = { count: 0, until: runtime.now() + ATTEMPTS[attempt.kind].millis }
    counters.delete(name(attempt))
    counters.set(name(attempt), counter)
    const oldest = counters.keys().next().value
    if (counters.size > COUNTERS_MAX && oldest !== undefined) counters.delete(oldest)
    return counter
  }
  return {
    take: (attempts) => {
      if (attempts.some((attempt) => (counted(attempt)?.count ?? 0) >= ATTEMPTS[attempt.kind].max)) return false
      for (const attempt of attempts) {
        const counter = counted(attempt) ?? begin(attempt)
        counter.count += 1
      }
      return true
    },
    giveBack: (attempts) => {
      for (const attempt of attempts) {
        const counter = counted(attempt)
        if (counter !== undefined && counter.count > 0) counter.count -= 1
      }
    },
  }
}

/**
 * What one sign-in counts against. `whom`: the account as it was named. `known`: its owner has signed in with this
 * browser before, so that nothing strangers do keeps it out.
 */
export function signInAttempts(asked: {
  readonly whom: string
  readonly from: string
  readonly browser: string | undefined
  readonly known: boolean
}): readonly Attempt[] {
  const { whom, from, browser, known } = asked
  if (known && browser !== undefined) return [{ kind: 'sign_in_known', key: `${whom} ${hashOf(browser)}` }]
  return [
    { kind: 'sign_in', key: `${whom} ${from}` },
    { kind: 'sign_in_account', key: whom },
    { kind: 'sign_in_network', key: from },
  ]
}
