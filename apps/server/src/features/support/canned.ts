/** Canned answers: written by staff for one language, inserted into an answer and edited there. */
import type { OfficeData } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { LANGUAGES } from '@veritick/locales'
import { asc, eq } from 'drizzle-orm'
import { type OfficeHandlers, type Refusal, refuse } from '../../calls/index.ts'
import { writeAudit } from '../../services/audit/index.ts'
import { namesOf } from '../../services/office/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import { cannedAnswers, type Transaction } from '../../store/index.ts'
import type { Context } from './context.ts'

type CannedRow = typeof cannedAnswers.$inferSelect
type Shown = OfficeData<'cannedSave'>

/** Kept at once: what a list shows without pages. */
const CANNED_MAX = 500

export function cannedHandlers({
  store,
  runtime,
}: Pick<Context, 'store' | 'runtime'>): OfficeHandlers<'cannedList' | 'cannedSave' | 'cannedRemove'> {
  const shown = async (rows: readonly CannedRow[]): Promise<Shown[]> => {
    const named = await namesOf(
      store.query,
      rows.map((row) => row.changedBy),
    )
    return rows.map(({ canned: id, title, language, text, changedBy, at }) => ({
      id,
      title,
      language,
      text,
      changed_by: named(changedBy),
      changed_at: at,
    }))
  }
  return {
    cannedList: async () => {
      const rows = await store.db
        .select()
        .from(cannedAnswers)
        .orderBy(asc(cannedAnswers.title), asc(cannedAnswers.language))
      return { ok: true, data: { data: await shown(rows), total: rows.length } }
    },

    cannedSave: async ({ params, actor }) => {
      const { id, title, language, text, reason_text: reason } = params
      if (!LANGUAGES.some((each) => each === language)) return refuse('parameter_not_allowed', 'language')
      const at = runtime.now()
      const values = { title: title.trim(), language, text: text.trim(), changedBy: actor.who, at }
      const saved: { readonly ok: true; readonly value: CannedRow } | Refusal = await inTransaction(
        store,
        async (tx) => {
          const before = id === undefined ? undefined : await lockCanned(tx, id)
          if (id === undefined) await refuseTooMany(tx)
          const [row] =
            id === undefined
              ? await tx.db.insert(cannedAnswers).values(values).returning()
              : await tx.db.update(cannedAnswers).set(values).where(eq(cannedAnswers.canned, id)).returning()
          const after = must(row, 'the row is there')
          const subject = { kind: 'canned_answer', id: after.canned }
          await writeAudit(tx, {
            actor,
            action: 'canned_save',
            subject,
            reason,
            before: before && facts(before),
            after: facts(after),
            at,
          })
          return after
        },
      )
      return saved.ok ? { ok: true, data: must((await shown([saved.value]))[0], 'a row is shown') } : saved
    },

    cannedRemove: async ({ params: { id, reason_text: reason }, actor }) => {
      const removed = await inTransaction(store, async (tx) => {
        const before = facts(await lockCanned(tx, id))
        await tx.db.delete(cannedAnswers).where(eq(cannedAnswers.canned, id))
        const subject = { kind: 'canned_answer', id }
        await writeAudit(tx, { actor, action: 'canned_remove', subject, reason, before, at: runtime.now() })
      })
      return removed.ok ? { ok: true, data: null } : removed
    },
  }
}

const facts = ({ title, language, text }: CannedRow) => ({ title, language, text })

async function lockCanned(tx: Transaction, id: number): Promise<CannedRow> {
  const [row] = await tx.db.select().from(cannedAnswers).where(eq(cannedAnswers.canned, id)).for('update')
  return row ?? rollbackWith('record_unknown', 'id')
}

async function refuseTooMany(tx: Transaction): Promise<void> {
  if ((await tx.db.$count(cannedAnswers)) >= CANNED_MAX) rollbackWith('support_limit_reached')
}
