/** Entries of the audit log as text: action, subject, and changes under their labels. */
import type { OfficeData } from '@veritick/contract/office'
import {
  actorName,
  BOOKING,
  CORRECTION_STATE,
  DEPOSIT_STATUS,
  IDENTITY,
  type Named,
  NEWS_STATE,
  plainWord,
  REWARD_STATE,
  STAFF_STATE,
  WITHDRAWAL_STATE,
} from './names.ts'

type Line = OfficeData<'auditList'>['data'][number]

const ACTIONS: Readonly<Record<string, string>> = {
  person_view: 'Viewed a customer',
  person_note: 'Added a note',
  person_sign_out: 'Signed a customer out',
  person_freeze: 'Froze an account',
  person_unfreeze: 'Unfroze an account',
  closure_request: 'Carried out a request to close an account',
  closure_close: 'Account was closed',
  closure_reopen: 'Reopened an account',
  closure_erase: 'Erased the data of a closed account',
  person_credit_score: 'Set the credit score',
  identity_view: 'Viewed an identity',
  identity_accept: 'Accepted an identity',
  identity_reject: 'Rejected an identity',
  identity_erase: 'Erased rejected documents',
  deposit_view: 'Viewed a deposit',
  deposit_propose: 'Approved the amount of a deposit (1 of 2)',
  deposit_credit: 'Credited a deposit',
  deposit_reject: 'Rejected a deposit',
  deposit_expire: 'Ended an unpaid card payment',
  deposit_invalidate: 'Made a deposit invalid',
  deposit_credit_refused: 'Credit refused by the ledger',
  deposit_paid_late: 'Reported payment after expiry',
  withdrawal_view: 'Viewed a withdrawal',
  entry_changed: 'Changed in the store',
  withdrawal_approve: 'Approved a withdrawal',
  withdrawal_pay: 'Marked a withdrawal as paid',
  withdrawal_propose_rejection: 'Proposed to reject an approved withdrawal (1 of 2)',
  withdrawal_drop_rejection: 'Ended a proposed rejection of a withdrawal',
  withdrawal_reject: 'Rejected a withdrawal',
  correction_view: 'Viewed a correction',
  correction_ask: 'Requested a correction',
  correction_approve: 'Approved a correction',
  correction_reject: 'Rejected a correction',
  correction_refused: 'Correction refused by the ledger',
  reward_view: 'Viewed an invite reward',
  reward_approve: 'Approved an invite reward',
  reward_pay: 'Paid an invite reward',
  reward_reject: 'Rejected an invite reward',
  reward_refused: 'Invite reward refused by the ledger',
  setting_change: 'Changed a setting',
  instrument_change: 'Changed an instrument',
  staff_first_link: 'Created the first link',
  staff_link_used: 'Used a one-time link',
  staff_sign_in: 'Signed in',
  staff_password: 'Changed their password',
  staff_invite: 'Invited a staff member',
  staff_reset: 'Reset a staff member',
  staff_disable: 'Disabled a staff member',
  staff_enable: 'Enabled a staff member',
  staff_role: 'Changed a role',
  staff_sign_out: 'Signed a staff member out',
  sms_test: 'Sent a test message',
  company_file_add: 'Added a file of a company',
  support_view: 'Viewed a conversation',
  support_reply: 'Answered a customer',
  support_begin: 'Opened a conversation',
  support_close: 'Closed a conversation',
  support_reopen: 'Reopened a conversation',
  support_hand_over: 'Handed over a conversation',
  feedback_view: 'Viewed a feedback',
  feedback_done: 'Marked a feedback as done',
  canned_save: 'Saved a canned answer',
  canned_remove: 'Removed a canned answer',
  news_create: 'Created an article',
  news_save: 'Changed an article',
  news_publish: 'Published an article',
  news_withdraw: 'Withdrew an article',
  news_reopen: 'Reopened an article',
}

const SUBJECTS: Readonly<Record<string, string>> = {
  person: 'Customer',
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  correction: 'Correction',
  reward: 'Invite reward',
  identity: 'Identity',
  closure: 'Closing of an account',
  setting: 'Setting',
  instrument: 'Instrument',
  staff: 'Staff member',
  sms: 'Number',
  support: 'Conversation',
  feedback: 'Feedback',
  canned: 'Canned answer',
  news: 'Article',
}

/** Labels of the fields in `before` and `after`. */
const FIELDS: Readonly<Record<string, string>> = {
  proposedBy: 'First approval by',
  firstApprover: 'First approval by',
  rejectionProposedBy: 'Rejection proposed by',
  secondApprover: 'Second approval by',
  requestedBy: 'Requested by',
  requested_by: 'Requested by',
  owed: 'Still owed',
  approvedBy: 'Approved by',
  invited: 'Number of the invited customer',
  step: 'Step',
  decidedBy: 'Decided by',
  notes: 'Reference or message',
  remark: 'Message to the customer',
  credited: 'Credited',
  paymentReference: 'Credited for payment',
  amount: 'Amount',
  status: 'Status',
  state: 'State',
  user: 'Customer number',
  flags: 'Flags',
  account_frozen: 'Account was frozen',
  seal: 'Seal of the decision',
  credit_score: 'Credit score',
  session: 'Session',
  note: 'Number of the note',
  kind: 'Kind',
  text_version: 'Version of the texts',
  publish_at: 'Published at',
  end_at: 'Ends at',
  picture: 'Picture',
}

/** States of records as the lists of the office name them. A state that is not here reads as its own word. */
const STATES: Readonly<Record<string, Readonly<Record<string, Named>>>> = {
  deposit: {
    unchecked: DEPOSIT_STATUS[0],
    crediting: BOOKING,
    finished: DEPOSIT_STATUS[1],
    rejected: DEPOSIT_STATUS[2],
    invalid: DEPOSIT_STATUS[3],
    begun: DEPOSIT_STATUS[4],
  },
  withdrawal: { ...WITHDRAWAL_STATE, locking: BOOKING, paying: BOOKING, rejecting: BOOKING, cancelling: BOOKING },
  correction: CORRECTION_STATE,
  reward: REWARD_STATE,
  identity: { none: IDENTITY[0], waiting: IDENTITY[1], verified: IDENTITY[2], rejected: IDENTITY[3] },
  news: NEWS_STATE,
  staff: STAFF_STATE,
}

export const actionText = (action: string): string => ACTIONS[action] ?? plainWord(action)
export const subjectKindText = (kind: string): string => SUBJECTS[kind] ?? plainWord(kind)

type About = Pick<Line, 'subject_kind' | 'subject' | 'subject_name' | 'subject_uid'>

/** `Staff member Finn`, `Withdrawal 12 of UID 10000042`. `title`: of a setting, which has no name. */
export function subjectText(line: About, title?: string): string {
  const kind = subjectKindText(line.subject_kind)
  if (title !== undefined) return `${kind}: ${title}`
  const named = `${kind} ${line.subject_name === '' ? line.subject : line.subject_name}`
  return line.subject_uid === '' ? named : `${named} of UID ${line.subject_uid}`
}

type Facts = Pick<Line, 'names' | 'subject_kind'>

/** Values of a record under their labels, staff and states by their names. */
export function recordText(value: unknown, line: Facts): unknown {
  if (typeof value === 'string') return nameIn(value, line.names)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => [
      FIELDS[field] ?? plainWord(field),
      field === 'state' && typeof each === 'string' ? stateText(each, line) : recordText(each, line),
    ]),
  )
}

const stateText = (state: string, { subject_kind: kind }: Facts): string =>
  STATES[kind]?.[state]?.name ?? plainWord(state).toLowerCase()

function nameIn(word: string, names: Line['names']): string {
  const actor = names.find(({ who }) => who === word)
  return actor === undefined ? word : actorName(actor)
}
