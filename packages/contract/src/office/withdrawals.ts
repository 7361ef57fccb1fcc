/** The queue of withdrawals: what waits or is being paid, one of them, and the decisions about it. */
import { z } from 'zod'
import { DRAW_TYPE } from '../money.ts'
import { choice, flag, word, words } from '../schemas/fields.ts'
import { count, decimalText, id, moment, money } from '../schemas/values.ts'
import { DECIDES, idOf, listOf, momentIfGiven, type OfficeCall, PAYS, paged, READS, reasonText } from './call.ts'
import { actor, auditLine, brief, customerSummary, REMARK_MAX, staffMember } from './people.ts'
import { approvals, fault, taken, told, user, usual, waited } from './reviews.ts'

export const WITHDRAWAL_STATES = ['waiting', 'approved', 'paid', 'rejected', 'cancelled'] as const

const withdrawal = idOf('withdrawal')

const withdrawalRow = z.object({
  id,
  user: brief,
  trading_account: id.meta({ description: 'The account that the money is taken from' }),
  type: z.literal(Object.values(DRAW_TYPE)),
  currency_code: z.string(),
  protocol_code: z.string(),
  amount: money,
  fee: money,
  received: decimalText.meta({ description: 'Amount to pay, in currency_code' }),
  state: z.literal(WITHDRAWAL_STATES),
  moving: z.boolean().meta({ description: 'Decided; the ledger entry is in progress' }),
  fault,
  approvals,
  rejection: z
    .object({ by: staffMember, at: moment })
    .nullable()
    .meta({ description: 'Proposed rejection of an approved withdrawal, which another staff member must confirm' }),
  void_rejection: z
    .object({ by: staffMember, at: moment })
    .nullable()
    .meta({
      description:
        'Proposed rejection of an approved withdrawal that does not count any more, because the access of its author ' +
        'was changed: ask before you pay',
    }),
  created_at: moment,
  ended_at: moment.nullable(),
  waited_minutes: waited,
  usual_minutes: usual,
  taken,
})

const withdrawalRecord = withdrawalRow.extend({
  usd_price: decimalText,
  price_age_minutes: count
    .nullable()
    .meta({ description: 'Since it was set or confirmed; null: not offered any more' }),
  price_old: z.boolean().meta({ description: 'The price is too old to approve by: it must be set or confirmed first' }),
  account: z.string().meta({ description: 'Address or account number; in no list, because its view is recorded' }),
  payee_id: id,
  payee_bound_at: moment.nullable(),
  bank_name: z.string(),
  bank_address: z.string(),
  bank_swift: z.string(),
  payee_name: z.string(),
  verified_name: z.string().nullable().meta({
    description: 'Verified name of the customer, for comparison with the account holder; null: none, or no permission',
  }),
  holder_differs: z.boolean().meta({ description: 'The account holder differs from the verified name' }),
  memo: z.string(),
  notes: z.string().meta({ description: 'The payment reference, or the remark to the customer, also a proposed one' }),
  two_people: z
    .object({ limit: money, day_amount: money })
    .nullable()
    .meta({
      description:
        'Why two approvals are needed: the total of 24 hours and the limit, at that time; null also where the limit ' +
        'of the first approver is the reason',
    }),
  approver_limit: z.object({ limit: money, approved: money }).nullable().meta({
    description:
      'One approval is needed, but not that of the caller: their limit, and what they approved alone in 24 hours',
  }),
  blocked: z
    .literal(['second_person_needed', 'account_frozen', 'record_own', 'record_decided', 'record_changed'])
    .nullable()
    .meta({
      description: 'Why the caller cannot take the next step. A freeze blocks the approval, but not marking as paid',
    }),
  sharing: z.array(brief).meta({ description: 'Other customers with the same destination' }),
  own_place: z
    .boolean()
    .meta({ description: 'The destination is a current or former deposit address or account of the platform' }),
  timeline: z.array(z.object({ step: z.string(), at: moment, by: actor.nullable(), note: z.string() })),
  person: customerSummary,
  audit: z.array(auditLine),
})

export const WITHDRAWAL_CALLS = {
  withdrawalQueue: {
    ...READS,
    path: '/office/withdrawals/list',
    caller: 'withdrawals_read',
    doc: 'Withdrawals: waiting and approved ones oldest first, all others newest first.',
    request: z.object({
      user,
      type: choice([1, 2], '1 coin, 2 bank').optional(),
      state: word([...WITHDRAWAL_STATES, 'open'], 'Its state; open: waiting or approved').optional(),
      ...paged(['id', 'amount']),
    }),
    answer: listOf(withdrawalRow),
  },
  withdrawalFind: {
    ...READS,
    path: '/office/withdrawals/withdrawal',
    caller: 'withdrawals_read',
    doc:
      'One withdrawal: who approved it, whether and why a second approval is needed, other customers with the ' +
      'same destination, and its steps.',
    request: z.object({ id: withdrawal }),
    answer: withdrawalRecord,
  },
  withdrawalApprove: {
    ...PAYS,
    path: '/office/withdrawals/approve',
    caller: 'withdrawals_review',
    doc:
      'Approves it; from the limit of the customer or of the approver on two staff members must approve. Not while ' +
      'the account is frozen.',
    request: z.object({ id: withdrawal, reason_text: reasonText }),
    answer: withdrawalRow,
  },
  withdrawalPay: {
    ...PAYS,
    path: '/office/withdrawals/pay',
    caller: 'withdrawals_review',
    doc:
      'Marks it as paid, with the payment reference, which the customer sees. Also while the account is frozen; ' +
      'the audit log notes that.',
    request: z.object({
      id: withdrawal,
      reference: words({
        max: REMARK_MAX,
        description: 'Transaction hash as the chain writes it, or bank reference; each can be used once',
      }),
      reason_text: reasonText,
    }),
    answer: withdrawalRow,
  },
  withdrawalReject: {
    ...PAYS,
    path: '/office/withdrawals/reject',
    caller: 'withdrawals_review',
    doc:
      'Rejects it: the amount becomes available again, and the customer receives the remark. Once it was approved, ' +
      'this proposes the rejection, and another staff member confirms it by the same call.',
    request: z.object({
      id: withdrawal,
      remark: told,
      not_sent: flag('Needed once it was approved: the caller has checked that the payment was not sent').optional(),
      seen_rejection: momentIfGiven('Of the proposed rejection that the staff member was shown; 0: none was shown'),
      reason_text: reasonText,
    }),
    answer: withdrawalRow,
  },
  withdrawalDropRejection: {
    ...DECIDES,
    path: '/office/withdrawals/drop_rejection',
    caller: 'withdrawals_review',
    doc: 'Ends a proposed rejection: the withdrawal stays approved and is to be paid.',
    request: z.object({ id: withdrawal, reason_text: reasonText }),
    answer: withdrawalRow,
  },
} as const satisfies Record<string, OfficeCall>
