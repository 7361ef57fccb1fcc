/**
 * The base of both servers, the customers' and the office's: limits, trusted proxies, headers, our own parsing of
 * bodies, errors in our own envelope. The app and the office each add their calls.
 */
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { MINUTE_MS } from '../services/clock/index.ts'
import { type Hosts, networkOf } from '../services/network/index.ts'
import { networkScopes, WindowCounters } from '../services/rate-limits/index.ts'
import { registerCompression } from './compress.ts'
import { limitClients, PATIENCE } from './connections.ts'
import type { Context } from './context.ts'
import { registerErrors, sendError, TransportFault, type TransportReason } from './errors.ts'
import { holdsNul, type ParametersRead, readJson } from './parameters.ts'
import { type Directives, registerSecurityHeaders } from './security-headers.ts'
import { registerSlowRefusals } from './slow-refusals.ts'

/** The longest address; longer ones carry nothing that a call takes. */
export const URL_LENGTH_MAX = 4096
/** An idle connection of a client is closed after this long. */
const IDLE_MILLIS_MAX = 10_000
/** Of a proxy: longer than the proxy's own 60 s, so that it sends no request into a connection that is closing. */
const IDLE_MILLIS_MAX_OF_PROXY = 72_000

export async function openBase(options: {
  readonly context: Pick<Context, 'config' | 'log' | 'counts'>
  /** The name of the server in the log. */
  readonly part: string
  readonly bodyBytesMax: number
  /** The content policy of its pages, and the referrer policy. */
  readonly headers: { readonly directives: Directives; readonly referrerPolicy: string }
  readonly hosts: Hosts
  /** Of one network for all calls together; `undefined`: only where a call says so. */
  readonly callsPerMinute: number | undefined
}): Promise<FastifyInstance> {
  const { context, part, bodyBytesMax, headers, hosts, callsPerMinute } = options
  const log: FastifyBaseLogger = context.log.child({ part })
  const app = Fastify({
    loggerInstance: log,
    // A child of the log for each request costs more than parsing the request. A log line names its route.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    requestTimeout: PATIENCE.requestTimeout,
    keepAliveTimeout: context.config.trustProxy ? IDLE_MILLIS_MAX_OF_PROXY : IDLE_MILLIS_MAX,
    http: PATIENCE,
    trustProxy: proxiesOf(context.config),
    // Queries are read where a doubled name is seen.
    routerOptions: { querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => {
      void sendError(error, request, reply)
    },
  })
  limitClients(app.server, context.config)
  context.counts.watchCalls(app, part === 'office' ? 'office' : 'app')
  registerErrors(app)
  registerSlowRefusals(app)
  registerJson(app)
  registerCompression(app)
  registerSecurityHeaders(app, headers)
  registerHosts(app, hosts)
  registerAddresses(app)
  await app.register(
    rateLimit,
    callsPerMinute === undefined
      ? { global: false, keyGenerator }
      : { global: true, keyGenerator, max: callsPerMinute, timeWindow: '1 minute' },
  )
  limitWiderNetworks(app)
  return app
}

/**
 * The limit of a route by network also holds, as a multiple, for the wider networks of IPv6. The hook runs after the
 * plugin's, so that requests that their own network's limit refuses use up nothing of other customers.
 */
function limitWiderNetworks(app: FastifyInstance): void {
  const counters = new WindowCounters(() => performance.now())
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const { config, url } = request.routeOptions
    const max = config.rateLimit === false ? undefined : config.rateLimit?.max
    if (typeof max !== 'number') return done()
    for (const { network, times } of networkScopes(networkOf(request.ip)).slice(1)) {
      const key = `${url} ${network}`
      if (counters.count(key) >= max * times) return done(new TransportFault('too_many_requests'))
      counters.add(key, MINUTE_MS)
    }
    done()
  })
}

const keyGenerator = (request: FastifyRequest): string => networkOf(request.ip)

/**
 * The trusted proxy is the one before us, which writes the last address of `X-Forwarded-For`. A client may have written
 * the addresses before it.
 */
const proxiesOf = ({ trustProxy }: { readonly trustProxy: boolean }) =>
  trustProxy ? (_address: string, hop: number): boolean => hop === 0 : false

/** The path that a load balancer asks, by any host name: the answer holds nothing that a page elsewhere could use. */
export const HEALTH_PATH = '/healthz'

function registerHosts(app: FastifyInstance, hosts: Hosts): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isKnown = request.raw.url?.split('?')[0] === HEALTH_PATH || hosts.accepts(request.raw)
    done(isKnown ? undefined : new TransportFault('host_unknown'))
  })
}

/** Addresses that are too long, or that no store could keep. */
function registerAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', ({ url }, _reply, done) => {
    const fault = addressFault(url)
    done(fault === undefined ? undefined : new TransportFault(fault))
  })
}

function addressFault(url: string): TransportReason | undefined {
  // A whole address (`GET http://elsewhere/`) would name a second host beside the header.
  if (!url.startsWith('/')) return 'path_unknown'
  if (url.length > URL_LENGTH_MAX) return 'url_too_long'
  return holdsNul(url) ? 'path_unknown' : undefined
}

/** Bodies are read by ourselves so that a doubled name is seen. Everything else is refused by Fastify. */
function registerJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const read: ParametersRead | undefined = readJson(String(body))
    if (read === undefined) done(new TransportFault('body_malformed'))
    else done(null, read)
  })
}
