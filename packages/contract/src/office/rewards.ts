/**
 * Rewards of the invite programme: one staff member approves after looking at the evidence, another pays. Signs of one
 * person behind two accounts are shown, and must be accepted explicitly before a reward can be approved.
 */
import { z } from 'zod'
import { INVITE_PROGRAMME_STATES, INVITE_SIGN_INS } from '../invites.ts'
import { flag, word } from '../schemas/fields.ts'
import { count, id, moment, money } from '../schemas/values.ts'
import { DECIDES, idOf, listOf, type OfficeCall, PAYS, paged, READS, reasonText } from './call.ts'
import { brief, identityStatus, remark, staffMember } from './people.ts'
import { fault } from './reviews.ts'

/** `paying`: approved by both, and the ledger entry is in progress. */
export const REWARD_STATES = ['held', 'approved', 'paying', 'paid', 'rejected'] as const

/**
 * The signals that two accounts can share: an identity document, a name with a birth date (`person`), a payee, a
 * browser, a network. The most telling first.
 */
export const REWARD_SIGNALS = ['document', 'person', 'payee', 'browser', 'network'] as const

const reward = idOf('reward')

const row = z.object({
  id,
  user: brief.meta({ description: 'The inviter' }),
  invited: brief,
  step: z.int().min(1),
  amount: money,
  state: z.literal(REWARD_STATES),
  fault,
  flags: z.array(z.literal(REWARD_SIGNALS)).meta({ description: 'As they were earned or approved' }),
  earned_at: moment,
  held_until: moment,
  approved_by: staffMember.nullable().meta({ description: 'null: not approved, or the approval counts no more' }),
  approved_at: moment.nullable(),
  decided_by: staffMember.nullable(),
  decided_reason: z.string(),
  remark: z.string(),
  ended_at: moment.nullable(),
  yours: z.boolean().meta({ description: 'The caller approved it: another staff member must pay' }),
})

const found = row.extend({
  trading_account: id,
  volume: money.meta({ description: 'Closed positions until the step was reached' }),
  net_deposit: money.meta({ description: 'Measured when the step was reached' }),
  now: z.object({
    proven: z.boolean().meta({
      description: 'False: rows of the two customers were changed in the store, so no money counts',
    }),
    registered_at: moment,
    first_sign_in_at: moment.nullable(),
    sign_in: z.literal(INVITE_SIGN_INS),
    country: z.string().meta({ description: 'Of the invited customer' }),
    inviter_country: z.string(),
    identity: identityStatus.meta({ description: 'Of the invited customer' }),
    inviter_identity: identityStatus.meta({ description: 'The reward is paid only to a verified inviter' }),
    programme: z.literal(INVITE_PROGRAMME_STATES).meta({ description: 'For these two customers' }),
    net_deposit: money,
    kept_days: count,
    frozen: z.boolean().meta({ description: 'One of the two customers is frozen' }),
    invited_in_all: count.meta({ description: 'Customers that the inviter invited' }),
  }),
  signals: z.array(z.object({ by: z.literal(REWARD_SIGNALS), person: brief })).meta({
    description: 'Accounts of the inviter and of other customers they invited that share something with this one',
  }),
})

export const REWARD_CALLS = {
  rewardList: {
    ...READS,
    path: '/office/rewards/list',
    caller: 'rewards_read',
    doc: 'Invite rewards: undecided ones oldest first, all others newest first unless sorted otherwise.',
    request: z.object({
      user: idOf('inviter').optional(),
      state: word(REWARD_STATES, 'Its state').optional(),
      flag: word([...REWARD_SIGNALS, 'any', 'none'], 'A sign of one person behind both accounts').optional(),
      ...paged(['id']),
    }),
    answer: listOf(row),
  },
  rewardFind: {
    ...READS,
    path: '/office/rewards/reward',
    caller: 'rewards_read',
    doc: 'One reward with its evidence, measured now. The view is recorded.',
    request: z.object({ id: reward }),
    answer: found,
  },
  rewardApprove: {
    ...PAYS,
    path: '/office/rewards/approve',
    caller: 'rewards_review',
    doc:
      'First approval; also renews one that counts no more. With signs of one person it is refused with ' +
      'reward_suspicious unless `accept_signals` is set.',
    request: z.object({
      id: reward,
      accept_signals: flag('True: the signs were looked at and do not matter').optional(),
      reason_text: reasonText,
    }),
    answer: row,
  },
  rewardPay: {
    ...PAYS,
    path: '/office/rewards/pay',
    caller: 'rewards_review',
    doc: 'Second approval, by another staff member, after the review period: books it and notifies the inviter.',
    request: z.object({ id: reward, reason_text: reasonText }),
    answer: row,
  },
  rewardReject: {
    ...DECIDES,
    path: '/office/rewards/reject',
    caller: 'rewards_reject',
    doc: 'Rejects it for good: the same step of the same friend is not rewarded again.',
    request: z.object({ id: reward, remark: remark('Message to the inviter'), reason_text: reasonText }),
    answer: row,
  },
} as const satisfies Record<string, OfficeCall>
