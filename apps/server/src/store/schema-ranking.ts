/**
 * The tables of the ranking: measured equity a day, who agreed to be listed, and the list as it was computed last. Part
 * of schema.ts, whose rules hold here too. Amounts are micro-dollars; times are wall time. A measured value cannot be
 * computed from the journal again, because the journal has no prices of moments without an event.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { oneOf, whole } from './columns.ts'

const KINDS = ['demo', 'real'] as const

/** The record of an account at each day on which something changed (domain/performance.ts). */
export const equityDays = pgTable(
  'equity_days',
  {
    account: integer('account_id').$type<AccountId>().notNull(),
    /** Days since 1970, each from 22:00 UTC. */
    day: integer('day').notNull(),
    takenAt: whole('taken_at').notNull(),
    /** The account's last line of the ledger before it. */
    sequence: whole('sequence').notNull(),
    /** The line with which the record began: the first money, or the last reset of a demo account. */
    recordSequence: whole('record_sequence').notNull(),
    equity: whole('equity').notNull(),
    growthIndex: whole('growth_index').notNull(),
    peak: whole('peak').notNull(),
    drawdown: whole('drawdown').notNull(),
    profit: whole('profit').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.day] })],
)

/** The users who agreed that their accounts of one kind are listed, and the time of the last decision. */
export const rankingConsents = pgTable(
  'ranking_consents',
  {
    user: integer('user_id').$type<UserId>().notNull(),
    kind: text('kind').$type<(typeof KINDS)[number]>().notNull(),
    listed: boolean('listed').notNull(),
    changedAt: whole('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user, table.kind] }),
    index('ranking_consents_listed').on(table.user).where(sql`listed`),
    check('ranking_consents_kind', oneOf('kind', KINDS)),
  ],
)

/** By which code the list names an account. Drawn by chance, removed when the consent ends. */
export const rankingCodes = pgTable(
  'ranking_codes',
  {
    account: integer('account_id').$type<AccountId>().primaryKey(),
    user: integer('user_id').$type<UserId>().notNull(),
    code: text('code').notNull(),
  },
  (table) => [uniqueIndex('ranking_codes_code').on(table.code), index('ranking_codes_user').on(table.user)],
)

/** The list as it was computed last. Rates are hundredths of a percent. */
export const rankingEntries = pgTable(
  'ranking_entries',
  {
    account: integer('account_id').$type<AccountId>().primaryKey(),
    kind: text('kind').$type<(typeof KINDS)[number]>().notNull(),
    leverage: integer('leverage').notNull(),
    weeksRate: whole('weeks_rate').notNull(),
    /** Null: too few closed positions. */
    weeksWin: whole('weeks_win'),
    weeksProfit: whole('weeks_profit').notNull(),
    totalRate: whole('total_rate').notNull(),
    totalWin: whole('total_win'),
    totalTrades: whole('total_trades').notNull(),
    drawdown: whole('drawdown').notNull(),
    measuredSince: whole('measured_since').notNull(),
    /** JSON: the total rate at each measured day, and the instruments that were traded most. */
    curve: text('curve').notNull(),
    instruments: text('instruments').notNull(),
  },
  (table) => [index('ranking_entries_kind').on(table.kind), check('ranking_entries_kind_known', oneOf('kind', KINDS))],
)

/** One row: when the list was computed, and the last day of which every account was measured. */
export const rankingProgress = pgTable('ranking_progress', {
  id: smallint('id').primaryKey(),
  listedAt: whole('listed_at').notNull(),
  day: integer('day').notNull(),
})
