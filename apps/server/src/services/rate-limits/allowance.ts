/**
 * How many changes one customer may request on all accounts together, and how many one staff member: a bucket of tokens
 * for the pace, and one for the day, because the answer to each change is kept for a day. The share of a session
 * (`LIMITS.protection`) and the changes of one order (`LIMITS.orderChanges`) are counted in the same way.
 */
import { LIMITS } from './limits.ts'

const SECOND = 1000
const DAY = 24 * 3600 * SECOND
/** Callers who were quiet are forgotten this often; a forgotten caller has full buckets. */
const FORGET_EVERY = 60 * SECOND

type Spent = { pace: number; day: number; at: number }

export type Allowance<Caller = number> = {
  /** True: the change may be made, and is counted. False: the caller made too many. */
  take(caller: Caller): boolean
  /** Counts this many more, after they were made: the caller may be beyond the limit then. */
  spend(caller: Caller, count: number): void
  /** A change that was counted is not counted any more. */
  giveBack(caller: Caller): void
}

/** `now` in milliseconds of any monotonic clock. */
export function allowanceOf<Caller = number>(
  now: () => number,
  limit: { readonly atOnce: number; readonly perSecond: number; readonly perDay: number } = LIMITS.changes,
): Allowance<Caller> {
  const spentBy = new Map<Caller, Spent>()
  let forgottenAt = now()

  /** The tokens that are still spent at this moment. */
  function settled(spent: Spent, at: number): Spent {
    const passed = at - spent.at
    return {
      pace: Math.max(0, spent.pace - (passed * limit.perSecond) / SECOND),
      day: Math.max(0, spent.day - (passed * limit.perDay) / DAY),
      at,
    }
  }

  function forget(at: number): void {
    if (at - forgottenAt < FORGET_EVERY) return
    forgottenAt = at
    for (const [caller, spent] of spentBy) if (isFull(settled(spent, at))) spentBy.delete(caller)
  }

  return {
    take: (caller) => {
      const at = now()
      forget(at)
      const spent = settled(spentBy.get(caller) ?? { pace: 0, day: 0, at }, at)
      const may = spent.pace + 1 <= limit.atOnce && spent.day + 1 <= limit.perDay
      spentBy.set(caller, may ? { pace: spent.pace + 1, day: spent.day + 1, at } : spent)
      return may
    },
    spend: (caller, count) => {
      const at = now()
      const { pace, day } = settled(spentBy.get(caller) ?? { pace: 0, day: 0, at }, at)
      spentBy.set(caller, { pace: pace + count, day: day + count, at })
    },
    giveBack: (caller) => {
      const spent = spentBy.get(caller)
      if (spent === undefined) return
      const at = now()
      const { pace, day } = settled(spent, at)
      const left = { pace: Math.max(0, pace - 1), day: Math.max(0, day - 1), at }
      if (isFull(left)) spentBy.delete(caller)
      else spentBy.set(caller, left)
    },
  }
}

/** Either bucket may be the later one to be full: that of the day, and for `LIMITS.socketBytes` that of the pace. */
const isFull = ({ pace, day }: Spent): boolean => pace === 0 && day === 0
