/** Tables of the market: closed candles, what a restart must know, which simulated market it is. */
import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { bytes, whole } from './columns.ts'

/** Closed candles of every period, from bids. `minutes` is the stored code of the period (`domain/periods.ts`). */
export const candles = pgTable(
  'candles',
  {
    instrument: integer('instrument').notNull(),
    minutes: smallint('minutes').notNull(),
    /** Opening of the bucket, market time. */
    time: whole('time').notNull(),
    open: whole('open').notNull(),
    high: whole('high').notNull(),
    low: whole('low').notNull(),
    close: whole('close').notNull(),
    volume: whole('volume').notNull(),
  },
  (table) => [primaryKey({ columns: [table.instrument, table.minutes, table.time] })],
)

/**
 * The market's memory: `clock`, the market time that was reached and is durable; `shown`, the market time up to which
 * customers may have seen quotes; `sequence`, the last quote number that may be in use; `halted`, 1 while the wall
 * clock is not believed.
 */
export const marketMemory = pgTable('market_memory', {
  name: text('name').primaryKey(),
  value: whole('value').notNull(),
})

/** Which simulated market it is: the one row holds, encrypted, what its prices are computed from. */
export const marketSeed = pgTable('market_seed', {
  name: text('name').$type<'simulated'>().primaryKey(),
  encrypted: bytes('encrypted').notNull(),
})
