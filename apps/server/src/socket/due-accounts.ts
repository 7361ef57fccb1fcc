/**
 * Chooses the accounts whose live figures are computed next. A moved price concerns every holding of every connected
 * account, so the accounts are spread over short looks, and accounts take turns. The core ends each look where it has
 * counted enough holdings. A weight that is remembered here could be wrong: an account may sign in and out all the
 * time, or open hundreds of positions between two looks. When there is more than fits into a push's time, pushes come
 * later; orders never wait behind hundreds of large accounts.
 */

import type { AccountId } from '@veritick/domain'

/** Between two looks, in milliseconds. */
export const LOOK_EVERY_MS = 25
/** Holdings of one look, an account counted as one more: about 2 ms. One account that has more is looked at alone. */
export const HOLDINGS_PER_LOOK = 1_000
/** As many as a look has room for when none of them has a holding. */
export const ACCOUNTS_PER_LOOK = HOLDINGS_PER_LOOK

export class DueAccounts {
  /** In the order of their turns. */
  #due = new Set<AccountId>()

  /** Something may have changed for these; one that waits already keeps its turn. */
  mark(accounts: Iterable<AccountId>): void {
    for (const account of accounts) this.#due.add(account)
  }

  /** The accounts that one look may hold; `isWatched` false: no connection listens for it. */
  take(isWatched: (account: AccountId) => boolean): AccountId[] {
    const taken: AccountId[] = []
    for (const account of this.#due) {
      if (taken.length === ACCOUNTS_PER_LOOK) return taken
      if (isWatched(account)) taken.push(account)
      this.#due.delete(account)
    }
    return taken
  }

  /** The look ended before these: they are the next ones, in their order. */
  putBack(accounts: readonly AccountId[]): void {
    if (accounts.length > 0) this.#due = new Set([...accounts, ...this.#due])
  }
}
