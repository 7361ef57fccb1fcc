/**
 * How often one order may be changed without ending it (`LIMITS.orderChanges`). Each change adds an event to the order,
 * and the server reads and proves all of them for one receipt. Closing and cancelling are never refused here.
 */
import type { AccountId } from '@veritick/domain'
import type { Submission, Submitted } from '../../core/index.ts'
import { allowanceOf, LIMITS } from '../../services/rate-limits/index.ts'

type First = Pick<Submission, 'refusal'>

/**
 * Submits a change of the order, with the refusal `too_many_requests` where the order was changed too often. The core
 * gives a repeated request its first answer all the same.
 */
export type ChangeLimit = (
  changed: { readonly account: AccountId; readonly order: number },
  submit: (first: First) => Promise<Submitted>,
) => Promise<Submitted>

/** `now`: milliseconds of any monotonic clock. */
export function changeLimitOf(now: () => number): ChangeLimit {
  const allowance = allowanceOf<string>(now, LIMITS.orderChanges)
  return async ({ account, order }, submit) => {
    // By account too: a request about the order of another customer uses up nothing of its owner's.
    const name = `${account} ${order}`
    const isWithin = allowance.take(name)
    const done = await submit(isWithin ? {} : { refusal: 'too_many_requests' })
    // A refusal adds no event, and neither does a repeat.
    if (isWithin && (done.repeated || !done.outcome.ok)) allowance.giveBack(name)
    return done
  }
}
