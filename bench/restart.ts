/**
 * A start from a large journal: a snapshot with many open positions and many events after it, through the real
 * recovery, on each store. The journal is built once by the real writer and kept below node_modules/.cache. Sizes:
 * RESTART_POSITIONS and RESTART_EVENTS; the time allowed shrinks with the events.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { millis } from '@veritick/domain'
import { type Command, createEngine, type Engine, type Event, EventBuffer } from '@veritick/engine'
import { JOURNAL_KEY } from '@veritick/testing/journal-key'
import { scratchPostgresIn } from '@veritick/testing/scratch-postgres'
import { type StoreKind, storeKinds } from '@veritick/testing/stores'
import pino from 'pino'
import { JournalWriter } from '../apps/server/src/core/journal-writer.ts'
import { type Recovered, recover } from '../apps/server/src/core/recover.ts'
import type { Store } from '../apps/server/src/store/interface.ts'
import { openStore } from '../apps/server/src/store/store.ts'
import { close, demo, NOON, opening, place } from '../tools/crash/world.ts'
import { printValue, VALUES_MIN } from './measure.ts'

const POSITIONS = Number(process.env.RESTART_POSITIONS ?? 1_000_000)
const EVENTS = Number(process.env.RESTART_EVENTS ?? 5_000_000)
/** For the 5,000,000 events of the target. */
const SECONDS_MAX = (10 * EVENTS) / 5_000_000
const POSITIONS_AN_ACCOUNT = 10
/** Events of one batch, as a busy server writes them. */
const BATCH = 1_000
const LOTS = 100
const LEVERAGE = 100
const WORLD = 'restart'
/** A journal that is built by other code has another name. */
const FORM = 3
const CACHE = fileURLToPath(new URL('../node_modules/.cache/bench-restart', import.meta.url))
const log = pino({ level: 'fatal' })
const wallClock = () => millis(Date.now())

type Opened = { readonly dataDir: string; readonly databaseUrl: string | undefined; stop(): Promise<void> }

async function measure(kind: StoreKind): Promise<void> {
  const folder = join(CACHE, `${kind}-${POSITIONS}-${EVENTS}-${FORM}`)
  if (!existsSync(folder)) await build(kind, folder)
  const seconds: number[] = []
  let cpu = 0
  for (let round = 0; round < VALUES_MIN; round += 1) {
    const location = await openIn(kind, folder)
    const store = await openStore({ ...location, world: WORLD })
    const engine = createEngine()
    const [started, began] = [performance.now(), process.cpuUsage()]
    const { head, snapshot } = await recoverIn(store, engine)
    seconds.push((performance.now() - started) / 1_000)
    const { user, system } = process.cpuUsage(began)
    cpu += (user + system) / 1e6 / VALUES_MIN
    const after = head.nextEvent - 1 - snapshot.sequence
    if (after < EVENTS) throw new Error(`only ${after} events were replayed`)
    await store.close()
    await location.stop()
  }
  printValue({
    name: `start with ${POSITIONS} positions and ${EVENTS} events after the snapshot, ${kind}`,
    unit: 's',
    values: seconds,
    target: { atMost: SECONDS_MAX },
    note: `CPU of this process ${cpu.toFixed(1)} s`,
  })
}

/** Recovery has the deadlines of background work, as at a start. */
const recoverIn = (store: Store, engine: Engine): Promise<Recovered> =>
  recover({
    store: { ...store, ...store.background },
    engine,
    journalKey: JOURNAL_KEY,
    log,
    wallClock,
    wallTime: Date.now(),
    monotonicClock: () => performance.now(),
    tasks: {},
  })

async function openIn(kind: StoreKind, folder: string): Promise<Opened> {
  if (kind === 'embedded') return { dataDir: folder, databaseUrl: undefined, stop: async () => {} }
  const { url, stop } = await scratchPostgresIn(folder)
  return { dataDir: folder, databaseUrl: url, stop }
}

/** A folder that stands is whole: it gets its name last. */
async function build(kind: StoreKind, folder: string): Promise<void> {
  const unfinished = `${folder}-unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  process.stderr.write(`building ${folder}: this is done once\n`)
  const location = await openIn(kind, unfinished)
  const store = await openStore({ ...location, world: WORLD })
  const engine = createEngine()
  const recovered = await recoverIn(store, engine)
  const never = Number.POSITIVE_INFINITY
  const pace = { events: never, batches: never }
  const writer = new JournalWriter({
    ...{ store, engine, journalKey: JOURNAL_KEY, log, wallClock, recovered, pace },
    isAlive: () => true,
  })
  const builder = new Builder(engine, writer)
  for (const command of positions()) await builder.take(command)
  // The snapshot stands at the end of the next batch.
  pace.events = 0
  await builder.flush()
  pace.events = never
  for (const command of trading()) await builder.take(command)
  await builder.flush()
  await writer.rootsKnown()
  await writer.finish(wallClock())
  await store.query(
    'delete from snapshots where batch = (select max(batch) from snapshots) and (select count(*) from snapshots) > 1',
  )
  await store.close()
  await location.stop()
  renameSync(unfinished, folder)
}

class Builder {
  readonly #engine: Engine
  readonly #writer: JournalWriter
  readonly #buffer = new EventBuffer()
  #events: Event[] = []

  constructor(engine: Engine, writer: JournalWriter) {
    this.#engine = engine
    this.#writer = writer
  }

  async take(command: Command): Promise<void> {
    const outcome = this.#engine.apply(command, this.#buffer)
    if (!outcome.ok) throw new Error(`${command.kind} was refused: ${outcome.reason}`)
    this.#events.push(...outcome.events)
    if (this.#events.length >= BATCH) await this.flush()
  }

  async flush(): Promise<void> {
    const run = this.#buffer.take(this.#buffer.count)
    const content = { events: this.#events, run, requests: [], marketTime: NOON, wallTime: wallClock() }
    this.#events = []
    await this.#writer.room()
    const { sealed } = await this.#writer.write(this.#writer.seal(content, { isAhead: false }))
    this.#writer.rootBehind(sealed)
  }
}

function* positions(): Generator<Command> {
  yield* opening()
  const accounts = Math.ceil(POSITIONS / POSITIONS_AN_ACCOUNT)
  for (let account = 1; account <= accounts; account += 1) yield demo(account)
  for (let at = 0; at < POSITIONS; at += 1) yield placing(at, accounts)
}

/** Open and close in turn, by all accounts: two events a round. */
function* trading(): Generator<Command> {
  const accounts = Math.ceil(POSITIONS / POSITIONS_AN_ACCOUNT)
  for (let at = 0; at < EVENTS / 2; at += 1) {
    const account = (at % accounts) + 1
    yield placing(at, accounts)
    yield close({ account, order: POSITIONS + at + 1, key: KEY })
  }
}

/** One key for all: making a million of them takes longer than the orders. */
const KEY = 'restart'

const placing = (at: number, accounts: number) =>
  place({ account: (at % accounts) + 1, key: KEY, lots: LOTS, leverage: LEVERAGE, stopLoss: 100_000 })

for (const kind of storeKinds()) await measure(kind)
