/**
 * The customers' HTTP door: on what both doors stand on (base.ts), forms, the calls, pictures, the web app's files and the health of the
 * process. It joins parts and decides nothing.
 */
import { CALLS } from '@veritick/contract'
import type { FastifyInstance } from 'fastify'
import { registerCards } from '../features/deposits/card-door.ts'
import { registerStatement } from '../features/wallet/statement-door.ts'
import type { House } from '../house.ts'
import { registerUploads } from '../uploads/routes.ts'
import { allowanceOf } from './allowance.ts'
import { openBase } from './base.ts'
import { type Handlers, languageOf, registerCalls } from './calls.ts'
import { registerDocumentation } from './documentation.ts'
import { sendRefusal, TransportFault } from './errors.ts'
import { registerHealth } from './health.ts'
import type { Hosts } from './hosts.ts'
import { registerMarks } from './mark.ts'
import { holdsNul, readPairs } from './parameters.ts'
import { readTurnsOf } from './read-turns.ts'
import { registerWebApp } from './web-app.ts'

/** The largest body of a call; the largest real one is a few hundred bytes. */
export const BODY_BYTES_MAX = 16_384

export async function openApp(options: {
  readonly house: House
  readonly handlers: Handlers
  /** Folder of the built web app. */
  readonly webDir: string
  readonly hosts: Hosts
}): Promise<FastifyInstance> {
  const { house, handlers, webDir, hosts } = options
  const app = await openBase({
    house,
    part: 'http',
    bodyBytesMax: BODY_BYTES_MAX,
    headers: SECURITY_HEADERS,
    hosts,
    callsPerMinute: undefined,
  })
  registerForms(app)
  const readTurns = readTurnsOf(house.steadyClock)
  registerCalls(app, {
    handlers,
    sessions: house.sessions,
    allowance: allowanceOf(house.steadyClock),
    readTurns,
    origins: house.config.origins,
  })
  registerOtherMethods(app)
  await registerUploads(app, house)
  await registerCards(app, house)
  registerStatement(app, house, readTurns)
  registerDocumentation(app)
  registerHealth(app, house)
  registerMarks(app, house)
  await registerWebApp(app, webDir)
  return app
}

/** Everything from ourselves. Styles come from files; what scripts set on an element through its `style` object needs no permission. */
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
    if (holdsNul(text)) done(new TransportFault('body_malformed'))
    else done(null, readPairs(text))
  })
}

/** A known path by another method says so, instead of falling through to the web app. */
function registerOtherMethods(app: FastifyInstance): void {
  for (const call of Object.values(CALLS)) {
    const allowed = !call.changes && call.methods.some((method) => method === 'GET') ? [...call.methods, 'HEAD'] : [...call.methods]
    const others = (['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).filter((method) => !allowed.includes(method))
    app.route({
      method: others,
      url: call.path,
      exposeHeadRoute: false,
      // The body is nobody's business here, whatever its type.
      onRequest: async (request, reply) => {
        void reply.header('allow', allowed.join(', '))
        return sendRefusal(reply, 'method_not_allowed', languageOf(request))
      },
      handler: () => {},
    })
  }
}
