/**
 * The office's own HTTP server, on a port of its own: nothing of the customers' app is served here and nothing of this
 * there. Below it is what the app stands on too; stricter headers, a cookie instead of a token.
 */

import type { FastifyInstance } from 'fastify'
import type { OfficeHandlers } from '../calls/index.ts'
import type { RememberedSessions } from '../features/staff/index.ts'
import type { Hosts } from '../services/network/index.ts'
import { LIMITS } from '../services/rate-limits/index.ts'
import { answerCheckOf } from './answer-check.ts'
import { openBase } from './base.ts'
import { registerOfficeCompanyFiles } from './company-files.ts'
import type { Context } from './context.ts'
import { registerOfficeNewsPictures } from './news-pictures.ts'
import { registerOfficeCalls } from './office-calls.ts'
import { OFFICE_DIRECTIVES, registerOfficePages } from './office-pages.ts'
import { registerPictureRoute } from './picture-route.ts'

/** The largest body: a setting with a hundred channels and their remarks. */
const BODY_BYTES_MAX = 262_144

export async function openOfficeApp(options: {
  readonly context: Context
  readonly sessions: RememberedSessions
  readonly handlers: OfficeHandlers
  /** Folder of the built office. */
  readonly webDir: string
  readonly hosts: Hosts
  /** Routes beside the table of calls. */
  readonly register: (app: FastifyInstance) => void
}): Promise<FastifyInstance> {
  const { context, webDir } = options
  const app = await openBase({
    context,
    part: 'office',
    bodyBytesMax: BODY_BYTES_MAX,
    headers: SECURITY_HEADERS,
    hosts: options.hosts,
    callsPerMinute: LIMITS.network.office,
  })
  registerOfficeCalls(app, { ...options, check: answerCheckOf(context) })
  registerPictureRoute(app, options)
  registerOfficeCompanyFiles(app, { ...context, sessions: options.sessions })
  await registerOfficeNewsPictures(app, options)
  options.register(app)
  await registerOfficePages(app, { folder: webDir, now: context.monotonicClock })
  return app
}

/**
 * Everything from ourselves. The page itself adds a fresh nonce for the styles that its kit writes as it runs: see
 * office-pages.ts.
 */
const SECURITY_HEADERS = { directives: OFFICE_DIRECTIVES, referrerPolicy: 'no-referrer' } as const
