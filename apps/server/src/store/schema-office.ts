/**
 * The tables of the office: the operator's people, how they sign in, and what they changed of the instruments' terms.
 * Part of schema.ts, whose rules hold here too. Times are wall time.
 */
import type { CompanyFileMedia } from '@veritick/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, whole } from './columns.ts'

/** One row for each person; rows are disabled, never deleted, because the audit names them. */
export const staff = pgTable(
  'staff',
  {
    /** Nine digits, drawn at random: no row gets the number of a deleted one. */
    staff: integer('staff_id').primaryKey(),
    name: text('name').notNull(),
    /** Small letters. */
    email: text('email').notNull(),
    role: text('role').notNull(),
    /** Null until the one-time link was used. */
    passwordHash: text('password_hash'),
    /** Secret of the authenticator app, encrypted; null like the password. */
    totpEncrypted: bytes('totp_encrypted'),
    /** Step of the last code that was accepted: it and older ones are refused. */
    totpStep: whole('totp_step').notNull(),
    createdAt: whole('created_at').notNull(),
    /** Last sign-in; null: never. */
    signedInAt: whole('signed_in_at'),
    disabledAt: whole('disabled_at'),
    /** Null: never. The first day of the office begins with the earliest. */
    firstSignInAt: whole('first_sign_in_at'),
    /** When the staff member was invited, reset, disabled, enabled or given another role; null: the first admin. */
    accessChangedAt: whole('access_changed_at'),
    /** Which of these it was, and who did it; null as the time. */
    accessChange: text('access_change'),
    accessChangedBy: text('access_changed_by'),
    /** Rises by one each time that this server seals the row (services/seals). */
    version: integer('version').notNull().default(0),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    uniqueIndex('staff_email').on(table.email),
    check(
      'staff_access_change',
      sql`(access_change is null) = (access_changed_at is null)
        and (access_change is null) = (access_changed_by is null)`,
    ),
  ],
)

/** One-time links; the newest of a person counts. Only the hash of what stands in the address is kept. */
export const staffLinks = pgTable(
  'staff_links',
  {
    linkHash: text('link_hash').primaryKey(),
    staff: integer('staff_id').notNull(),
    /** The secret that the app is given, encrypted; becomes the person's own when the link is used. */
    totpEncrypted: bytes('totp_encrypted').notNull(),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    /** Used, or replaced by a newer one. */
    endedAt: whole('ended_at'),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [index('staff_links_staff').on(table.staff)],
)

/** Sessions of staff, by device. The token itself is never stored. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    staff: integer('staff_id').notNull(),
    /** The name that the browser gives itself. */
    device: text('device').notNull(),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    /** Within a minute. */
    lastUsedAt: whole('last_used_at').notNull(),
    endedAt: whole('ended_at'),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [index('staff_sessions_staff').on(table.staff)],
)

/** The encrypted answers to changing calls, for a day: a repeat with the same key changes nothing. */
export const storedAnswers = pgTable(
  'stored_answers',
  {
    key: text('key').primaryKey(),
    content: text('content').notNull(),
    encrypted: bytes('encrypted').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [index('stored_answers_at').on(table.at)],
)

/** The office's changes of an instrument's terms, every version. Rows are never changed: a trigger refuses it. */
export const instrumentChanges = pgTable(
  'instrument_changes',
  {
    instrument: integer('instrument').notNull(),
    version: integer('version').notNull(),
    /** JSON: every field that differs from the catalogue from then on. */
    changes: text('changes').notNull(),
    who: text('who').notNull(),
    reason: text('reason').notNull(),
    at: whole('at').notNull(),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.instrument, table.version] })],
)

/** The alerts of staff, one row a kind: the state now, and the state that the last mail told. Wall time. */
export const staffAlerts = pgTable('staff_alerts', {
  kind: text('kind').primaryKey(),
  raised: boolean('raised').notNull(),
  since: whole('since').notNull(),
  /** JSON, for the mail. */
  facts: text('facts').notNull(),
  toldRaised: boolean('told_raised').notNull(),
  /** The events since the last mail: how many, and micro-dollars together. */
  events: integer('events').notNull(),
  amount: whole('amount').notNull(),
  /** Null: never. */
  mailedAt: whole('mailed_at'),
})

/** Logos and documents of companies, which every visitor may open once a setting names them. Rows never change. */
export const companyFiles = pgTable('company_files', {
  /** SHA-256 of the content, in hex. */
  file: text('file_id').primaryKey(),
  media: text('media').$type<CompanyFileMedia>().notNull(),
  content: bytes('content').notNull(),
  who: text('who').notNull(),
  at: whole('at').notNull(),
})
