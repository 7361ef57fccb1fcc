/** The figures of a platform that is well. For tests. */
import type { OfficeData } from '@veritick/contract/office'

type Health = OfficeData<'health'>

const none = { count: 0, oldest_at: null }
const queue = { ...none, usual_minutes: 1440 }
export const book = { book: 'real' as const, sum: '0.000000', uneven: 0, clients: '100.000000' }
export const well: Health = {
  at: 1,
  feed: {
    source: 'simulated',
    simulated: true,
    clock: 1,
    silent: false,
    clock_fault: null,
    open: 20,
    held: 0,
    stale: 0,
    closed: 2,
    instruments: [],
    refused: {},
  },
  engine: { state: 'running', waiting: 0, commit_ms: '2.1', projection_lag: 0 },
  journal: {
    sequence: 1,
    batches: 1,
    snapshot_batch: 1,
    tree_size: 1,
    root: 'ab',
    check: { state: 'passed' as const, checked: 1, total: 1, damage: null },
  },
  troubles: [],
  store: { kind: 'server' as const, epoch: 1, trial_only: false, connections: [], data_free_bytes: 1 },
  books: [book],
  queues: { identity: queue, deposits: queue, withdrawals: queue, corrections: { ...none, usual_minutes: null } },
  messages: { ...none, given_up: 0 },
  sessions: { customers: 0, staff: 1 },
  pictures: { lost: 0 },
  records: [],
  figures_at: 1,
  backup: { at: 1, bytes: 1 },
}
