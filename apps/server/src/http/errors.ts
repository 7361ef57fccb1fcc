/** Transport refusals: the only answers with a status of 4xx or 5xx. They carry the same envelope as every other answer. */
import { type Reason, TRANSPORT_STATUS } from '@veritick/contract'
import type { Language } from '@veritick/locales'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CoreBusy, CoreEnded } from '../core/intake.ts'
import { HistoryBusy } from '../market/turns.ts'
import { envelopeOf, refuse } from './answer.ts'
import { languageOf } from './calls.ts'

export type TransportReason = keyof typeof TRANSPORT_STATUS & Reason

export function isTransport(reason: Reason): reason is TransportReason {
  return Object.hasOwn(TRANSPORT_STATUS, reason)
}

/** What Fastify and its plugins call the faults that a client can cause. */
const REASON_OF_CODE: Readonly<Record<string, TransportReason>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'body_type_unknown',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'body_malformed',
  FST_ERR_BAD_URL: 'path_unknown',
}

const refusals = new WeakMap<FastifyReply, Reason>()

/** Remembers why a call was refused, for what counts refusals once it was answered. */
export function noteRefusal(reply: FastifyReply, reason: Reason): void {
  refusals.set(reply, reason)
}

export function refusalOf(reply: FastifyReply): Reason | undefined {
  return refusals.get(reply)
}

export function sendRefusal(reply: FastifyReply, reason: TransportReason, language: Language): FastifyReply {
  noteRefusal(reply, reason)
  return reply
    .code(TRANSPORT_STATUS[reason])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(envelopeOf(refuse(reason), language))
}

/** Thrown by our own parsers and limits; everything else that is thrown is our bug. */
export class TransportFault extends Error {
  readonly reason: TransportReason
  constructor(reason: TransportReason) {
    super(reason)
    this.reason = reason
  }
}

export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
}

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const reason = reasonOf(error)
  // Never the address or the body: they may hold what only their owner should see.
  if (reason === 'internal_error') request.log.error({ err: error, route: request.routeOptions.url }, 'a call failed')
  return sendRefusal(reply, reason, languageOf(request))
}

function reasonOf(error: FastifyError): TransportReason {
  if (error instanceof TransportFault) return error.reason
  if (error instanceof CoreEnded) return 'shutting_down'
  if (error instanceof CoreBusy) return 'busy'
  if (error instanceof HistoryBusy) return 'too_many_requests'
  const known = REASON_OF_CODE[error.code]
  if (known !== undefined) return known
  if (error.statusCode === 429) return 'too_many_requests'
  if (error.statusCode === 413) return 'body_too_large'
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return 'body_malformed'
  return 'internal_error'
}
