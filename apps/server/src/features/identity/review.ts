/**
 * The reviews of staff: what waits, one applicant with everything that belongs to the decision, and the decision, which
 * is made once, by one staff member, with a reason. It names the viewed submission: a newer one is not decided with it.
 */

import { type Refusal, refuse } from '../../calls/index.ts'
import type { Actor } from '../../services/audit/index.ts'
import type { Encryption } from '../../services/encryption/index.ts'
import { inTransaction } from '../../services/transactions/index.ts'
import { personOf } from '../accounts/index.ts'
import { advance, isReasonValid, openCase } from '../approvals/index.ts'
import { isRecordFault } from '../money/index.ts'
import { type Duplicate, duplicatesOf } from './duplicates.ts'
import type { IdentityParts } from './identity-parts.ts'
import {
  type Applicant,
  findSubmission,
  openApplicant,
  type SubmissionFilter,
  type SubmissionRow,
  shownMark,
  submissionPage,
  submissionsOf,
} from './queries.ts'
import { IDENTITY_TRANSITIONS, SUBMISSIONS } from './transitions.ts'

/** A submission without its encrypted column, fingerprints and pictures. */
export type Submission = Omit<
  SubmissionRow,
  'encrypted' | 'numberPrint' | 'verifiedPrint' | 'personPrint' | 'front' | 'reverse'
>

/** One applicant, as the reviewer sees them. */
export type IdentityCase = {
  readonly submission: Submission
  /** Tells it from every other content of this submission; empty: erased. */
  readonly shown: string
  /** A newer submission of the same customer; it is another case. */
  readonly newer: number | undefined
  /** `undefined`: erased, some time after a rejection. */
  readonly applicant: Applicant | undefined
  /** Residence as stated at the registration. */
  readonly registeredCountry: string
  /** Addresses of the office, for this reviewer and some minutes; `undefined`: erased. */
  readonly pictures: { readonly front: string; readonly reverse: string } | undefined
  /** The same document or person with other accounts, newest first. */
  readonly duplicates: readonly Duplicate[]
  /** Earlier submissions that prove themselves, newest first. An erased one has no remark: nothing proves it. */
  readonly earlier: readonly Submission[]
  /** `undefined`: each earlier submission is there. Otherwise one was changed or deleted in the store. */
  readonly earlierFault: string | undefined
}

export type IdentityDecided = { readonly ok: true; readonly value: Submission } | Refusal
type Decision = {
  readonly submission: number
  /** The mark of what the page showed. The office always sends it; a request without it is not compared. */
  readonly shown?: string | undefined
  readonly actor: Actor
  /** For the audit. */
  readonly reason: string
}

export type IdentityReview = {
  /** Waiting submissions, oldest first, or another selection, newest first. */
  queue(
    wanted: SubmissionFilter & { readonly page: number; readonly size: number },
  ): Promise<{ readonly rows: readonly Submission[]; readonly total: number }>
  /** Exactly this one. `viewer`: the staff number that the pictures' links are made for. `undefined`: there is none. */
  find(request: { readonly submission: number; readonly viewer: number }): Promise<IdentityCase | undefined>
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
 * Refusals: `reason_missing`, `record_unknown`, `record_own`, `record_decided`, `record_changed`; of `accept` also
 * `birth_date_missing`, `birth_date_malformed`, `under_age`, `country_restricted`, `document_used`.
 */
export function identityReview(parts: IdentityParts): IdentityReview {
  const { store, runtime } = parts

  return {
    queue: async (wanted) => {
      const { rows, total } = await submissionPage(store.db, { ...wanted, oldestFirst: wanted.state === 'waiting' })
      return { rows: rows.map(shown), total }
    },
    find: (request) => caseOf(parts, request),
    accept: async ({ submission: id, shown: seen, actor, reason, birthDate, otherDocument }) => {
      if (!isReasonValid(reason)) return refuse('reason_missing', 'reason')
      return inTransaction(store, async (tx) => {
        const opened = await openCase(SUBMISSIONS, { parts, tx, id, actor })
        const given = { reason, input: { shown: seen, birthDate, otherDocument }, now: runtime.now() }
        return shown(await advance(opened, IDENTITY_TRANSITIONS.accept, given))
      })
    },
    reject: async ({ submission: id, shown: seen, actor, reason, remark }) => {
      if (!isReasonValid(reason)) return refuse('reason_missing', 'reason')
      if (!isReasonValid(remark)) return refuse('reason_missing', 'remark')
      return inTransaction(store, async (tx) => {
        const opened = await openCase(SUBMISSIONS, { parts, tx, id, actor })
        const given = { reason, input: { shown: seen, remark: remark.trim() }, now: runtime.now() }
        return shown(await advance(opened, IDENTITY_TRANSITIONS.reject, given))
      })
    },
  }
}

async function caseOf(
  parts: IdentityParts,
  request: { readonly submission: number; readonly viewer: number },
): Promise<IdentityCase | undefined> {
  const { store, encryption, files, log } = parts
  const { submission, viewer } = request
  const row = await findSubmission(store.db, submission)
  if (row === undefined) return undefined
  const all = await submissionsOf(store.db, row.user)
  const person = await personOf({ ...parts, db: store.db }, row.user)
  const link = (file: string) => files.tickets.address(file, { kind: 'staff', id: viewer })
  const applicant = openApplicant(encryption, row)
  const { earlier, fault } = earlierOf(
    encryption,
    all.filter((each) => each.submission < submission),
    applicant,
  )
  if (fault !== undefined) log.error({ user: row.user, fault }, 'an earlier submission was changed in the store')
  return {
    submission: shownProven(row),
    shown: shownMark(encryption, row),
    newer: all.find((each) => each.submission > submission)?.submission,
    applicant,
    registeredCountry: person.country ?? '',
    pictures: row.erasedAt === null ? { front: link(row.front), reverse: link(row.reverse) } : undefined,
    duplicates: await duplicatesOf({ ...parts, db: store.db, query: store.query }, row),
    earlier,
    earlierFault: fault,
  }
}

/**
 * The submissions of `rows` that prove themselves; the first fault of the others. `applicant`: of the submission after
 * them. Its state has two versions for each submission before it, one handed in and one rejected.
 */
function earlierOf(
  encryption: Encryption,
  rows: readonly SubmissionRow[],
  applicant: Applicant | undefined,
): { readonly earlier: readonly Submission[]; readonly fault: string | undefined } {
  const faults = rows.map((row) => faultOfEarlier(encryption, row))
  const earlier = rows.filter((_, index) => faults[index] === undefined).map(shownProven)
  const expected = applicant === undefined ? rows.length : Math.floor(applicant.stateVersion / 2) - 1
  const missing = rows.length === expected ? undefined : `${rows.length} earlier submissions, expected ${expected}`
  return { earlier, fault: faults.find((fault) => fault !== undefined) ?? missing }
}

/** Each submission before another one was rejected. */
function faultOfEarlier(encryption: Encryption, row: SubmissionRow): string | undefined {
  try {
    openApplicant(encryption, row)
  } catch (error) {
    if (isRecordFault(error)) return error.message
    throw error
  }
  return row.state === 'rejected' ? undefined : `submission ${row.submission} was followed by another one`
}

/** Of a row that opens. Nothing proves the words of an erased one. */
const shownProven = (row: SubmissionRow): Submission => ({
  ...shown(row),
  remark: row.encrypted === null ? '' : row.remark,
})

function shown(row: SubmissionRow): Submission {
  const { encrypted: _, numberPrint: _1, verifiedPrint: _2, personPrint: _3, front: _4, reverse: _5, ...rest } = row
  return rest
}
