/**
 * Everything joined, in the order in which each part needs the one before: store, write path, market, doors. Nothing is told to
 * anyone before recovery is done; the end goes the other way round.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Millis, must } from '@veritick/domain'
import { createEngine } from '@veritick/engine'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type BackupSource, openBackupSocket } from '../backup/index.ts'
import type { Config } from '../config/index.ts'
import { type Core, openCore, openCoreThread } from '../core/index.ts'
import { openAlerts, watchAll } from '../features/alerts/index.ts'
import { openIdentity } from '../features/identity/index.ts'
import { openInstrumentChanges, openTerms, StartRefused } from '../features/instruments/index.ts'
import { openNotices } from '../features/notices/index.ts'
import { openSessions } from '../features/sessions/index.ts'
import { ANSWERS_CHECKED_EVERY, openApp } from '../http/index.ts'
import { type Catalogue, type Feed, loadCatalogue, type Market, openMarket } from '../market/index.ts'
import { openCounts, openMetrics, registerGauges } from '../metrics/index.ts'
import { type Runtime, realRuntime } from '../services/clock/index.ts'
import { openDisk } from '../services/disk/index.ts'
import { openJobs, realTimers } from '../services/jobs/index.ts'
import { hostsOf } from '../services/network/index.ts'
import { Hub, openSocketServer } from '../socket/index.ts'
import { openStore, type Store } from '../store/index.ts'
import type { AppContext } from './app-context.ts'
import { handlersOf } from './customer-handlers.ts'
import { openInfrastructure } from './infrastructure.ts'
import { type Office, openOffice } from './office.ts'
import { openMoney } from './open-money.ts'

export type Running = {
  readonly context: AppContext
  readonly app: FastifyInstance
  readonly hub: Hub
  /** The port it listens on: the one asked for, or the one given for 0. */
  readonly port: number
  readonly office: Office
  /** Doors closed, everything decided durable, files let go. */
  stop(): Promise<void>
}

export type ServerOptions = {
  readonly config: Config
  readonly log: Logger
  readonly wallClock: () => Millis
  readonly monotonicClock: () => number
  /** The program of the threads that the server starts; `undefined`: everything works in this thread, as in tests. */
  readonly threadFile?: string | undefined
  /** Where the core works; only with `threadFile`. */
  readonly corePlace?: 'thread' | 'process'
  readonly feed: (catalogue: Catalogue, store: Store) => Feed | Promise<Feed>
  /** Of the answers of one call, one of so many is checked against its schema; `undefined`: as in production. */
  readonly answersCheckedEvery?: number
  /** Called once: the process must end and start again. */
  readonly onFatal: (error: Error) => void
  /** Lets go what held the ports until now. */
  readonly beforeListening?: () => Promise<void>
}

const CATALOGUE = fileURLToPath(new URL('../../catalogue', import.meta.url))
const WEB_APP = fileURLToPath(new URL('../../../web/dist', import.meta.url))

export async function openServer(options: ServerOptions): Promise<Running> {
  const { config, log, wallClock, monotonicClock } = options
  const opened: (() => Promise<void>)[] = []
  /** One part that cannot close cleanly must not keep the others open. */
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'a part did not close cleanly'))
    }
  }
  try {
    const catalogue = catalogueOf(config)
    const { dataDir, databaseUrl, world } = config
    const store = await openStore({ dataDir, databaseUrl, world, log, threadFile: options.threadFile })
    opened.push(() => store.close())
    const jobs = openJobs({ timers: realTimers, now: wallClock, log: log.child({ part: 'jobs' }) })
    opened.push(jobs.stop)
    const disk = await openDisk({ folder: dataDir, wallClock, log, jobs })
    opened.push(disk.stop)
    const runtime = { now: wallClock, random: realRuntime.random }
    opened.push(await openBackups({ config, store, runtime, log }))
    const counts = openCounts()
    const instrumentChanges = await openInstrumentChanges({ store, runtime, catalogue })
    const feed = await options.feed(catalogue, store)
    const { infrastructure, stop: stopFoundations } = await openInfrastructure({
      config,
      store,
      runtime,
      log,
      jobs,
      counts,
    })
    opened.push(stopFoundations)
    const opening = await coreOf({ ...options, store })
    opened.push(() => opening.stop())
    const core = counts.watchCore(opening)
    const market = await marketOver({ core, store, catalogue, feed, config, log })
    opened.push(() => market.stop())
    const { settings } = infrastructure
    const engineSync = await openTerms({
      core,
      market,
      catalogue,
      settings,
      ids: infrastructure.ids,
      instrumentChanges,
      jobs,
      log: log.child({ part: 'terms' }),
    })
    opened.push(engineSync.stop)
    await market.start(core.market)

    const sessions = await openSessions({ store, wallClock, monotonicClock })
    const money = await openMoney({
      ...infrastructure,
      store,
      core,
      market,
      sessions,
      log: log.child({ part: 'money' }),
    })
    opened.push(money.stop)
    const alerts = openAlerts({
      ...infrastructure,
      store,
      office: config.officeUrl,
      log: log.child({ part: 'alerts' }),
    })
    opened.push(alerts.stop)
    const notices = await openNotices({
      ...infrastructure,
      alerts,
      store,
      core,
      names: (instrument) => must(market.item(instrument), 'a traded instrument is in the catalogue').entry.terms,
      log: log.child({ part: 'notices' }),
    })
    opened.push(notices.stop)
    const identity = openIdentity({ ...infrastructure, store, log: log.child({ part: 'identity' }) })
    opened.push(identity.stop)
    const context: AppContext = {
      ...infrastructure,
      config,
      store,
      disk,
      core,
      market,
      catalogue,
      instrumentChanges,
      engineSync,
      sessions,
      identity,
      deposits: money.deposits,
      withdrawals: money.withdrawals,
      corrections: money.corrections,
      freezes: money.freezes,
      notices,
      alerts,
      log,
      counts,
      wallClock,
      monotonicClock,
      answersCheckedEvery: options.answersCheckedEvery ?? ANSWERS_CHECKED_EVERY,
    }
    watchAll(alerts, context)
    await options.beforeListening?.()
    // The office first: an option for one of its admins is refused before customers can open the app.
    const office = await openOffice(context)
    opened.push(office.stop)
    const doors = await openDoors(context)
    opened.push(doors.stop)
    core.beginJournalCheck()
    return { context, stop, office, ...doors.open }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The core in a thread or process of its own, or in this thread where the server starts none. */
function coreOf(parts: ServerOptions & { readonly store: Store }): Promise<Core> {
  const { config, store, wallClock, monotonicClock, onFatal, threadFile, corePlace: place = 'thread' } = parts
  const { tasks } = config
  const log = parts.log.child({ part: 'core' })
  if (threadFile === undefined) return openCore({ store, engine: createEngine(), wallClock, log, onFatal, tasks })
  const { logLevel } = config
  return openCoreThread({ threadFile, place, store, log, logLevel, onFatal, tasks, wallClock, monotonicClock })
}

function catalogueOf(config: Config): Catalogue {
  try {
    return loadCatalogue(config.catalogue ?? CATALOGUE)
  } catch (error) {
    const folder = config.catalogue === undefined ? CATALOGUE : `CATALOGUE=${config.catalogue}`
    throw new StartRefused(`${folder}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Backups of the embedded store are made by the process that has it open. A PostgreSQL server is read by the command itself. */
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
  const source = { world, filesFolder: join(folder, 'files'), query: store.query, snapshot, now: runtime.now }
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

async function marketOver(parts: {
  readonly core: Core
  readonly store: Store
  readonly catalogue: Catalogue
  readonly feed: Feed
  readonly config: Config
  readonly log: Logger
}): Promise<Market> {
  const { core, store, catalogue, feed, config, log } = parts
  const { lastRollover } = await core.query({ kind: 'trading' })
  const { sessions } = config
  return openMarket({
    feed,
    catalogue,
    // The numbers of quotes are reserved there: readers must not be able to hold that up.
    store: store.background,
    sessions,
    resumeAt: core.marketTime(),
    lastRollover,
    log: log.child({ part: 'market' }),
  })
}

async function openDoors(
  context: AppContext,
): Promise<{ readonly open: Pick<Running, 'app' | 'hub' | 'port'>; stop(): Promise<void> }> {
  const { config } = context
  const own = config.appUrl === undefined ? [] : [new URL(config.appUrl).hostname]
  const hosts = hostsOf({ names: [...config.allowedHosts, ...own], now: context.monotonicClock })
  const app = await openApp({ context, handlers: handlersOf(context), webDir: WEB_APP, hosts })
  const hub = new Hub(context)
  registerGauges(context.counts.registry, { context, hub })
  const sockets = openSocketServer({ server: app.server, hub, context, hosts })
  let metrics: FastifyInstance | undefined
  const stop = async () => {
    sockets.stop()
    await app.close()
    await metrics?.close()
  }
  try {
    await app.listen({ host: config.host, port: config.port })
    if (config.metricsPort !== undefined)
      metrics = await openMetrics({ registry: context.counts.registry, port: config.metricsPort })
  } catch (error) {
    await stop()
    throw error
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  return { open: { app, hub, port }, stop }
}
