/** Feedback in the office: the queue, one record with its text and picture, and marking it as done. */
import type { OfficeData } from '@veritick/contract/office'
import { must } from '@veritick/domain'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import { pageOf, recordAccess, sortOf } from '../../services/office/index.ts'
import { auditOfRecord } from '../audit-log/index.ts'
import { customerSummaryOf, waitedMinutes } from '../customers/index.ts'
import { lockedBy } from '../reviews/index.ts'
import type { Context } from './context.ts'
import { personBrief } from './conversation-queue.ts'
import { contentOf, type FeedbackRow, feedbackPage, findFeedback, finishFeedback } from './feedback.ts'

type Row = OfficeData<'feedbackQueue'>['data'][number]

export function feedbackHandlers(context: Context): OfficeHandlers<'feedbackQueue' | 'feedbackFind' | 'feedbackDone'> {
  const { store, files } = context
  return {
    feedbackQueue: async ({ params }) => {
      const { state, kind } = params
      const sort = sortOf(params.sort, ['created_at'])
      const oldestFirst = sort === undefined ? state === 'open' : !sort.descending
      const { rows, total } = await feedbackPage(context, { state, kind, oldestFirst, ...pageOf(params) })
      return { ok: true, data: { data: await wireRows(context, rows), total } }
    },

    feedbackFind: async ({ params: { id }, actor, staff }) => {
      const row = await findFeedback(context, id)
      if (row === undefined) return refuse('record_unknown', 'id')
      await recordAccess(context, { actor, kind: 'feedback', id })
      const { file, user } = row
      const viewer = { kind: 'staff', id: staff.id } as const
      return {
        ok: true,
        data: {
          ...(await wireRow(context, row)),
          ...contentOf(context, row),
          pictures: file === null ? [] : [{ side: 'proof', url: files.tickets.address(file, viewer) }],
          person: user === null ? null : await customerSummaryOf(context, user),
          audit: await auditOfRecord({ ...context, query: store.query }, { kind: 'feedback', id }),
        },
      }
    },

    feedbackDone: async ({ params: { id, reason_text: reason }, actor }) => {
      const done = await finishFeedback(context, { id, actor, reason })
      return done.ok ? { ok: true, data: await wireRow(context, done.value) } : done
    },
  }
}

async function wireRows(context: Context, rows: readonly FeedbackRow[]): Promise<Row[]> {
  const taken = await lockedBy(context, { kind: 'feedback', records: rows.map((row) => row.feedback) })
  return Promise.all(
    rows.map(async (row) => ({
      id: row.feedback,
      reference: row.reference,
      kind: row.kind,
      user: row.user === null ? null : await personBrief(context, row.user),
      state: row.state,
      created_at: row.createdAt,
      waited_minutes: waitedMinutes({ from: row.createdAt, until: row.endedAt }, context.runtime.now()),
      ended_at: row.endedAt,
      taken: taken(row.feedback),
    })),
  )
}

async function wireRow(context: Context, row: FeedbackRow): Promise<Row> {
  return must((await wireRows(context, [row]))[0], 'a row is shown')
}
