/**
 * The end of a transaction, for what a feature keeps in memory. Only the COMMIT itself leaves an unknown end: what
 * fails before it is rolled back by the server, with an answer or when the connection closes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction, TransactionEnd } from './interface.ts'
import { troubleOf } from './trouble.ts'

/** Between two tries to read what a transaction of unknown end has stored. */
const REREAD_MS = 1_000

export class TransactionEnds {
  readonly #listeners: ((end: TransactionEnd) => void)[] = []

  readonly onEnd = (listener: (end: TransactionEnd) => void): void => void this.#listeners.push(listener)

  /** Rejects as `commit` does. Every failure counts as unknown: an answer of the server may be that of a proxy. */
  async commit(commit: () => Promise<unknown>): Promise<void> {
    try {
      await commit()
    } catch (error) {
      this.#tell('unknown')
      throw error
    }
    this.#tell('committed')
  }

  #tell(end: TransactionEnd): void {
    for (const listener of this.#listeners) listener(end)
  }
}

/**
 * When the end of `tx` is unknown: runs `reread` until the store answers. `reread` waits for a lock that `tx` holds,
 * so that it reads what `tx` has stored or that it stored nothing. An error that is no trouble of the store ends it:
 * the store is closed, or `failed` tells of a fault in our code.
 */
export function rereadAfterDoubt(
  tx: Pick<Transaction, 'onEnd'>,
  { reread, failed }: { readonly reread: () => Promise<void>; readonly failed: (error: unknown) => void },
): void {
  tx.onEnd((end) => {
    if (end === 'unknown') untilRead(reread).catch(failed)
  })
}

async function untilRead(reread: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await reread()
      return
    } catch (error) {
      if (troubleOf(error) === undefined) throw error
    }
    await pause(REREAD_MS, undefined, { ref: false })
  }
}
