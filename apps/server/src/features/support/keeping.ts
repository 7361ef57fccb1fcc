/**
 * Deletion of what was kept long enough (setting `support_kept_days`): messages with their pictures, and feedback that
 * is done. The pictures go first: after a crash in between they are erased again, which is harmless.
 */
import { and, eq, inArray, lte } from 'drizzle-orm'
import { DAY_MS } from '../../services/clock/index.ts'
import { feedback, supportMessages } from '../../store/index.ts'
import type { SupportParts } from './context.ts'
import type { Deleted } from './interface.ts'

/** Rows of one statement, so that no statement delays the others of the store. */
const BATCH_MAX = 1_000
/** Batches of one run: a stop of the server waits for its end. They are 2.4 million messages a day. */
const BATCHES_MAX = 100

export async function deleteOld(parts: SupportParts): Promise<Deleted> {
  // Deleted messages do not come back: a wall clock that is ahead for a moment must delete nothing.
  const before = parts.runtime.guardedNow() - parts.settings.get('support_kept_days') * DAY_MS
  const deleted = { messages: 0, feedback: 0 }
  for (let batches = 0; batches < BATCHES_MAX; batches += 1) {
    const { messages, feedback } = await deleteBatch(parts, before)
    deleted.messages += messages
    deleted.feedback += feedback
    if (messages < BATCH_MAX && feedback < BATCH_MAX) break
  }
  return deleted
}

async function deleteBatch({ store, files }: SupportParts, before: number): Promise<Deleted> {
  const old = await store.db
    .select({ id: supportMessages.message, file: supportMessages.file })
    .from(supportMessages)
    .where(lte(supportMessages.at, before))
    .limit(BATCH_MAX)
  const done = await store.db
    .select({ id: feedback.feedback, file: feedback.file })
    .from(feedback)
    .where(and(eq(feedback.state, 'done'), lte(feedback.endedAt, before)))
    .limit(BATCH_MAX)
  for (const { file } of [...old, ...done]) if (file !== null) await files.erase(file)
  const idsOf = (rows: readonly { readonly id: number }[]) => rows.map((row) => row.id)
  await store.db.delete(supportMessages).where(inArray(supportMessages.message, idsOf(old)))
  await store.db.delete(feedback).where(inArray(feedback.feedback, idsOf(done)))
  return { messages: old.length, feedback: done.length }
}
