/**
 * The office's side of identity: what waits, one applicant with everything that belongs to the decision, and the
 * decision itself, which is made once, by one person, with a reason. It names the submission that was looked at: a
 * newer one is not decided with it.
 */

import { type Refusal, refuse } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { deciding, reject } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { isRestricted, personOf, tellCustomer } from '../accounts/index.ts'
import { reasonGiven, refuseOwn } from '../approvals/index.ts'
import { readBirthDate } from './documents.ts'
import { type Duplicate, duplicatesOf } from './duplicates.ts'
import type { IdentityParts } from './identity-parts.ts'
import {
  type Applicant,
  changeStatus,
  changeSubmission,
  findSubmission,
  lockSubmission,
  openApplicant,
  type SubmissionFilter,
  type SubmissionRow,
  sealApplicant,
  submissionPage,
  submissionsOf,
} from './queries.ts'

/** A submission without what is sealed in it. */
export type Submission = Omit<SubmissionRow, 'sealed' | 'numberPrint' | 'verifiedPrint' | 'front' | 'reverse'>

/** One applicant, as the reviewer sees them. */
export type IdentityCase = {
  readonly submission: Submission
  /** The last one that the same person has handed in since; it is another case. */
  readonly newer: number | undefined
  /** `undefined`: erased, some time after a rejection. */
  readonly applicant: Applicant | undefined
  /** Residence as stated at the registration. */
  readonly registeredCountry: string
  /** Addresses at the office's door, for this reviewer and some minutes; `undefined`: erased. */
  readonly pictures: { readonly front: string; readonly reverse: string } | undefined
  /** The same document with other accounts, newest first. */
  readonly duplicates: readonly Duplicate[]
  /** What was handed in before, newest first. */
  readonly earlier: readonly Submission[]
}

export type IdentityDecided = { readonly ok: true; readonly value: Submission } | Refusal
type Decision = { readonly submission: number; readonly actor: Actor /** For the audit. */; readonly reason: string }

export type IdentityReview = {
  /** What waits (status 1), oldest first, or any other selection, newest first. */
  queue(
    wanted: SubmissionFilter & { readonly page: number; readonly size: number },
  ): Promise<{ readonly rows: readonly Submission[]; readonly total: number }>
  /** Exactly this one. `viewer`: the staff number that the pictures' links are made for. `undefined`: there is none. */
  find(asked: { readonly submission: number; readonly viewer: number }): Promise<IdentityCase | undefined>
  /**
   * `birthDate`: as the document shows it; needed when the applicant gave none, and what counts when both did.
   * `otherDocument`: the reviewer has seen that it is another document, although a verified account has the same
   * number.
   */
  accept(
    decision: Decision & { readonly birthDate?: string | undefined; readonly otherDocument?: boolean | undefined },
  ): Promise<IdentityDecided>
  /** The applicant reads the remark, and may hand in again. */
  reject(decision: Decision & { readonly remark: string }): Promise<IdentityDecided>
}

/**
 * Refusals: `reason_missing`, `record_unknown`, `record_own`, `record_decided`; of `accept` also `birth_date_missing`,
 * `birth_date_malformed`, `under_age`, `country_restricted`, `document_used`.
 */
export function identityReview(parts: IdentityParts): IdentityReview {
  const { store, runtime, encryption, files } = parts

  return {
    queue: async (wanted) => {
      const { rows, total } = await submissionPage(store.db, { ...wanted, oldestFirst: wanted.status === 1 })
      return { rows: rows.map(shown), total }
    },
    find: async ({ submission, viewer }) => {
      const row = await findSubmission(store.db, submission)
      if (row === undefined) return undefined
      const all = await submissionsOf(store.db, row.user)
      const person = await personOf(store.db, row.user)
      const link = (file: string) => files.tickets.address(file, { kind: 'staff', id: viewer })
      return {
        submission: shown(row),
        newer: all.find((each) => each.submission > submission)?.submission,
        applicant: openApplicant(encryption, row),
        registeredCountry: person.country ?? '',
        pictures: row.erasedAt === null ? { front: link(row.front), reverse: link(row.reverse) } : undefined,
        duplicates: await duplicatesOf({ db: store.db, query: store.query, files }, row),
        earlier: all.filter((each) => each.submission < submission).map(shown),
      }
    },
    accept: async (decision) => {
      if (!reasonGiven(decision.reason)) return refuse('reason_missing', 'reason')
      return deciding(store, async (tx) => {
        // Two accounts with one document must not be accepted beside each other.
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', ['acceptance of identities'])
        const row = await waiting(tx, decision)
        const verified = await verifiable(parts, tx, { row, ...decision })
        const after = await ended(parts, tx, { row, decision, changes: { status: 2, ...verified.changes } })
        const { actor, reason, submission } = decision
        await writeAudit(tx, {
          actor,
          action: 'identity_accept',
          subject: { kind: 'identity', id: submission },
          reason,
          before: factsOf(row),
          after: { ...factsOf(after), ...verified.facts },
          at: runtime.now(),
        })
        await tellCustomer(
          { messages: parts.messages, tx },
          { user: row.user, notice: { name: 'identity_accepted', values: {} } },
        )
        return shown(after)
      })
    },
    reject: async (decision) => {
      const remark = decision.remark.trim()
      if (!reasonGiven(decision.reason)) return refuse('reason_missing', 'reason')
      if (!reasonGiven(remark)) return refuse('reason_missing', 'remark')
      return deciding(store, async (tx) => {
        const row = await waiting(tx, decision)
        const after = await ended(parts, tx, { row, decision, changes: { status: 3, remark } })
        const { actor, reason, submission } = decision
        await writeAudit(tx, {
          actor,
          action: 'identity_reject',
          subject: { kind: 'identity', id: submission },
          reason,
          before: factsOf(row),
          after: factsOf(after),
          at: runtime.now(),
        })
        const notice = { name: 'identity_rejected', values: { reason: remark } } as const
        await tellCustomer({ messages: parts.messages, tx }, { user: row.user, notice })
        return shown(after)
      })
    },
  }
}

/** The row, taken, while nobody has decided it. */
async function waiting(tx: Transaction, { submission, actor }: Decision): Promise<SubmissionRow> {
  const row = await lockSubmission(tx.db, submission)
  if (row === undefined) return reject('record_unknown')
  await refuseOwn(tx, { actor, user: row.user })
  return row.status === 1 ? row : reject('record_decided')
}

async function ended(
  parts: Pick<IdentityParts, 'runtime'>,
  tx: Transaction,
  ending: {
    readonly row: SubmissionRow
    readonly decision: Decision
    readonly changes: { readonly status: 2 | 3 } & Omit<Partial<SubmissionRow>, 'status'>
  },
): Promise<SubmissionRow> {
  const { row, decision, changes } = ending
  const at = parts.runtime.now()
  await changeStatus(tx, { user: row.user, status: changes.status, at })
  return changeSubmission(tx.db, row.submission, { ...changes, decidedBy: decision.actor.who, decidedAt: at })
}

/** Rejects what must not be verified; otherwise what is written down about it. */
async function verifiable(
  parts: IdentityParts,
  tx: Transaction,
  asked: {
    readonly row: SubmissionRow
    readonly birthDate?: string | undefined
    readonly otherDocument?: boolean | undefined
  },
): Promise<{
  readonly changes: Pick<SubmissionRow, 'sealed' | 'verifiedPrint'>
  readonly facts: { readonly [fact: string]: boolean }
}> {
  const { row, otherDocument = false } = asked
  const applicant = openApplicant(parts.encryption, row)
  if (applicant === undefined) throw new Error(`broken promise: submission ${row.submission} waits, and was erased`)
  const stated = asked.birthDate ?? applicant.birthDate
  if (stated === '') return reject('birth_date_missing', 'birth_date')
  const birthDate = readBirthDate(stated, parts.runtime.now())
  if (!birthDate.ok) return reject(birthDate.reason, 'birth_date')
  if (isRestricted(parts.settings, row.country)) return reject('country_restricted')

  const twins = await duplicatesOf({ ...tx, files: parts.files }, row)
  const verified = twins.filter((each) => each.status === 2)
  // The very same picture cannot show another document.
  if (verified.some((each) => each.by.includes('picture'))) return reject('document_used')
  const isNumberTaken = verified.some((each) => each.by.includes('number'))
  if (isNumberTaken && !otherDocument) return reject('document_used')
  return {
    changes: {
      sealed: sealApplicant(parts.encryption, row.submission, { ...applicant, birthDate: birthDate.value }),
      verifiedPrint: isNumberTaken ? null : row.numberPrint,
    },
    facts: { birth_date_by_reviewer: birthDate.value !== applicant.birthDate, other_document: isNumberTaken },
  }
}

function shown(row: SubmissionRow): Submission {
  const { sealed: _, numberPrint: _1, verifiedPrint: _2, front: _3, reverse: _4, ...rest } = row
  return rest
}

function factsOf(row: SubmissionRow) {
  const { user, status, country, flags, remark } = row
  return { user, status, country, flags, remark }
}
