/**
 * The tables of support: one conversation a customer with its messages, canned answers, and feedback. Texts of
 * customers and staff are encrypted. Part of schema.ts, whose rules hold here too. Times are wall time.
 */
import type { UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, isPicture, isStaff, oneOf, whole } from './columns.ts'

export const FEEDBACK_KINDS = ['suggestion', 'fault', 'complaint', 'other'] as const

/** The row stays when its messages are deleted: numbers of messages are never used again. */
export const conversations = pgTable(
  'conversations',
  {
    /** The number of its customer; the sequence is not used. */
    conversation: integer('conversation_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').$type<UserId>().notNull(),
    state: text('state').$type<'open' | 'closed'>().notNull(),
    /** Number of the newest message; 0: none yet. */
    last: integer('last').notNull(),
    /** Messages up to these numbers reached the customer's app, were read by the customer, were read by staff. */
    delivered: integer('delivered').notNull(),
    read: integer('read').notNull(),
    staffRead: integer('staff_read').notNull(),
    /** Of the oldest message of the customer without an answer; null: nothing waits. */
    waitingSince: whole('waiting_since'),
    assignedTo: text('assigned_to'),
    createdAt: whole('created_at').notNull(),
    /** Of the newest message. */
    lastAt: whole('last_at').notNull(),
  },
  (table) => [
    uniqueIndex('conversations_user').on(table.user),
    index('conversations_waiting').on(table.waitingSince).where(sql`waiting_since is not null`),
    index('conversations_last_at').on(table.lastAt),
    check('conversations_state', oneOf('state', ['open', 'closed'])),
    check('conversations_assigned_to', isStaff('assigned_to')),
    check('conversations_read', sql`read <= delivered and delivered <= last and staff_read <= last`),
  ],
)

export const supportMessages = pgTable(
  'support_messages',
  {
    message: integer('message_id').primaryKey().generatedAlwaysAsIdentity(),
    conversation: integer('conversation_id').notNull(),
    /** Rises by one in each conversation. */
    seq: integer('seq').notNull(),
    /** `customer`, or the staff member who wrote it. */
    author: text('author').notNull(),
    /** The text, encrypted. */
    encrypted: bytes('encrypted').notNull(),
    file: text('file'),
    at: whole('at').notNull(),
  },
  (table) => [
    uniqueIndex('support_messages_seq').on(table.conversation, table.seq),
    index('support_messages_at').on(table.at),
    check('support_messages_file', isPicture('file')),
    check('support_messages_author', sql`author = 'customer' or author ~ '^staff:[0-9]{1,9}$'`),
  ],
)

/** Texts that staff insert into an answer and may edit there. */
export const cannedAnswers = pgTable(
  'canned_answers',
  {
    canned: integer('canned_id').primaryKey().generatedAlwaysAsIdentity(),
    title: text('title').notNull(),
    language: text('language').notNull(),
    text: text('text').notNull(),
    changedBy: text('changed_by').notNull(),
    at: whole('at').notNull(),
    /** Of the columns that `services/seals` names. */
    seal: text('seal').notNull().default(''),
  },
  () => [check('canned_answers_changed_by', isStaff('changed_by'))],
)

export const feedback = pgTable(
  'feedback',
  {
    feedback: integer('feedback_id').primaryKey().generatedAlwaysAsIdentity(),
    /** The reference that the sender is given; it does not show how many messages there are. */
    reference: text('reference').notNull(),
    /** Null: a visitor. */
    user: integer('user_id').$type<UserId>(),
    kind: text('kind').$type<(typeof FEEDBACK_KINDS)[number]>().notNull(),
    /** JSON of text and address, encrypted. */
    encrypted: bytes('encrypted').notNull(),
    file: text('file'),
    state: text('state').$type<'open' | 'done'>().notNull(),
    createdAt: whole('created_at').notNull(),
    endedAt: whole('ended_at'),
  },
  (table) => [
    uniqueIndex('feedback_reference').on(table.reference),
    index('feedback_state').on(table.state, table.createdAt),
    check('feedback_file', isPicture('file')),
    check('feedback_kind', oneOf('kind', FEEDBACK_KINDS)),
    check('feedback_state', oneOf('state', ['open', 'done'])),
    check('feedback_ended', sql`(state = 'done') = (ended_at is not null)`),
  ],
)
