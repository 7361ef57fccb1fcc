/**
 * Decisions that are one transaction: a refusal rolls it back, one after the other for each customer, and a request
 * that made a record finds it again for a day instead of making a second one.
 */

import { type Refusal, refuse } from '../../calls/index.ts'
import type { Store, Transaction } from '../../store/index.ts'

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** Ends the transaction it is called in; nothing of it stays. */
export function reject(...[reason, field]: Parameters<typeof refuse>): never {
  throw new Refused(refuse(reason, field))
}

/** What `work` gives, or the refusal that it was rejected with. */
export async function deciding<T>(
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

/** Until the transaction ends nobody else decides about this customer's money or identity. */
export async function aloneFor(tx: Transaction, user: number): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`money of ${user}`])
}
