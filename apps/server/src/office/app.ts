/**
 * The office's own HTTP door, on a port of its own: nothing of the customers' app is served here and nothing of this there. Below
 * it is what the app stands on too; stricter headers, a cookie instead of a token.
 */
import type { FastifyInstance } from 'fastify'
import type { House } from '../house.ts'
import { openBase } from '../http/base.ts'
import { registerMetrics } from '../metrics/routes.ts'
import { type OfficeHandlers, registerOfficeCalls } from './calls.ts'
import { registerOfficePages } from './pages.ts'
import { registerPictureDoor } from './reviews/picture-door.ts'
import type { StaffSessions } from './staff/session.ts'

/** The largest body: a setting with a hundred channels and their remarks. */
const BODY_BYTES_MAX = 262_144
/** Of one network address: an office behind one address with everybody at work. */
const CALLS_PER_MINUTE = 3_000

export async function openOfficeApp(options: {
  readonly house: House
  readonly sessions: StaffSessions
  readonly handlers: OfficeHandlers
  /** Folder of the built office. */
  readonly webDir: string
}): Promise<FastifyInstance> {
  const { house, webDir } = options
  const app = await openBase({
    house,
    part: 'office',
    bodyBytesMax: BODY_BYTES_MAX,
    headers: SECURITY_HEADERS,
    callsPerMinute: CALLS_PER_MINUTE,
  })
  registerOfficeCalls(app, options)
  registerPictureDoor(app, options)
  registerMetrics(app, { registry: house.counts.registry, token: house.config.metricsToken })
  await registerOfficePages(app, webDir)
  return app
}

/**
 * Everything from ourselves. The kit writes its styles into the page as it runs: each page gets a fresh nonce for them, so that a style
 * that somebody smuggles in does nothing.
 */
const SECURITY_HEADERS = {
  enableCSPNonces: true,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  // TLS ends at the proxy before us; it is the one to promise it.
  strictTransportSecurity: false,
} as const
