/**
 * Whether a person has shown who they are, and what they showed. Part of schema.ts, whose rules hold here too. Wall
 * time.
 */
import type { UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, isPicture, isStaff, oneOf, whole } from './columns.ts'

export const SUBMISSION_STATES = ['waiting', 'verified', 'rejected'] as const
export const IDENTITY_STATES = ['none', ...SUBMISSION_STATES] as const

/** One row for each person who handed something in: where it stands now. */
export const identities = pgTable(
  'identities',
  {
    user: integer('user_id').$type<UserId>().primaryKey(),
    state: text('state').$type<(typeof IDENTITY_STATES)[number]>().notNull(),
    changedAt: whole('changed_at').notNull(),
    /** Rises by one with each change that this server seals (services/seals). */
    version: integer('version').notNull().default(1),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  () => [check('identities_state', oneOf('state', IDENTITY_STATES))],
)

/** Everything that was handed in, one row each time. A decided one is never decided again. */
export const identitySubmissions = pgTable(
  'identity_submissions',
  {
    submission: integer('submission_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').$type<UserId>().notNull(),
    state: text('state').$type<(typeof SUBMISSION_STATES)[number]>().notNull(),
    /** Name, document number, birth date; null once they were erased. */
    encrypted: bytes('encrypted'),
    /** Residence as stated, ISO 3166. */
    country: text('country').notNull(),
    /** Keyed hash of the document number in its one spelling. */
    numberPrint: text('number_print').notNull(),
    /**
     * The same, held by the one account that it verifies. Null: not verified, or seen to be another document with the
     * same number.
     */
    verifiedPrint: text('verified_print'),
    /**
     * Keyed hash of name and birth date, erased with them. Null: erased, or there is no birth date yet. It names no
     * single person, because namesakes can be born on one day.
     */
    personPrint: text('person_print'),
    /** Files of the pictures. */
    front: text('front').notNull(),
    reverse: text('reverse').notNull(),
    /** Words for the reviewer, separated by spaces. */
    flags: text('flags').notNull(),
    /** Why it was rejected; the applicant reads it. */
    remark: text('remark').notNull(),
    decidedBy: text('decided_by'),
    createdAt: whole('created_at').notNull(),
    decidedAt: whole('decided_at'),
    /** When its pictures and personal data were erased: of a rejected one, or of a closed account. */
    erasedAt: whole('erased_at'),
  },
  (table) => [
    index('identity_submissions_user').on(table.user, table.submission),
    index('identity_submissions_state').on(table.state, table.submission),
    index('identity_submissions_number').on(table.numberPrint),
    index('identity_submissions_person').on(table.personPrint),
    index('identity_submissions_decided').on(table.decidedAt),
    uniqueIndex('identity_submissions_one_waiting').on(table.user).where(sql`state = 'waiting'`),
    uniqueIndex('identity_submissions_one_verified').on(table.user).where(sql`state = 'verified'`),
    // One verified document belongs to one account.
    uniqueIndex('identity_submissions_document').on(table.verifiedPrint),
    check('identity_submissions_state', oneOf('state', SUBMISSION_STATES)),
    check(
      'identity_submissions_decided',
      sql`(state = 'waiting') = (decided_at is null) and (decided_at is null) = (decided_by is null)`,
    ),
    check('identity_submissions_front', isPicture('front')),
    check('identity_submissions_reverse', isPicture('reverse')),
    check('identity_submissions_decided_by', isStaff('decided_by')),
    check('identity_submissions_verified', sql`verified_print is null or state = 'verified'`),
    check('identity_submissions_person', sql`person_print is null or encrypted is not null`),
    check(
      'identity_submissions_erased',
      sql`(erased_at is null) = (encrypted is not null) and (erased_at is null or state <> 'waiting')`,
    ),
  ],
)

/**
 * The staff members who opened a link to a submitted picture, by the link: one row for each. Rows are never changed: a
 * trigger refuses it.
 */
export const pictureViews = pgTable(
  'picture_views',
  {
    file: text('file_id').notNull(),
    viewerKind: text('viewer_kind').$type<'demo' | 'real' | 'staff'>().notNull(),
    viewer: integer('viewer_id').notNull(),
    /** Until when the link opens. */
    until: whole('until').notNull(),
    at: whole('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.file, table.viewerKind, table.viewer, table.until] }),
    index('picture_views_viewer').on(table.viewerKind, table.viewer, table.at),
  ],
)
