/**
 * The tables of what staff do about customers: freezes, notes, corrections, and who is at which record of a queue. Part
 * of schema.ts, whose rules hold here too. Amounts are micro-dollars; times are wall time.
 */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { whole } from './columns.ts'

/** What was decided last about each account that ever was frozen. The engine is where it holds. */
export const freezes = pgTable(
  'freezes',
  {
    user: integer('user_id').primaryKey(),
    frozen: boolean('frozen').notNull(),
    /** Rises with each decision. */
    version: integer('version').notNull(),
    /** The engine knows of it; until then it is on its way. */
    applied: boolean('applied').notNull(),
    decidedBy: text('decided_by').notNull(),
    reason: text('reason').notNull(),
    /** What the customer is told; empty when it ended. */
    remark: text('remark').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [
    index('freezes_frozen').on(table.user).where(sql`frozen`),
    index('freezes_pending').on(table.user).where(sql`not applied`),
  ],
)

/** What staff noted about a customer. Never changed: a trigger refuses it. */
export const notes = pgTable(
  'notes',
  {
    note: integer('note_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').notNull(),
    who: text('who').notNull(),
    text: text('text').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [index('notes_user').on(table.user, table.note)],
)

/** The staff member who has a record of a queue open, for a while. Shown only; it blocks no other staff member. */
export const reviewTakes = pgTable(
  'review_takes',
  {
    kind: text('kind').notNull(),
    record: integer('record').notNull(),
    who: text('who').notNull(),
    until: whole('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.record] })],
)

/** Changes of a balance that one person asks for and another approves. */
export const corrections = pgTable(
  'corrections',
  {
    correction: integer('correction_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').notNull(),
    /** Signed: what the balance changes by. */
    amount: whole('amount').notNull(),
    category: text('category').$type<'deposit' | 'withdrawal' | 'chargeback' | 'cost' | 'platform_fault'>().notNull(),
    /** What the customer is told. */
    remark: text('remark').notNull(),
    reason: text('reason').notNull(),
    /** `booking`: approved and on its way to the ledger. */
    state: text('state').$type<'asked' | 'booking' | 'booked' | 'rejected'>().notNull(),
    askedBy: text('asked_by').notNull(),
    decidedBy: text('decided_by'),
    decidedReason: text('decided_reason').notNull(),
    createdAt: whole('created_at').notNull(),
    endedAt: whole('ended_at'),
  },
  (table) => [
    index('corrections_user').on(table.user, table.correction),
    index('corrections_state').on(table.state, table.correction),
    index('corrections_booking').on(table.correction).where(sql`state = 'booking'`),
  ],
)
