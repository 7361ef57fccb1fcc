/**
 * Makes a batch durable: one statement, so one transaction and one round trip, that appends its one row to the journal
 * and does so only while this opening of the store is still the writer. A commit that the store took back for a reason
 * that passes is sent again; while one is late, the command queue refuses new orders.
 */
import { type Millis, must } from '@veritick/domain'
import type { Logger } from 'pino'
import { adviceFor, isRolledBack, type Store, troubleOf } from '../store/index.ts'
import type { SealedBatch } from './batch.ts'
import { CoreFatal } from './fatal.ts'
import { HEADER_COLUMNS } from './rows.ts'

/** A commit that takes longer is late: until it returns, new orders are refused as `busy`. */
export const COMMIT_LATE_MS = 1_000
/** Between two tries of a commit that the store took back. */
export const COMMIT_RETRY_MS = 1_000

/** Why orders are refused as `busy`, and since when by the wall clock. */
export type CommitTrouble = { readonly reason: 'commit_late' | 'store_disk_full'; readonly since: Millis }

export type Committer = {
  /** Throws when it is not durable, or may not be: the caller ends the process and recovers. */
  commit(batch: SealedBatch): Promise<void>
  /** `undefined`: no commit is late. */
  trouble(): CommitTrouble | undefined
  /** How long the commit that runs has taken so far, its tries together; 0 when none runs. Milliseconds. */
  age(): number
}

export function createCommitter(options: {
  readonly store: Pick<Store, 'commit' | 'epoch'>
  readonly log: Logger
  readonly wallClock: () => Millis
  /** False once the core has failed: nothing is sent again then. */
  readonly isAlive: () => boolean
}): Committer {
  const { store, log, wallClock, isAlive } = options
  let startedAt: number | undefined
  let trouble: CommitTrouble | undefined

  function beLate(reason: CommitTrouble['reason']): boolean {
    if (trouble?.reason === reason) return false
    trouble = { reason, since: trouble?.since ?? wallClock() }
    return true
  }

  /** Sends it until it is durable. A try that was done after all makes the next one fail on the batch's number. */
  async function untilDurable(batch: SealedBatch): Promise<void> {
    for (;;) {
      try {
        return await commit(store, batch)
      } catch (error) {
        if (!isRolledBack(error) || !isAlive()) throw error
        const isNews = beLate(troubleOf(error) === 'disk_full' ? 'store_disk_full' : 'commit_late')
        if (isNews)
          log.error({ err: error }, adviceFor(error) ?? 'the store took a commit back: it is sent again every second')
        await new Promise((resolve) => setTimeout(resolve, COMMIT_RETRY_MS))
      }
    }
  }

  return {
    commit: async (batch) => {
      startedAt = performance.now()
      const timer = setTimeout(() => {
        if (beLate('commit_late')) log.error('a commit is late: new orders are refused as busy until it returns')
      }, COMMIT_LATE_MS)
      try {
        await untilDurable(batch)
        if (trouble !== undefined)
          log.warn({ ms: Math.round(performance.now() - startedAt) }, 'the late commit has returned: orders go on')
      } finally {
        clearTimeout(timer)
        startedAt = undefined
        trouble = undefined
      }
    },
    trouble: () => trouble,
    age: () => (startedAt === undefined ? 0 : performance.now() - startedAt),
  }
}

async function commit(store: Pick<Store, 'commit' | 'epoch'>, batch: SealedBatch): Promise<void> {
  const { header } = batch
  const values = [
    ...[header.batch, header.firstEvent, header.eventCount, header.eventBytes, header.requestCount],
    ...[header.marketTime, header.wallTime, header.epoch, header.schema, header.treeSize],
    ...[header.bodyHash, header.previousHash, header.snapshotHash, header.treeRoot],
    ...[batch.hash, batch.events, batch.requests, batch.treeNodes],
  ]
  const rows = await store.commit<{ held: number }>(APPEND, [store.epoch, ...values])
  if (must(rows[0], 'counting gives a row').held === 1) return
  throw new CoreFatal('fence_lost', new Error(`another writer has taken over (our epoch is ${store.epoch})`))
}

const COLUMNS = Object.entries({
  ...HEADER_COLUMNS,
  hash: 'bytea',
  events: 'bytea',
  requests: 'bytea',
  tree_nodes: 'bytea',
})

/** The shared lock keeps the next writer from raising the epoch while this statement runs. */
const APPEND = `with held as (select 1 from fence where id = 1 and epoch = $1 for share),
  appended as (insert into journal (${COLUMNS.map(([name]) => name).join(', ')})
    select ${COLUMNS.map(([, type], at) => `$${at + 2}::${type}`).join(', ')} from held)
  select count(*)::int as held from held`
