/**
 * How long a rejected submission is kept: as many days as the operator says, so that questions can be answered; then
 * its pictures, name, number and birth date are erased, with the hash of name and birth date. The days begin with the
 * last change of the customer's state: its sealed row proves that time, and nothing proves the time of a submission.
 * The record that stays identifies no person: that there was a submission that was rejected, and keyed hashes by
 * which the same document is still found. The pictures go after the record: their files lie outside the store and do
 * not come back, so a row that an attacker has written must not remove them. A later run finds the files that are left.
 */
import { and, asc, eq, exists, gt, isNull, lte } from 'drizzle-orm'
import { DAY_MS } from '../../services/clock/index.ts'
import { inTransaction, lockCustomer } from '../../services/transactions/index.ts'
import { identities, identitySubmissions } from '../../store/index.ts'
import { advance, CLOCK, openCase } from '../approvals/index.ts'
import { finishEach, runAll } from '../money/index.ts'
import { pictureUse } from './duplicates.ts'
import type { IdentityParts } from './identity-parts.ts'
import { findSubmission, wasRejectedBefore } from './queries.ts'
import { IDENTITY_TRANSITIONS, SUBMISSIONS } from './transitions.ts'

/** Erased in one run; the next run comes soon enough. */
const BATCH_MAX = 100

/** Each call is a run, which goes on behind the last record of the run before: none keeps the others waiting. */
export function erasureOfRejected(parts: IdentityParts): () => Promise<{ readonly erased: number }> {
  const records = inPieces((after) => dueSubmissions(parts, after))
  const pictures = inPieces((after) => withPictures(parts, after))
  return async () => {
    let erased = 0
    const erase = async (id: number) => {
      if (await eraseRecord(parts, id)) erased += 1
    }
    const named = async (kind: string, ids: Promise<readonly number[]>, finish: (id: number) => Promise<unknown>) =>
      finishEach(parts.log, { kind, ids: await ids }, finish)
    await runAll([
      () => named('submission', records(), erase),
      () => named('submission', pictures(), (id) => erasePictures(parts, id)),
    ])
    return { erased }
  }
}

/** `find`: up to `BATCH_MAX` ids above a number, in their order. After the last piece comes the first one again. */
function inPieces(find: (after: number) => Promise<readonly number[]>): () => Promise<readonly number[]> {
  let after = 0
  return async () => {
    const ids = await find(after)
    after = ids.length < BATCH_MAX ? 0 : Math.max(...ids)
    return ids
  }
}

/** Erased data do not come back: a wall clock that is ahead for a moment must erase nothing. */
const keptSince = ({ runtime, settings }: IdentityParts): number =>
  runtime.guardedNow() - settings.get('identity_rejected_days') * DAY_MS

async function dueSubmissions(parts: IdentityParts, after: number): Promise<readonly number[]> {
  const { db } = parts.store
  const { submission, user, state, erasedAt, decidedAt } = identitySubmissions
  const before = keptSince(parts)
  const isOver = db
    .select({ user: identities.user })
    .from(identities)
    .where(and(eq(identities.user, user), lte(identities.changedAt, before)))
  const rows = await db
    .select({ submission })
    .from(identitySubmissions)
    .where(and(eq(state, 'rejected'), isNull(erasedAt), lte(decidedAt, before), gt(submission, after), exists(isOver)))
    .orderBy(asc(submission))
    .limit(BATCH_MAX)
  return rows.map((row) => row.submission)
}

async function eraseRecord(parts: IdentityParts, id: number): Promise<boolean> {
  const days = parts.settings.get('identity_rejected_days')
  const done = await inTransaction(parts.store, async (tx) => {
    const opened = await openCase(SUBMISSIONS, { parts, tx, id, actor: CLOCK })
    const input = { before: keptSince(parts) }
    const given = { reason: `rejected ${days} days ago or more`, input, now: parts.runtime.now() }
    return advance(opened, IDENTITY_TRANSITIONS.erase, given)
  })
  return done.ok
}

/** SQL: the pictures of a submission that has ended are there. Another customer's picture is none of them. */
const PICTURES_LEFT = `from identity_submissions s join files f on f.file_id in (s.front, s.reverse)
    and f.owner = s.user_id and f.erased_at is null
  where s.state = 'rejected' and s.erased_at is not null`

/** The erasure of a closed account removes the pictures of its customer. */
async function withPictures({ store }: IdentityParts, after: number): Promise<readonly number[]> {
  const rows = await store.query<{ submission: number }>(
    `select distinct s.submission_id as submission ${PICTURES_LEFT} and s.submission_id > $1
       and not exists (select 1 from closures c where c.user_id = s.user_id and c.state = 'erased')
     order by s.submission_id limit $2`,
    [after, BATCH_MAX],
  )
  return rows.map((row) => row.submission)
}

async function erasePictures(parts: IdentityParts, id: number): Promise<void> {
  const row = await parts.store.transaction(async (tx) => {
    const found = await findSubmission(tx.db, id)
    if (found === undefined) return undefined
    await lockCustomer(tx, found.user)
    return (await wasRejectedBefore({ ...parts, db: tx.db }, found, keptSince(parts))) ? found : undefined
  })
  if (row === undefined) return
  for (const side of ['front', 'reverse'] as const)
    await parts.files.erase({ file: row[side], usedFor: pictureUse(id, side) })
}
