/** The health of the platform: prices, write path, store, books, and waiting times of the queues. */
import { z } from 'zod'
import { count, decimalText, moment, money } from '../schemas/values.ts'
import { LOOK, none, type OfficeCall } from './call.ts'

export const HEALTH_CALLS = {
  health: { ...LOOK, path: '/office/health', permission: 'health_read', doc: 'Everything at once, as it is now.' },
} as const satisfies Record<string, OfficeCall>

export const HEALTH_REQUESTS = { health: none } as const

const oldest = moment.nullable().meta({ description: 'Since when the oldest waits; null: none waits' })
const waiting = z.object({ count, oldest_at: oldest })
const queue = waiting.extend({
  usual_minutes: count.nullable().meta({ description: 'Minutes it usually takes; null: nobody is told a time' }),
})

/**
 * Troubles of the store or the disk. During one of the first two, orders are refused as `busy` and /healthz answers
 * 503.
 */
export const HEALTH_TROUBLES = [
  'commit_late',
  'store_disk_full',
  'projection_late',
  'data_disk_full',
  'data_disk_low',
  'figures_old',
] as const
export type HealthTrouble = (typeof HEALTH_TROUBLES)[number]

export const HEALTH_RESPONSES = {
  health: z.object({
    at: moment.meta({ description: 'Wall clock' }),
    feed: z.object({
      source: z.string(),
      simulated: z.boolean(),
      clock: moment.meta({ description: 'Market clock' }),
      silent: z.boolean().meta({ description: 'Nothing has come for too long' }),
      clock_fault: z
        .object({
          kind: z.literal(['jumped', 'behind_journal']),
          off_ms: z.int().meta({ description: 'Wall clock minus what it should say; below zero: it is behind' }),
        })
        .nullable()
        .meta({ description: 'Why the market clock stands still and nothing is traded; null: it runs' }),
      open: count.meta({ description: 'Instruments that can be traded now' }),
      held: count,
      stale: count,
      closed: count,
      instruments: z.array(
        z.object({
          id: z.int(),
          code: z.string(),
          status: z.string(),
          stale: z.boolean(),
          quote_age: count
            .nullable()
            .meta({ description: 'Milliseconds of market time since the last good quote; null: none yet' }),
        }),
      ),
      refused: z.record(z.string(), count).meta({ description: 'Quotes that were not good enough, by the reason' }),
    }),
    engine: z.object({
      state: z.string(),
      waiting: count.meta({ description: 'Answers that wait for the store' }),
      commit_ms: decimalText.meta({ description: 'How long the newest batch took to become durable' }),
      projection_lag: count.meta({ description: 'Durable events that the read tables lack' }),
    }),
    journal: z.object({
      sequence: count,
      batches: count,
      snapshot_batch: count,
      tree_size: count,
      root: z.string().meta({ description: 'Of the tree over all batches, hex' }),
      check: z
        .object({
          state: z.literal(['checking', 'passed', 'damaged']),
          checked: count.meta({ description: 'Batches checked again since the start' }),
          total: count.meta({ description: 'Batches that the snapshot of the start covers' }),
          damage: z.string().nullable().meta({ description: 'What is wrong; trading has stopped then' }),
        })
        .meta({ description: 'The older batches, checked again beside trading' }),
    }),
    troubles: z
      .array(z.object({ reason: z.literal(HEALTH_TROUBLES), since: moment }))
      .meta({ description: 'Of the store and the disk, now; the gravest first' }),
    store: z.object({
      kind: z.literal(['embedded', 'server']),
      epoch: count,
      trial_only: z.boolean().meta({ description: 'Survives a crash, not a power cut: not for real money' }),
      connections: z
        .array(z.object({ lane: z.string(), used: count, max: count, waiting: count }))
        .meta({ description: 'Connections to PostgreSQL by their use; empty on the embedded store' }),
      data_free_bytes: count.nullable().meta({ description: 'Free space of DATA_DIR; null: not known' }),
    }),
    books: z.array(
      z.object({
        book: z.literal(['demo', 'real']),
        sum: money.meta({ description: 'Of every line of the ledger; anything but zero is an alarm' }),
        uneven: count.meta({ description: 'Entries whose lines do not sum to zero' }),
        clients: money.meta({ description: 'What customers own: balances and locked amounts' }),
      }),
    ),
    queues: z.object({ identity: queue, deposits: queue, withdrawals: queue, corrections: queue }),
    messages: waiting.extend({ given_up: count.meta({ description: 'That nobody received, in the last 30 days' }) }),
    sessions: z.object({ customers: count, staff: count }),
    pictures: z.object({
      lost: count.meta({ description: 'Uploaded pictures that the store names and whose files are missing' }),
    }),
  }),
} as const
