/**
 * Where /metrics is served: on the office's port to a Prometheus that sends METRICS_TOKEN, and with METRICS_PORT on the
 * loopback address to any program of this machine. Without its setting each of the two does not exist.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import {
  type ConnectionLimits,
  type HeldPorts,
  languageOf,
  limitClients,
  listenOn,
  PATIENCE,
  sendRefusal,
} from '../http/index.ts'

const PATH = '/metrics'

/** On the office's port. A wrong token is answered as if there were nothing here. */
export function registerMetrics(
  app: FastifyInstance,
  parts: { readonly registry: Registry; readonly token: string | undefined },
): void {
  const { registry, token } = parts
  if (token === undefined) return
  const expected = digestOf(`Bearer ${token}`)
  app.get(PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const isKnown = timingSafeEqual(digestOf(request.headers.authorization ?? ''), expected)
    if (!isKnown) return sendRefusal(reply, 'path_unknown', languageOf(request))
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** Of one length, so that they can be compared in constant time. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Listens on the loopback address only. No proxy stands before it: `limits` hold whether the app trusts one or not. */
export async function openMetrics(options: {
  readonly registry: Registry
  readonly port: number
  readonly limits: Omit<ConnectionLimits, 'trustProxy'>
  readonly held?: HeldPorts | undefined
}): Promise<FastifyInstance> {
  const { registry, port, limits, held } = options
  const app = Fastify({ logger: false, requestTimeout: PATIENCE.requestTimeout, http: PATIENCE })
  limitClients(app.server, { ...limits, trustProxy: false })
  app.get(PATH, async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
  await listenOn(app, { host: '127.0.0.1', port }, held)
  return app
}
