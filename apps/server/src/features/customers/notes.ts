/**
 * Notes of staff about a customer. A colleague reads them before a payment, so the text is encrypted for its number,
 * customer, author and time: a note that was inserted or changed in the store, or given to another customer or author,
 * does not open and is shown as changed.
 */
import type { OfficeData } from '@veritick/contract/office'
import { must, type UserId, userId } from '@veritick/domain'
import { count, desc, eq } from 'drizzle-orm'
import type { OfficeHandlers } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { type Encryption, EncryptionRefused } from '../../services/encryption/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import { namesOf, type PageWanted } from '../../services/office/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import { nextNumber, notes, type Transaction } from '../../store/index.ts'
import { isUser } from '../accounts/index.ts'
import { closureOf } from '../closures/index.ts'
import type { Context } from './context.ts'

type Row = typeof notes.$inferSelect

/** Newest first. */
export async function notesOf(
  { store, encryption, knownStaff }: Pick<Context, 'store' | 'encryption' | 'knownStaff'>,
  { user, page, size }: { readonly user: UserId } & PageWanted,
): Promise<OfficeData<'personNotes'>> {
  const own = eq(notes.user, user)
  const [counted] = await store.db.select({ total: count() }).from(notes).where(own)
  const rows = await store.db
    .select()
    .from(notes)
    .where(own)
    .orderBy(desc(notes.note))
    .limit(size)
    .offset((page - 1) * size)
  const named = await namesOf(
    { knownStaff, query: store.query },
    rows.map((row) => row.who),
  )
  return {
    data: rows.map((row) => ({
      id: row.note,
      by: named(row.who),
      at: row.at,
      ...opened(encryption, { ...row, user }),
    })),
    total: counted?.total ?? 0,
  }
}

export async function addNote(
  context: Context,
  { params, actor, once }: Parameters<OfficeHandlers<'addPersonNote'>['addPersonNote']>[0],
) {
  const { store, runtime, encryption } = context
  const user = userId(params.id)
  const text = params.text.trim()
  const done = await inTransaction(store, async (tx) => {
    await lockCustomer(tx, user)
    if (!(await isUser(tx.db, user))) rollbackWith('person_unknown', 'id')
    // Nothing would erase the text again.
    if ((await closureOf({ ...context, db: tx.db }, user))?.state === 'erased') rollbackWith('account_closed', 'id')
    const at = runtime.now()
    const { record } = await recordOnce(tx, { once, kind: 'note', runtime }, async () => {
      const note = await nextNumber(tx.query, { table: 'notes', column: 'note_id' })
      const row = { note, user, who: actor.who, at }
      const encrypted = encryption.encryptText(encryptionContext(row), text)
      await tx.db
        .insert(notes)
        .overridingSystemValue()
        .values({ ...row, encrypted })
      const subject = { kind: 'person', id: user }
      await writeAudit({ tx, encryption }, { actor, action: 'person_note', subject, reason: '', after: { note }, at })
      return note
    })
    const row = await noteNamed(tx, record)
    // Another note under the request's key was put there in the store.
    if (row.user !== user || row.who !== actor.who) rollbackWith('idempotency_mismatch')
    return row
  })
  if (!done.ok) return done
  const named = await namesOf({ ...context, query: store.query }, [actor.who])
  const { note: id, at } = done.value
  return { ok: true as const, data: { id, by: named(actor.who), text, at, fault: null } }
}

async function noteNamed(tx: Transaction, note: number): Promise<Row> {
  const [row] = await tx.db.select().from(notes).where(eq(notes.note, note))
  return must(row, 'an idempotency key names a note, which stays')
}

const encryptionContext = ({ note, user, who, at }: Omit<Row, 'encrypted'>) => ({
  purpose: 'note',
  row: `${note} about ${user} by ${who} at ${at}`,
})

/** `fault`: this server did not write the note as it stands. */
function opened(encryption: Encryption, row: Row): { readonly text: string; readonly fault: string | null } {
  try {
    return { text: encryption.decryptText(encryptionContext(row), row.encrypted), fault: null }
  } catch (error) {
    if (!(error instanceof EncryptionRefused)) throw error
    return { text: '', fault: error.message }
  }
}
