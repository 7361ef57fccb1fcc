/**
 * The real server in this process, on a store of its own, with a feed whose every price the test says. Answers are
 * checked against the contract as they come in, so that no test can pass on a shape that a client would not understand.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Millis, millis, must, type Points, PPM, parseDecimal, points, ppm } from '@veritick/domain'
import pino from 'pino'
import { type Config, readConfig } from '../../../apps/server/src/config/config.ts'
import { MISMATCH_LOGGED } from '../../../apps/server/src/http/answer-check.ts'
import { sha256 } from '../../../apps/server/src/journal/batch.ts'
import type { Catalogue } from '../../../apps/server/src/market/catalogue.ts'
import type { Clocks } from '../../../apps/server/src/market/clock.ts'
import { type Feed, type FeedListener, GUARD_MIN } from '../../../apps/server/src/market/feed.ts'
import { simulatedFeed } from '../../../apps/server/src/market/feeds/simulated/feed.ts'
import type { Timers } from '../../../apps/server/src/services/jobs/index.ts'
import { watchTransactions } from '../../../apps/server/src/start/open-transactions.ts'
import { openServer, type Running } from '../../../apps/server/src/start/server.ts'
import { Caller } from './caller.ts'
import { noteLog } from './logged-errors.ts'
import { migratedDatabase } from './migrated-database.ts'
import { NEVER_MS, PATIENT } from './patient-lanes.ts'
import { programOf, SERVER_MAIN } from './programs.ts'
import { IS_QUICK } from './quick.ts'
import { copyTemplate } from './template.ts'

export { type Answered, Caller, exchange } from './caller.ts'

/** A Wednesday, 10:00 in New York. */
export const FEED_START = millis(Date.UTC(2026, 2, 4, 15))

/** A feed that says what it is told. Its clock moves by a second with each price, and by `wait`. */
export class SpokenFeed implements Feed {
  readonly name = 'spoken'
  readonly simulated = false
  readonly history = undefined
  /** Its clock moves only when it is told to. */
  readonly speed = 0
  readonly #codes: ReadonlyMap<string, { readonly id: number; readonly precision: number }>
  readonly #silent: ReadonlySet<number>
  readonly #checked: boolean
  #clock: Millis = FEED_START
  #listener: FeedListener | undefined

  /**
   * `silent`: codes that this feed does not have. `checked`: quotes are checked and grow stale as those of a real feed.
   */
  constructor(
    catalogue: Catalogue,
    { silent, checked }: { readonly silent: readonly string[]; readonly checked: boolean },
  ) {
    this.#checked = checked
    this.#codes = new Map(
      catalogue.instruments.map(({ terms }) => [terms.code, { id: terms.id, precision: terms.pricePrecision }]),
    )
    this.#silent = new Set(silent.map((code) => this.id(code)))
  }

  id(code: string): number {
    return must(this.#codes.get(code), `${code} is in the catalogue`).id
  }

  say(code: string, bid: string, ask: string): void {
    const { id, precision } = must(this.#codes.get(code), `${code} is in the catalogue`)
    this.#clock = millis(this.#clock + 1000)
    this.#heard().quote({
      instrument: id,
      time: this.#clock,
      bid: pointsOf(bid, precision),
      ask: pointsOf(ask, precision),
      volume: 1,
    })
    this.#heard().alive(this.#clock)
  }

  /** A row in points at this many milliseconds after FEED_START, broken in any way. */
  row(code: string, at: number, prices: readonly [number, number]): void {
    this.#clock = millis(Math.max(this.#clock, FEED_START + at))
    this.late(code, at, prices)
  }

  /** A row whose source has a clock of its own: the market clock stays where it is. */
  late(code: string, at: number, [bid, ask]: readonly [number, number]): void {
    this.#heard().quote({
      instrument: this.id(code),
      time: millis(FEED_START + at),
      bid: points(bid),
      ask: points(ask),
      volume: 1,
    })
  }

  /** Time passes without a price. */
  wait(duration: number): void {
    this.#clock = millis(this.#clock + duration)
    this.#heard().alive(this.#clock)
  }

  covers = (instrument: number): boolean => !this.#silent.has(instrument)
  clock = (): Millis => this.#clock
  clockFault = (): undefined => undefined
  /** A price stays fresh for five minutes: the tests say when there is another. */
  spacing = (): number => (this.#checked ? 0 : 200_000)
  /** No jump is suspect: the tests say what the price is. */
  guardMin = () => (this.#checked ? GUARD_MIN : ppm(PPM))
  ordinaryPrice = (): undefined => undefined

  async open(from: Parameters<Feed['open']>[0]): Promise<void> {
    this.#clock = millis(Math.max(FEED_START, from.resumeAt ?? 0))
  }

  run(listener: FeedListener): void {
    this.#listener = listener
  }

  async stop(): Promise<void> {}

  #heard(): FeedListener {
    return must(this.#listener, 'the market listens')
  }
}

/** Milliseconds. */
const CATCHES_UP_MAX = 500

/**
 * The server's monotonic clock. It runs as the machine's does until a test stops it; then it moves only as far as the
 * test says. It stands at a whole millisecond: a sum of fractions can be a little less than its parts, and what is due
 * after exactly the time that passed would wait for ever.
 */
export class TestMonotonicClock {
  #stands: number | undefined
  #ahead = 0

  readonly now = (): number => this.#stands ?? performance.now() + this.#ahead

  stop(): void {
    this.#stands = Math.ceil(this.now())
  }

  pass(duration: number): void {
    this.#stands = must(this.#stands, 'only a clock that stands is moved') + duration
  }

  goOn(): void {
    this.#ahead = this.now() - performance.now()
    this.#stands = undefined
  }
}

export type TestServer = Running & {
  readonly feed: SpokenFeed
  readonly url: string
  /** Where the office is; test-office.ts calls it. */
  readonly officeUrl: string
  /** A caller who is not signed in. */
  readonly visitor: Caller
  /** A new demo account. */
  person(): Promise<Caller>
  /** SHA-256 of everything that is money or orders. */
  stateHash(): Promise<string>
  /** Moves the wall clock that sessions go by: a jump, which guarded time does not follow. */
  passWallTime(duration: number): void
  /**
   * Lets that much time pass on the wall clock, and at most CATCHES_UP_MAX more on the monotonic clock. Guarded time
   * falls behind the wall clock by each pause of a busy process between the reads of the two clocks. It catches up so.
   */
  passTime(duration: number): void
  /** The clock of paces and ceilings. */
  readonly steady: TestMonotonicClock
  readonly logged: readonly string[]
  /** Stops and removes everything. */
  close(): Promise<void>
}

/**
 * Unless a test says otherwise: a feed that says what it is told, one thread, and a store of its own, on PostgreSQL
 * where it can be had. With `dataDir` alone and with threads it is the embedded one unless `config` says otherwise.
 */
type Options = {
  readonly silent?: readonly string[]
  /** Quotes are checked and grow stale as those of a real feed. */
  readonly checked?: boolean
  /** The simulated market on these clocks, instead of a feed that says what it is told. */
  readonly simulatedOn?: Clocks
  readonly config?: Partial<Config>
  /** Ticks of the server's periodic jobs, instead of those of the machine. */
  readonly timers?: Timers
  readonly dataDir?: string
  /** The test opens `dataDir` again: each opening finds the first one's database, on PostgreSQL if it can be had. */
  readonly again?: true
  /** No deadline of a store that the test names, nor of commits: it asks many things at once of a busy machine. */
  readonly patient?: true
  /** The embedded store also where PostgreSQL can be had. */
  readonly embedded?: true
  /** Core and store in threads of their own, as in production. The core's wall clock is then the machine's. */
  readonly threads?: boolean
  /** The program of the threads, for a caller that is itself bundled and cannot bundle it. */
  readonly threadFile?: string
  /** Asks for the mark of the store's objects before each COMMIT in `npm test` too. */
  readonly asksObjects?: true
  /** The process would end now. Missing: it is thrown, and fails the test. */
  readonly onFatal?: (error: Error) => void
  /** The core in a process of its own; needs a PostgreSQL server. */
  readonly coreProcess?: boolean
}

export async function openTestServer(options: Options = {}): Promise<TestServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'veritick-test-'))
  const asked = configFor(options, dataDir)
  const database = hasChosenNone(options) ? await migratedDatabase(asked.world, options.dataDir) : undefined
  const config = database === undefined ? asked : { ...asked, databaseUrl: database.url }
  if (config.databaseUrl === undefined) copyTemplate(dataDir, config.world)
  let wallAhead = 0
  let feed: SpokenFeed | undefined
  const steady = new TestMonotonicClock()
  const [logged, faults]: [string[], Error[]] = [[], []]
  const server = await openServer({
    config,
    log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
    wallClock: options.simulatedOn?.wallClock ?? (() => millis(Date.now() + wallAhead)),
    monotonicClock: steady.now,
    timers: options.timers,
    lanes: database === undefined && !options.patient ? undefined : PATIENT,
    commitLateMs: options.patient ? NEVER_MS : undefined,
    threadFile: options.threadFile ?? (isThreaded(options) ? await programOf(SERVER_MAIN) : undefined),
    corePlace: options.coreProcess === true ? 'process' : 'thread',
    answersCheckedEvery: 1,
    watched: watchTransactions((fault) => void faults.push(fault)),
    feed: (catalogue) => {
      if (options.simulatedOn !== undefined)
        return simulatedFeed({ catalogue, seed: '1', sessions: 'always', ...options.simulatedOn })
      feed = new SpokenFeed(catalogue, { silent: options.silent ?? [], checked: options.checked ?? false })
      return feed
    },
    onFatal: options.onFatal ?? thrown,
  })
  if (IS_QUICK && options.asksObjects !== true) server.context.store.beforeCommit(async () => {})
  const forgetLog = noteLog(logged)
  const url = `http://127.0.0.1:${server.port}`
  const visitor = new Caller(url, undefined)
  return {
    ...server,
    get feed() {
      return must(feed, 'the server asked for a feed that is told')
    },
    url,
    officeUrl: `http://127.0.0.1:${server.office.port}`,
    visitor,
    logged,
    steady,
    person: async () => new Caller(url, (await visitor.does('createAccountDemoForU', {})).token),
    stateHash: () =>
      server.context.core.query({ kind: 'state' }).then((state) => Buffer.from(sha256(state)).toString('hex')),
    passWallTime: (duration) => {
      wallAhead += duration
    },
    passTime: (duration) => {
      wallAhead += duration
      steady.stop()
      steady.pass(duration + Math.min(duration / 100, CATCHES_UP_MAX))
      steady.goOn()
    },
    close: async () => {
      forgetLog()
      await server.stop()
      if (options.dataDir === undefined) await database?.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
      requireNone(logged, faults)
    },
  }
}

/** Throws a fault that the test itself may not have seen. */
function requireNone(logged: readonly string[], [fault]: readonly Error[]): void {
  const mismatches = logged.filter((line) => line.includes(MISMATCH_LOGGED))
  if (mismatches.length > 0) throw new Error(`answers differ from their schemas: ${mismatches.join('')}`)
  if (fault !== undefined) throw fault
}

const thrown = (error: Error): never => {
  throw error
}

const isThreaded = ({ threads, threadFile, coreProcess }: Options) =>
  threads === true || threadFile !== undefined || coreProcess === true

/**
 * Whether the test leaves the choice of the store to this file. A test with a folder of its own does so only if it
 * opens the folder again.
 */
const hasChosenNone = (options: Options) =>
  !(options.embedded || options.config?.databaseUrl || isThreaded(options)) && (options.again || !options.dataDir)

function configFor(options: Options, dataDir: string): Config {
  const read = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    OFFICE_PORT: '0',
    HOST: '127.0.0.1',
    SMS_URL: 'outbox',
    // All customers of a test come from one address.
    DEMO_ACCOUNTS_PER_MINUTE: '100000',
    // The threads write their own lines, to the test's output.
    LOG_LEVEL: isThreaded(options) ? 'error' : 'info',
  })
  if (!read.ok) throw new Error(read.problems.join())
  return { ...read.config, ...options.config }
}

function pointsOf(text: string, precision: number): Points {
  const value = parseDecimal(text, precision)
  if (typeof value !== 'number') throw new Error(`${text}: ${value} at ${precision} decimals`)
  return points(value)
}
