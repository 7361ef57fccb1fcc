/**
 * Corrections of a balance: one staff member requests, another approves, the ledger gets one new entry. Existing
 * entries never change, and no correction takes more than the free margin.
 */
import { z } from 'zod'
import { decimal, word } from '../schemas/fields.ts'
import { id, moment, money } from '../schemas/values.ts'
import { DECIDES, idOf, listOf, type OfficeCall, PAYS, paged, READS, reasonText } from './call.ts'
import { brief, remark, staffMember, tradingAccount } from './people.ts'
import { fault } from './reviews.ts'

/** Why a balance can be wrong. Profit and loss of a trade is none of them. */
export const CORRECTION_CATEGORIES = [
  /** A deposit was credited wrongly, or not at all. */
  'deposit',
  /** A withdrawal was returned, or paid with another amount. */
  'withdrawal',
  /** A bank or card provider took a deposit back. */
  'chargeback',
  /** A fee or financing was charged in error. */
  'cost',
  /** A fault of the platform cost the customer money. */
  'platform_fault',
] as const

/** `booking`: approved, and the ledger entry is in progress. */
export const CORRECTION_STATES = ['asked', 'booking', 'booked', 'rejected'] as const

const correction = idOf('correction')

const shown = z.object({
  id,
  user: brief,
  trading_account: id,
  amount: money,
  category: z.literal(CORRECTION_CATEGORIES),
  remark: z.string(),
  reason_text: z.string(),
  state: z.literal(CORRECTION_STATES),
  fault,
  asked_by: staffMember,
  decided_by: staffMember.nullable(),
  decided_reason: z.string(),
  created_at: moment,
  ended_at: moment.nullable(),
  yours: z.boolean().meta({ description: 'The caller requested it: a second staff member must approve' }),
  free: money
    .nullable()
    .meta({ description: 'Free margin of the account now; null once it has ended, and while the engine is too busy' }),
})

export const CORRECTION_CALLS = {
  correctionList: {
    ...READS,
    path: '/office/corrections/list',
    caller: 'corrections_read',
    doc: 'Corrections: waiting ones oldest first, all others newest first unless sorted otherwise.',
    request: z.object({
      user: idOf('person').optional(),
      state: word(CORRECTION_STATES, 'Its state').optional(),
      category: word(CORRECTION_CATEGORIES, 'Why').optional(),
      ...paged(['id']),
    }),
    answer: listOf(shown),
  },
  correctionFind: {
    ...READS,
    path: '/office/corrections/correction',
    caller: 'corrections_read',
    doc: 'One correction. The view is recorded.',
    request: z.object({ id: correction }),
    answer: shown,
  },
  correctionRequest: {
    ...DECIDES,
    path: '/office/corrections/ask',
    caller: 'corrections_ask',
    doc: 'Requests a correction of a real account. Nothing is booked before a second staff member approves it.',
    request: z.object({
      user: idOf('person'),
      trading_account: tradingAccount,
      amount: decimal('USD, signed: what the balance changes by'),
      category: word(CORRECTION_CATEGORIES, 'Why the balance is wrong'),
      remark: remark('Message to the customer'),
      reason_text: reasonText,
    }),
    answer: shown,
  },
  correctionApprove: {
    ...PAYS,
    path: '/office/corrections/approve',
    caller: 'corrections_approve',
    doc: 'Approves the request of another staff member: one new ledger entry, and the customer is notified.',
    request: z.object({ id: correction, reason_text: reasonText }),
    answer: shown,
  },
  correctionReject: {
    ...DECIDES,
    path: '/office/corrections/reject',
    caller: ['corrections_approve', 'corrections_ask'],
    doc: 'Rejects it without an entry. Staff who may only request can withdraw their own request.',
    request: z.object({ id: correction, reason_text: reasonText }),
    answer: shown,
  },
} as const satisfies Record<string, OfficeCall>
