/**
 * How many changes one account may request: a bucket of tokens for the pace, and one for the day, because the answer to
 * each change is kept for a day.
 */
import { LIMITS } from './limits.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND
/** Accounts that were quiet are forgotten this often; a forgotten account has full buckets. */
const FORGET_EVERY = 60 * SECOND

type Spent = { pace: number; day: number; at: number }

export type Allowance = {
  /** True: it may, and is counted. False: too many. */
  take(user: number): boolean
}

/** `now` in milliseconds of any steady clock. */
export function allowanceOf(now: () => number): Allowance {
  const accounts = new Map<number, Spent>()
  let forgottenAt = now()

  /** What is left of what was spent. */
  function settled(spent: Spent, at: number): Spent {
    const passed = at - spent.at
    return {
      pace: Math.max(0, spent.pace - (passed * LIMITS.changes.perSecond) / SECOND),
      day: Math.max(0, spent.day - (passed * LIMITS.changes.perDay) / DAY),
      at,
    }
  }

  function forget(at: number): void {
    if (at - forgottenAt < FORGET_EVERY) return
    forgottenAt = at
    for (const [user, spent] of accounts) if (settled(spent, at).day === 0) accounts.delete(user)
  }

  return {
    take: (user) => {
      const at = now()
      forget(at)
      const spent = settled(accounts.get(user) ?? { pace: 0, day: 0, at }, at)
      const may = spent.pace + 1 <= LIMITS.changes.atOnce && spent.day + 1 <= LIMITS.changes.perDay
      accounts.set(user, may ? { pace: spent.pace + 1, day: spent.day + 1, at } : spent)
      return may
    },
  }
}
