/**
 * The states of an identity submission and the transitions between them. A decided submission is never decided again:
 * after a rejection the customer makes a new one.
 */
import { assert } from '@veritick/domain'
import { rollbackWith } from '../../services/transactions/index.ts'
import { LOCK_NAMED } from '../../store/index.ts'
import { isRestricted, tellCustomer } from '../accounts/index.ts'
import type { RecordKind, Requirement, Transition } from '../approvals/index.ts'
import { isRecordFault } from '../money/index.ts'
import { readBirthDate } from './documents.ts'
import { duplicatesOf } from './duplicates.ts'
import type { IdentityParts } from './identity-parts.ts'
import {
  type Applicant,
  changeState,
  changeSubmission,
  encryptApplicant,
  findSubmission,
  lockSubmission,
  nextVersion,
  openApplicant,
  personPrintOf,
  requireWaiting,
  type SubmissionRow,
  shownMark,
  wasRejectedBefore,
} from './queries.ts'

export const SUBMISSIONS: RecordKind<SubmissionRow, IdentityParts> = {
  name: 'identity',
  find: (_parts, tx, id) => findSubmission(tx.db, id),
  lock: (_parts, tx, id) => lockSubmission(tx.db, id),
  change: (_parts, tx, id, changes) => changeSubmission(tx.db, id, changes),
  facts: ({ user, state, country, flags, remark }) => ({ user, state, country, flags, remark }),
  refusal: () => 'record_decided',
}

const transition = <Input>(made: Transition<SubmissionRow, IdentityParts, Input>) => made
type Need<Input> = Requirement<SubmissionRow, IdentityParts, Input>
type Given<Input> = Parameters<Need<Input>>[0]

/** `shown`: the mark of the submission that the page showed; see review.ts. */
type Decision = { readonly shown?: string | undefined }
/** The statements of the reviewer at an acceptance; see review.ts. */
type Acceptance = Decision & { readonly birthDate?: string | undefined; readonly otherDocument?: boolean | undefined }

/** The reviewer decides the submission that the page showed, and it is the last one of its customer. */
const isShown: Need<Decision> = async ({ parts, tx, row, input: { shown } }) => {
  try {
    await requireWaiting({ ...parts, db: tx.db }, row)
  } catch (error) {
    if (!isRecordFault(error)) throw error
    parts.log.error(
      { err: error, submission: row.submission },
      'an identity was changed in the store: it is not decided',
    )
    rollbackWith('record_changed')
  }
  if (shown !== undefined && shown !== shownMark(parts.encryption, row)) rollbackWith('record_changed', 'shown')
}

const ofAge: Need<Acceptance> = (step) => {
  const stated = step.input.birthDate ?? applicantOf(step).birthDate
  if (stated === '') return rollbackWith('birth_date_missing', 'birth_date')
  const birthDate = readBirthDate(stated, step.now)
  if (!birthDate.ok) rollbackWith(birthDate.reason, 'birth_date')
}

const countryAllowed: Need<Acceptance> = ({ parts, row }) => {
  if (isRestricted(parts.settings, row.country)) rollbackWith('country_restricted')
}

/** One verified account for each document. Two acceptances of the same document wait for each other. */
const documentFree: Need<Acceptance> = async (step) => {
  await step.tx.query(LOCK_NAMED, ['acceptance of identities'])
  const verified = (await duplicatesOf({ ...step.parts, ...step.tx }, step.row)).filter(
    (each) => each.state === 'verified',
  )
  // The very same picture cannot show another document.
  if (verified.some((each) => each.by.includes('picture'))) rollbackWith('document_used')
  if (verified.some((each) => each.by.includes('number')) && !step.input.otherDocument) rollbackWith('document_used')
}

/** `before`: the newest time of a rejection that is not kept any longer. */
type Erasure = { readonly before: number }

const notErased: Need<Erasure> = ({ row }) => {
  if (row.erasedAt !== null) rollbackWith('record_decided')
}

const keptLongEnough: Need<Erasure> = async ({ parts, tx, row, input: { before } }) => {
  if (!(await wasRejectedBefore({ ...parts, db: tx.db }, row, before))) rollbackWith('record_decided')
}

type Rejection = Decision & { readonly remark: string }

type Of<Input> = Transition<SubmissionRow, IdentityParts, Input>

export const IDENTITY_TRANSITIONS: {
  readonly accept: Of<Acceptance>
  readonly reject: Of<Rejection>
  readonly erase: Of<Erasure>
} = {
  accept: transition<Acceptance>({
    from: ['waiting'],
    to: 'verified',
    by: ['staff'],
    action: 'identity_accept',
    requires: [isShown, ofAge, countryAllowed, documentFree],
    change: async (step) => {
      const applicant = { ...applicantOf(step), birthDate: birthDateOf(step) }
      const verifiedPrint = (await isNumberTaken(step)) ? null : step.row.numberPrint
      return decided(
        step,
        { state: 'verified', ...(await personOfDocument(step, applicant)), verifiedPrint },
        applicant,
      )
    },
    facts: async (step) => ({
      birth_date_by_reviewer: birthDateOf(step) !== applicantOf(step).birthDate,
      other_document: await isNumberTaken(step),
    }),
    tell: async (step, { user }) => {
      const { tx, parts } = step
      await changeStateOf(step, 'verified')
      await tellCustomer({ ...parts, tx }, { user, message: { name: 'identity_accepted', values: {} } })
    },
  }),
  reject: transition<Rejection>({
    from: ['waiting'],
    to: 'rejected',
    by: ['staff'],
    action: 'identity_reject',
    requires: [isShown],
    change: (step) => decided(step, { state: 'rejected', remark: step.input.remark }, applicantOf(step)),
    tell: async (step, { user }) => {
      const { tx, parts, input } = step
      await changeStateOf(step, 'rejected')
      await tellCustomer(
        { ...parts, tx },
        { user, message: { name: 'identity_rejected', values: { reason: input.remark } } },
      )
    },
  }),
  erase: transition<Erasure>({
    from: ['rejected'],
    to: 'unchanged',
    by: ['clock'],
    action: 'identity_erase',
    requires: [notErased, keptLongEnough],
    change: ({ now }) => ({ encrypted: null, personPrint: null, erasedAt: now }),
  }),
}

/** The columns of the decision, with the encrypted part that belongs to them and to the next state of the customer. */
function decided(step: Given<Decision>, changes: Partial<SubmissionRow>, applicant: Applicant): Partial<SubmissionRow> {
  const { parts, row, actor, now } = step
  const columns = { ...changes, decidedBy: actor.who, decidedAt: now }
  const after = { ...applicant, stateVersion: nextVersionOf(step) }
  return { ...columns, encrypted: encryptApplicant(parts.encryption, { ...row, ...columns }, after) }
}

async function changeStateOf(step: Given<Decision>, state: 'verified' | 'rejected'): Promise<void> {
  const { parts, tx, row, now } = step
  await changeState(parts, tx, { user: row.user, state, version: nextVersionOf(step), at: now })
}

/** The submission belongs to the version of the customer's state that holds (`isShown`). */
const nextVersionOf = (step: Given<Decision>): number => nextVersion({ version: applicantOf(step).stateVersion })

function applicantOf({ parts, row }: Given<Decision>) {
  const applicant = openApplicant(parts.encryption, row)
  assert(applicant !== undefined, `submission ${row.submission} waits, so it was not erased`)
  return applicant
}

function birthDateOf(step: Given<Acceptance>): string {
  const birthDate = readBirthDate(step.input.birthDate ?? applicantOf(step).birthDate, step.now)
  assert(birthDate.ok, 'the birth date was checked')
  return birthDate.value
}

/**
 * A birth date that the reviewer gives may be that of a namesake in another account, which is a further flag. The flags
 * that the reviewer has read stay, because the decision rests on them.
 */
async function personOfDocument({ parts, tx, row }: Given<Acceptance>, applicant: Applicant) {
  const personPrint = personPrintOf(parts.encryption, applicant)
  if (personPrint === row.personPrint) return {}
  const flags = new Set(row.flags.split(' ').filter((flag) => flag !== ''))
  const others = await duplicatesOf({ ...parts, ...tx }, { ...row, personPrint })
  if (others.some((each) => each.by.includes('person'))) flags.add('person_elsewhere')
  return { personPrint, flags: [...flags].join(' ') }
}

/** True where a verified account has the number, and the reviewer has seen that this is another document. */
async function isNumberTaken({ parts, tx, row }: Given<Acceptance>): Promise<boolean> {
  const twins = await duplicatesOf({ ...parts, ...tx }, row)
  return twins.some((each) => each.state === 'verified' && each.by.includes('number'))
}
