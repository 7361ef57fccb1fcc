/**
 * Decisions that are one transaction: a refusal rolls it back, and decisions about one customer wait for each other.
 */

import type { Reason } from '@veritick/contract'
import type { UserId } from '@veritick/domain'
import type { Values } from '@veritick/locales'
import { type Refusal, refuse } from '../../calls/index.ts'
import { LOCK_NAMED, type Query, type Store, type Transaction } from '../../store/index.ts'

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** Ends the transaction it is called in; nothing of it stays. */
export function rollbackWith(reason: Reason, field?: string, values?: Values): never {
  throw new Refused({ ...refuse(reason, field), ...(values === undefined ? {} : { values }) })
}

/** The result of `work`, or the refusal that ended its transaction. */
export async function inTransaction<T>(
  store: Store,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | Refusal> {
  try {
    return { ok: true, value: await store.transaction(work) }
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/** Until this transaction ends, no other decides about this customer's money or identity. Sign-ins go on. */
export async function lockCustomer(tx: Transaction, user: UserId): Promise<void> {
  await tx.query(LOCK_NAMED, [`money of ${user}`])
}

/**
 * Until this transaction ends, no session of this customer begins, and no other transaction that locks the row changes
 * how the customer signs in. Decisions about money go on. A transaction that needs both locks takes `lockCustomer`
 * first.
 */
export async function lockUserRow(query: Query, user: UserId): Promise<void> {
  await query('select 1 from users where user_id = $1 for update', [user])
}
