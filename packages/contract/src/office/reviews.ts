/**
 * The three queues: identities, deposits, withdrawals. Each row has its waiting time and its review lock. The lock only
 * informs: the record itself decides between two simultaneous decisions.
 */
import { z } from 'zod'
import { choice, decimal, flag, word, words, wordsIfGiven } from '../schemas/fields.ts'
import { count, decimalText, id, moment, money } from '../schemas/values.ts'
import { ACT, DO, filterText, idOf, LOOK, listOf, type OfficeCall, PAY, paged, reasonText } from './call.ts'
import { actor, auditLine, brief, colleague, IDENTITY_STATES, REMARK_MAX, remark } from './people.ts'

export const REVIEW_KINDS = ['identity', 'deposit', 'withdrawal', 'correction'] as const
/** Duration of a review lock after it was taken or renewed. */
export const REVIEW_TAKEN_MINUTES = 15
export const WITHDRAWAL_STATES = ['waiting', 'approved', 'paid', 'rejected', 'cancelled'] as const

export const REVIEW_CALLS = {
  reviewCounts: {
    ...LOOK,
    path: '/office/reviews/counts',
    permission: ['identity_review', 'deposits_read', 'withdrawals_read', 'corrections_read'],
    doc: 'What waits in each queue that the caller may see, and since when.',
  },
  reviewTake: {
    ...DO,
    path: '/office/reviews/take',
    permission: ['identity_review', 'deposits_review', 'withdrawals_review', 'corrections_approve'],
    doc: `"I am at it", for ${REVIEW_TAKEN_MINUTES} minutes. Shown to the others and nothing more.`,
  },
  reviewDrop: {
    ...DO,
    path: '/office/reviews/drop',
    permission: ['identity_review', 'deposits_review', 'withdrawals_review', 'corrections_approve'],
    doc: 'No longer at it.',
  },
  identityQueue: {
    ...LOOK,
    path: '/office/identities/list',
    permission: 'identity_review',
    doc: 'Who handed in an identity; what waits oldest first.',
  },
  identityFind: {
    ...LOOK,
    path: '/office/identities/identity',
    permission: 'identity_review',
    doc:
      'This one submission, never a newer one: both pictures by links for ten minutes, and other people with the ' +
      'same document or picture. The look is recorded.',
  },
  identityAccept: {
    ...ACT,
    path: '/office/identities/accept',
    permission: 'identity_review',
    doc: 'The person is who they say; they are told.',
  },
  identityReject: {
    ...ACT,
    path: '/office/identities/reject',
    permission: 'identity_review',
    doc: 'Not like this; the person reads the remark and may try again.',
  },
  depositQueue: {
    ...LOOK,
    path: '/office/deposits/list',
    permission: 'deposits_read',
    doc: 'Deposits; what waits oldest first, everything else newest first.',
  },
  depositFind: {
    ...LOOK,
    path: '/office/deposits/deposit',
    permission: 'deposits_read',
    doc:
      'One deposit with its proof picture by a link for ten minutes, other uses of that picture and of the ' +
      'transaction, and what was done about it.',
  },
  depositCredit: {
    ...PAY,
    path: '/office/deposits/credit',
    permission: 'deposits_review',
    doc:
      'Credits what was received. When that is not what was reported, the remark must say why; the customer reads ' +
      'it. Above alone_max it is credited when a second, different person says the same amount.',
  },
  depositReject: {
    ...ACT,
    path: '/office/deposits/reject',
    permission: 'deposits_review',
    doc: 'The money did not come, or not like this.',
  },
  depositInvalidate: {
    ...ACT,
    path: '/office/deposits/invalidate',
    permission: 'deposits_review',
    doc: 'Expired, doubled or a mistake.',
  },
  withdrawalQueue: {
    ...LOOK,
    path: '/office/withdrawals/list',
    permission: 'withdrawals_read',
    doc: 'Withdrawals; what waits or is being paid oldest first, everything else newest first.',
  },
  withdrawalFind: {
    ...LOOK,
    path: '/office/withdrawals/withdrawal',
    permission: 'withdrawals_read',
    doc:
      'One withdrawal: who approved it, whether and why a second approval is needed, who else is paid to the same ' +
      'place, and its steps.',
  },
  withdrawalApprove: {
    ...PAY,
    path: '/office/withdrawals/approve',
    permission: 'withdrawals_review',
    doc: 'Approves it; at or above the limit two different people must. Not while the account is frozen.',
  },
  withdrawalPay: {
    ...PAY,
    path: '/office/withdrawals/pay',
    permission: 'withdrawals_review',
    doc:
      'It has left, with the reference of the payment, which the customer reads. Also while the account is frozen; ' +
      'the audit says so.',
  },
  withdrawalReject: {
    ...PAY,
    path: '/office/withdrawals/reject',
    permission: 'withdrawals_review',
    doc: 'The amount is free again; the customer reads the remark.',
  },
} as const satisfies Record<string, OfficeCall>

const deposit = idOf('deposit')
const withdrawal = idOf('withdrawal')
const submission = idOf('submission')
const user = idOf('person').optional()
const told = remark('What the customer is told')
const record = z.object({ kind: word(REVIEW_KINDS, 'Which queue'), id: idOf('record') })

export const REVIEW_REQUESTS = {
  reviewCounts: z.object({}),
  reviewTake: record,
  reviewDrop: record,
  identityQueue: z.object({
    user,
    status: choice([1, 2, 3], '1 waiting, 2 verified, 3 rejected; left out: all').optional(),
    ...paged(['submitted_at']),
  }),
  identityFind: z.object({ id: submission }),
  identityAccept: z.object({
    id: submission,
    birth_date: wordsIfGiven({
      max: 10,
      description: 'YYYY-MM-DD as the document shows it; needed when none was given',
    }),
    other_document: flag(
      'The reviewer has seen that it is another document, although a verified account has the same number',
    ).optional(),
    reason_text: reasonText,
  }),
  identityReject: z.object({ id: submission, remark: told, reason_text: reasonText }),
  depositQueue: z.object({
    user,
    type: choice([0, 1, 2], '0 coin, 1 bank, 2 card').optional(),
    status: choice(
      [0, 1, 2, 3, 4],
      '0 unchecked, 1 finished, 2 rejected, 3 invalid, 4 begun on the page of a card provider',
    ).optional(),
    reference: filterText("Of a wire, a transaction's hash, or a provider's; whole, however it is spelled"),
    ...paged(['id', 'usd']),
  }),
  depositFind: z.object({ id: deposit }),
  depositCredit: z.object({
    id: deposit,
    amount: decimal('USD that was received'),
    remark: wordsIfGiven({ max: REMARK_MAX, description: 'Needed when the amount differs' }),
    reason_text: reasonText,
  }),
  depositReject: z.object({ id: deposit, remark: told, reason_text: reasonText }),
  depositInvalidate: z.object({ id: deposit, remark: told, reason_text: reasonText }),
  withdrawalQueue: z.object({
    user,
    type: choice([1, 2], '1 coin, 2 bank').optional(),
    state: word(WITHDRAWAL_STATES, 'How far it is').optional(),
    ...paged(['id', 'amount']),
  }),
  withdrawalFind: z.object({ id: withdrawal }),
  withdrawalApprove: z.object({ id: withdrawal, reason_text: reasonText }),
  withdrawalPay: z.object({
    id: withdrawal,
    reference: words({
      max: REMARK_MAX,
      description: 'Hash of the transaction as its chain writes it, or the reference of the bank; each pays once',
    }),
    reason_text: reasonText,
  }),
  withdrawalReject: z.object({ id: withdrawal, remark: told, reason_text: reasonText }),
} as const

/** The holder of the review lock. */
const taken = z.object({ by: actor, until: moment }).nullable()
const waited = count.meta({ description: 'Minutes from its beginning until it ended, or until now' })
const usual = count.meta({
  description:
    'Minutes it usually takes, as customers are told: the median of the last ones, or what the operator says',
})
const picture = z.object({
  side: z.literal(['front', 'reverse', 'proof']),
  url: z.string().meta({ description: 'Works ten minutes, for the caller only; each view is recorded' }),
})
const identityStatus = z.literal(IDENTITY_STATES)

/** Facts about the customer beside a record. */
const behind = brief.extend({
  country: z.string(),
  registered_at: moment,
  identity_status: identityStatus,
  frozen: z.boolean(),
  credit_score: count,
  balance: money,
  deposited: money,
  withdrawn: money,
})

const identityRow = z.object({
  id: id.meta({ description: 'Of what was handed in: it is decided, not a newer one' }),
  uid: z.string(),
  user: brief,
  status: z.literal([1, 2, 3]),
  country: z.string().meta({ description: 'Residence as stated with it, ISO 3166' }),
  flags: z.array(z.string()),
  submitted_at: moment,
  decided_at: moment.nullable(),
  waited_minutes: waited,
  usual_minutes: usual,
  tries: count.meta({ description: 'How often the person has handed something in' }),
  taken,
})

const identityRecord = identityRow.extend({
  newer: id.nullable().meta({ description: 'What the same person has handed in since; it is looked at by itself' }),
  erased: z.boolean().meta({ description: 'Rejected long ago: name, number, birth date and pictures are gone' }),
  name: z.string(),
  card_id: z.string(),
  birth_date: z.string().meta({ description: 'YYYY-MM-DD; empty when none was given' }),
  registered_country: z.string().meta({ description: 'Residence as stated at the registration' }),
  pictures: z.array(picture),
  duplicates: z.array(
    brief.extend({
      same: z.array(z.literal(['number', 'picture', 'likeness'])),
      status: z.literal([1, 2, 3]),
      at: moment,
    }),
  ),
  earlier: z.array(
    z.object({
      id,
      status: z.literal([1, 2, 3]),
      submitted_at: moment,
      decided_at: moment.nullable(),
      remark: z.string(),
    }),
  ),
  decided_by: actor.nullable(),
  remark: z.string().meta({ description: 'What the person was told when it was rejected' }),
  person: behind,
  audit: z.array(auditLine),
})

const depositRow = z.object({
  id,
  user: brief,
  type: z.literal([0, 1, 2]),
  currency_code: z.string(),
  protocol_code: z.string(),
  number: decimalText.meta({ description: 'As typed, in currency_code' }),
  usd: money.meta({ description: 'What it was worth when it was reported' }),
  flags: z.array(z.string()),
  status: z.literal([0, 1, 2, 3, 4]),
  crediting: z.boolean().meta({ description: 'Decided, and on its way to the ledger' }),
  credited: money.nullable().meta({ description: 'What was credited, or what the first of two people said' }),
  approvals: z.object({
    needed: z.literal([1, 2]),
    given: z.array(z.object({ by: colleague, at: moment })),
  }),
  reference: z.string().meta({ description: 'Of a wire: what the customer was asked to write into the transfer' }),
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
  tx_hash: z.string(),
  provider: z.string(),
  provider_reference: z.string(),
  remark: z.string(),
  alone_max: money.meta({
    description: 'What one person may credit by themselves; for more a second must say the same amount',
  }),
  blocked: z
    .literal(['record_own', 'record_decided', 'record_begun'])
    .nullable()
    .meta({ description: 'Why the caller cannot decide' }),
  pictures: z.array(picture),
  twins: z
    .array(z.object({ deposit_id: id.nullable(), used_for: z.string(), exact: z.boolean(), user: brief, at: moment }))
    .meta({ description: 'Other uses of the same picture, and pictures that only look like it' }),
  same_transaction: z.array(z.object({ deposit_id: id, user: brief, status: z.literal([0, 1, 2, 3, 4]), at: moment })),
  person: behind,
  audit: z.array(auditLine),
})

const withdrawalRow = z.object({
  id,
  user: brief,
  type: z.literal([1, 2]),
  currency_code: z.string(),
  protocol_code: z.string(),
  amount: money,
  fee: money,
  received: decimalText.meta({ description: 'What is to be paid, in currency_code' }),
  account: z.string().meta({ description: 'Address or account number' }),
  state: z.literal(WITHDRAWAL_STATES),
  moving: z.boolean().meta({ description: 'Decided, and on its way through the ledger' }),
  approvals: z.object({
    needed: z.literal([1, 2]),
    given: z.array(z.object({ by: colleague, at: moment })),
  }),
  created_at: moment,
  ended_at: moment.nullable(),
  waited_minutes: waited,
  usual_minutes: usual,
  taken,
})

const withdrawalRecord = withdrawalRow.extend({
  usd_price: decimalText,
  payee_id: id,
  payee_bound_at: moment.nullable(),
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  verified_name: z.string().nullable().meta({
    description:
      'Of the customer, as their document says, beside the holder of a bank account; null: none, or not for the caller',
  }),
  holder_differs: z.boolean().meta({ description: 'The holder of the account has another name than the verified one' }),
  memo: z.string(),
  notes: z.string().meta({ description: 'The reference of the payment, or what the customer was told' }),
  two_people: z.object({ limit: money, day_amount: money }).nullable().meta({
    description: 'Why two must approve: all that the account asked for in 24 hours and the limit, as they were then',
  }),
  blocked: z.literal(['second_person_needed', 'account_frozen', 'record_own', 'record_decided']).nullable().meta({
    description: 'Why the caller cannot take the next step. A freeze holds the approval, not the word that it has left',
  }),
  sharing: z.array(brief).meta({ description: 'Other customers who are paid to the same place' }),
  own_place: z.boolean().meta({ description: 'The place is one of our own, that customers pay or paid to' }),
  timeline: z.array(z.object({ step: z.string(), at: moment, by: actor.nullable(), note: z.string() })),
  person: behind,
  audit: z.array(auditLine),
})

const queue = z.object({
  kind: z.literal(REVIEW_KINDS),
  waiting: count,
  oldest_at: moment.nullable(),
  oldest_minutes: count,
})

export const REVIEW_RESPONSES = {
  reviewCounts: z.object({ data: z.array(queue), total: count }),
  reviewTake: z.object({ taken }),
  reviewDrop: z.object({ taken }),
  identityQueue: listOf(identityRow),
  identityFind: identityRecord,
  identityAccept: identityRow,
  identityReject: identityRow,
  depositQueue: listOf(depositRow),
  depositFind: depositRecord,
  depositCredit: depositRow,
  depositReject: depositRow,
  depositInvalidate: depositRow,
  withdrawalQueue: listOf(withdrawalRow),
  withdrawalFind: withdrawalRecord,
  withdrawalApprove: withdrawalRow,
  withdrawalPay: withdrawalRow,
  withdrawalReject: withdrawalRow,
} as const
