/**
 * How many changes one account may ask for: a bucket of tokens for the pace, and one for the day, because the answer to
 * each is kept for a day. Far above what a person or their programs do, far below what would fill the store or stand in
 * everybody's way.
 */
import { ORDERS_PER_ACCOUNT_MAX } from '@veritick/engine'

/** At once: an account may close all that it may hold. */
export const CHANGES_AT_ONCE = ORDERS_PER_ACCOUNT_MAX
export const CHANGES_PER_SECOND = 100
/** A tenth of the keys that core/requests.ts keeps in memory. */
export const CHANGES_PER_DAY = 50_000

const SECOND = 1000
const DAY = 24 * 3600 * SECOND
/** Accounts that were quiet are forgotten this often; whoever is forgotten has full buckets. */
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
      pace: Math.max(0, spent.pace - (passed * CHANGES_PER_SECOND) / SECOND),
      day: Math.max(0, spent.day - (passed * CHANGES_PER_DAY) / DAY),
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
      const may = spent.pace + 1 <= CHANGES_AT_ONCE && spent.day + 1 <= CHANGES_PER_DAY
      accounts.set(user, may ? { pace: spent.pace + 1, day: spent.day + 1, at } : spent)
      return may
    },
  }
}
