/**
 * Transactions with work for several customers. One customer's work may fail for a reason of its own, such as a row
 * that was changed in the store and cannot be read. It would fail at every try, and the customers behind it would wait
 * for ever: after a second try the rest is stored without it. A trouble of the store is no such reason.
 */
import { troubleOf } from '../../store/index.ts'

class OneFailed extends Error {
  readonly of: number

  constructor(of: number, cause: unknown) {
    super('the work for one customer failed', { cause })
    this.of = of
  }
}

/** The work for one customer or account, inside a transaction. `of`: its number. */
export async function workOf<Result>(of: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw troubleOf(error) === undefined ? new OneFailed(of, error) : error
  }
}

/** Why the work of each one failed that was left out, by the number given to `workOf`. */
export type LeftOut = ReadonlyMap<number, unknown>

/** Tries the transaction until it succeeds without those whose work has failed twice. */
export async function leavingOut<Result>(
  transaction: (leftOut: LeftOut) => Promise<Result>,
): Promise<{ readonly result: Result; readonly leftOut: LeftOut }> {
  const failed = new Set<number>()
  const leftOut = new Map<number, unknown>()
  for (;;) {
    try {
      return { result: await transaction(leftOut), leftOut }
    } catch (error) {
      if (!(error instanceof OneFailed)) throw error
      if (failed.has(error.of)) leftOut.set(error.of, error.cause)
      failed.add(error.of)
    }
  }
}
