/**
 * The audit as the office reads it: everything, narrowed. Nothing here writes; what is done writes its own entry
 * (src/audit).
 */

import type { OfficeHandlers } from '../../calls/index.ts'
import { namesOf, pageOf, sortOf } from '../../services/office/index.ts'
import { userOfUid } from '../accounts/index.ts'
import { AUDIT_COLUMNS, type AuditRow, aboutPerson, wireLines } from './audit-lines.ts'
import type { Context } from './context.ts'

/** Words of one kind that a filter offers. */
const WORDS_MAX = 500

const NARROWED = `($1::text is null or who = $1) and ($2::text is null or role = $2)
  and ($3::text is null or action = $3)
  and ($4::text is null or subject_kind = $4) and ($5::text is null or subject = $5 or ${aboutPerson('$8')})
  and ($6::bigint is null or at >= $6) and ($7::bigint is null or at < $7)`

export function auditHandlers({
  store,
  catalogue,
  knownStaff,
  encryption,
}: Pick<Context, 'store' | 'catalogue' | 'knownStaff' | 'encryption'>): OfficeHandlers<'auditList' | 'auditWords'> {
  const words = async (column: 'who' | 'action' | 'subject_kind') => {
    const rows = await store.query<{ word: string }>(
      `select distinct ${column} as word from audit order by 1 limit ${WORDS_MAX}`,
    )
    return rows.map((row) => row.word)
  }
  const codes = new Map(catalogue.instruments.map(({ terms }) => [String(terms.id), terms.code]))
  const codeOf = (instrument: string) => codes.get(instrument) ?? ''
  return {
    auditList: async ({ params }) => {
      const { page, size } = pageOf(params)
      const newest = sortOf(params.sort, ['at'])?.descending ?? true
      const { who, role, action, subject_kind, subject, from, to } = params
      // The UID of a customer finds the customer's records too. The number of a record is that of many kinds.
      const user = userOfUid(subject ?? '')
      const narrowed = [who, role, action, subject_kind, subject, from, to, user?.toString()].map((value) =>
        value === '' ? null : (value ?? null),
      )
      const [counted] = await store.query<{ total: number }>(
        `select count(*) as total from audit where ${NARROWED}`,
        narrowed,
      )
      // Numbers rise with time; the number also parts what happened in the same millisecond.
      const rows = await store.query<AuditRow>(
        `select ${AUDIT_COLUMNS} from audit where ${NARROWED} order by entry_id ${newest ? 'desc' : 'asc'}
         limit $9 offset $10`,
        [...narrowed, size, (page - 1) * size],
      )
      return {
        ok: true,
        data: {
          data: await wireLines({ knownStaff, encryption, query: store.query }, rows, codeOf),
          total: counted?.total ?? 0,
        },
      }
    },

    auditWords: async () => {
      const whos = await words('who')
      const named = await namesOf({ knownStaff, query: store.query }, whos)
      return {
        ok: true,
        data: { who: whos.map(named), actions: await words('action'), subject_kinds: await words('subject_kind') },
      }
    },
  }
}
