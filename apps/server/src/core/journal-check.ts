/**
 * The batches of before the start, read again beside trading: events and requests against their hash, the tree that
 * each carries against the events of the batches before it, and the past that the start's snapshot covers replayed in a
 * second engine, which must come to the snapshot's state. Beside it every balance is added up from the ledger entries
 * of the events alone, without the engine. It works in short steps and rests between them.
 */
import { assert, type Millis } from '@veritick/domain'
import { createEngine, decodeEvents, type Engine, Frontier } from '@veritick/engine'
import type { Logger } from 'pino'
import {
  BatchTree,
  CHAIN_START,
  type ChainHead,
  checkBody,
  checkHeader,
  headAfter,
  hex,
  type JournalRow,
  journalAfter,
  rootInSlices,
  sameBytes,
  sha256,
} from '../journal/index.ts'
import type { Query } from '../store/index.ts'
import { type LedgerSums, ledgerSums } from './ledger-sums.ts'
import { type CheckedLater, damageOf, type Recovered } from './recover.ts'
import { firstDifference } from './state-difference.ts'
import { JournalDamaged, StateFault } from './state-faults.ts'
import { readState } from './stored-snapshots.ts'

/** After how much work it rests, and how long for each millisecond of work: a tenth of one core at most. */
export type CheckPace = { readonly workMillis: number; readonly restFactor: number }
export const CHECK_PACE: CheckPace = { workMillis: 3, restFactor: 9 }
/** Events of one step, about a millisecond. */
const STEP_EVENTS = 50
/**
 * After the store could not be read. After `tries` in a row the health page names it, and the tries come at the later
 * pace: an attacker who cancels the reads must not keep the check silent.
 */
export type CheckRetry = { readonly tries: number; readonly everyMs: number; readonly laterEveryMs: number }
const CHECK_RETRY: CheckRetry = { tries: 5, everyMs: 60_000, laterEveryMs: 3_600_000 }
/** Journal rows read at once, so that the embedded store's one connection is not held for long. */
const CHECK_ROWS = 20

export type JournalCheck = {
  /**
   * `checking`: not yet at the end. `unread`: the store could not be read several times; it is tried again. `passed`:
   * every batch up to `total` is right. `damaged`: trading has stopped.
   */
  readonly state: 'checking' | 'unread' | 'passed' | 'damaged'
  /** Batches that were checked, of `total`: the journal at the start. */
  readonly checked: number
  readonly total: number
  /** The damage that was found; `undefined`: none. */
  readonly damage: string | undefined
}

export type JournalChecker = {
  check(): JournalCheck
  /** Call it once, after the start: damage stops trading, which would end a start that is still going on. */
  begin(): void
  stop(): Promise<void>
}

type Parts = { readonly query: Query; readonly unchecked: Recovered['unchecked'] }

/** `onDamage` is called at most once, with what was found, before it is noted in the store: trading stops first. */
export function createJournalCheck(
  options: Parts & {
    readonly log: Logger
    readonly wallClock: () => Millis
    readonly onDamage: (fault: StateFault) => void
    readonly pace?: CheckPace | undefined
    readonly retry?: CheckRetry | undefined
  },
): JournalChecker {
  const { query, unchecked, log, wallClock, onDamage, pace = CHECK_PACE, retry = CHECK_RETRY } = options
  const total = unchecked.last.batch
  let check: JournalCheck = { state: total === 0 ? 'passed' : 'checking', checked: 0, total, damage: undefined }
  const sleep = sleeper()
  let failures = 0

  async function run(): Promise<void> {
    const started = performance.now()
    const rest = restsBetween(pace, sleep.for)
    await checkBase({ query, unchecked }, async (checked) => {
      check = { ...check, checked }
      await rest()
      if (sleep.isOver()) throw new CheckStopped()
    })
    check = { ...check, state: 'passed' }
    log.info(
      { batches: total, ms: Math.round(performance.now() - started) },
      'the older batches of the journal were checked',
    )
  }

  async function failed(error: unknown): Promise<void> {
    if (error instanceof CheckStopped) return
    if (error instanceof StateFault) {
      check = { ...check, state: 'damaged', damage: error.message }
      onDamage(error)
      await noteDamage(query, { finding: error.message, foundAt: wallClock() })
      return
    }
    failures += 1
    const isUnread = failures >= retry.tries
    if (isUnread) check = { ...check, state: 'unread' }
    const waitMs = isUnread ? retry.laterEveryMs : retry.everyMs
    log.error({ err: error, failures, waitMs }, isUnread ? UNREAD : UNREAD_ONCE)
    await sleep.for(waitMs)
    if (!sleep.isOver()) await run().catch(failed)
  }

  let ended: Promise<void> = Promise.resolve()
  return {
    check: () => check,
    begin: () => {
      if (total === 0 || sleep.isOver()) return
      ended = run()
        .catch(failed)
        .catch((error: unknown) =>
          log.error({ err: error }, 'the damage that was found could not be noted in the store'),
        )
    },
    stop: () => {
      sleep.end()
      return ended
    },
  }
}

const UNREAD_ONCE = 'the older batches could not be read: their check begins anew'
const UNREAD =
  'the older batches could not be read several times, so nobody knows whether they are right: find out what cancels ' +
  'the reads of the store. Their check begins anew later'

/**
 * At a start after damage was found: the same check in full before trading opens. Throws the fault again, or forgets
 * it.
 */
export async function checkAfterDamage(parts: Parts & { readonly log: Logger }): Promise<void> {
  const { query, log } = parts
  const rows = await query<{ finding: string }>('select finding from journal_damage')
  if (rows[0] === undefined) return
  log.warn({ finding: rows[0].finding }, 'damage was found before: the whole journal is checked before trading opens')
  await checkBase(parts, async () => {})
  await query('delete from journal_damage')
  log.warn('the damage that was found before is gone')
}

async function noteDamage(query: Query, damage: { readonly finding: string; readonly foundAt: number }): Promise<void> {
  await query(
    `insert into journal_damage (id, finding, found_at) values (1, $1, $2)
     on conflict (id) do update set finding = excluded.finding, found_at = excluded.found_at`,
    [damage.finding, damage.foundAt],
  )
}

/** Called often; `batch`: how many batches are checked. It may wait. */
type Step = (batch: number) => Promise<void>

async function checkBase({ query, unchecked: { base, baseState, last } }: Parts, step: Step): Promise<void> {
  const [engine, sums] = [createEngine(), ledgerSums()]
  const tree = new BatchTree(new Frontier(sha256))
  let head = CHAIN_START
  for await (const row of journalAfter(query, 0, { until: last.batch, rows: CHECK_ROWS })) {
    if (head.batch === base.batch) checkSnapshot({ base, baseState, engine, sums })
    const past = head.batch < base.batch ? { engine, sums } : undefined
    await checkBatch({ row, head, past, tree }, step).catch((error: unknown) => {
      throw error instanceof CheckStopped ? error : damageOf(row, error)
    })
    head = headAfter(row)
    await step(head.batch)
  }
  if (head.batch !== last.batch) throw new JournalDamaged(`journal batch ${head.batch + 1} is missing`)
  if (!sameBytes(head.hash, last.hash))
    throw new JournalDamaged(
      `journal batch ${last.batch} is not the one that the start read: it was replaced since then`,
    )
  if (head.batch === base.batch) checkSnapshot({ base, baseState, engine, sums })
}

/**
 * Compares the state that the batches up to the snapshot make with the snapshot, and the balances with the ledger
 * entries.
 */
function checkSnapshot(at: Omit<CheckedLater, 'last'> & { readonly engine: Engine; readonly sums: LedgerSums }): void {
  const { base, baseState, engine, sums } = at
  if (baseState === undefined) return
  const difference = sums.differenceFrom(engine)
  if (difference !== undefined)
    throw new JournalDamaged(`the ledger entries of batches 1 to ${base.batch} do not make the balances. ${difference}`)
  checkState(engine, { stateHash: base.stateHash, state: baseState, batch: base.batch })
}

/** Checks a few events at a time. `past`: the state up to the snapshot; the start replayed the events after it. */
async function checkBatch(
  at: {
    readonly row: JournalRow
    readonly head: ChainHead
    readonly past: { readonly engine: Engine; readonly sums: LedgerSums } | undefined
    readonly tree: BatchTree
  },
  step: Step,
): Promise<void> {
  const { row, head, past, tree } = at
  checkHeader(head, row)
  checkBody(row)
  const { events, ends } = decodeEvents(row.events)
  assert(
    events.length === row.header.eventCount,
    `it holds ${events.length} events, its header says ${row.header.eventCount}`,
  )
  tree.follow(row)
  const eventsRoot = await rootInSlices({ events: row.events, ends }, () => step(head.batch))
  tree.add({ hash: row.hash, eventsRoot })
  for (let first = 0; past !== undefined && first < events.length; first += STEP_EVENTS) {
    for (const event of events.slice(first, first + STEP_EVENTS)) {
      past.engine.evolve(event)
      past.sums.add(event)
    }
    await step(head.batch)
  }
}

function checkState(
  engine: Engine,
  snapshot: { readonly stateHash: Uint8Array; readonly state: Uint8Array; readonly batch: number },
): void {
  const made = sha256(engine.stateBytes())
  if (sameBytes(made, snapshot.stateHash)) return
  const found = readState(snapshot.state)
  const why =
    typeof found === 'string'
      ? `expected state hash ${hex(made)}`
      : firstDifference({ expected: engine.durable(), found })
  throw new JournalDamaged(
    `the snapshot at batch ${snapshot.batch} and the header of batch ${snapshot.batch + 1} that carries it are forged: they are not what the journal's events make. ${why}`,
  )
}

class CheckStopped extends Error {}

type Sleeper = { for(duration: number): Promise<void>; isOver(): boolean; end(): void }

/** Sleeps that end at once when all is to end. */
function sleeper(): Sleeper {
  let isOver = false
  let wake = () => {}
  return {
    for: (duration) =>
      new Promise((resolve) => {
        wake = resolve
        if (isOver) resolve()
        else setTimeout(resolve, duration).unref()
      }),
    isOver: () => isOver,
    end: () => {
      isOver = true
      wake()
    },
  }
}

function restsBetween({ workMillis, restFactor }: CheckPace, sleepFor: Sleeper['for']): () => Promise<void> {
  let since = performance.now()
  return async () => {
    const worked = performance.now() - since
    if (worked < workMillis) return
    await sleepFor(worked * restFactor)
    since = performance.now()
  }
}
