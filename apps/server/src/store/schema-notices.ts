/**
 * The tables of notices: what the owner of an account was told by the engine's events and by changes of the terms, and
 * how far the journal was read for it. They are no read tables: what was read by the customer stands only here. Part of
 * schema.ts, whose rules hold here too.
 */
import { index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { whole } from './columns.ts'

export const customerNotices = pgTable(
  'customer_notices',
  {
    notice: integer('notice_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').notNull(),
    /** JSON: kind, order, amounts; never words, because those depend on the reader's language. */
    facts: text('facts').notNull(),
    /** Market time. */
    at: whole('at').notNull(),
    /** Wall time; null: not read yet. */
    readAt: whole('read_at'),
  },
  (table) => [index('customer_notices_user').on(table.user, table.notice)],
)

/** One row: the last batch of the journal whose notices are stored. */
export const noticeProgress = pgTable('notice_progress', {
  id: smallint('id').primaryKey(),
  batch: whole('batch').notNull(),
  /** JSON: the fees that held after that batch. */
  fees: text('fees').notNull(),
})

/**
 * When a customer was last mailed about a margin level: a level that is crossed to and fro sends one mail. Wall time.
 */
export const noticeMails = pgTable(
  'notice_mails',
  {
    user: integer('user_id').notNull(),
    kind: text('kind').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user, table.kind] })],
)
