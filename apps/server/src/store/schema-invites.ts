/**
 * The tables of the invite programme: the rewards that inviters earned, and the networks that customers signed in from,
 * by which rings of one person are found. Part of schema.ts, whose rules hold here too. Amounts are micro-dollars;
 * times are wall time.
 */
import type { AccountId, InviteStep, UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { isStaff, oneOf, whole } from './columns.ts'

export const REWARD_STATES = ['held', 'approved', 'paying', 'paid', 'rejected'] as const

/** One row for each step that an invited customer reached: written once by the job, decided by two staff members. */
export const inviteRewards = pgTable(
  'invite_rewards',
  {
    reward: integer('reward_id').primaryKey().generatedAlwaysAsIdentity(),
    /** The inviter, who is paid. */
    user: integer('user_id').$type<UserId>().notNull(),
    /** The account of the inviter that the reward is booked on. */
    account: integer('account_id').$type<AccountId>().notNull(),
    invited: integer('invited_id').$type<UserId>().notNull(),
    step: smallint('step').$type<InviteStep>().notNull(),
    amount: whole('amount').notNull(),
    /** `paying`: the second staff member has approved, and the ledger entry is in progress. */
    state: text('state').$type<(typeof REWARD_STATES)[number]>().notNull(),
    /** The figures when the step was reached: value of closed positions, and net deposit. */
    volume: whole('volume').notNull(),
    netDeposit: whole('net_deposit').notNull(),
    /** Signs of one person behind both accounts, separated by spaces: at the start, then as the approver saw them. */
    flags: text('flags').notNull(),
    earnedAt: whole('earned_at').notNull(),
    /** It cannot be paid before this moment. */
    reviewUntil: whole('review_until').notNull(),
    approvedBy: text('approved_by'),
    approvedAt: whole('approved_at'),
    /** The staff member who paid or rejected it. */
    decidedBy: text('decided_by'),
    decidedReason: text('decided_reason').notNull(),
    /** Rises by one each time that this server seals the row (services/seals). */
    version: integer('version').notNull().default(0),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
    /** Of a rejected one: what the inviter is told. */
    remark: text('remark').notNull(),
    endedAt: whole('ended_at'),
  },
  (table) => [
    // A step of an invited customer is rewarded once, also after a rejection.
    uniqueIndex('invite_rewards_step').on(table.invited, table.step),
    index('invite_rewards_user').on(table.user, table.reward),
    index('invite_rewards_state').on(table.state, table.reward),
    index('invite_rewards_paying').on(table.reward).where(sql`state = 'paying'`),
    check('invite_rewards_state', oneOf('state', REWARD_STATES)),
    check('invite_rewards_step', sql`step between 1 and 3`),
    check('invite_rewards_amount', sql`amount > 0`),
    check('invite_rewards_self', sql`user_id <> invited_id`),
    check('invite_rewards_approval', sql`(approved_by is null) = (approved_at is null)`),
    check('invite_rewards_approved', sql`state not in ('approved', 'paying', 'paid') or approved_by is not null`),
    check('invite_rewards_two', sql`state not in ('paying', 'paid') or approved_by <> decided_by`),
    check('invite_rewards_decided', sql`(state in ('paying', 'paid', 'rejected')) = (decided_by is not null)`),
    check('invite_rewards_ended', sql`(state in ('paid', 'rejected')) = (ended_at is not null)`),
    check('invite_rewards_approved_by', isStaff('approved_by')),
    check('invite_rewards_decided_by', isStaff('decided_by')),
  ],
)

/** Networks that a customer signed in from, as keyed hashes: no address can be read here. */
export const userNetworks = pgTable(
  'user_networks',
  {
    user: integer('user_id').$type<UserId>().notNull(),
    networkHash: text('network_hash').notNull(),
    usedAt: whole('used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user, table.networkHash] }),
    index('user_networks_network').on(table.networkHash),
  ],
)
