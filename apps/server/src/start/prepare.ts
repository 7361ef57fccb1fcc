/**
 * The steps of a start before it opens the store: it names settings that look misspelt, takes its ports, waits for
 * PostgreSQL and checks that an option of repair finds a store.
 */
import type { Logger } from 'pino'
import type { Config } from '../config/index.ts'
import type { HeldPorts } from '../http/index.ts'
import { holdPorts } from './placeholder.ts'
import { checkRepairTarget, placeOf } from './repair-target.ts'
import { waitForPostgres } from './wait-for-postgres.ts'

export type Prepared = {
  /** True when the process was asked to end before PostgreSQL answered. */
  readonly stopped: boolean
  /** Gives the servers that hold the ports to the real servers. */
  readonly heldPorts: HeldPorts
  /** Lets the ports go that no real server has taken. */
  releasePorts(): Promise<void>
}

/** Throws StoreRefused, or the error of a port that cannot be had. */
export async function prepareStart(parts: {
  readonly config: Config
  readonly log: Logger
  readonly stopAsked: Promise<unknown>
  readonly monotonicClock: () => number
}): Promise<Prepared> {
  const { config, log, stopAsked, monotonicClock } = parts
  log.info({ store: placeOf(config) }, 'starting')
  for (const sentence of config.misspelt) log.warn(sentence)
  const { databaseUrl, databaseWaitSeconds: maxSeconds } = config
  const places = [
    { host: config.host, port: config.port },
    { host: config.officeHost, port: config.officePort },
    { host: METRICS_HOST, port: config.metricsPort },
  ]
  const ports = await holdPorts(places, config)
  try {
    if (databaseUrl !== undefined) {
      // A start says that no PostgreSQL answers once it has found none, not before it has asked.
      const onUnreachable = () => ports.say('store_unreachable')
      const outcome = await waitForPostgres({ databaseUrl, maxSeconds, log, stopAsked, monotonicClock, onUnreachable })
      if (outcome === 'stopped') return { stopped: true, heldPorts: ports.handOver, releasePorts: ports.release }
      ports.say('starting')
    }
    await checkRepairTarget(config)
    return { stopped: false, heldPorts: ports.handOver, releasePorts: ports.release }
  } catch (error) {
    await ports.release()
    throw error
  }
}

const METRICS_HOST = '127.0.0.1'
