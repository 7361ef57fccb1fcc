/**
 * Chooses the accounts whose live figures are computed next. A moved price concerns every holding of every connected
 * account, so the accounts are spread over short looks: each look computes a limited number of holdings, and accounts
 * take turns. When there is more than fits into a push's time, pushes come later; orders never wait behind hundreds of
 * large accounts.
 */

import type { AccountId } from '@veritick/domain'

/** Between two looks, in milliseconds. */
export const LOOK_EVERY_MS = 25
/** Holdings of one look, an account counted as one more: about 2 ms. One account that has more is looked at alone. */
export const HOLDINGS_PER_LOOK = 1_000
/** Of an account that was not computed yet: a look of such accounts alone is bounded, too. */
export const HOLDINGS_ASSUMED = 10

export class DueAccounts {
  /** In the order of their turns. */
  readonly #due = new Set<AccountId>()
  /** Holdings of each account when it was computed last. */
  readonly #holdings = new Map<AccountId, number>()

  /** Something may have changed for these; one that waits already keeps its turn. */
  mark(accounts: Iterable<AccountId>): void {
    for (const account of accounts) this.#due.add(account)
  }

  /** Notes the cost of computing an account: its number of holdings. */
  weigh(account: AccountId, holdings: number): void {
    this.#holdings.set(account, holdings)
  }

  /** The accounts of one look; `isWatched` false: no connection listens for it. */
  take(isWatched: (account: AccountId) => boolean): AccountId[] {
    const taken: AccountId[] = []
    let cost = 0
    for (const account of this.#due) {
      if (isWatched(account)) {
        cost += 1 + (this.#holdings.get(account) ?? HOLDINGS_ASSUMED)
        if (cost > HOLDINGS_PER_LOOK && taken.length > 0) return taken
        taken.push(account)
      }
      this.#due.delete(account)
    }
    return taken
  }

  forget(isWatched: (account: AccountId) => boolean): void {
    for (const account of this.#holdings.keys()) if (!isWatched(account)) this.#holdings.delete(account)
  }
}
