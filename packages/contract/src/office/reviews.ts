/**
 * The queues of identities and deposits, and the review locks of all queues. Each row has its waiting time and its
 * review lock. The lock only informs: the record itself decides between two simultaneous decisions.
 */
import { z } from 'zod'
import { IDENTITY_STATUS } from '../identity.ts'
import { CHARGE_STATUS, CHARGE_TYPE } from '../money.ts'
import { choice, decimal, flag, proseIfGiven, word, wordsIfGiven } from '../schemas/fields.ts'
import { count, decimalText, id, moment, money } from '../schemas/values.ts'
import {
  CHANGES,
  DECIDES,
  filterText,
  idOf,
  listOf,
  momentIfGiven,
  type OfficeCall,
  PAYS,
  paged,
  READS,
  reasonText,
} from './call.ts'
import { actor, auditLine, brief, customerSummary, REMARK_MAX, remark, staffMember } from './people.ts'
import { REVIEW_KINDS, REVIEW_TAKEN_MINUTES } from './queues.ts'

const deposit = idOf('deposit')
const submission = idOf('submission')
const shown = wordsIfGiven({ max: 64, description: 'Mark of the submission that the caller was shown' })
export const user = idOf('person').optional()
export const told = remark('Message to the customer')
const PAYMENT =
  'Transaction that paid it, needed for coins reported without one; or the reference of the bank, without which two ' +
  'staff members must credit a transfer'
const record = z.object({ kind: word(REVIEW_KINDS, 'Which queue'), id: idOf('record') })

/** The holder of the review lock. */
export const taken = z.object({ by: actor, until: moment }).nullable()
export const waited = count.meta({ description: 'Minutes from its creation until its end, or until now' })
export const usual = count.meta({
  description: 'Usual minutes that customers see: the median of the last ones, or the setting of the operator',
})
export const fault = z
  .string()
  .nullable()
  .meta({
    description:
      'What was changed in the store, in English: the record takes no decision, and no other field of it counts; ' +
      'null: nothing',
  })
/** A submission that exists is never in the state `none`. */
const submissionStatus = z.literal([IDENTITY_STATUS.waiting, IDENTITY_STATUS.verified, IDENTITY_STATUS.rejected])
const picture = z.object({
  side: z.literal(['front', 'reverse', 'proof']),
  url: z.string().meta({ description: 'Valid for ten minutes and for the caller only; each view is recorded' }),
})

const identityRow = z.object({
  id: id.meta({ description: 'Id of the submission; the decision applies to it, not to a newer one' }),
  uid: z.string(),
  user: brief,
  status: submissionStatus,
  country: z.string().meta({ description: 'Residence as stated with it, ISO 3166' }),
  flags: z.array(z.string()),
  submitted_at: moment,
  decided_at: moment.nullable(),
  waited_minutes: waited,
  usual_minutes: usual,
  tries: count.meta({ description: 'Number of submissions of the customer' }),
  taken,
})

const identityRecord = identityRow.extend({
  shown: z.string().meta({ description: 'Mark of the shown submission, for the decision; empty: erased' }),
  newer: id.nullable().meta({ description: 'A newer submission of the same customer, which is reviewed separately' }),
  erased: z
    .boolean()
    .meta({ description: 'Rejected and erased: name, number, birth date and pictures are no longer stored' }),
  name: z.string(),
  card_id: z.string(),
  birth_date: z.string().meta({ description: 'YYYY-MM-DD; empty when none was given' }),
  registered_country: z.string().meta({ description: 'Residence as stated at the registration' }),
  pictures: z.array(picture),
  duplicates: z.array(
    brief.extend({
      same: z.array(z.literal(['number', 'picture', 'likeness', 'person'])),
      status: submissionStatus,
      at: moment,
    }),
  ),
  earlier: z.array(
    z.object({
      id,
      status: submissionStatus,
      submitted_at: moment,
      decided_at: moment.nullable(),
      remark: z.string(),
    }),
  ),
  earlier_fault: z.string().nullable().meta({
    description:
      'An earlier submission that was changed or deleted in the store, in English; it is left out of `earlier`',
  }),
  decided_by: actor.nullable(),
  remark: z.string().meta({ description: 'The remark of the rejection' }),
  person: customerSummary,
  audit: z.array(auditLine),
})

export const approvals = z.object({
  needed: z.literal([1, 2]),
  given: z.array(z.object({ by: staffMember, at: moment })),
})

const depositRow = z.object({
  id,
  user: brief,
  trading_account: id.meta({ description: 'The account that is credited' }),
  type: z.literal(Object.values(CHARGE_TYPE)),
  currency_code: z.string(),
  protocol_code: z.string(),
  number: decimalText.meta({ description: 'As typed, in currency_code' }),
  usd: money.meta({ description: 'Value in USD when it was reported' }),
  flags: z.array(z.string()),
  status: z.literal(Object.values(CHARGE_STATUS)),
  crediting: z.boolean().meta({ description: 'Decided; the ledger entry is in progress' }),
  fault,
  credited: money.nullable().meta({ description: 'The credited amount, or the amount of the first approver' }),
  approvals,
  reference: z.string().meta({ description: 'Reference for the text of a bank transfer' }),
  decided_by: actor.nullable(),
  created_at: moment,
  ended_at: moment.nullable(),
  waited_minutes: waited,
  usual_minutes: usual,
  taken,
})

const depositRecord = depositRow.extend({
  channel: count,
  paid_to: z.string(),
  usd_price: decimalText,
  usd_price_now: decimalText.nullable().meta({ description: 'Price of one now; null for a card' }),
  tx_hash: z.string().meta({ description: 'As the customer reported it, with its chain; empty: none was' }),
  payment_reference: z.string().meta({ description: 'Credited payment, or the one that the first approval names' }),
  provider: z.string(),
  provider_reference: z.string(),
  remark: z.string(),
  single_approver_limit: money.meta({ description: 'Largest amount that the caller may credit as the only approver' }),
  single_approver_limit_own: z
    .boolean()
    .meta({ description: 'It is smaller because of what the caller has credited alone in 24 hours' }),
  blocked: z
    .literal(['record_own', 'record_decided', 'record_begun', 'record_changed'])
    .nullable()
    .meta({ description: 'Why the caller cannot decide' }),
  pictures: z.array(picture),
  twins: z
    .array(z.object({ deposit_id: id.nullable(), used_for: z.string(), exact: z.boolean(), user: brief, at: moment }))
    .meta({ description: 'Other uses of the same picture, and similar pictures' }),
  same_transaction: z
    .array(
      z.object({
        deposit_id: id.nullable().meta({ description: 'Null for a report that was refused' }),
        user: brief,
        status: z
          .literal(Object.values(CHARGE_STATUS))
          .nullable()
          .meta({ description: 'Null where its row has a fault, and for a refused report' }),
        fault,
        at: moment,
      }),
    )
    .meta({
      description: 'Other reports of the same transaction, refused ones too, and deposits that were credited for it',
    }),
  person: customerSummary,
  audit: z.array(auditLine),
})

const queue = z.object({
  kind: z.literal(REVIEW_KINDS),
  waiting: count,
  oldest_at: moment.nullable(),
  oldest_minutes: count,
})

export const REVIEW_CALLS = {
  reviewCounts: {
    ...READS,
    path: '/office/reviews/counts',
    caller: ['identity_review', 'deposits_read', 'withdrawals_read', 'corrections_read', 'support_read'],
    doc: 'Waiting records of each queue that the caller may see, and since when.',
    request: z.object({}),
    answer: z.object({ data: z.array(queue), total: count }),
  },
  reviewTake: {
    ...CHANGES,
    path: '/office/reviews/take',
    caller: ['identity_review', 'deposits_review', 'withdrawals_review', 'corrections_approve', 'support_reply'],
    doc: `Locks the record for ${REVIEW_TAKEN_MINUTES} minutes. Other staff members see the lock; it blocks none.`,
    request: record,
    answer: z.object({ taken }),
  },
  reviewDrop: {
    ...CHANGES,
    path: '/office/reviews/drop',
    caller: ['identity_review', 'deposits_review', 'withdrawals_review', 'corrections_approve', 'support_reply'],
    doc: 'Releases the review lock.',
    request: record,
    answer: z.object({ taken }),
  },
  identityQueue: {
    ...READS,
    path: '/office/identities/list',
    caller: 'identity_review',
    doc: 'Submitted identities; waiting ones oldest first.',
    request: z.object({
      user,
      status: choice([1, 2, 3], '1 waiting, 2 verified, 3 rejected; left out: all').optional(),
      ...paged(['submitted_at']),
    }),
    answer: listOf(identityRow),
  },
  identityFind: {
    ...READS,
    path: '/office/identities/identity',
    caller: 'identity_review',
    doc:
      'This one submission, never a newer one: both pictures by links for ten minutes, and other customers with ' +
      'the same document or picture. The view is recorded.',
    request: z.object({ id: submission }),
    answer: identityRecord,
  },
  identityAccept: {
    ...DECIDES,
    path: '/office/identities/accept',
    caller: 'identity_review',
    doc: 'Accepts the identity and notifies the customer. Refused with record_changed where `shown` is not its mark.',
    request: z.object({
      id: submission,
      shown,
      birth_date: wordsIfGiven({
        max: 10,
        description: 'YYYY-MM-DD as the document shows it; needed when none was given',
      }),
      other_document: flag(
        'The reviewer has seen that it is another document, although a verified account has the same number',
      ).optional(),
      reason_text: reasonText,
    }),
    answer: identityRow,
  },
  identityReject: {
    ...DECIDES,
    path: '/office/identities/reject',
    caller: 'identity_review',
    doc: 'Rejects the identity. The customer receives the remark and may submit again. Refused as identityAccept.',
    request: z.object({ id: submission, shown, remark: told, reason_text: reasonText }),
    answer: identityRow,
  },
  depositQueue: {
    ...READS,
    path: '/office/deposits/list',
    caller: 'deposits_read',
    doc: 'Deposits: waiting ones oldest first, all others newest first.',
    request: z.object({
      user,
      type: choice([0, 1, 2], '0 coin, 1 bank, 2 card').optional(),
      status: choice(
        [0, 1, 2, 3, 4],
        '0 unchecked, 1 finished, 2 rejected, 3 invalid, 4 begun on the page of a card provider',
      ).optional(),
      reference: filterText("Of a wire, a transaction's hash, or a provider's; whole, however it is spelled"),
      ...paged(['id', 'usd']),
    }),
    answer: listOf(depositRow),
  },
  depositFind: {
    ...READS,
    path: '/office/deposits/deposit',
    caller: 'deposits_read',
    doc:
      'One deposit with its proof picture by a link for ten minutes, other uses of that picture and of the ' +
      'transaction, and its actions.',
    request: z.object({ id: deposit }),
    answer: depositRecord,
  },
  depositCredit: {
    ...PAYS,
    path: '/office/deposits/credit',
    caller: 'deposits_review',
    doc:
      'Credits the received amount. If it differs from the reported one, the remark to the customer must explain ' +
      'it. Above single_approver_limit, and for a bank transfer without payment_reference, a second staff member ' +
      'must confirm the same amount and payment.',
    request: z.object({
      id: deposit,
      amount: decimal('USD that was received'),
      payment_reference: wordsIfGiven({ max: REMARK_MAX, description: PAYMENT }),
      seen_approval: momentIfGiven('Of the first approval that the staff member was shown; 0: none was shown'),
      remark: proseIfGiven({ max: REMARK_MAX, description: 'Needed when the amount differs' }),
      reason_text: reasonText,
    }),
    answer: depositRow,
  },
  depositReject: {
    ...DECIDES,
    path: '/office/deposits/reject',
    caller: 'deposits_review',
    doc: 'Rejects it: the money did not arrive, or not as reported.',
    request: z.object({ id: deposit, remark: told, reason_text: reasonText }),
    answer: depositRow,
  },
  depositInvalidate: {
    ...DECIDES,
    path: '/office/deposits/invalidate',
    caller: 'deposits_review',
    doc: 'Invalidates it: expired, duplicate or a mistake.',
    request: z.object({ id: deposit, remark: told, reason_text: reasonText }),
    answer: depositRow,
  },
} as const satisfies Record<string, OfficeCall>
