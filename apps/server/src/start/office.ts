/** Opens the office: its port, its staff, and a link for the first admin. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import {
  firstLink,
  LIVING_SESSIONS_FILE,
  LivingSessions,
  linkPath,
  rememberedSessions,
  resetLink,
  staffSessionsOf,
} from '../features/staff/index.ts'
import { closeWithin, type HeldPorts, listenOn, openOfficeApp } from '../http/index.ts'
import { registerMetrics } from '../metrics/index.ts'
import { type Hosts, hostsOf } from '../services/network/index.ts'
import type { AppContext } from './app-context.ts'
import { officeHandlers } from './staff-handlers.ts'

const OFFICE_WEB = fileURLToPath(new URL('../../../office/dist', import.meta.url))

export type Office = {
  readonly app: FastifyInstance
  /** The port it listens on: the one asked for, or the one given for 0. */
  readonly port: number
  /**
   * Path of the first admin's one-time link; `undefined` once an admin has signed in. The link is a secret: its first
   * user becomes the admin.
   */
  readonly firstLink: string | undefined
  /** Of the admin whom the command line named, likewise. */
  readonly resetLink: string | undefined
  stop(): Promise<void>
}

export async function openOffice(context: AppContext, held?: HeldPorts): Promise<Office> {
  const { config, log, runtime } = context
  const file = join(config.dataDir, config.world, LIVING_SESSIONS_FILE)
  const living = new LivingSessions({ file, log, now: runtime.now })
  const sessions = rememberedSessions(staffSessionsOf({ ...context, living }), context)
  const reset =
    config.resetAdmin === undefined ? undefined : await resetLink(context, { sessions, email: config.resetAdmin })
  const app = await openOfficeApp({
    context,
    sessions,
    handlers: officeHandlers(context, sessions),
    webDir: OFFICE_WEB,
    hosts: hostsFor(context),
    register: (each) => registerMetrics(each, { registry: context.counts.registry, token: config.metricsToken }),
  })
  try {
    await listenOn(app, { host: config.officeHost, port: config.officePort }, held)
  } catch (error) {
    await app.close()
    throw error
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.officePort
  const first = await firstLink(context)
  return {
    app,
    port,
    firstLink: first && linkPath(first.link),
    resetLink: reset && linkPath(reset.link),
    stop: () => closeWithin(app),
  }
}

/** Beside the allowed names the one in the links that are mailed to the staff. */
function hostsFor({ config, monotonicClock }: AppContext): Hosts {
  const own = config.officeUrl === undefined ? [] : [new URL(config.officeUrl).hostname]
  return hostsOf({ names: [...config.allowedHosts, ...own], now: monotonicClock })
}
