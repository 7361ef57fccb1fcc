/**
 * The tables of notices: what the owner of an account was told by the engine's events, by changes of the terms, by
 * price alerts, and by records of money, identity, sign-in and support; and how far the journal was read for it. They
 * are no read tables: what was read by the customer stands only here. Part of schema.ts, whose rules hold here too.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { whole } from './columns.ts'

export const customerNotices = pgTable(
  'customer_notices',
  {
    notice: integer('notice_id').primaryKey().generatedAlwaysAsIdentity(),
    /** The reader: the owner of the account. */
    user: integer('user_id').$type<UserId>().notNull(),
    /** The account that it is about. */
    account: integer('account_id').$type<AccountId>().notNull(),
    /** JSON: kind, order, amounts; never words, because those depend on the reader's language. */
    facts: text('facts').notNull(),
    /** Market time of an event or a price, otherwise wall time. */
    at: whole('at').notNull(),
    /** Wall time; null: not read yet. */
    readAt: whole('read_at'),
    /** Whether the sockets were told; false: the next run of the job tells them. */
    told: boolean('told').notNull(),
    /** services/seals; over all columns but those of what was read and told. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    index('customer_notices_user').on(table.user, table.notice),
    index('customer_notices_untold').on(table.notice).where(sql`not told`),
  ],
)

/** One row: the last batch of the journal whose notices are stored. */
export const noticeProgress = pgTable('notice_progress', {
  id: smallint('id').primaryKey(),
  /** All of its notices are stored. */
  batch: whole('batch').notNull(),
  /** Of the batch after it, the notices of the accounts up to this one are stored. */
  account: whole('account_id').notNull(),
  /** JSON: the fees that held after that batch. */
  fees: text('fees').notNull(),
})

/**
 * When the owner was last mailed about a margin level of an account: a level that is crossed to and fro sends one mail.
 * Wall time.
 */
export const noticeMails = pgTable(
  'notice_mails',
  {
    account: integer('account_id').$type<AccountId>().notNull(),
    kind: text('kind').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.kind] })],
)
