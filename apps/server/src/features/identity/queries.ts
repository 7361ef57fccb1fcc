/**
 * Rows of identity submissions, and what is encrypted in them. Names, numbers and birth dates are decrypted only for
 * the request that shows them.
 */
import { assert, type UserId } from '@veritick/domain'
import { and, asc, count, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Encryption } from '../../services/encryption/index.ts'
import {
  isOvertaken,
  isSealed,
  readCurrent,
  requireAsked,
  requireRowSealed,
  rowChanged,
  rowNamed,
  rowSeal,
} from '../../services/seals/index.ts'
import { type Database, identities, identitySubmissions, type Transaction } from '../../store/index.ts'
import { MEASURED_MAX } from '../approvals/index.ts'
import { namePartsOf } from './documents.ts'

/** One submission of a customer. */
export type SubmissionRow = typeof identitySubmissions.$inferSelect

const APPLICANT = z.object({ name: z.string(), cardId: z.string(), birthDate: z.string() })
/** `birthDate`: empty when none was given. */
export type Applicant = z.output<typeof APPLICANT>

type Bound = Pick<SubmissionRow, 'submission' | 'user' | 'front' | 'reverse'>

/** The encrypted part belongs to the customer and to the pictures: beside others it does not decrypt. */
const encryptionContext = ({ submission, user, front, reverse }: Bound) => ({
  purpose: 'identity',
  row: `${user}:${submission}:${front}:${reverse}`,
})

export function encryptApplicant(encryption: Encryption, row: Bound, applicant: Applicant): Uint8Array {
  return encryption.encryptText(encryptionContext(row), JSON.stringify(applicant))
}

/** For comparisons. `null`: the birth date is not known yet. */
export function personPrintOf(encryption: Encryption, { name, birthDate }: Applicant): string | null {
  if (birthDate === '') return null
  return encryption.fingerprint('name and birth date', [...namePartsOf(name), birthDate].join(' '))
}

/** `undefined`: it was erased. */
export function openApplicant(
  encryption: Encryption,
  row: Bound & Pick<SubmissionRow, 'encrypted'>,
): Applicant | undefined {
  if (row.encrypted === null) return undefined
  return APPLICANT.parse(JSON.parse(encryption.decryptText(encryptionContext(row), row.encrypted)))
}

type Identity = typeof identities.$inferSelect

type Reading = { readonly db: Database; readonly encryption: Encryption }

async function rowOf({ db, encryption }: Reading, user: UserId): Promise<Identity | undefined> {
  const [row] = await readCurrent(
    async () => db.select().from(identities).where(eq(identities.user, user)),
    ([read]) => read !== undefined && isOvertaken(encryption, 'identities', sealedRow(read)),
  )
  requireAsked('identities', row, { user })
  return row
}

const sealedRow = ({ user, version, state, changedAt, seal }: Identity) => ({
  ...{ user_id: user, version, state, changed_at: changedAt, seal },
})

/** For screens: a state that was written into the store is shown as none. */
export async function storedState(reading: Reading, user: UserId): Promise<Identity['state']> {
  const row = await rowOf(reading, user)
  return row !== undefined && isSealed(reading.encryption, 'identities', sealedRow(row)) ? row.state : 'none'
}

/** For decisions. Throws RowChanged: the state was written into the store, or its row was deleted. */
export async function provenState(reading: Reading, user: UserId): Promise<Identity['state']> {
  return (await provenRow(reading, user))?.state ?? 'none'
}

async function provenRow(reading: Reading, user: UserId): Promise<Identity | undefined> {
  const { encryption } = reading
  const known = encryption.rowVersions.of({ table: 'identities', key: user })
  const row = await rowOf(reading, user)
  if (row === undefined && known > 0) throw rowChanged('identities', { user_id: user })
  requireRowSealed(encryption, 'identities', row && sealedRow(row))
  return row
}

/** Nothing of the row before stays but the version of one that proves itself: a changed row stops no decision. */
export async function changeState(
  { encryption }: Pick<Reading, 'encryption'>,
  tx: Transaction,
  changed: { readonly user: UserId; readonly state: Identity['state']; readonly at: number },
): Promise<void> {
  const { user, state, at } = changed
  const before = await rowNamed(tx.query, 'identities', { user_id: user }, 'for update')
  const name = { table: 'identities', key: user }
  const isOwn = before !== undefined && isSealed(encryption, 'identities', before)
  const version = Math.max(isOwn ? Number(before.version) : 0, encryption.rowVersions.of(name)) + 1
  const seal = rowSeal(encryption, 'identities', { user_id: user, version, state, changed_at: at })
  const values = { version, state, changedAt: at, seal }
  encryption.rowVersions.changed(tx, name, version)
  await tx.db
    .insert(identities)
    .values({ user, ...values })
    .onConflictDoUpdate({ target: identities.user, set: values })
}

/** No other transaction changes the row until this one ends. */
export async function lockSubmission(db: Database, submission: number): Promise<SubmissionRow | undefined> {
  const [row] = await db
    .select()
    .from(identitySubmissions)
    .where(eq(identitySubmissions.submission, submission))
    .for('update')
  requireAsked('identity_submissions', row, { submission })
  return row
}

export async function changeSubmission(
  db: Database,
  submission: number,
  changes: Partial<SubmissionRow>,
): Promise<SubmissionRow> {
  const [row] = await db
    .update(identitySubmissions)
    .set(changes)
    .where(eq(identitySubmissions.submission, submission))
    .returning()
  assert(row !== undefined, `submission ${submission} is there`)
  return row
}

export async function findSubmission(db: Database, submission: number): Promise<SubmissionRow | undefined> {
  const [row] = await db.select().from(identitySubmissions).where(eq(identitySubmissions.submission, submission))
  requireAsked('identity_submissions', row, { submission })
  return row
}

/** Newest first. Throws RowChanged where the store answers those of another customer. */
export async function submissionsOf(db: Database, user: UserId): Promise<readonly SubmissionRow[]> {
  const rows = await db
    .select()
    .from(identitySubmissions)
    .where(eq(identitySubmissions.user, user))
    .orderBy(desc(identitySubmissions.submission))
  for (const row of rows) requireAsked('identity_submissions', row, { user })
  return rows
}

/** `undefined` anywhere: not narrowed by it. */
export type SubmissionFilter = {
  readonly user?: UserId | undefined
  readonly state?: SubmissionRow['state'] | undefined
}

/**
 * Whether the submission was rejected, and the customer's state has not changed since this time. Rows of submissions
 * have no seal. The state of the customer has one: it is that of the newest submission, and those before it were
 * rejected, not later than it changed. Throws RowChanged: the rejection was written into the store. Call it behind
 * `lockCustomer`.
 */
export async function wasRejectedBefore(reading: Reading, row: SubmissionRow, before: number): Promise<boolean> {
  const { submission, user } = row
  const identity = await provenRow(reading, user)
  const [newest] = await submissionsOf(reading.db, user)
  const isRejected = row.state === 'rejected' && identity !== undefined && newest?.state === identity.state
  // A row that was inserted or has another number does not decrypt.
  const isOlder = () =>
    newest !== undefined && newest.submission > submission && openApplicant(reading.encryption, newest) !== undefined
  if (!isRejected || (identity.state !== 'rejected' && !isOlder()))
    throw rowChanged('identities', { user_id: `${user}, or submission ${submission}` })
  return identity.changedAt <= before
}

/** Newest first; the queue of the office oldest first. */
export async function submissionPage(
  db: Database,
  page: SubmissionFilter & { readonly page: number; readonly size: number; readonly oldestFirst: boolean },
): Promise<{ readonly rows: readonly SubmissionRow[]; readonly total: number }> {
  const { submission, user, state } = identitySubmissions
  const wanted = and(
    page.user === undefined ? undefined : eq(user, page.user),
    page.state === undefined ? undefined : eq(state, page.state),
  )
  const [counted] = await db.select({ total: count() }).from(identitySubmissions).where(wanted)
  const rows = await db
    .select()
    .from(identitySubmissions)
    .where(wanted)
    .orderBy(page.oldestFirst ? asc(submission) : desc(submission))
    .limit(page.size)
    .offset((page.page - 1) * page.size)
  return { rows, total: counted?.total ?? 0 }
}

/** Milliseconds from submission to decision of the latest. */
export async function reviewDurations(db: Database): Promise<number[]> {
  const rows = await db
    .select({ took: sql<number>`decided_at - created_at`.mapWith(Number) })
    .from(identitySubmissions)
    .where(isNotNull(identitySubmissions.decidedAt))
    .orderBy(desc(identitySubmissions.decidedAt))
    .limit(MEASURED_MAX)
  return rows.map((row) => row.took)
}
