/**
 * Makes a batch durable: one statement, so one transaction and one round trip, that appends its one row to the journal
 * and does so only while this opening of the store is still the writer. A commit that the store took back for a reason
 * that passes, or did not answer, is sent again until it is durable; while one is late, the command queue refuses new
 * orders.
 */
import { type Millis, must } from '@veritick/domain'
import type { Logger } from 'pino'
import { batchMac, HEADER_COLUMNS, type JournalKey, type JournalRow, type SealedBatch } from '../journal/index.ts'
import { adviceFor, type Store } from '../store/index.ts'
import { type CommitTrouble, failureOf, isStored, journalMoved } from './commit-doubt.ts'
import { createCommitProbe } from './commit-probe.ts'
import { CoreFatal } from './fatal.ts'

/** A commit that takes longer is late: until it returns, new orders are refused as `busy`. */
export const COMMIT_LATE_MS = 1_000
/**
 * A commit that takes longer is kept in the data folder with what is decided meanwhile, again and again after this time
 * (pending-batches.ts). This share of the time after which it is late.
 */
const KEPT_AFTER_SHARE = 0.25
/** Between two tries of a commit. A store that is back gets the next one so soon. */
export const COMMIT_RETRY_MS = 250
/** A commit that became durable within this time shows that the store answers: nothing is asked. */
const PROBE_IDLE_MS = 1_000

export type Committer = {
  /** Throws when it cannot become durable: the caller ends the process and recovers. */
  commit(batch: SealedBatch): Promise<void>
  /** Asks whether the store answers, where no commit runs or ran a moment ago. Never rejects. */
  probe(): Promise<void>
  /** `undefined`: no commit is late, and the store answers. */
  trouble(): CommitTrouble | undefined
  /**
   * How long the commit that runs has taken so far, its tries together, or the question that `probe` asks; 0 when
   * neither runs. Milliseconds.
   */
  age(): number
}

type CommitterOptions = {
  readonly store: Pick<Store, 'commit' | 'epoch'>
  readonly journalKey: JournalKey
  readonly log: Logger
  readonly wallClock: () => Millis
  /** False once the core has failed: nothing is sent again then. */
  readonly isAlive: () => boolean
  /** Missing: COMMIT_LATE_MS and PROBE_LATE_MS. */
  readonly lateMs?: number | undefined
  /** Called while a commit does not return, four times in the time after which it is late. */
  readonly whileWaiting?: (() => void) | undefined
}

export function createCommitter(options: CommitterOptions): Committer {
  const { store, journalKey, log, wallClock, isAlive, lateMs, whileWaiting = () => {} } = options
  const probe = createCommitProbe({ store, log, wallClock, lateMs })
  let startedAt: number | undefined
  let durableAt = Number.NEGATIVE_INFINITY
  let trouble: CommitTrouble | undefined

  function beLate(reason: CommitTrouble['reason']): boolean {
    if (trouble?.reason === reason) return false
    trouble = { reason, since: trouble?.since ?? wallClock() }
    return true
  }

  /** Sends it until it is durable. A try without an answer may have been done: the next one looks first. */
  async function untilDurable(batch: SealedBatch): Promise<void> {
    let isInDoubt = false
    for (;;) {
      try {
        if (isInDoubt && (await isStored(store, batch))) return
        return await commit(store, { ...batch, mac: batchMac(journalKey, batch.hash) })
      } catch (error) {
        const failure = failureOf(error, isInDoubt)
        if (failure === undefined || !isAlive()) throw error
        isInDoubt ||= failure.isInDoubt
        if (beLate(failure.reason))
          log.error({ err: error }, adviceFor(error) ?? 'a commit was not done: it is sent again until it is')
        await new Promise((resolve) => setTimeout(resolve, COMMIT_RETRY_MS))
      }
    }
  }

  return {
    commit: async (batch) => {
      startedAt = performance.now()
      const timer = setTimeout(() => {
        // A trouble that has a name keeps it.
        if (trouble === undefined && beLate('commit_late'))
          log.error('a commit is late: new orders are refused as busy until it returns')
      }, lateMs ?? COMMIT_LATE_MS)
      const waiting = setInterval(whileWaiting, (lateMs ?? COMMIT_LATE_MS) * KEPT_AFTER_SHARE)
      try {
        await untilDurable(batch)
        durableAt = performance.now()
        probe.answered()
        if (trouble !== undefined)
          log.warn({ ms: Math.round(performance.now() - startedAt) }, 'the late commit has returned: orders go on')
      } finally {
        clearTimeout(timer)
        clearInterval(waiting)
        startedAt = undefined
        trouble = undefined
      }
    },
    probe: async () => {
      if (startedAt === undefined && performance.now() - durableAt >= PROBE_IDLE_MS) await probe.look()
    },
    trouble: () => trouble ?? probe.trouble(),
    age: () => (startedAt === undefined ? probe.age() : performance.now() - startedAt),
  }
}

async function commit(store: Pick<Store, 'commit' | 'epoch'>, batch: JournalRow): Promise<void> {
  const { header } = batch
  const values = [
    ...[header.batch, header.firstEvent, header.eventCount, header.eventBytes, header.requestCount],
    ...[header.marketTime, header.wallTime, header.epoch, header.schema, header.treeSize],
    ...[header.bodyHash, header.previousHash, header.snapshotHash, header.treeRoot],
    ...[batch.hash, batch.events, batch.requests, batch.treeNodes, batch.mac],
  ]
  const rows = await store.commit<{ held: number; appended: number }>(APPEND, [store.epoch, ...values])
  const { held, appended } = must(rows[0], 'counting gives a row')
  if (held === 0)
    throw new CoreFatal('fence_lost', new Error(`another writer has taken over (our epoch is ${store.epoch})`))
  if (appended === 0) throw journalMoved(header)
}

const COLUMNS = Object.entries({
  ...HEADER_COLUMNS,
  hash: 'bytea',
  events: 'bytea',
  requests: 'bytea',
  tree_nodes: 'bytea',
  mac: 'bytea',
})

const PLACEHOLDER = Object.fromEntries(COLUMNS.map(([name], at) => [name, `$${at + 2}`]))

/**
 * The shared lock keeps the next writer from raising the epoch while this statement runs. After a failover the batch
 * before may be missing: nothing is appended then.
 */
const APPEND = `with held as (select 1 from fence where id = 1 and epoch = $1 for share),
  follows as (select 1 where ${PLACEHOLDER.batch}::bigint = 1
    or exists (select 1 from journal
      where batch = ${PLACEHOLDER.batch}::bigint - 1 and hash = ${PLACEHOLDER.previous_hash}::bytea)),
  appended as (insert into journal (${COLUMNS.map(([name]) => name).join(', ')})
    select ${COLUMNS.map(([, type], at) => `$${at + 2}::${type}`).join(', ')} from held, follows returning 1)
  select (select count(*)::int from held) as held, (select count(*)::int from appended) as appended`
