/**
 * The tables of what is decided about customers: freezes, closed accounts, notes, corrections, and who is at which
 * record of a queue. Part of schema.ts, whose rules hold here too. Amounts are micro-dollars; times are wall time.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, isStaff, oneOf, whole } from './columns.ts'

/**
 * The last decision about each customer who ever was frozen. The engine enforces it. Whether the customer is frozen,
 * their own row says (`users.frozen_at`).
 */
export const freezes = pgTable(
  'freezes',
  {
    user: integer('user_id').$type<UserId>().primaryKey(),
    frozen: boolean('frozen').notNull(),
    /** Rises with each decision. */
    version: integer('version').notNull(),
    /** The engine knows of it; until then it is on its way. */
    applied: boolean('applied').notNull(),
    decidedBy: text('decided_by').notNull(),
    reason: text('reason').notNull(),
    /** The message to the customer; empty when the freeze has ended. */
    remark: text('remark').notNull(),
    at: whole('at').notNull(),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    index('freezes_frozen').on(table.user).where(sql`frozen`),
    index('freezes_pending').on(table.user).where(sql`not applied`),
    check('freezes_decided_by', isStaff('decided_by')),
    check('freezes_remark', sql`frozen or remark = ''`),
  ],
)

export const CLOSURE_STATES = ['closing', 'refusing', 'refused', 'closed', 'reopening', 'reopened', 'erased'] as const
/** Decided, and on its way to the engine. */
export const MOVING_STATES = ['closing', 'refusing', 'reopening'] as const
/** In these a customer neither signs in nor opens anything. */
export const CLOSED_STATES = ['closing', 'refusing', 'closed', 'reopening', 'erased'] as const
/** SQL of the same. */
const isClosedState = oneOf('state', CLOSED_STATES)

/** Closed accounts of customers, one row for each request to close. */
export const closures = pgTable(
  'closures',
  {
    closure: integer('closure_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').$type<UserId>().notNull(),
    state: text('state').$type<(typeof CLOSURE_STATES)[number]>().notNull(),
    /** `customer:17`, or the staff member who carries out the customer's request. */
    requestedBy: text('requested_by').notNull(),
    /** Of staff; empty: the customer closed the account in the app. */
    reason: text('reason').notNull(),
    requestedAt: whole('requested_at').notNull(),
    /** The obstacle that appeared between the request and the engine. */
    refusal: text('refusal'),
    closedAt: whole('closed_at'),
    /** Days from the closing to the erasure, as the customer was told. A later change of the setting only adds days. */
    keptDays: integer('kept_days'),
    reopenedBy: text('reopened_by'),
    reopenedAt: whole('reopened_at'),
    erasedAt: whole('erased_at'),
    /** Rises by one each time that this server seals the row (services/seals). */
    version: integer('version').notNull().default(0),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    index('closures_user').on(table.user, table.closure),
    uniqueIndex('closures_one').on(table.user).where(isClosedState),
    index('closures_moving').on(table.closure).where(oneOf('state', MOVING_STATES)),
    index('closures_closed').on(table.closedAt).where(sql`state = 'closed'`),
    check('closures_state', oneOf('state', CLOSURE_STATES)),
    check('closures_requested_by', sql`requested_by ~ '^(customer:[0-9]{1,10}|staff:[0-9]{1,9})$'`),
    check('closures_refusal', sql`(state in ('refusing', 'refused')) = (refusal is not null)`),
    check('closures_closed_at', sql`(state in ('closing', 'refusing', 'refused')) = (closed_at is null)`),
    check('closures_kept_days', sql`(closed_at is null) = (kept_days is null) and kept_days >= 0`),
    check('closures_reopened_by', isStaff('reopened_by')),
    check(
      'closures_reopened',
      sql`(state in ('reopening', 'reopened')) = (reopened_by is not null)
        and (reopened_by is null) = (reopened_at is null)`,
    ),
    check('closures_erased', sql`(state = 'erased') = (erased_at is not null)`),
  ],
)

/**
 * Notes of staff about a customer, encrypted for number, customer, author and time. Never changed, and deleted only
 * when the customer's data are erased: a trigger.
 */
export const notes = pgTable(
  'notes',
  {
    note: integer('note_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').$type<UserId>().notNull(),
    who: text('who').notNull(),
    encrypted: bytes('encrypted').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [index('notes_user').on(table.user, table.note)],
)

/** Which staff member is reviewing a record of a queue, for a while. It is shown and locks nothing. */
export const reviewLocks = pgTable(
  'review_locks',
  {
    kind: text('kind').notNull(),
    record: integer('record').notNull(),
    who: text('who').notNull(),
    until: whole('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.record] })],
)

export const CORRECTION_CATEGORIES = ['deposit', 'withdrawal', 'chargeback', 'cost', 'platform_fault'] as const
export const CORRECTION_STATES = ['asked', 'booking', 'booked', 'rejected'] as const

/** Changes of a balance that one person asks for and another approves. */
export const corrections = pgTable(
  'corrections',
  {
    correction: integer('correction_id').primaryKey(),
    user: integer('user_id').$type<UserId>().notNull(),
    /** The account that the money is booked on. */
    account: integer('account_id').$type<AccountId>().notNull(),
    /** Signed: what the balance changes by. */
    amount: whole('amount').notNull(),
    category: text('category').$type<(typeof CORRECTION_CATEGORIES)[number]>().notNull(),
    /** The message to the customer. */
    remark: text('remark').notNull(),
    reason: text('reason').notNull(),
    /** `booking`: approved and on its way to the ledger. */
    state: text('state').$type<(typeof CORRECTION_STATES)[number]>().notNull(),
    requestedBy: text('requested_by').notNull(),
    decidedBy: text('decided_by'),
    decidedReason: text('decided_reason').notNull(),
    createdAt: whole('created_at').notNull(),
    endedAt: whole('ended_at'),
    /** Rises by one each time that this server seals the row (services/seals). */
    version: integer('version').notNull().default(0),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    index('corrections_user').on(table.user, table.correction),
    index('corrections_state').on(table.state, table.correction),
    index('corrections_booking').on(table.correction).where(sql`state = 'booking'`),
    check('corrections_state', oneOf('state', CORRECTION_STATES)),
    check('corrections_category', oneOf('category', CORRECTION_CATEGORIES)),
    check('corrections_amount', sql`amount <> 0`),
    check('corrections_requested_by', isStaff('requested_by')),
    check('corrections_decided_by', isStaff('decided_by')),
    check('corrections_decided', sql`(state = 'asked') = (decided_by is null)`),
    check('corrections_two', sql`state not in ('booking', 'booked') or requested_by <> decided_by`),
    check('corrections_ended', sql`(state in ('booked', 'rejected')) = (ended_at is not null)`),
  ],
)
