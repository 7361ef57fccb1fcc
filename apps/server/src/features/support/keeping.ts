/**
 * Deletion of what was kept long enough (setting `support_kept_days`): messages with their pictures, and feedback that
 * is done. The pictures go first: after a crash in between they are erased again, which is harmless. They do not come
 * back, so the row of a picture is opened before: what is encrypted belongs to the picture and to the time. A row whose
 * picture cannot be erased stays for the next run, and delays no other row.
 */
import { userId } from '@veritick/domain'
import { and, asc, eq, gt, inArray, lte } from 'drizzle-orm'
import { DAY_MS } from '../../services/clock/index.ts'
import { RowChanged } from '../../services/seals/index.ts'
import { feedback, supportMessages, troubleOf } from '../../store/index.ts'
import type { SupportParts } from './context.ts'
import { contentOf, type FeedbackRow, pictureUse as ofFeedback } from './feedback.ts'
import type { Deleted, MessageRow } from './interface.ts'
import { pictureUse as ofMessage, opened } from './messages.ts'

/** Rows of one statement, so that no statement delays the others of the store. */
const BATCH_MAX = 1_000
/** Batches of one run: a stop of the server waits for its end. They are 2.4 million messages a day. */
const BATCHES_MAX = 100

export async function deleteOld(parts: SupportParts): Promise<Deleted> {
  // Deleted messages do not come back: a wall clock that is ahead for a moment must delete nothing.
  const before = parts.runtime.guardedNow() - parts.settings.get('support_kept_days') * DAY_MS
  const deleted = { messages: 0, feedback: 0 }
  let after: After | undefined = { message: 0, feedback: 0 }
  for (let batches = 0; batches < BATCHES_MAX && after !== undefined; batches += 1) {
    const done = await deleteBatch(parts, before, after)
    deleted.messages += done.messages
    deleted.feedback += done.feedback
    after = done.next
  }
  return deleted
}

/** The last rows that the run has looked at; what it could not delete stays behind them. */
type After = { readonly message: number; readonly feedback: number }

/** `next`: where the next batch begins; `undefined`: nothing is left. */
async function deleteBatch(
  parts: SupportParts,
  before: number,
  after: After,
): Promise<Deleted & { readonly next: After | undefined }> {
  const { db } = parts.store
  const old = await db
    .select()
    .from(supportMessages)
    .where(and(lte(supportMessages.at, before), gt(supportMessages.message, after.message)))
    .orderBy(asc(supportMessages.message))
    .limit(BATCH_MAX)
  const done = await db
    .select()
    .from(feedback)
    .where(and(eq(feedback.state, 'done'), lte(feedback.endedAt, before), gt(feedback.feedback, after.feedback)))
    .orderBy(asc(feedback.feedback))
    .limit(BATCH_MAX)
  const messages = await withoutPictures(
    parts,
    old.map((row) => ({ ...row, id: row.message, usedFor: () => useOfMessage(parts, row) })),
  )
  const reports = await withoutPictures(
    parts,
    done.map((row) => ({ ...row, id: row.feedback, usedFor: () => useOfFeedback(parts, row, before) })),
  )
  await db.delete(supportMessages).where(inArray(supportMessages.message, messages))
  await db.delete(feedback).where(inArray(feedback.feedback, reports))
  const isFull = old.length === BATCH_MAX || done.length === BATCH_MAX
  const next = { message: old.at(-1)?.message ?? after.message, feedback: done.at(-1)?.feedback ?? after.feedback }
  return { messages: messages.length, feedback: reports.length, next: isFull ? next : undefined }
}

/** Throws where the row is not as this server wrote it. */
function useOfMessage(parts: SupportParts, row: MessageRow): string {
  opened(parts, row, userId(row.conversation))
  return ofMessage(row)
}

/** Nothing proves the end of a feedback: its picture goes when its beginning is long enough ago too. */
function useOfFeedback(parts: SupportParts, row: FeedbackRow, before: number): string {
  contentOf(parts, row)
  if (row.createdAt > before) throw new RowChanged(`feedback ${row.feedback} ended before it began`)
  return ofFeedback(row)
}

type Kept = { readonly id: number; readonly file: string | null; readonly usedFor: () => string }

/** The ids of the rows that have no picture any more. */
async function withoutPictures({ files, log }: SupportParts, rows: readonly Kept[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (const { id, file, usedFor } of rows) {
    try {
      if (file !== null) await files.erase({ file, usedFor: usedFor() })
      ids.push(id)
    } catch (error) {
      if (troubleOf(error) !== undefined) throw error
      log.error({ err: error, file }, 'a picture could not be erased; its message or feedback stays until it can')
    }
  }
  return ids
}
