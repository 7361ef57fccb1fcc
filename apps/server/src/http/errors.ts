/**
 * Transport refusals: the only answers with a status of 4xx or 5xx. They carry the same envelope as every other answer.
 */
import { type Reason, TRANSPORT_STATUS } from '@veritick/contract'
import type { Language } from '@veritick/locales'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { envelopeOf, type Refusal, refuse } from '../calls/index.ts'
import { CoreBusy, CoreEnded } from '../journal/index.ts'
import { HistoryBusy } from '../market/index.ts'
import { WorkLate } from '../services/clock/index.ts'
import { TurnRefused } from '../services/rate-limits/index.ts'
import { PasswordsBusy } from '../services/secrets/index.ts'
import { adviceFor, troubleOf } from '../store/index.ts'
import { languageOf } from './language.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** False: the call only reads, also by POST. Without it a GET reads and everything else changes. */
    readonly changes?: boolean
  }
}

export type TransportReason = keyof typeof TRANSPORT_STATUS & Reason

export function isTransport(reason: Reason): reason is TransportReason {
  return Object.hasOwn(TRANSPORT_STATUS, reason)
}

/** The codes of Fastify and its plugins for the faults that a client can cause. */
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

/** `sentence`: where that of the reason does not say enough. */
export function sendRefusal(
  reply: FastifyReply,
  reason: TransportReason,
  language: Language,
  sentence?: Refusal['sentence'],
): FastifyReply {
  noteRefusal(reply, reason)
  return reply
    .code(TRANSPORT_STATUS[reason])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(envelopeOf({ ...refuse(reason), ...(sentence && { sentence }) }, language))
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

/**
 * The client broke off its body. Its error has the code of a lost connection to PostgreSQL, so only its identity tells.
 */
const isBrokenOff = (error: FastifyError, request: FastifyRequest): boolean => request.raw.errored === error

export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const reason = reasonOf(error, request)
  // Never the address or the body: they may hold what only their owner should see.
  if (reason === 'internal_error') request.log.error({ err: error, route: request.routeOptions.url }, 'a call failed')
  else if (!isBrokenOff(error, request)) noteTrouble(error, request)
  return sendRefusal(reply, reason, languageOf(request))
}

/** A ceiling that was reached says nothing new, each time; a lost connection and a full disk do. */
function noteTrouble(error: FastifyError, request: FastifyRequest): void {
  const route = request.routeOptions.url
  if (error instanceof WorkLate) request.log.error({ err: error, route }, 'a library did not answer in time')
  const trouble = troubleOf(error)
  if (trouble === undefined) return
  const level = trouble === 'busy' ? 'debug' : 'warn'
  request.log[level]({ err: error, route }, adviceFor(error) ?? 'the store could not answer a call')
}

/**
 * A reader who met a trouble of the store, or gets no turn, may ask again. A call that changes something may have done
 * a part of it, or may repeat one that is done: `busy` would promise that nothing was done.
 */
function reasonOfTrouble(request: FastifyRequest): TransportReason {
  const { config, method } = request.routeOptions
  const isReading = config.changes === undefined ? method === 'GET' : !config.changes
  return isReading ? 'busy' : 'store_trouble'
}

function reasonOf(error: FastifyError, request: FastifyRequest): TransportReason {
  if (error instanceof TransportFault) return error.reason
  if (isBrokenOff(error, request)) return 'body_malformed'
  if (error instanceof CoreEnded) return 'shutting_down'
  if (error instanceof CoreBusy || error instanceof TurnRefused || troubleOf(error) !== undefined)
    return reasonOfTrouble(request)
  // Pictures are drawn and decoded before anything is kept.
  if (error instanceof WorkLate) return 'busy'
  if (error instanceof HistoryBusy || error instanceof PasswordsBusy) return 'too_many_requests'
  const known = REASON_OF_CODE[error.code]
  if (known !== undefined) return known
  if (error.statusCode === 429) return 'too_many_requests'
  if (error.statusCode === 413) return 'body_too_large'
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return 'body_malformed'
  return 'internal_error'
}
