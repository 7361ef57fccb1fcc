/**
 * The office's own HTTP door, on a port of its own: nothing of the customers' app is served here and nothing of this there. Below
 * it is what the app stands on too; stricter headers, a cookie instead of a token.
 */
import type { FastifyInstance } from 'fastify'
import type { House } from '../house.ts'
import { openBase } from '../http/base.ts'
import type { Hosts } from '../http/hosts.ts'
import { registerMetrics } from '../metrics/routes.ts'
import { type OfficeHandlers, registerOfficeCalls } from './calls.ts'
import { OFFICE_DIRECTIVES, registerOfficePages } from './pages.ts'
import { registerPictureDoor } from './reviews/picture-door.ts'
import type { RememberedSessions } from './staff/remembered-sessions.ts'

/** The largest body: a setting with a hundred channels and their remarks. */
const BODY_BYTES_MAX = 262_144
/** Of one network address: an office behind one address with everybody at work. */
const CALLS_PER_MINUTE = 3_000

export async function openOfficeApp(options: {
  readonly house: House
  readonly sessions: RememberedSessions
  readonly handlers: OfficeHandlers
  /** Folder of the built office. */
  readonly webDir: string
  readonly hosts: Hosts
}): Promise<FastifyInstance> {
  const { house, webDir } = options
  const app = await openBase({
    house,
    part: 'office',
    bodyBytesMax: BODY_BYTES_MAX,
    headers: SECURITY_HEADERS,
    hosts: options.hosts,
    callsPerMinute: CALLS_PER_MINUTE,
  })
  registerOfficeCalls(app, options)
  registerPictureDoor(app, options)
  registerMetrics(app, { registry: house.counts.registry, token: house.config.metricsToken })
  await registerOfficePages(app, webDir)
  return app
}

/** Everything from ourselves. The page itself adds a fresh nonce for the styles that its kit writes as it runs: see pages.ts. */
const SECURITY_HEADERS = { directives: OFFICE_DIRECTIVES, referrerPolicy: 'no-referrer' } as const
