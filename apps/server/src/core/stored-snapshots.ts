/**
 * Which stored snapshots are believed. A snapshot whose own hash is wrong was torn: it is skipped and logged. One that
 * the journal carries (the header of the batch after it names its state hash) is believed. The newest may have no batch
 * after it: the replay compares it. One with a good hash of its own that the journal does not confirm is forged, and
 * trading does not open.
 */
import { must } from '@veritick/domain'
import { type DurableState, decodeState, type Engine, type Hash } from '@veritick/engine'
import type { Logger } from 'pino'
import { hex, NO_SNAPSHOT_HASH, sameBytes, sha256 } from '../journal/index.ts'
import type { Query } from '../store/index.ts'
import { NO_SNAPSHOT, type SnapshotPlace } from './snapshot.ts'
import { firstDifference } from './state-difference.ts'
import { JournalDamaged, SnapshotForged } from './state-faults.ts'

export type StoredSnapshots = {
  /**
   * The newest that the journal carries and that can be read; the engine stands there. NO_SNAPSHOT: the engine is
   * empty.
   */
  readonly base: SnapshotPlace
  /** The bytes of its state, so that a difference found later can be named. */
  readonly baseState: Uint8Array | undefined
  /** Newer than `base` and at the journal's end, so that no batch carries it yet: at most one. */
  readonly uncarried: SnapshotPlace | undefined
}

type Row = {
  batch: number
  sequence: number
  state_hash: Uint8Array
  whole: boolean
  /** Sequence of the last event of its batch; null: the journal has no such batch. */
  ends_with: number | null
  /** The snapshot hash in the next batch's header; null: there is no next batch. */
  carried: Uint8Array | null
}

/** Checks each stored snapshot, loads the newest that the journal proves. Throws SnapshotForged, or JournalDamaged. */
export async function loadSnapshots(query: Query, engine: Engine, log: Logger): Promise<StoredSnapshots> {
  const rows = await query<Row>(
    `select s.batch, s.sequence, s.state_hash, sha256(s.state) = s.state_hash as whole,
       own.first_event + own.event_count - 1 as ends_with, next.snapshot_hash as carried
     from snapshots s left join journal own on own.batch = s.batch left join journal next on next.batch = s.batch + 1
     order by s.batch desc`,
  )
  const whole = rows.filter((row) => isWhole(row, log))
  for (const row of whole) checkCarried(row)
  const newest = whole[0]
  const uncarried = newest?.carried === null ? placeOf(newest) : undefined
  for (const row of whole) {
    if (row.carried === null) continue
    const baseState = await load(query, engine, row, log)
    if (baseState !== undefined) return { base: placeOf(row), baseState, uncarried }
  }
  return { base: NO_SNAPSHOT, baseState: undefined, uncarried }
}

/**
 * At the batch of an uncarried snapshot: false when it cannot be read here. It is removed then, because the next batch
 * says that none was taken, and a snapshot that its next batch denies is forged. Throws when it is forged.
 */
export async function confirmsSnapshot(
  query: Query,
  engine: Engine,
  snapshot: SnapshotPlace,
  log: Logger,
): Promise<boolean> {
  if (sameBytes(sha256(engine.stateBytes()), snapshot.stateHash)) return true
  const state = readState(await stateAt(query, snapshot.batch))
  if (typeof state === 'string') {
    await query('delete from snapshots where batch = $1', [snapshot.batch])
    log.warn({ batch: snapshot.batch }, `a snapshot that no batch carries is removed: ${state}`)
    return false
  }
  const why = firstDifference({ expected: engine.durable(), found: state })
  throw new SnapshotForged(
    `the snapshot at batch ${snapshot.batch} is forged: it is not what the journal's events make. ${why}`,
    snapshot.batch,
  )
}

/** The bytes of a state, read; or why they cannot be. */
export function readState(bytes: Uint8Array): DurableState | string {
  try {
    return decodeState(bytes)
  } catch (error) {
    return textOf(error)
  }
}

async function stateAt(query: Query, batch: number): Promise<Uint8Array> {
  const rows = await query<{ state: Uint8Array }>('select state from snapshots where batch = $1', [batch])
  return must(rows[0], 'the snapshot was there a moment ago').state
}

function isWhole(row: Row, log: Logger): boolean {
  if (row.whole && row.ends_with === null)
    throw new JournalDamaged(`journal batch ${row.batch} is missing, but there is a snapshot taken after it`)
  const endsThere = row.ends_with === row.sequence
  if (!row.whole) skipped(log, row.batch, 'its state does not have its hash')
  else if (!endsThere) skipped(log, row.batch, `batch ${row.batch} does not end with event ${row.sequence}`)
  return row.whole && endsThere
}

function checkCarried({ batch, state_hash: own, carried }: Row): void {
  if (carried === null || sameBytes(own, carried)) return
  const found = sameBytes(carried, NO_SNAPSHOT_HASH) ? 'carries no snapshot' : `carries the state hash ${hex(carried)}`
  throw new SnapshotForged(
    `the snapshot at batch ${batch} is forged: its state hash is ${hex(own)}, but journal batch ${batch + 1} ${found}`,
    batch,
  )
}

/** The state that the engine has taken over; `undefined`: it cannot be read, and the engine is empty again. */
async function load(query: Query, engine: Engine, row: Row, log: Logger): Promise<Uint8Array | undefined> {
  const bytes = await stateAt(query, row.batch)
  const fault = loadState(engine, bytes, row)
  if (fault === undefined) return bytes
  skipped(log, row.batch, fault)
  return undefined
}

/** Why the engine cannot stand there; it is as before then. */
function loadState(engine: Engine, bytes: Uint8Array, row: Row): string | undefined {
  const empty = engine.durable()
  try {
    engine.loadBytes(bytes)
  } catch (error) {
    return textOf(error)
  }
  const sequence = engine.sequence()
  const isThere = sequence === row.sequence
  if (isThere && sameBytes(sha256(engine.stateBytes()), row.state_hash)) return undefined
  engine.load(empty)
  return isThere
    ? 'the engine does not come to the same state hash'
    : `its state stands at event ${sequence}, its row says ${row.sequence}`
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function skipped(log: Logger, batch: number, fault: string): void {
  log.error({ batch }, `a snapshot is damaged and skipped: ${fault}`)
}

function placeOf(row: Row): SnapshotPlace {
  const stateHash: Hash = row.state_hash
  return { batch: row.batch, sequence: row.sequence, stateHash }
}
