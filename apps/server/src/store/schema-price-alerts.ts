/**
 * The table of price alerts: prices that a customer waits for. Part of schema.ts, whose rules hold here too. No read
 * table: only this table knows which alert has fired.
 */
import type { AccountId, InstrumentId, Points, UserId } from '@veritick/domain'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { oneOf, whole } from './columns.ts'

const SIDES = ['above', 'below'] as const
const STATES = ['armed', 'cooling', 'done'] as const

export const priceAlerts = pgTable(
  'price_alerts',
  {
    alert: integer('alert_id').primaryKey().generatedAlwaysAsIdentity(),
    user: integer('user_id').$type<UserId>().notNull(),
    /** The account on which the customer added it: its notices stand there. */
    account: integer('account_id').$type<AccountId>().notNull(),
    instrument: integer('instrument').$type<InstrumentId>().notNull(),
    side: text('side').$type<(typeof SIDES)[number]>().notNull(),
    price: whole('price').$type<Points>().notNull(),
    repeats: boolean('repeats').notNull(),
    note: text('note').notNull(),
    state: text('state').$type<(typeof STATES)[number]>().notNull(),
    /** Market time and bid of the quote that it fired on last; null: it has not fired since it was set. */
    firedAt: whole('fired_at'),
    firedPrice: whole('fired_price').$type<Points>(),
    /** Raised by each change of the customer: a quote fires the alert as it was set last. */
    version: integer('version').notNull(),
    /** Wall time. */
    createdAt: whole('created_at').notNull(),
    /** services/seals; over what the customer has set. */
    seal: text('seal').notNull().default(''),
  },
  (table) => [
    index('price_alerts_user').on(table.user, table.alert),
    index('price_alerts_waiting').on(table.alert).where(sql`state <> 'done'`),
    check('price_alerts_side', oneOf('side', SIDES)),
    check('price_alerts_state', oneOf('state', STATES)),
    check('price_alerts_price', sql`price > 0`),
    check('price_alerts_fired', sql`state = 'armed' or (fired_at is not null and fired_price is not null)`),
  ],
)
