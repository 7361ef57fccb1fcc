/**
 * Makes a batch durable: one statement, so one transaction and one round trip, that appends it to the journal, keeps the answers to
 * its requests, and does neither unless this opening of the store is still the writer. A commit that the store took back for a reason that
 * passes is sent again; while one is late, the command queue refuses new orders.
 */
import { type Millis, must } from '@veritick/domain'
import type { Logger } from 'pino'
import { adviceFor, isRolledBack, type Store, troubleOf } from '../store/index.ts'
import type { SealedBatch } from './batch.ts'
import { CoreFatal } from './fatal.ts'

/** A commit that takes longer is late: until it returns, new orders are refused as `busy`. */
export const COMMIT_LATE_MS = 1_000
/** Between two tries of a commit that the store took back. */
export const COMMIT_RETRY_MS = 1_000

/** What was answered under a key, as the table `requests` has it. */
export type RequestRow = {
  readonly key: string
  readonly content: string
  /** What the answer is made of, as encodeDecision writes it. */
  readonly decision: Uint8Array
  readonly firstEvent: number
  readonly eventCount: number
  readonly wallTime: number
}

export type Commit = {
  readonly batch: (SealedBatch & { readonly subtrees: Uint8Array }) | undefined
  readonly requests: readonly RequestRow[]
}

/** Why orders are refused as `busy`, and since when by the wall clock. */
export type CommitTrouble = { readonly reason: 'commit_late' | 'store_disk_full'; readonly since: Millis }

export type Committer = {
  /** Throws when it is not durable, or may not be: the caller ends the process and recovers. */
  commit(content: Commit): Promise<void>
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
  async function untilDurable(content: Commit): Promise<void> {
    for (;;) {
      try {
        return await commit(store, content)
      } catch (error) {
        if (!isRolledBack(error) || !isAlive()) throw error
        const isNews = beLate(troubleOf(error) === 'disk_full' ? 'store_disk_full' : 'commit_late')
        if (isNews) log.error({ err: error }, adviceFor(error) ?? 'the store took a commit back: it is sent again every second')
        await new Promise((resolve) => setTimeout(resolve, COMMIT_RETRY_MS))
      }
    }
  }

  return {
    commit: async (content) => {
      startedAt = performance.now()
      const timer = setTimeout(() => {
        if (beLate('commit_late')) log.error('a commit is late: new orders are refused as busy until it returns')
      }, COMMIT_LATE_MS)
      try {
        await untilDurable(content)
        if (trouble !== undefined) log.warn({ ms: Math.round(performance.now() - startedAt) }, 'the late commit has returned: orders go on')
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

async function commit(store: Pick<Store, 'commit' | 'epoch'>, content: Commit): Promise<void> {
  const { batch, requests } = content
  if (batch === undefined && requests.length === 0) return
  const parts = [HELD]
  const params: unknown[] = [store.epoch]
  if (requests.length > 0) {
    parts.push(requestsPart(params.length + 1))
    params.push(
      requests.map((row) => row.key),
      requests.map((row) => row.content),
      requests.map((row) => row.decision),
      requests.map((row) => row.firstEvent),
      requests.map((row) => row.eventCount),
      requests.map((row) => row.wallTime),
    )
  }
  if (batch !== undefined) {
    parts.push(journalPart(params.length + 1))
    const { header } = batch
    params.push(header.batch, header.firstEvent, header.eventCount, header.marketTime, header.wallTime, header.epoch, header.schema)
    params.push(batch.events, header.eventsRoot, header.previousHash, header.snapshotHash, batch.hash, batch.subtrees)
  }
  const rows = await store.commit<{ held: number }>(`with ${parts.join(', ')} select count(*)::int as held from held`, params)
  if (must(rows[0], 'counting gives a row').held === 1) return
  throw new CoreFatal('fence_lost', new Error(`another writer has taken over (our epoch is ${store.epoch})`))
}

/** The shared lock keeps the next writer from raising the epoch while this statement runs. */
const HELD = 'held as (select 1 from fence where id = 1 and epoch = $1 for share)'

function requestsPart(first: number): string {
  const lists = ['text', 'text', 'bytea', 'bigint', 'int', 'bigint'].map((type, at) => `$${first + at}::${type}[]`)
  return `asked as (
    insert into requests (key, content, decision, first_event, event_count, wall_time)
    select rows.* from held, unnest(${lists.join(', ')}) as rows
    on conflict (key) do update set content = excluded.content, decision = excluded.decision,
      first_event = excluded.first_event, event_count = excluded.event_count, wall_time = excluded.wall_time)`
}

function journalPart(first: number): string {
  const types = ['bigint', 'bigint', 'int', 'bigint', 'bigint', 'bigint', 'int', 'bytea', 'bytea', 'bytea', 'bytea', 'bytea', 'bytea']
  return `appended as (
    insert into journal
      (batch, first_event, event_count, market_time, wall_time, epoch, schema, events, events_root, previous_hash, snapshot_hash, hash,
       subtrees)
    select ${types.map((type, at) => `$${first + at}::${type}`).join(', ')} from held)`
}
