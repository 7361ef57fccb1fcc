/** The health of the platform: prices, write path, store, books, and waiting times of the queues. */
import { z } from 'zod'
import { count, decimalText, moment, money } from '../schemas/values.ts'
import { none, type OfficeCall, READS } from './call.ts'

const oldest = moment.nullable().meta({ description: 'Since when the oldest one waits; null: none' })
const waiting = z.object({ count, oldest_at: oldest })
const queue = waiting.extend({
  usual_minutes: count.nullable().meta({ description: 'Usual time in minutes; null: customers see none' }),
})

/**
 * Troubles of the store or the disk. During one of the first four, orders are refused as `busy` and /healthz answers
 * 503.
 */
export const HEALTH_TROUBLES = [
  'commit_late',
  'store_disk_full',
  'store_lost',
  'store_read_only',
  'projection_late',
  'projection_behind',
  'data_disk_full',
  'data_disk_low',
  'figures_old',
] as const
export type HealthTrouble = (typeof HEALTH_TROUBLES)[number]

export const HEALTH_CALLS = {
  health: {
    ...READS,
    path: '/office/health',
    caller: 'health_read',
    doc: 'All current health figures.',
    request: none,
    answer: z.object({
      at: moment.meta({ description: 'Wall clock' }),
      feed: z.object({
        source: z.string(),
        simulated: z.boolean(),
        clock: moment.meta({ description: 'Market clock' }),
        silent: z.boolean().meta({ description: 'No prices for too long' }),
        clock_fault: z
          .object({
            kind: z.literal(['jumped', 'behind_journal']),
            off_ms: z.int().meta({ description: 'Wall clock minus expected time; negative: behind' }),
          })
          .nullable()
          .meta({ description: 'Why the market clock has stopped and trading is paused; null: it runs' }),
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
              .meta({ description: 'Milliseconds of market time since the last accepted quote; null: none yet' }),
          }),
        ),
        refused: z.record(z.string(), count).meta({ description: 'Refused quotes by reason' }),
      }),
      engine: z.object({
        state: z.string(),
        waiting: count.meta({ description: 'Answers waiting for the store' }),
        commit_ms: decimalText.meta({ description: 'Duration of the last commit' }),
        projection_lag: count.meta({ description: 'Durable events missing in the read tables' }),
      }),
      journal: z.object({
        sequence: count,
        batches: count,
        snapshot_batch: count,
        tree_size: count,
        root: z.string().meta({ description: 'Of the tree over all batches, hex' }),
        check: z
          .object({
            state: z
              .literal(['checking', 'unread', 'passed', 'damaged'])
              .meta({ description: 'unread: the store could not be read several times' }),
            checked: count.meta({ description: 'Batches checked again since the start' }),
            total: count.meta({ description: 'Batches that the snapshot of the start covers' }),
            damage: z.string().nullable().meta({ description: 'The damage, which has stopped trading' }),
          })
          .meta({ description: 'The older batches, checked again beside trading' }),
      }),
      troubles: z
        .array(z.object({ reason: z.literal(HEALTH_TROUBLES), since: moment }))
        .meta({ description: 'Current troubles of store and disk, the most severe first' }),
      store: z.object({
        kind: z.literal(['embedded', 'server']),
        epoch: count,
        trial_only: z.boolean().meta({ description: 'Survives a crash, but no power cut: not for real money' }),
        connections: z
          .array(z.object({ lane: z.string(), used: count, max: count, waiting: count }))
          .meta({ description: 'Connections to PostgreSQL by their use; empty on the embedded store' }),
        data_free_bytes: count.nullable().meta({ description: 'Free space of DATA_DIR; null: not known' }),
      }),
      books: z.array(
        z.object({
          book: z.literal(['demo', 'real']),
          sum: money.meta({ description: 'Sum of all ledger lines; must be zero' }),
          uneven: count.meta({ description: 'Entries whose lines do not sum to zero' }),
          clients: money.meta({ description: 'Owed to customers: balances and locked amounts' }),
        }),
      ),
      queues: z.object({ identity: queue, deposits: queue, withdrawals: queue, corrections: queue }),
      messages: waiting.extend({ given_up: count.meta({ description: 'Not delivered in the last 30 days' }) }),
      sessions: z.object({ customers: count, staff: count }),
      pictures: z.object({
        lost: count.meta({ description: 'Uploaded pictures with a missing file' }),
      }),
      records: z
        .array(
          z.object({
            kind: z.literal(['deposit', 'withdrawal', 'correction', 'reward']),
            id: count,
            fault: z.string().meta({ description: 'The difference, in English' }),
          }),
        )
        .meta({
          description:
            'Records of money that were changed in the store, or are in progress without their decision: no money ' +
            'is moved for them',
        }),
      figures_at: moment.nullable().meta({
        description:
          'When books, queues, messages, sessions and pictures were read from the store; null: not since the start',
      }),
      backup: z
        .object({ at: moment, bytes: count.nullable().meta({ description: 'Size of its file; null: not known' }) })
        .nullable()
        .meta({ description: 'The newest complete backup by npm run backup; null: none was made' }),
    }),
  },
} as const satisfies Record<string, OfficeCall>
