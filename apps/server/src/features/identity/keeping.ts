/**
 * How long a rejected submission is kept: as many days as the operator says, so that questions can be answered; then
 * its pictures, name, number and birth date are erased, with the hash of name and birth date. The record that stays
 * identifies no person: that there was a submission, why it was rejected, and keyed hashes by which the same document
 * is still found.
 */
import { and, eq, isNull, lte } from 'drizzle-orm'
import { DAY_MS } from '../../services/clock/index.ts'
import { inTransaction } from '../../services/transactions/index.ts'
import { identitySubmissions } from '../../store/index.ts'
import { advance, CLOCK, openCase } from '../approvals/index.ts'
import type { IdentityParts } from './identity-parts.ts'
import { IDENTITY_TRANSITIONS, SUBMISSIONS } from './transitions.ts'

/** Erased in one go; the next go comes soon enough. */
const BATCH_MAX = 100

/** The pictures first: after a crash in between they are erased again, which is harmless. */
export async function eraseRejected(parts: IdentityParts): Promise<{ readonly erased: number }> {
  const { store, files, runtime, settings } = parts
  const days = settings.get('identity_rejected_days')
  const { state, erasedAt, decidedAt } = identitySubmissions
  // Erased data do not come back: a wall clock that is ahead for a moment must erase nothing.
  const before = runtime.guardedNow() - days * DAY_MS
  const rows = await store.db
    .select()
    .from(identitySubmissions)
    .where(and(eq(state, 'rejected'), isNull(erasedAt), lte(decidedAt, before)))
    .limit(BATCH_MAX)
  for (const row of rows) {
    await files.erase(row.front)
    await files.erase(row.reverse)
    await inTransaction(store, async (tx) => {
      const opened = await openCase(SUBMISSIONS, { parts, tx, id: row.submission, actor: CLOCK })
      const given = { reason: `rejected ${days} days ago or more`, input: undefined, now: runtime.now() }
      return advance(opened, IDENTITY_TRANSITIONS.erase, given)
    })
  }
  return { erased: rows.length }
}
