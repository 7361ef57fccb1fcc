/**
 * The customers' HTTP server: on what both servers stand on (base.ts), forms, the calls, pictures, the web app's files
 * and the health of the process. It joins parts and decides nothing.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Handlers } from '../calls/index.ts'
import { brandShown } from '../features/company/index.ts'
import type { Hosts } from '../services/network/index.ts'
import { siteOf } from '../services/passkeys/index.ts'
import { allowanceOf, LIMITS, networkTurnsOf, readTurnsOf, workLimit } from '../services/rate-limits/index.ts'
import { answerCheckOf } from './answer-check.ts'
import { openBase } from './base.ts'
import { companyAsked } from './browser.ts'
import { type CallTurns, registerCalls } from './calls.ts'
import { registerCards } from './card-pages.ts'
import { registerCompanyFiles } from './company-files.ts'
import type { Context } from './context.ts'
import { registerDocumentation } from './documentation.ts'
import { TransportFault } from './errors.ts'
import { FirstPages } from './first-page.ts'
import { registerHealth } from './health.ts'
import { registerMarks } from './instrument-logo.ts'
import { registerNewsPictures } from './news-pictures.ts'
import { PageShell } from './page-shell.ts'
import { holdsNul, readForm } from './parameters.ts'
import { registerStatement } from './statement-route.ts'
import { registerUploads } from './upload-routes.ts'
import { registerWebApp } from './web-app.ts'

/** The largest body of a call; the largest real one is a few hundred bytes. */
export const BODY_BYTES_MAX = 16_384

export async function openApp(options: {
  readonly context: Context
  readonly handlers: Handlers
  /** Folder of the built web app. */
  readonly webDir: string
  readonly hosts: Hosts
}): Promise<FastifyInstance> {
  const { context, handlers, webDir, hosts } = options
  const app = await openBase({
    context,
    part: 'http',
    bodyBytesMax: BODY_BYTES_MAX,
    headers: SECURITY_HEADERS,
    hosts,
    callsPerMinute: undefined,
  })
  registerForms(app)
  const readTurns = readTurnsOf(context.monotonicClock)
  const networkTurns = openNetworkTurns(app, context)
  registerCalls(app, {
    handlers,
    sessions: context.sessions,
    encryption: context.encryption,
    allowance: allowanceOf(context.monotonicClock),
    readTurns,
    changeTurns: workLimit(LIMITS.work.changes),
    networkTurns,
    protection: {
      allowance: allowanceOf<string>(context.monotonicClock, LIMITS.protection),
      turns: workLimit<string>(LIMITS.work.protection),
    },
    origins: context.config.origins,
    check: answerCheckOf(context),
  })
  await registerUploads(app, context, networkTurns.pictures)
  await registerCards(app, context, networkTurns.visitorReads)
  registerStatement(app, context, readTurns)
  registerDocumentation(app)
  registerHealth(app, context)
  registerMarks(app, context)
  registerCompanyFiles(app, { ...context, webDir }, networkTurns.publicFiles)
  registerNewsPictures(app, context, { reads: networkTurns.publicFiles, looks: networkTurns.visitorReads })
  const { monotonicClock, runtime, log } = context
  const wallClock = () => runtime.now()
  const shell = new PageShell(webDir)
  const hasPasskeys = (host: string) => siteOf(context.config, host) !== undefined
  const otherwise = () => context.settings.get('default_language')
  const parts = { folder: webDir, shell, calls: handlers, hasPasskeys, otherwise, monotonicClock, wallClock, log }
  const pages = new FirstPages(parts)
  const brandOf = (request: FastifyRequest) => ({
    ...brandShown(context.settings, companyAsked(request)),
    otherwise: otherwise(),
  })
  await registerWebApp(app, { monotonicClock, folder: webDir, pages, shell, brandOf })
  return app
}

/**
 * Orders, and changes by customers and visitors, wait for no turn while the store is in trouble: they are refused soon.
 * Demo accounts and reads of visitors wait then too, so that they never fill the store's lanes.
 */
function openNetworkTurns(app: FastifyInstance, { core }: Context): CallTurns {
  const { orders, reads, visitorReads, publicFiles, pictures, changes, visits, demo, demoVisits } = LIMITS.networkTurns
  const isWell = () => core.stats().commitTrouble === undefined
  const looked = {
    orders: networkTurnsOf(orders, isWell),
    changes: networkTurnsOf(changes, isWell),
    visits: networkTurnsOf(visits, isWell),
  }
  const timer = setInterval(() => {
    for (const turns of Object.values(looked)) turns.look()
  }, LIMITS.turnsLookedAtMs)
  app.addHook('onClose', () => clearInterval(timer))
  return {
    ...looked,
    reads: networkTurnsOf(reads),
    visitorReads: networkTurnsOf(visitorReads),
    publicFiles: networkTurnsOf(publicFiles),
    pictures: networkTurnsOf(pictures),
    demo: networkTurnsOf(demo),
    demoVisits: networkTurnsOf(demoVisits),
  }
}

/**
 * Everything from ourselves. Styles come from files; what scripts set on an element through its `style` object needs no
 * permission.
 */
const SECURITY_HEADERS = {
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
  referrerPolicy: 'no-referrer',
} as const

function registerForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    const read = holdsNul(text) ? undefined : readForm(text)
    if (read === undefined) done(new TransportFault('body_malformed'))
    else done(null, read)
  })
}
