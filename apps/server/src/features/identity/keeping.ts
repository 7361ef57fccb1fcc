/**
 * How long a rejected submission is kept: as many days as the operator says, so that questions can be answered; then
 * its pictures, name, number and birth date are erased. What stays tells nobody who it was: that there was one, why it
 * was rejected, and keyed hashes by which the same document is still found.
 */
import { and, eq, isNull, lte } from 'drizzle-orm'
import { writeAudit } from '../../services/audit/index.ts'
import { DAY_MS } from '../../services/clock/index.ts'
import { identitySubmissions } from '../../store/index.ts'
import type { IdentityParts } from './identity-parts.ts'
import { changeSubmission } from './queries.ts'

/** Erased in one go; the next go comes soon enough. */
const BATCH_MAX = 100

/** The pictures first: after a crash in between they are erased again, which is as good. */
export async function eraseRejected(parts: IdentityParts): Promise<{ readonly erased: number }> {
  const { store, files, runtime, settings } = parts
  const days = settings.get('identity_rejected_days')
  const { status, erasedAt, decidedAt } = identitySubmissions
  const rows = await store.db
    .select()
    .from(identitySubmissions)
    .where(and(eq(status, 3), isNull(erasedAt), lte(decidedAt, runtime.now() - days * DAY_MS)))
    .limit(BATCH_MAX)
  for (const row of rows) {
    await files.erase(row.front)
    await files.erase(row.reverse)
    await store.transaction(async (tx) => {
      const at = runtime.now()
      await changeSubmission(tx.db, row.submission, { sealed: null, erasedAt: at })
      await writeAudit(tx, {
        actor: { who: 'house', role: 'house' },
        action: 'identity_erase',
        subject: { kind: 'identity', id: row.submission },
        reason: `rejected ${days} days ago or more`,
        at,
      })
    })
  }
  return { erased: rows.length }
}
