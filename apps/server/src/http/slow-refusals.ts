/**
 * Refusals to one network at a limited pace. A refusal costs nearly as much as an answer, so a client that asked again
 * after each one slowed all orders to a third. Above the limit a refusal is sent later, and the client's connection has
 * no other request meanwhile. Requests that are answered wait for nothing.
 */
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../services/network/index.ts'
import { LIMITS, networkCeilingOf } from '../services/rate-limits/index.ts'
import { isTransport, refusalOf } from './errors.ts'

/** Refusals that need a session have the limits of its customer, except those that are transport refusals. */
const isOfAnyone = (reason: Parameters<typeof isTransport>[0]): boolean =>
  reason === 'session_missing' || reason === 'session_ended' || isTransport(reason)

/** Before the app has routes. */
export function registerSlowRefusals(app: FastifyInstance): void {
  const { max, millis, waitMs } = LIMITS.refusals
  const ceiling = networkCeilingOf({ now: () => performance.now(), max, millis })
  app.addHook('onSend', (request, reply, payload, done) => {
    const reason = refusalOf(reply)
    if (reason === undefined || !isOfAnyone(reason) || ceiling.take(networkOf(request.ip))) done(null, payload)
    else setTimeout(done, waitMs, null, payload).unref()
  })
}
