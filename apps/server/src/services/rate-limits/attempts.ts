/**
 * Limits of guessing: how often something may be tried for one account, from one network, or both, in a while. An
 * attempt counts before it is checked, so fifty simultaneous attempts are fifty, and is given back when it was right.
 * Accounts that do not exist are counted like those that do.
 */
import type { UserId } from '@veritick/domain'
import type { Runtime } from '../clock/index.ts'
import { type BrowserStanding, hashOf } from '../secrets/index.ts'
import { LIMITS } from './limits.ts'
import { networkScopes } from './network-scopes.ts'
import { WindowCounters } from './window-counters.ts'

/** `key`: what is counted, such as an account and a network. `times`: the multiple of the limit of a wider network. */
export type Attempt = { readonly kind: keyof typeof LIMITS.attempts; readonly key: string; readonly times?: number }

export type Attempts = {
  /** Counts one of each; false: one of them is at its limit, and nothing was counted. */
  take(attempts: readonly Attempt[]): boolean
  /** The attempts were right. */
  giveBack(attempts: readonly Attempt[]): void
  /** The counts begin anew. */
  forget(attempts: readonly Attempt[]): void
}

export function attemptsOf(runtime: Pick<Runtime, 'monotonicNow'>): Attempts {
  const counters = new WindowCounters(runtime.monotonicNow)
  const name = ({ kind, key }: Attempt) => `${kind} ${key}`
  return {
    take: (attempts) => {
      const isFull = (attempt: Attempt) =>
        counters.count(name(attempt)) >= LIMITS.attempts[attempt.kind].max * (attempt.times ?? 1)
      if (attempts.some(isFull)) return false
      for (const attempt of attempts) counters.add(name(attempt), LIMITS.attempts[attempt.kind].millis)
      return true
    },
    giveBack: (attempts) => {
      for (const attempt of attempts) counters.giveBack(name(attempt))
    },
    forget: (attempts) => {
      for (const attempt of attempts) counters.forget(name(attempt))
    },
  }
}

/** The result of `check`. Where it throws, no guess was made, so the attempts that were counted are given back. */
export async function checkCounted<Result>(
  attempts: Attempts,
  counted: readonly Attempt[],
  check: () => Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    attempts.giveBack(counted)
    throw error
  }
}

/**
 * The sign-ins of one customer that opened a session, of browsers of one standing. The thief of a password knows
 * browsers by it and uses others, but proves none.
 */
export const signedIn = (user: UserId, standing: BrowserStanding): Attempt => ({
  kind: 'signed_in',
  key: `${user} in ${standing} browsers`,
})

/**
 * The limits that one sign-in counts against. `whom`: the account as it was named. In a browser that its owner has
 * signed in with before, attempts of strangers do not count. Proven browsers are counted apart from others: the thief
 * of a password does not use up what the owner may try. `port`: sign-ins of the office are counted apart.
 */
export function signInAttempts(options: {
  readonly whom: string
  readonly from: string
  readonly browser: string | undefined
  readonly standing: BrowserStanding
  readonly port: 'app' | 'office'
}): readonly Attempt[] {
  const { whom, from, browser, standing, port } = options
  if (standing !== 'unknown' && browser !== undefined)
    return [
      { kind: 'sign_in_known', key: `${whom} ${hashOf(browser)}` },
      { kind: 'sign_in_known_all', key: `${whom} in ${standing} browsers` },
    ]
  return [
    { kind: 'sign_in', key: `${whom} ${from}` },
    { kind: 'sign_in_account', key: whom },
    ...networkScopes(from).map(
      ({ network, times }) => ({ kind: 'sign_in_network', key: `${port} ${network}`, times }) as const,
    ),
  ]
}
