/**
 * The number of accounts of each user, in memory. A seal does not show that a row is missing: the owner of an account
 * whose row was deleted would be measured, frozen or closed without it (decision 153). The start counts the rows that
 * it proves, and each new account adds one when its row has committed.
 */
import type { Transaction } from '../../store/index.ts'
import { RowChanged } from './row-seals.ts'

export class KnownAccounts {
  readonly #numbers = new Map<number, number>()

  of(user: number): number {
    return this.#numbers.get(user) ?? 0
  }

  /** Pass a row once, which the start has proven. */
  add({ user_id: user }: { readonly user_id: number }): void {
    this.#numbers.set(user, this.of(user) + 1)
  }

  /** The transaction writes a new account. A commit of unknown end counts from the next start on. */
  opened(tx: Pick<Transaction, 'onEnd'>, user: number): void {
    tx.onEnd((end) => {
      if (end === 'committed') this.add({ user_id: user })
    })
  }

  /** Throws RowChanged. `known`: what was known before the rows were read, because an account may open meanwhile. */
  require(user: number, rows: number, known: number): void {
    if (rows >= known) return
    throw new RowChanged(
      `table accounts, user_id ${user}: the store has ${rows} accounts of this user, and this server has seen ` +
        `${known}: a row was deleted or given to another user. Keep a copy of the store, find out who can write to ` +
        'it, and restore it from the newest backup that has the row',
    )
  }
}
