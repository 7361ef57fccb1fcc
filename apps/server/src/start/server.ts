/**
 * Opens the parts of the server, each after the parts that it needs: store, write path, market, features, transports.
 * The server answers no client before recovery is done. It closes the parts in the opposite order.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Millis, must } from '@veritick/domain'
import { createEngine } from '@veritick/engine'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { authenticate, type BackupSource, openBackupSocket } from '../backup/index.ts'
import type { Config } from '../config/index.ts'
import { type Core, openCore, openCoreThread } from '../core/index.ts'
import { openAlerts, watchAll } from '../features/alerts/index.ts'
import { openCompanyFiles } from '../features/company/index.ts'
import { openIdentity } from '../features/identity/index.ts'
import { followFeeType, openInstrumentChanges, openTerms, StartRefused } from '../features/instruments/index.ts'
import { openInvites } from '../features/invites/index.ts'
import { RecordFaults } from '../features/money/index.ts'
import { openNews } from '../features/news/index.ts'
import { openNotices } from '../features/notices/index.ts'
import { instrumentOf } from '../features/orders/index.ts'
import { openLosingShare } from '../features/platform/index.ts'
import { openPriceAlerts } from '../features/price-alerts/index.ts'
import { openPush } from '../features/push/index.ts'
import { openRanking } from '../features/ranking/index.ts'
import { openSessions } from '../features/sessions/index.ts'
import { openSupport } from '../features/support/index.ts'
import { ANSWERS_CHECKED_EVERY, closeWithin, type HeldPorts, listenOn, openApp } from '../http/index.ts'
import { believedTime, type Catalogue, type Feed, loadCatalogue } from '../market/index.ts'
import { openCounts, openMetrics, registerGauges } from '../metrics/index.ts'
import { type Runtime, runtimeOf } from '../services/clock/index.ts'
import { openDisk } from '../services/disk/index.ts'
import { type Encryption, journalKeyOf } from '../services/encryption/index.ts'
import { openJobs, realTimers, type Timers } from '../services/jobs/index.ts'
import { hostsOf } from '../services/network/index.ts'
import { Hub, openSocketServer } from '../socket/index.ts'
import { type Lanes, openStore, type Store, tendTable, UPKEEP_EVERY_MS } from '../store/index.ts'
import type { AppContext } from './app-context.ts'
import { handlersOf } from './customer-handlers.ts'
import { openInfrastructure } from './infrastructure.ts'
import { noteJournalEnds } from './journal-ends.ts'
import { marketFileOf, marketOver } from './market-over.ts'
import { type Office, openOffice } from './office.ts'
import { openMoney, proveMoney } from './open-money.ts'
import type { WatchedTransactions } from './open-transactions.ts'

export type Running = {
  readonly context: AppContext
  readonly app: FastifyInstance
  readonly hub: Hub
  /** The port that the server listens on. For port 0 the system chose it. */
  readonly port: number
  readonly office: Office
  /** Closes the transports, waits until every decision is durable, and releases the files. */
  stop(): Promise<void>
}

export type ServerOptions = {
  readonly config: Config
  readonly log: Logger
  readonly wallClock: () => Millis
  readonly monotonicClock: () => number
  /** Ticks of the periodic jobs; `undefined`: those of the machine. */
  readonly timers?: Timers | undefined
  /** Ceilings and deadlines of the connections to a PostgreSQL server; `undefined`: as in production. */
  readonly lanes?: Lanes | undefined
  /** When a commit is late, for a core in this thread; `undefined`: as in production. */
  readonly commitLateMs?: number | undefined
  /** The program of the server's threads. `undefined`: all parts run in this thread, as in tests. */
  readonly threadFile?: string | undefined
  /** Where the core works; only with `threadFile`. */
  readonly corePlace?: 'thread' | 'process'
  readonly feed: (
    catalogue: Catalogue,
    kept: { readonly store: Store; readonly encryption: Encryption },
  ) => Feed | Promise<Feed>
  /** Of the answers of one call, one of this many is checked against its schema; `undefined`: as in production. */
  readonly answersCheckedEvery?: number
  /** Looks for questions to the core inside transactions; `undefined`: none are looked for, as in production. */
  readonly watched?: WatchedTransactions
  /** Gets the core as soon as it is open. */
  readonly onCore?: (core: Core) => void
  /** Called once: the process must end and start again. */
  readonly onFatal: (error: Error) => void
  /** The ports, when a page of the starting process holds them. */
  readonly heldPorts?: HeldPorts
}

const CATALOGUE = fileURLToPath(new URL('../../catalogue', import.meta.url))
const WEB_APP = fileURLToPath(new URL('../../../web/dist', import.meta.url))

export async function openServer(options: ServerOptions): Promise<Running> {
  const parts = new OpenedParts(options.log)
  try {
    const context = await openContext(options, parts)
    // The office opens first: an option for one of its admins is refused before customers can open the app.
    const office = await openOffice(context, options.heldPorts)
    parts.add(office.stop)
    const app = await listen(context, options.heldPorts)
    parts.add(app.stop)
    context.core.beginJournalCheck()
    return { context, stop: () => parts.stop(), office, ...app.open }
  } catch (error) {
    await parts.stop()
    throw error
  }
}

/** The parts that were opened so far. `stop` closes it in the opposite order. */
class OpenedParts {
  readonly #log: Logger
  readonly #closers: (() => Promise<void>)[] = []

  constructor(log: Logger) {
    this.#log = log
  }

  add(close: () => Promise<void>): void {
    this.#closers.push(close)
  }

  /** A part that cannot close cleanly does not keep the others open. */
  async stop(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) {
      await close().catch((error: unknown) => this.#log.error({ err: error }, 'a part did not close cleanly'))
    }
  }
}

/**
 * Opens all rooms below the transports: the store first, then the write path with its recovery, the market, the
 * features.
 */
async function openContext(options: ServerOptions, parts: OpenedParts): Promise<AppContext> {
  const base = await openBase(options, parts)
  const { log, store, core, market, infrastructure } = base
  const { wallClock, monotonicClock } = options
  const part = (name: string) => log.child({ part: name })
  const sessions = await openSessions({ ...infrastructure, ...base, wallClock, monotonicClock })
  parts.add(() => sessions.stop())
  const recordFaults = new RecordFaults(part('money'))
  const casework = { ...infrastructure, store, core, market, sessions, recordFaults }
  const money = await openMoney({ ...casework, log: part('money') })
  parts.add(money.stop)
  const alerts = openAlerts({ ...infrastructure, store, office: base.config.officeUrl, log: part('alerts') })
  parts.add(() => alerts.stop())
  const names = async (instrument: number) => {
    const entry = await instrumentOf({ core, market }, instrument)
    const { showCode, terms } = must(entry, 'the engine knows every instrument that was traded')
    return { code: showCode, pricePrecision: terms.pricePrecision }
  }
  const notices = await openNotices({ ...infrastructure, alerts, store, core, names, log: part('notices') })
  parts.add(notices.stop)
  const priceAlerts = await openPriceAlerts({ ...infrastructure, store, market, notices, log: part('price alerts') })
  parts.add(() => priceAlerts.stop())
  const push = await openPush({ ...infrastructure, config: base.config, store, notices, sessions, log: part('push') })
  parts.add(push.stop)
  const identity = openIdentity({ ...infrastructure, store, log: part('identity') })
  parts.add(identity.stop)
  const companyFiles = openCompanyFiles({ store, settings: infrastructure.settings, log: part('company') })
  const losingShare = await openLosingShare({ store, market, jobs: infrastructure.jobs })
  parts.add(losingShare.stop)
  const ranking = openRanking({ ...infrastructure, store, core })
  parts.add(ranking.stop)
  const invites = await openInvites({ ...casework, log: part('invites') })
  parts.add(() => invites.stop())
  const support = openSupport({ ...infrastructure, store, log: part('support') })
  parts.add(() => support.stop())
  const news = openNews({ ...infrastructure, store, log: part('news') })
  const { infrastructure: _, ...rest } = base
  const { stop: _stop, ...records } = money
  const features = {
    companyFiles,
    losingShare,
    sessions,
    identity,
    ...records,
    recordFaults,
    invites,
    notices,
    priceAlerts,
    push,
    alerts,
    ranking,
    support,
    news,
  }
  const context: AppContext = {
    ...infrastructure,
    ...rest,
    ...features,
    wallClock,
    monotonicClock,
    answersCheckedEvery: options.answersCheckedEvery ?? ANSWERS_CHECKED_EVERY,
  }
  watchAll(alerts, context)
  return context
}

/** The parts that every feature needs: store, infrastructure, core and market. */
async function openBase(options: ServerOptions, parts: OpenedParts) {
  const { config, log, wallClock } = options
  const catalogue = catalogueOf(config)
  const { dataDir, databaseUrl, world } = config
  const { threadFile, lanes, watched } = options
  const opened = await openStore({ dataDir, databaseUrl, world, log, threadFile, lanes })
  const store = watched?.watchStore(opened) ?? opened
  parts.add(() => store.close())
  const jobs = openJobs({ timers: options.timers ?? realTimers, now: wallClock, log: log.child({ part: 'jobs' }) })
  parts.add(jobs.stop)
  const disk = await openDisk({ folder: dataDir, wallClock, log, jobs })
  parts.add(disk.stop)
  const believed = config.isClockTrusted ? undefined : await believedTime(store, marketFileOf(config))
  const runtime = runtimeOf({ wallClock, monotonicClock: options.monotonicClock, believedTime: believed })
  parts.add(await openBackups({ config, store, runtime, log }))
  const counts = openCounts()
  const { infrastructure, stop: stopInfrastructure } = await openInfrastructure({
    config,
    store,
    runtime,
    log,
    jobs,
    counts,
  })
  parts.add(stopInfrastructure)
  const { encryption } = infrastructure
  const feed = await options.feed(catalogue, { store, encryption })
  const isSimulated = feed.simulated
  const instrumentChanges = await openInstrumentChanges({ ...infrastructure, store, catalogue, isSimulated, log })
  const journalKey = journalKeyOf(encryption, world)
  const opening = await coreOf({ ...options, store, journalKey, believedTime: believed })
  options.onCore?.(opening)
  parts.add(noteJournalEnds({ core: opening, jobs, log: log.child({ part: 'core' }) }))
  const counted = counts.watchCore(opening)
  const core = watched?.watchCore(counted) ?? counted
  await proveMoney({ ...infrastructure, core, query: store.background.query, log })
  parts.add(probeStore({ core, store, jobs }))
  parts.add(tendStore({ core, store, jobs }))
  const market = await marketOver({ core, store, jobs, catalogue, feed, config, log })
  parts.add(() => market.stop())
  const feeType = await followFeeType(core)
  const { settings, ids } = infrastructure
  const terms = { core, market, catalogue, settings, ids, instrumentChanges, jobs, log: log.child({ part: 'terms' }) }
  const engineSync = await openTerms(terms)
  parts.add(engineSync.stop)
  await market.start(core.market)
  const traded = { core, market, catalogue, instrumentChanges, engineSync, feeType }
  return { config, log, store, disk, counts, ...traded, infrastructure }
}

/** The core in a thread or process of its own, or in this thread where the server starts none. */
function coreOf(
  parts: ServerOptions & Pick<Parameters<typeof openCore>[0], 'store' | 'journalKey' | 'believedTime'>,
): Promise<Core> {
  const { config, store, wallClock, monotonicClock, onFatal, threadFile, corePlace: place = 'thread' } = parts
  const { journalKey, believedTime } = parts
  const { tasks } = config
  const log = parts.log.child({ part: 'core' })
  const keptIn = join(config.dataDir, config.world)
  const shared = { store, log, onFatal, journalKey, tasks, wallClock, monotonicClock, keptIn, believedTime }
  const { commitLateMs } = parts
  if (threadFile === undefined) return openCore({ ...shared, engine: createEngine(), commitLateMs })
  return openCoreThread({ ...shared, threadFile, place, logLevel: config.logLevel })
}

const STORE_PROBED_EVERY_MS = 1_000

/** A PostgreSQL server that hangs is noticed before an order waits for it. The embedded store is in this process. */
function probeStore({ core, store, jobs }: Pick<AppContext, 'core' | 'store' | 'jobs'>): () => Promise<void> {
  if (store.kind === 'embedded') return async () => {}
  const job = jobs.add({ name: 'store_probe', everyMs: STORE_PROBED_EVERY_MS, run: core.probeStore })
  return () => job.stop()
}

/** The embedded store has no autovacuum. Commits wait for it, so it is done while no answer waits for a commit. */
function tendStore({ core, store, jobs }: Pick<AppContext, 'core' | 'store' | 'jobs'>): () => Promise<void> {
  if (store.kind !== 'embedded') return async () => {}
  const run = async () => void (core.stats().waiting === 0 && (await tendTable(store)))
  const job = jobs.add({ name: 'store_upkeep', everyMs: UPKEEP_EVERY_MS, run })
  return () => job.stop()
}

function catalogueOf(config: Config): Catalogue {
  try {
    return loadCatalogue(config.catalogue ?? CATALOGUE)
  } catch (error) {
    const folder = config.catalogue === undefined ? CATALOGUE : `CATALOGUE=${config.catalogue}`
    throw new StartRefused(`${folder}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * Backups of the embedded store are made by the process that has it open. A PostgreSQL server is read by the command
 * itself.
 */
async function openBackups(parts: {
  readonly config: Config
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Logger
}): Promise<() => Promise<void>> {
  const { config, store, runtime } = parts
  if (store.kind !== 'embedded') return async () => {}
  const { dataDir, world } = config
  const folder = join(dataDir, world)
  const log = parts.log.child({ part: 'backup' })
  const snapshot: BackupSource['snapshot'] = (work) => store.transaction(({ query }) => work(query))
  const source: BackupSource = {
    world,
    filesFolder: join(folder, 'files'),
    query: store.query,
    snapshot,
    now: runtime.now,
    authenticate: (manifest) => authenticate(config, manifest),
  }
  try {
    const { stop } = await openBackupSocket({ folder, source, log })
    return stop
  } catch (error) {
    log.warn(
      { err: error },
      'no socket could be opened in the data folder: npm run backup needs this server to be stopped',
    )
    return async () => {}
  }
}

async function listen(
  context: AppContext,
  held: HeldPorts | undefined,
): Promise<{ readonly open: Pick<Running, 'app' | 'hub' | 'port'>; stop(): Promise<void> }> {
  const { config } = context
  const own = config.appUrl === undefined ? [] : [new URL(config.appUrl).hostname]
  const hosts = hostsOf({ names: [...config.allowedHosts, ...own], now: context.monotonicClock })
  const app = await openApp({ context, handlers: handlersOf(context), webDir: WEB_APP, hosts })
  const hub = new Hub(context)
  const { registry } = context.counts
  registerGauges(registry, { context, hub })
  const sockets = openSocketServer({ server: app.server, hub, context, hosts })
  let metrics: FastifyInstance | undefined
  const stop = async () => {
    sockets.stop()
    await Promise.all([closeWithin(app), metrics && closeWithin(metrics)])
  }
  try {
    await listenOn(app, { host: config.host, port: config.port }, held)
    if (config.metricsPort !== undefined)
      metrics = await openMetrics({ registry, port: config.metricsPort, limits: config, held })
  } catch (error) {
    await stop()
    throw error
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  return { open: { app, hub, port }, stop }
}
