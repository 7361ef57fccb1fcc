/**
 * The tables of web push: the server's key pair, the browsers that customers let notify, and what is still to be sent
 * to each. Part of schema.ts, whose rules hold here too. Address and keys of a browser are encrypted: with them alone
 * another sender could not push, but they name a device.
 */
import type { UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, whole } from './columns.ts'

/** One row: the VAPID key pair, made at the first start. Browsers are bound to it, so it never changes. */
export const pushKeys = pgTable('push_keys', {
  id: smallint('id').primaryKey(),
  /** Base64url, as browsers want it. */
  publicKey: text('public_key').notNull(),
  privateKey: bytes('private_key').notNull(),
})

export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    subscription: integer('subscription_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').$type<UserId>().notNull(),
    /** Token hash of the session that registered it. */
    session: text('session').notNull(),
    /** Keyed hash of the endpoint. */
    endpointHash: text('endpoint_hash').notNull(),
    /** Scheme, host and port of the push service. */
    origin: text('origin').notNull(),
    /** The entry of PUSH_SERVICES that allows the origin; empty: none does any more. */
    service: text('service').notNull(),
    /** Endpoint and keys of the browser, encrypted. */
    encrypted: bytes('encrypted').notNull(),
    /** Words of PUSH_TOPICS, a space between two. */
    topics: text('topics').notNull(),
    details: boolean('details').notNull(),
    language: text('language').notNull(),
    /** Wall time. */
    createdAt: whole('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_session').on(table.session),
    uniqueIndex('push_subscriptions_endpoint').on(table.endpointHash),
    index('push_subscriptions_user').on(table.user, table.subscription),
    check('push_subscriptions_topics', sql`topics <> ''`),
  ],
)

export const pushQueue = pgTable(
  'push_queue',
  {
    notice: integer('notice_id').notNull(),
    subscription: integer('subscription_id').notNull(),
    /** Of the subscription. */
    service: text('service').notNull(),
    /** Lower ranks are sent first, and in a rank lower turns (services/messages/notice-rows.ts). */
    rank: smallint('rank').notNull(),
    turn: integer('turn').notNull(),
    tries: smallint('tries').notNull(),
    /** Wall time: when it happened. */
    createdAt: whole('created_at').notNull(),
    /** Wall time: when it is tried again; 0: it is due. */
    dueAt: whole('due_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscription, table.notice] }),
    index('push_queue_notice').on(table.notice),
    index('push_queue_turn').on(table.service, table.rank, table.turn, table.notice).where(sql`due_at = 0`),
    index('push_queue_put_off').on(table.dueAt).where(sql`due_at > 0`),
  ],
)
