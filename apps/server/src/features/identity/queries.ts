/**
 * Rows of identity submissions, and what is encrypted in them. Names, numbers and birth dates are decrypted only for
 * the request that shows them. The encrypted part belongs to all other columns of its row, and to one version of the
 * customer's sealed state, of which this server remembers the newest: so a submission that opens was written by this
 * server as it stands, and one that a customer handed in before is not decided in its place.
 */
import { assert, type UserId } from '@veritick/domain'
import { and, asc, count, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Encryption } from '../../services/encryption/index.ts'
import {
  isOvertaken,
  isSealed,
  readCurrent,
  requireAsked,
  requireRowSealed,
  rowChanged,
  rowSeal,
} from '../../services/seals/index.ts'
import { type Database, identities, identitySubmissions, type Transaction } from '../../store/index.ts'
import { isErased, personOf } from '../accounts/index.ts'
import { MEASURED_MAX } from '../approvals/index.ts'
import { isRecordFault } from '../money/index.ts'
import { namePartsOf } from './documents.ts'

/** One submission of a customer. */
export type SubmissionRow = typeof identitySubmissions.$inferSelect

const APPLICANT = z.object({ name: z.string(), cardId: z.string(), birthDate: z.string(), stateVersion: z.int() })
/**
 * `birthDate`: empty when none was given. `stateVersion`: the version of the customer's state (`identities`) that was
 * written with the submission, or with its decision.
 */
export type Applicant = z.output<typeof APPLICANT>

/** The erasure removes the encrypted part and sets its time. */
type Bound = Omit<SubmissionRow, 'encrypted' | 'erasedAt'>
const BOUND = Object.keys(getTableColumns(identitySubmissions))
  .filter((name) => name !== 'encrypted' && name !== 'erasedAt')
  .sort() as (keyof Bound)[]

/** With another value in one of these columns the encrypted part does not decrypt. */
const encryptionContext = (row: Bound) => ({
  purpose: 'identity',
  row: JSON.stringify(BOUND.map((name) => row[name])),
})

/** Pass the row as it will be written. */
export function encryptApplicant(encryption: Encryption, row: Bound, applicant: Applicant): Uint8Array {
  return encryption.encryptText(encryptionContext(row), JSON.stringify(applicant))
}

/** Tells what the reviewer was shown from every other submission; empty: it was erased. */
export function shownMark(encryption: Encryption, { encrypted }: Pick<SubmissionRow, 'encrypted'>): string {
  return encrypted === null ? '' : encryption.fingerprint('shown identity', encrypted)
}

/** For comparisons. `null`: the birth date is not known yet. */
export function personPrintOf(
  encryption: Encryption,
  { name, birthDate }: Pick<Applicant, 'name' | 'birthDate'>,
): string | null {
  if (birthDate === '') return null
  return encryption.fingerprint('name and birth date', [...namePartsOf(name), birthDate].join(' '))
}

/** `undefined`: it was erased. Throws EncryptionRefused for a row that is not as this server wrote it. */
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
  return (await provenIdentity(reading, user))?.state ?? 'none'
}

/** As `provenState`. */
export async function provenIdentity(reading: Reading, user: UserId): Promise<Identity | undefined> {
  const { encryption } = reading
  const known = encryption.rowVersions.of({ table: 'identities', key: user })
  const row = await rowOf(reading, user)
  if (row === undefined && known > 0) throw rowChanged('identities', { user_id: user })
  requireRowSealed(encryption, 'identities', row && sealedRow(row))
  return row
}

/** The first version is 2: one of 1 is not remembered, and a state that was deleted would not be missed. */
export const nextVersion = (before: Pick<Identity, 'version'> | undefined): number => (before?.version ?? 1) + 1

/** Call it behind `lockCustomer`. `version`: the next one after that of the proven row. */
export async function changeState(
  { encryption }: Pick<Reading, 'encryption'>,
  tx: Transaction,
  changed: {
    readonly user: UserId
    readonly state: Identity['state']
    readonly version: number
    readonly at: number
  },
): Promise<void> {
  const { user, state, version, at } = changed
  const seal = rowSeal(encryption, 'identities', { user_id: user, version, state, changed_at: at })
  const values = { version, state, changedAt: at, seal }
  encryption.rowVersions.changed(tx, { table: 'identities', key: user }, version)
  await tx.db
    .insert(identities)
    .values({ user, ...values })
    .onConflictDoUpdate({ target: identities.user, set: values })
}

/**
 * For decisions: the submission waits, and is the one that its customer handed in last. Call it behind `lockCustomer`.
 * Throws RowChanged or EncryptionRefused: the row or the customer's state was changed in the store.
 */
export async function requireWaiting(reading: Reading, row: SubmissionRow): Promise<void> {
  const identity = await provenIdentity(reading, row.user)
  const applicant = openApplicant(reading.encryption, row)
  const isLast = identity?.state === 'waiting' && applicant?.stateVersion === identity.version
  if (!isLast || row.state !== 'waiting') throw notOfState(row)
}

/**
 * The customer's state with what is encrypted in their last submission, which belongs to that state. `applicant`:
 * `undefined` where nothing was handed in, after a rejection whose data were erased, and of a customer whose data were
 * erased. Throws as `requireWaiting`.
 */
async function lastApplicant(
  reading: Reading,
  user: UserId,
): Promise<{ readonly state: Identity['state']; readonly applicant: Applicant | undefined }> {
  const { db, encryption } = reading
  const identity = await provenIdentity(reading, user)
  const state = identity?.state ?? 'none'
  const [row] = await submissionsOf(db, user)
  if ((row?.state ?? 'none') !== state) throw notOfState({ user, submission: row?.submission ?? 0 })
  if (row === undefined) return { state, applicant: undefined }
  const applicant = openApplicant(encryption, row)
  const isOfState = applicant?.stateVersion === identity?.version
  const mayBeErased = async () => state === 'rejected' || isErased(await personOf(reading, user))
  // Nothing of an erased row is bound to anything: an erasure that this server did not make hides who is verified.
  if (applicant === undefined ? !(await mayBeErased()) : !isOfState) throw notOfState(row)
  return { state, applicant }
}

/**
 * The name of the accepted submission. `undefined`: there is none, or the data of the customer were erased. Throws as
 * `requireWaiting`.
 */
export async function verifiedName(reading: Reading, user: UserId): Promise<string | undefined> {
  const { state, applicant } = await lastApplicant(reading, user)
  return state === 'verified' ? applicant?.name : undefined
}

/**
 * For screens of staff. `fault`: the state or the last submission was changed in the store; the state is shown as none.
 */
export async function identityToShow(
  reading: Reading,
  user: UserId,
): Promise<{ readonly state: Identity['state']; readonly fault: string | undefined }> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { state } = await lastApplicant(reading, user)
      return { state, fault: undefined }
    } catch (error) {
      if (!isRecordFault(error)) throw error
      // A decision may have ended between two of the reads.
      if (attempt === 2) return { state: 'none', fault: error.message }
    }
  }
}

const notOfState = ({ user, submission }: Pick<SubmissionRow, 'user' | 'submission'>) =>
  rowChanged('identities', { user_id: `${user}, or submission ${submission}` })

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
 * Whether the submission was rejected, and the customer's state has not changed since this time. The state of the
 * customer is that of the newest submission, and those before it were rejected, not later than it changed. Throws
 * RowChanged or EncryptionRefused: the rejection was written into the store. Call it behind `lockCustomer`.
 */
export async function wasRejectedBefore(reading: Reading, row: SubmissionRow, before: number): Promise<boolean> {
  const { submission, user } = row
  const { db, encryption } = reading
  const identity = await provenIdentity(reading, user)
  const [newest] = await submissionsOf(db, user)
  const isRejected = row.state === 'rejected' && identity !== undefined && newest?.state === identity.state
  // Of an erased row nothing opens. The newest one that waits or is verified does.
  openApplicant(encryption, row)
  const isOlder = () =>
    newest !== undefined &&
    newest.submission > submission &&
    openApplicant(encryption, newest)?.stateVersion === identity?.version
  if (!isRejected || (identity.state !== 'rejected' && !isOlder())) throw notOfState(row)
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
