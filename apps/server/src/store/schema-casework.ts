/**
 * The tables of what staff do about customers: freezes, notes, corrections, and who is at which record of a queue. Part
 * of schema.ts, whose rules hold here too. Amounts are micro-dollars; times are wall time.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { isStaff, oneOf, whole } from './columns.ts'

/** The last decision about each account that ever was frozen. The engine enforces it. The engine is where it holds. */
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
  },
  (table) => [
    index('freezes_frozen').on(table.user).where(sql`frozen`),
    index('freezes_pending').on(table.user).where(sql`not applied`),
    check('freezes_decided_by', isStaff('decided_by')),
    check('freezes_remark', sql`frozen or remark = ''`),
  ],
)

/** Notes of staff about a customer. Never changed: a trigger refuses it. */
export const notes = pgTable(
  'notes',
  {
    note: integer('note_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').$type<UserId>().notNull(),
    who: text('who').notNull(),
    text: text('text').notNull(),
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
    correction: integer('correction_id').primaryKey().generatedAlwaysAsIdentity(),
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
