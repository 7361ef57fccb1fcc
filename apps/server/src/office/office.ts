/** The office opened: its door, its people, and for the first of them a link. */
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { House } from '../house.ts'
import { type Hosts, hostsOf } from '../http/hosts.ts'
import { openOfficeApp } from './app.ts'
import { officeHandlers } from './handlers.ts'
import { firstLink, resetLink } from './staff/first-start.ts'
import { linkPath } from './staff/links.ts'
import { rememberedSessions } from './staff/remembered-sessions.ts'
import { staffSessionsOf } from './staff/session.ts'

const OFFICE_WEB = fileURLToPath(new URL('../../../office/dist', import.meta.url))

export type Office = {
  readonly app: FastifyInstance
  /** The port it listens on: the one asked for, or the one given for 0. */
  readonly port: number
  /** Path of the first admin's one-time link; `undefined` once an admin has signed in. Whoever sees it can become them. */
  readonly firstLink: string | undefined
  /** Of the admin whom the command line named, likewise. */
  readonly resetLink: string | undefined
  stop(): Promise<void>
}

export async function openOffice(house: House): Promise<Office> {
  const { config } = house
  const sessions = rememberedSessions(staffSessionsOf(house), house)
  const reset = config.resetAdmin === undefined ? undefined : await resetLink(house, { sessions, email: config.resetAdmin })
  const app = await openOfficeApp({
    house,
    sessions,
    handlers: officeHandlers(house, sessions),
    webDir: OFFICE_WEB,
    hosts: hostsFor(house),
  })
  try {
    await app.listen({ host: config.officeHost, port: config.officePort })
  } catch (error) {
    await app.close()
    throw error
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.officePort
  const first = await firstLink(house)
  return { app, port, firstLink: first && linkPath(first.link), resetLink: reset && linkPath(reset.link), stop: () => app.close() }
}

/** Beside the allowed names the one in the links that are mailed to the staff. */
function hostsFor({ config, steadyClock }: House): Hosts {
  const own = config.officeUrl === undefined ? [] : [new URL(config.officeUrl).hostname]
  return hostsOf({ names: [...config.allowedHosts, ...own], now: steadyClock })
}
