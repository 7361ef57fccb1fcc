/**
 * The way back to where the journal ends: the newest snapshot that is whole, then every batch after it, each checked. A damaged
 * snapshot is skipped and logged. A damaged journal stops the start and names the row: nobody may trade on a past that is in doubt.
 */
import type { Millis } from '@veritick/domain'
import { assert, must } from '@veritick/domain'
import { type DurableState, decodeState, type Engine, type Frontier } from '@veritick/engine'
import type { Logger } from 'pino'
import type { Query, Store } from '../db/store.ts'
import { CHAIN_START, type ChainHead, GENESIS_HASH, headAfter, MAGIC, openBatch, sha256 } from './batch.ts'
import { type AnsweredRequests, loadRequests } from './requests.ts'
import { type JournalRow, journalAfter, journalRow } from './rows.ts'
import { NO_SNAPSHOT, type SnapshotPlace } from './snapshot.ts'
import { appendBatch, loadFrontier, sameBytes } from './tree.ts'

export type Recovered = {
  readonly head: ChainHead
  readonly frontier: Frontier
  readonly marketTime: Millis | undefined
  readonly requests: AnsweredRequests
  readonly snapshot: SnapshotPlace
}

/** The message names the row and what is wrong with it. */
export class JournalDamaged extends Error {}

export async function recover(options: {
  readonly store: Store
  readonly engine: Engine
  readonly log: Logger
  readonly wallTime: number
}): Promise<Recovered> {
  const { store, engine, log, wallTime } = options
  assert(engine.sequence() === 0, 'recovery starts from an empty engine')
  const started = performance.now()
  await checkChain(store.query)
  const snapshot = await loadSnapshot(store.query, engine, log)
  const { head, frontier, marketTime } = await replay(store.query, engine, snapshot)
  await checkNothingIsBeyond(store.query, head)
  log.info(
    {
      batches: head.batch,
      events: head.nextEvent - 1,
      fromSnapshot: snapshot.batch,
      replayed: head.batch - snapshot.batch,
      ms: Math.round(performance.now() - started),
    },
    'the journal was read',
  )
  return { head, frontier, marketTime, requests: await loadRequests(store.query, wallTime), snapshot }
}

/** Checks and applies every batch after `from`, into an engine that stands there. From NO_SNAPSHOT it is the whole past. */
export async function replay(
  query: Query,
  engine: Engine,
  from: SnapshotPlace,
): Promise<{ readonly head: ChainHead; readonly frontier: Frontier; readonly marketTime: Millis | undefined }> {
  const start = await startOf(query, from)
  const frontier = await loadFrontier(query, from.batch)
  let { head, marketTime } = start
  for await (const row of journalAfter(query, from.batch)) {
    damage(row, () => {
      for (const event of openBatch(head, row)) engine.evolve(event)
      assert(sameBytes(appendBatch(frontier, row.hash), row.subtrees), 'its subtrees are not those of the batches so far')
    })
    head = headAfter(row)
    marketTime = row.header.marketTime
  }
  assert(engine.sequence() === head.nextEvent - 1, 'the engine stands where the journal ends')
  return { head, frontier, marketTime }
}

/**
 * Headers and their chain over the whole journal, computed by the store itself: about a second for a million batches. The events of the
 * batches that a snapshot covers are checked when somebody reads them.
 */
async function checkChain(query: Query): Promise<void> {
  const rows = await query<{ batch: number; gap: boolean; unlinked: boolean; forged: boolean }>(
    `select * from (
       select batch,
         batch <> lag(batch, 1, 0::bigint) over chain + 1 as gap,
         previous_hash <> lag(hash, 1, $1::bytea) over chain as unlinked,
         hash <> sha256($2::bytea || int8send(batch) || int8send(first_event) || int8send(event_count::bigint) || int8send(market_time)
           || int8send(wall_time) || int8send(epoch) || int8send(schema::bigint) || events_root || previous_hash) as forged
       from journal window chain as (order by batch)) as checked
     where gap or unlinked or forged order by batch limit 1`,
    [GENESIS_HASH, MAGIC],
  )
  const row = rows[0]
  if (row === undefined) return
  const why = row.gap
    ? 'the batch before it is missing'
    : row.forged
      ? 'its hash is not the hash of its header'
      : 'its previous hash is not the hash of the batch before'
  throw new JournalDamaged(`journal batch ${row.batch} is damaged: ${why}`)
}

/** Loads the newest good snapshot into the engine; without one the engine stays empty. */
async function loadSnapshot(query: Query, engine: Engine, log: Logger): Promise<SnapshotPlace> {
  const empty = engine.durable()
  const rows = await query<{ batch: number }>('select batch from snapshots order by batch desc')
  for (const { batch } of rows) {
    const fault = await tryLoad(query, engine, batch)
    if (typeof fault !== 'string') return fault
    log.error({ batch }, `a snapshot is damaged and skipped: ${fault}`)
    engine.load(empty)
  }
  return NO_SNAPSHOT
}

async function tryLoad(query: Query, engine: Engine, batch: number): Promise<SnapshotPlace | string> {
  const rows = await query<{ sequence: number; state: Uint8Array; state_hash: Uint8Array }>(
    'select sequence, state, state_hash from snapshots where batch = $1',
    [batch],
  )
  const row = must(rows[0], 'the snapshot was there a moment ago')
  if (!sameBytes(sha256(row.state), row.state_hash)) return 'its state does not have its hash'
  const state = readState(row.state)
  if (typeof state === 'string') return state
  if (state.sequence !== row.sequence) return `its state stands at event ${state.sequence}, its row says ${row.sequence}`
  const end = await journalRow(query, batch)
  if (end === undefined) throw new JournalDamaged(`journal batch ${batch} is missing, but there is a snapshot taken after it`)
  if (headAfter(end).nextEvent - 1 !== row.sequence) return `batch ${batch} does not end with event ${row.sequence}`
  engine.load(state)
  if (!sameBytes(sha256(engine.stateBytes()), row.state_hash)) return 'the engine does not come to the same state hash'
  return { batch, sequence: row.sequence }
}

function readState(bytes: Uint8Array): DurableState | string {
  try {
    return decodeState(bytes)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function startOf(query: Query, from: SnapshotPlace): Promise<{ head: ChainHead; marketTime: Millis | undefined }> {
  if (from.batch === 0) return { head: CHAIN_START, marketTime: undefined }
  const row = must(await journalRow(query, from.batch), 'a snapshot stands on a batch')
  damage(row, () => openBatch({ batch: from.batch - 1, hash: row.header.previousHash, nextEvent: row.header.firstEvent }, row))
  return { head: headAfter(row), marketTime: row.header.marketTime }
}

/** What was derived from the journal cannot know more than the journal. */
async function checkNothingIsBeyond(query: Query, head: ChainHead): Promise<void> {
  const rows = await query<{ batch: number }>('select batch from projection')
  const projected = rows[0]?.batch ?? 0
  if (projected > head.batch) {
    throw new JournalDamaged(`the journal ends with batch ${head.batch}, but the read tables know batch ${projected}: its end is missing`)
  }
}

function damage(row: JournalRow, check: () => void): void {
  try {
    check()
  } catch (error) {
    const { batch, firstEvent, eventCount } = row.header
    const why = error instanceof Error ? error.message.replace(/^broken promise: /, '') : String(error)
    throw new JournalDamaged(`journal batch ${batch} (events ${firstEvent} to ${firstEvent + eventCount - 1}) is damaged: ${why}`)
  }
}
