/**
 * The way back to where the journal ends: the newest snapshot that the journal carries, then every batch after it, each
 * checked. A torn snapshot is skipped and logged. A damaged journal or a forged snapshot stops the start and is named:
 * trading never opens on a past that is in doubt.
 */
import { join } from 'node:path'
import type { Millis } from '@veritick/domain'
import { assert, must } from '@veritick/domain'
import { type Engine, Frontier, type Hash } from '@veritick/engine'
import type { Logger } from 'pino'
import {
  BatchTree,
  CHAIN_START,
  type ChainHead,
  checkBody,
  checkHeader,
  firstChainFault,
  headAfter,
  headBefore,
  isOwnBatch,
  type JournalKey,
  type JournalRow,
  journalAfter,
  journalRow,
  openBatch,
  sameBytes,
  sha256,
  treeAfter,
} from '../journal/index.ts'
import type { Query, Store } from '../store/index.ts'
import { appendPending, requirePending } from './append-pending.ts'
import { CarriedRoots } from './carried-roots.ts'
import { checkKnownBatch, KNOWN_BATCH_FILE, type KnownBatch, keepKnownBatch, requireKnown } from './known-batch.ts'
import { checkKnownHead, type KnownHead } from './known-head.ts'
import { PENDING_BATCHES_FILE, removePending } from './pending-batches.ts'
import { AnsweredRequests } from './requests.ts'
import { NO_SNAPSHOT, type SnapshotPlace } from './snapshot.ts'
import { differs, JournalDamaged, TablesDiffer } from './state-faults.ts'
import { confirmsSnapshot, loadSnapshots, type StoredSnapshots } from './stored-snapshots.ts'

export type Recovered = {
  readonly head: ChainHead
  /** The tree that the newest batch carries, and the batches that join it next. */
  readonly tree: BatchTree
  readonly newest: StoredHead | undefined
  /** The newest batch that holds events; 0: there is none. */
  readonly newestWithEvents: number
  readonly marketTime: Millis | undefined
  readonly requests: AnsweredRequests
  /** Resolves when `requests` holds its keys: they are read while the store sums what is proven. */
  readonly requestsLoaded: Promise<void>
  /** The newest that was believed or confirmed. */
  readonly snapshot: SnapshotPlace
  /**
   * The snapshot that the replay started from, and the batches that are left for the check beside trading
   * (journal-check.ts).
   */
  readonly unchecked: CheckedLater
}

/** A batch without its content, as the journal stores it. */
type StoredHead = Pick<JournalRow, 'header' | 'hash' | 'mac'>

/** The batches up to `base` are not checked yet; the roots of those up to `last` are the ones that rows carry. */
export type CheckedLater = Pick<StoredSnapshots, 'base' | 'baseState'> & {
  readonly last: Pick<ChainHead, 'batch' | 'hash'>
}

/** The operator's options for this start. */
export type RecoveryTasks = {
  /** A tree head that was noted outside the store. */
  readonly knownHead?: KnownHead | undefined
  /** The snapshot of this batch is removed first. */
  readonly dropSnapshot?: number | undefined
  /**
   * The journal may lack this batch: the newest that the last process knew or, where the file that names it is damaged,
   * the one after the journal.
   */
  readonly acceptedLoss?: number | undefined
  /** The read tables are emptied and folded anew before they are compared. */
  readonly rebuildReadTables?: boolean | undefined
}

/** Throws a StateFault. */
export async function recover(options: {
  readonly store: Store
  readonly engine: Engine
  readonly journalKey: JournalKey
  readonly log: Logger
  readonly wallClock: () => Millis
  readonly wallTime: number
  readonly monotonicClock: () => number
  readonly tasks: RecoveryTasks
  readonly keptIn?: string | undefined
}): Promise<Recovered> {
  const { store, engine, log, wallTime, monotonicClock, tasks } = options
  const { query } = store
  assert(engine.sequence() === 0, 'recovery starts from an empty engine')
  const started = performance.now()
  await checkChain(query)
  if (tasks.knownHead !== undefined) await checkKnownHead(query, tasks.knownHead, log)
  const kept = await checkKept(options)
  if (tasks.dropSnapshot !== undefined) await dropSnapshot(query, tasks.dropSnapshot, log)
  const { base, baseState, uncarried } = await loadSnapshots(query, engine, log)
  const replayed = await replay(query, engine, base, { roots: 'carried', passes: kept.known?.batch })
  const { head, tree, newest, marketTime } = replayed
  requireOwnJournal(options.journalKey, newest)
  requireCarrier(base, head)
  if (kept.known !== undefined)
    requireKnown(kept.known, { base: base.batch, head: head.batch, passed: replayed.passed })
  kept.joined(head)
  const isConfirmed = uncarried !== undefined && (await confirmsSnapshot(query, engine, uncarried, log))
  await checkNothingIsBeyond(query, head, tasks.rebuildReadTables === true)
  const { size: treeSize, hash: treeHead } = tree.head()
  log.info(
    {
      batches: head.batch,
      events: head.nextEvent - 1,
      fromSnapshot: base.batch,
      replayed: head.batch - base.batch,
      treeSize,
      treeHead,
      ms: Math.round(performance.now() - started),
    },
    'the journal was read',
  )
  const requests = new AnsweredRequests(query, monotonicClock)
  const requestsLoaded = requests.load(wallTime, head)
  // A failure is thrown where it is waited for.
  requestsLoaded.catch(() => {})
  const newestWithEvents = await newestBatchWithEvents(query)
  const snapshot = isConfirmed ? uncarried : base
  return {
    head,
    tree,
    newest,
    newestWithEvents,
    marketTime,
    requests,
    requestsLoaded,
    snapshot,
    unchecked: { base, baseState, last: head },
  }
}

/**
 * Compares the journal with the data folder of the last process: with the newest batch that it knew, and with the
 * batches that it had decided and not stored, which are appended. `joined` is told where the replay came to. Only then
 * the second file goes, and the first names its batch.
 */
async function checkKept(
  options: Parameters<typeof recover>[0],
): Promise<{ readonly known: KnownBatch | undefined; joined(head: ChainHead): void }> {
  const { store, tasks, log, journalKey, keptIn, wallClock } = options
  const { acceptedLoss } = tasks
  if (keptIn === undefined) return { known: undefined, joined: () => {} }
  const knownFile = join(keptIn, KNOWN_BATCH_FILE)
  const file = join(keptIn, PENDING_BATCHES_FILE)
  const { isEarlierLost, known } = await checkKnownBatch(store.query, { file: knownFile, acceptedLoss, log })
  const pending = await appendPending({ store, file, journalKey, log, wallClock, acceptedLoss, isEarlierLost })
  return {
    known,
    joined: (head) => {
      if (pending === undefined) return
      requirePending(pending, head)
      keepKnownBatch(knownFile, head, { at: wallClock(), log })
      removePending(file, log)
    },
  }
}

/**
 * Each batch names the hash of the one before it, so the code of the newest proves them all. Without it each program
 * that can write to the store could continue the chain.
 */
function requireOwnJournal(key: JournalKey, newest: StoredHead | undefined): void {
  if (newest === undefined || isOwnBatch(key, newest)) return
  throw new JournalDamaged(
    `journal batch ${newest.header.batch} was not written by this server: its message authentication code is not one ` +
      'that the encryption key makes',
  )
}

/**
 * A snapshot was believed because the header of its next batch names its state hash, so this batch must have been in
 * the replay. The two are read one after the other: a batch that only the first read found was written for it.
 */
function requireCarrier(base: SnapshotPlace, head: ChainHead): void {
  if (base.batch === NO_SNAPSHOT.batch || head.batch > base.batch) return
  throw new JournalDamaged(
    `journal batch ${base.batch + 1} is missing: it carried the snapshot at batch ${base.batch} when this start began`,
  )
}

const headOfRow = ({ header, hash, mac }: JournalRow): StoredHead => ({ header, hash, mac })

export type Replayed = Pick<Recovered, 'head' | 'tree' | 'newest' | 'marketTime'>

/**
 * Checks and applies every batch after `from`, into an engine that stands there. From NO_SNAPSHOT it is the whole past.
 * `carried`: the roots of events are those that later rows carry, and only these rows are checked against each other.
 * `passes`: the batch whose hash is returned as `passed`, if it was replayed.
 */
export async function replay(
  query: Query,
  engine: Engine,
  from: SnapshotPlace,
  {
    roots = 'computed',
    passes,
  }: { readonly roots?: 'computed' | 'carried'; readonly passes?: number | undefined } = {},
): Promise<Replayed & { readonly passed: Hash | undefined }> {
  const start = await startOf(query, from)
  const { tree } = start
  const carried = new CarriedRoots(tree, start.head.batch + 1)
  let { head, newest, marketTime } = start
  let passed: Hash | undefined
  for await (const row of journalAfter(query, from.batch)) {
    damage(row, () => {
      checkHeader(head, row)
      if (head.batch === from.batch)
        assert(sameBytes(row.header.snapshotHash, from.stateHash), 'it does not follow on the snapshot that was loaded')
      checkBody(row)
      carried.follow(row)
      const count = engine.evolveRun(row.events)
      const { eventCount } = row.header
      assert(count === eventCount, `it holds ${count} events, its header says ${eventCount}`)
      carried.add(row)
      if (roots === 'computed') carried.end()
    })
    head = headAfter(row)
    if (head.batch === passes) passed = head.hash
    newest = headOfRow(row)
    marketTime = row.header.marketTime
  }
  carried.end()
  assert(engine.sequence() === head.nextEvent - 1, 'the engine stands where the journal ends')
  return { head, tree, newest, marketTime, passed }
}

async function newestBatchWithEvents(query: Query): Promise<number> {
  const rows = await query<{ batch: number }>(
    'select batch from journal where event_count > 0 order by batch desc limit 1',
  )
  return rows[0]?.batch ?? 0
}

/**
 * Headers and their chain over the whole journal, computed by the store itself: about a second for a million batches.
 * The events of the batches that a snapshot covers are checked after the start (journal-check.ts).
 */
async function checkChain(query: Query): Promise<void> {
  const row = await firstChainFault(query)
  if (row === undefined) return
  const why = row.gap
    ? 'the batch before it is missing'
    : row.forged
      ? 'its hash is not the hash of its header'
      : 'its previous hash is not the hash of the batch before'
  throw new JournalDamaged(`journal batch ${row.batch} is damaged: ${why}`)
}

async function dropSnapshot(query: Query, batch: number, log: Logger): Promise<void> {
  const removed = await query('delete from snapshots where batch = $1 returning batch', [batch])
  if (removed.length === 0)
    log.warn({ batch }, 'there is no snapshot at the batch of --drop-snapshot: nothing was removed')
  else log.warn({ batch }, 'the snapshot was removed, as --drop-snapshot asked')
}

async function startOf(query: Query, from: SnapshotPlace): Promise<Replayed> {
  if (from.batch === NO_SNAPSHOT.batch) {
    return { head: CHAIN_START, tree: new BatchTree(new Frontier(sha256)), newest: undefined, marketTime: undefined }
  }
  const row = must(await journalRow(query, from.batch), 'a snapshot stands on a batch')
  const { header } = row
  damage(row, () => openBatch(headBefore(row), row))
  const tree = await treeAfter(query, row).catch((error: unknown) => {
    throw damageOf(row, error)
  })
  return { head: headAfter(row), tree, newest: headOfRow(row), marketTime: header.marketTime }
}

/**
 * Tables that were derived from the journal cannot know more than the journal: if one does, the journal's end was
 * removed. The checkpoint is written before the first batch and never deleted, so a journal without it was changed.
 */
async function checkNothingIsBeyond(query: Query, head: ChainHead, isRebuild: boolean): Promise<void> {
  const [known] = await query<{ projected: number | null; folded: number }>(
    `select (select max(batch) from projection)::bigint as projected,
       greatest((select max(sequence) from projection), (select max(sequence) from ledger_entries), 0)::bigint as folded`,
  )
  const { projected, folded } = must(known, 'one row')
  if (projected === null && head.batch > 0 && !isRebuild) {
    throw new TablesDiffer(
      differs('table projection, beside a journal with batches', { expected: 'a row', found: 'none' }),
    )
  }
  if (projected !== null && projected > head.batch) {
    throw new JournalDamaged(
      `the journal ends with batch ${head.batch}, but the read tables know batch ${projected}: its end is missing`,
    )
  }
  const last = head.nextEvent - 1
  if (folded > last) {
    throw new JournalDamaged(
      `the journal ends with event ${last}, but the read tables know event ${folded}: its end is missing`,
    )
  }
}

function damage(row: JournalRow, check: () => void): void {
  try {
    check()
  } catch (error) {
    throw damageOf(row, error)
  }
}

/** Names the row in the error that a check of this row threw. */
export function damageOf(row: JournalRow, error: unknown): JournalDamaged {
  const { batch, firstEvent, eventCount } = row.header
  const why = error instanceof Error ? error.message.replace(/^invariant violated: /, '') : String(error)
  return new JournalDamaged(
    `journal batch ${batch} (events ${firstEvent} to ${firstEvent + eventCount - 1}) is damaged: ${why}`,
  )
}
