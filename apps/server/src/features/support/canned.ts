/** Canned answers: written by staff for one language, inserted into an answer and edited there. */
import type { OfficeData, OfficeRequest } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { asc, eq } from 'drizzle-orm'
import type { OfficeHandlers, Refusal } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { namesOf } from '../../services/office/index.ts'
import { rowSeal, ShownRows } from '../../services/seals/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import { cannedAnswers, type Transaction } from '../../store/index.ts'
import { type MailingStaff, tellOfPublication } from '../settings/index.ts'
import type { Context } from './context.ts'

type CannedRow = typeof cannedAnswers.$inferSelect
type Shown = OfficeData<'cannedSave'>
type Parts = MailingStaff & Pick<Context, 'store' | 'runtime' | 'encryption' | 'log'>

/** The most canned answers at a time: the list has no pages. */
const CANNED_MAX = 500

export function cannedHandlers(parts: Parts): OfficeHandlers<'cannedList' | 'cannedSave' | 'cannedRemove'> {
  const { store, runtime } = parts
  const proven = new ShownRows(parts)
  const shown = async (rows: readonly CannedRow[]): Promise<Shown[]> => {
    const named = await namesOf(
      { ...parts, query: store.query },
      rows.map((row) => row.changedBy),
    )
    return rows.map((row) => {
      const { canned: id, title, language, text, changedBy, at, seal } = row
      const changed = !proven.has('canned_answers', { ...sealedCanned(row), seal })
      return { id, title, language, text: changed ? '' : text, changed_by: named(changedBy), changed_at: at, changed }
    })
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
      const saved = await save(parts, params, actor)
      return saved.ok ? { ok: true, data: must((await shown([saved.value]))[0], 'a row is shown') } : saved
    },

    cannedRemove: async ({ params: { id, reason_text: reason }, actor }) => {
      const removed = await inTransaction(store, async (tx) => {
        const before = facts(await lockCanned(tx, id))
        await tx.db.delete(cannedAnswers).where(eq(cannedAnswers.canned, id))
        const subject = { kind: 'canned_answer', id }
        await writeAudit(
          { ...parts, tx },
          { actor, action: 'canned_remove', subject, reason, before, at: runtime.now() },
        )
      })
      return removed.ok ? { ok: true, data: null } : removed
    },
  }
}

type Saving = OfficeRequest<'cannedSave'>

/** Adds one, or changes the one with the given number. */
function save(
  context: Parts,
  params: Saving,
  actor: Actor,
): Promise<{ readonly ok: true; readonly value: CannedRow } | Refusal> {
  const { store, runtime, encryption } = context
  const { id, title, language, text, reason_text: reason } = params
  const at = runtime.now()
  const values = { title: title.trim(), language, text: text.trim(), changedBy: actor.who, at }
  return inTransaction(store, async (tx) => {
    const before = id === undefined ? undefined : facts(await lockCanned(tx, id))
    if (id === undefined) await refuseTooMany(tx)
    const saved = await write({ tx, encryption }, id, values)
    const subject = { kind: 'canned_answer', id: saved.canned }
    await writeAudit(
      { tx, encryption },
      { actor, action: 'canned_save', subject, reason, before, after: facts(saved), at },
    )
    await tellOfPublication(context, tx, {
      done: `The canned answer ${saved.canned} was ${id === undefined ? 'added' : 'changed'}`,
      from: at,
      texts: [{ language, title: values.title, text: values.text, links: [] }],
      pictures: 0,
      undo: 'in the office under Support, Canned answers (content or support staff)',
      ...{ who: actor.who, reason, at },
    })
    return saved
  })
}

type Values = Omit<CannedRow, 'canned' | 'seal'>

/** The row as it was decided, with the seal of these values. */
async function write(
  { tx, encryption }: Pick<Context, 'encryption'> & { readonly tx: Transaction },
  known: number | undefined,
  values: Values,
): Promise<CannedRow> {
  const { canned } = cannedAnswers
  const id = known ?? must((await tx.db.insert(cannedAnswers).values(values).returning({ canned }))[0], 'a row').canned
  const row = { ...values, canned: id }
  const seal = rowSeal(encryption, 'canned_answers', sealedCanned(row))
  await tx.db
    .update(cannedAnswers)
    .set({ ...values, seal })
    .where(eq(canned, id))
  return { ...row, seal }
}

const sealedCanned = ({ canned, title, language, text, changedBy, at }: Omit<CannedRow, 'seal'>) => ({
  ...{ canned_id: canned, title, language, text, changed_by: changedBy, at },
})

const facts = ({ title, language, text }: CannedRow) => ({ title, language, text })

async function lockCanned(tx: Transaction, id: number): Promise<CannedRow> {
  const [row] = await tx.db.select().from(cannedAnswers).where(eq(cannedAnswers.canned, id)).for('update')
  return row ?? rollbackWith('record_unknown', 'id')
}

async function refuseTooMany(tx: Transaction): Promise<void> {
  if ((await tx.db.$count(cannedAnswers)) >= CANNED_MAX) rollbackWith('canned_limit_reached')
}
