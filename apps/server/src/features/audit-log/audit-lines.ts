/** Entries of the audit about one subject, or about everything that belongs to one person, as lists show them. */

import type { OfficeData } from '@veritick/contract/office'
import type { UserId } from '@veritick/domain'
import { userId } from '@veritick/domain'
import { entrySeal } from '../../services/audit/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import { type Naming, namesOf, type PageWanted } from '../../services/office/index.ts'
import { uidOf } from '../accounts/index.ts'

export type AuditLine = OfficeData<'personAudit'>['data'][number]

export type AuditRow = {
  readonly entry_id: number
  readonly who: string
  readonly role: string
  readonly action: string
  readonly subject_kind: string
  readonly subject: string
  readonly owner: number | null
  readonly reason: string
  readonly before: string | null
  readonly after: string | null
  readonly at: number
  readonly seal: string
}

/** Names staff and proves entries. */
type Reading = Naming & { readonly encryption: Pick<Encryption, 'fingerprint'> }

/** Where the records of a customer stand: the kind of the audit's subject, the table, the column of the number. */
const RECORDS = [
  ['deposit', 'deposits', 'deposit_id'],
  ['withdrawal', 'withdrawals', 'withdrawal_id'],
  ['correction', 'corrections', 'correction_id'],
  ['reward', 'invite_rewards', 'reward_id'],
  ['identity', 'identity_submissions', 'submission_id'],
  ['closure', 'closures', 'closure_id'],
  ['support', 'conversations', 'conversation_id'],
  ['feedback', 'feedback', 'feedback_id'],
] as const

/** The customer of a record; of an invite reward, the inviter. */
const OWNER = `case subject_kind ${RECORDS.map(
  ([kind, table, number]) => `when '${kind}' then (select user_id from ${table} where ${number} = subject::integer)`,
).join(' ')} end`

export const AUDIT_COLUMNS = `entry_id, who, role, action, subject_kind, subject, ${OWNER} as owner,
  reason, before, after, at, seal`
/** Lines that are read of one record; records have far fewer. */
const RECORD_LINES_MAX = 200

/** Newest first. */
export async function auditOfRecord(
  naming: Reading,
  record: { readonly kind: string; readonly id: number },
): Promise<AuditLine[]> {
  const rows = await naming.query<AuditRow>(
    `select ${AUDIT_COLUMNS} from audit where subject_kind = $1 and subject = $2 order by entry_id desc
     limit ${RECORD_LINES_MAX}`,
    [record.kind, String(record.id)],
  )
  return wireLines(naming, rows)
}

/**
 * The condition of entries about this customer and the customer's records; an invite reward is also about the invited
 * one. `user`: the placeholder of the number.
 */
export function aboutPerson(user: `$${number}`): string {
  const records = RECORDS.map(([kind, table, number]) => {
    const orInvited = kind === 'reward' ? ` or invited_id = ${user}::integer` : ''
    const numbers = `select ${number}::text from ${table} where user_id = ${user}::integer${orInvited}`
    return `(subject_kind = '${kind}' and subject in (${numbers}))`
  })
  return [`(subject_kind = 'person' and subject = ${user}::text)`, ...records].join(' or ')
}

/** Newest first. */
export async function auditOfPerson(
  naming: Reading,
  wanted: PageWanted & { readonly user: UserId; readonly action: string | undefined },
): Promise<{ readonly data: AuditLine[]; readonly total: number }> {
  const { query } = naming
  const { user, page, size, action } = wanted
  const where = `(${aboutPerson('$1')}) and ($2::text is null or action = $2)`
  const narrowed = [String(user), action ?? null]
  const [counted] = await query<{ total: number }>(`select count(*) as total from audit where ${where}`, narrowed)
  const rows = await query<AuditRow>(
    `select ${AUDIT_COLUMNS} from audit where ${where} order by entry_id desc limit $3 offset $4`,
    [...narrowed, size, (page - 1) * size],
  )
  return { data: await wireLines(naming, rows), total: counted?.total ?? 0 }
}

/** `codeOf`: the code of an instrument, where lines are about any. */
export async function wireLines(
  naming: Reading,
  found: readonly AuditRow[],
  codeOf: (instrument: string) => string = () => '',
): Promise<AuditLine[]> {
  const rows = found.map((row) => (isProven(naming, row) ? { ...row, fault: null } : { ...row, ...CHANGED }))
  const named = await namesOf(naming, rows.flatMap(mentionedIn))
  return rows.map((row) => ({
    id: row.entry_id,
    by: named(row.who),
    role: row.role,
    action: row.action,
    subject_kind: row.subject_kind,
    subject: row.subject,
    subject_name: subjectName(row, { codeOf, nameOf: (staff) => named(`staff:${staff}`).name }),
    subject_uid: row.owner === null ? '' : uidOf(userId(row.owner)),
    reason_text: row.reason,
    before: row.before === null ? null : JSON.parse(row.before),
    after: row.after === null ? null : JSON.parse(row.after),
    names: staffIn(row).map(named),
    at: row.at,
    fault: row.fault,
  }))
}

/** An entry that a statement of SQL wrote says nothing but where it stands. */
const CHANGED = {
  ...{ who: '', role: '', action: 'entry_changed', reason: '', before: null, after: null },
  fault: 'this entry was written or changed in the store, not by this server',
} as const

const isProven = ({ encryption }: Reading, { subject_kind: subjectKind, ...row }: AuditRow): boolean =>
  entrySeal(encryption, { ...row, subjectKind }) === row.seal

function subjectName(
  row: AuditRow,
  known: { readonly codeOf: (instrument: string) => string; readonly nameOf: (staff: string) => string },
): string {
  switch (row.subject_kind) {
    case 'staff':
      return known.nameOf(row.subject)
    case 'person':
      return uidOf(userId(Number(row.subject)))
    case 'instrument':
      return known.codeOf(row.subject)
    default:
      return ''
  }
}

const mentionedIn = (row: AuditRow): readonly string[] => [
  row.who,
  ...(row.subject_kind === 'staff' ? [`staff:${row.subject}`] : []),
  ...staffIn(row),
]

/** Colleagues stand in what was before and after as `staff:7`, a value by itself. */
function staffIn({ before, after }: AuditRow): readonly string[] {
  return [...new Set(`${before ?? ''} ${after ?? ''}`.match(/(?<=")staff:\d{1,9}(?=")/g) ?? [])]
}
