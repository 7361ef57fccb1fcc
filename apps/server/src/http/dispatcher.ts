/**
 * A table of calls made into routes, for the customers' port and for the office's: where a request comes from, who
 * makes it, what it carries, then the handler, then the envelope. The two ports differ only in who the caller is and
 * what that caller may do (`Callers`). A handler sees parsed values and a session; it never sees a request.
 */
import { type CallRecord, HEADER_LANGUAGE, HEADER_REPEATED, isReason, type Reason } from '@veritick/contract'
import { must } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { envelopeOf, type Refusal, refuse, type SentRequest, type Stored, type Success } from '../calls/index.ts'
import type { Encryption } from '../services/encryption/index.ts'
import { networkOf } from '../services/network/index.ts'
import type { AnswerCheck } from './answer-check.ts'
import { type BrowserCookie, companyOf, deviceOf } from './browser.ts'
import { isTransport, noteRefusal, sendRefusal } from './errors.ts'
import { languageOf } from './language.ts'
import { merge, type ParametersRead, readPairs } from './parameters.ts'

export type AnyCall = CallRecord<unknown>
export type Answer = (Success<unknown> & { readonly session?: { readonly token: string } | 'ended' }) | Refusal | Stored

/** The input of every handler. `host`: the header as it was sent; any client may send any. */
export type ParsedRequest = {
  readonly params: unknown
  readonly language: Language
  readonly from: string
  readonly device: string
  readonly host: string | undefined
  readonly browser: string | undefined
  readonly company: number | undefined
}
export type Route<Call extends AnyCall> = {
  readonly name: string
  readonly call: Call
  readonly handler: (parsed: ParsedRequest) => Promise<Answer>
}
export type Found<Session> = { readonly ok: true; readonly session: Session } | Refusal
type RoutedRequest<Call extends AnyCall, Session> = {
  readonly route: Route<Call>
  readonly request: FastifyRequest
  readonly session: Session
  readonly parsed: ParsedRequest
}

/** The callers of one port: how their session is found, and the rights of each. */
export type Callers<Call extends AnyCall, Session> = {
  /** Limits of the route. */
  readonly configOf: (route: Route<Call>) => FastifyContextConfig
  /** A request that no page of this port meant. */
  readonly isForeign: (route: Route<Call>, request: FastifyRequest) => boolean
  /** Finds the session and refuses a caller who may not make the call. */
  readonly find: (route: Route<Call>, request: FastifyRequest) => Promise<Found<Session>>
  /** Counts a call that changes something, once for each request; false: its caller sends too many. */
  readonly isWithinLimits: (route: Route<Call>, session: Session) => boolean
  /** Runs the handler, a state-changing call once for each idempotency key. */
  readonly run: (routed: RoutedRequest<Call, Session>) => Promise<Answer>
  readonly browser: BrowserCookie
  /** Writes what a success changes in the caller's own cookies. */
  readonly onSuccess?: (reply: Answer, request: FastifyRequest, sent: FastifyReply) => void
  /** A GET answers HEAD too. */
  readonly answersHead: boolean
}

/** The body of a caller without a session; it is read before the caller is known. */
const VISITOR_BODY_BYTES_MAX = 16_384

export function registerTable<Call extends AnyCall, Session>(
  app: FastifyInstance,
  options: {
    readonly calls: Readonly<Record<string, Call>>
    readonly handlers: Readonly<Record<string, unknown>>
    readonly callers: Callers<Call, Session>
    readonly check: AnswerCheck
  },
): void {
  const { calls, handlers, callers, check } = options
  for (const [name, call] of Object.entries(calls)) {
    // The table ties name, parameters and handler together; a loop over names cannot express it, so it is said once
    // here.
    const route = { name, call, handler: handlers[name] as Route<Call>['handler'] }
    const answersHead = callers.answersHead && !call.changes
    const bodyBytesMax = call.bodyBytesMax ?? (call.caller === 'visitor' ? VISITOR_BODY_BYTES_MAX : undefined)
    app.route({
      method: [...call.methods],
      url: call.path,
      exposeHeadRoute: answersHead,
      ...(bodyBytesMax !== undefined && { bodyLimit: bodyBytesMax }),
      config: { changes: call.changes, ...callers.configOf(route) },
      ...hooksOf({ route, callers, check }),
    })
    refuseOtherMethods(app, call, answersHead)
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** A known path by another method says so, with or without a body. */
function refuseOtherMethods(app: FastifyInstance, call: AnyCall, answersHead: boolean): void {
  const allowed: readonly string[] = answersHead ? [...call.methods, 'HEAD'] : call.methods
  app.route({
    method: METHODS.filter((method) => !allowed.includes(method)),
    url: call.path,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      void reply.header('allow', allowed.join(', '))
      return sendRefusal(reply, 'method_not_allowed', languageOf(request))
    },
    handler: () => {},
  })
}

type Port<Call extends AnyCall, Session> = {
  readonly route: Route<Call>
  readonly callers: Callers<Call, Session>
  readonly check: AnswerCheck
}

/** A caller who was found is looked up again when the body took longer: the session may have ended meanwhile. */
export const FOUND_FOR_MS = 1_000

/**
 * The caller is found before the body is read, because to read a body costs far more than to refuse its request. The
 * limits by network come before both.
 */
function hooksOf<Call extends AnyCall, Session>(port: Port<Call, Session>) {
  const { route, callers } = port
  const known = new WeakMap<FastifyRequest, { readonly session: Session; readonly at: number }>()
  const find = (request: FastifyRequest) => callers.find(route, request)
  const admit = async (request: FastifyRequest): Promise<Found<Session>> => {
    if (callers.isForeign(route, request)) return refuse('cross_site_refused')
    const found = await find(request)
    return found.ok && !callers.isWithinLimits(route, found.session) ? refuse('too_many_requests') : found
  }
  return {
    preParsing: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const found = await admit(request)
      if (found.ok) known.set(request, { session: found.session, at: performance.now() })
      else await answer(port, { request, reply, outcome: found })
    },
    handler: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const { session, at } = must(known.get(request), 'the caller was found before the body was read')
      const isRecent = performance.now() - at < FOUND_FOR_MS
      const found: Found<Session> = isRecent ? { ok: true, session } : await find(request)
      const outcome = found.ok ? await decide(port, request, found.session) : found
      return answer(port, { request, reply, outcome })
    },
  }
}

type Answered = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly outcome: Answer }

async function answer<Call extends AnyCall, Session>(
  { route, callers, check }: Port<Call, Session>,
  { request, reply, outcome }: Answered,
): Promise<FastifyReply> {
  const language = languageOf(request)
  void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  if (!outcome.ok && isTransport(outcome.reason)) return sendRefusal(reply, outcome.reason, language, outcome.sentence)
  if (!outcome.ok) noteRefusal(reply, outcome.reason)
  if (outcome.repeated === true) void reply.header(HEADER_REPEATED, 'true')
  callers.onSuccess?.(outcome, request, reply)
  if (outcome.ok === true && outcome.browser !== undefined) callers.browser.write(request, reply, outcome.browser)
  if (outcome.ok === true) noteFresh(reply, route.call)
  check.look(route, outcome)
  if (outcome.ok === 'stored') return reply.send(outcome.text)
  return reply.send((outcome.ok ? outcome.bytes : undefined) ?? envelopeOf(outcome, language))
}

/** An answer that is the same for every caller of a language may be kept for some seconds; a refusal never. */
function noteFresh(reply: FastifyReply, { freshSeconds }: AnyCall): void {
  if (freshSeconds === undefined) return
  void reply.header('cache-control', `public, max-age=${freshSeconds}`).header('vary', HEADER_LANGUAGE)
}

async function decide<Call extends AnyCall, Session>(
  { route, callers }: Port<Call, Session>,
  request: FastifyRequest,
  session: Session,
): Promise<Answer> {
  const read = paramsOf(route.call, request)
  if (!read.ok) return read
  const parsed = {
    params: read.data,
    language: languageOf(request),
    from: networkOf(request.ip),
    device: deviceOf(request),
    host: request.headers.host,
    browser: callers.browser.read(request),
    company: companyOf(request),
  }
  return callers.run({ route, request, session, parsed })
}

/**
 * The parameters of a call. A call that is only ever posted may have secrets, so its parameters are not read from a
 * URL.
 */
function paramsOf(call: AnyCall, request: FastifyRequest): { readonly ok: true; readonly data: unknown } | Refusal {
  const body = bodyOf(request)
  const query = call.methods.includes('GET') ? queryOf(request) : ''
  const sent = query === '' ? body : merge([readPairs(query), body])
  if (sent.doubled !== undefined) return refuse('parameter_doubled', sent.doubled)
  const read = call.request.safeParse(sent.values)
  return read.success ? { ok: true, data: read.data } : refuse(...faultOf(read.error.issues))
}

/** For `sentRequest`. */
export const fingerprintOf =
  (encryption: Pick<Encryption, 'fingerprint'>) =>
  (text: string): string =>
    encryption.fingerprint('request', text)

/** The parts of a request from which `runKeyed` makes its key. */
export function sentRequest(
  routed: { readonly route: Route<AnyCall>; readonly request: FastifyRequest; readonly parsed: ParsedRequest },
  by: Pick<SentRequest, 'caller' | 'tokenHash' | 'account' | 'fingerprint'>,
): SentRequest {
  const { route, request, parsed } = routed
  const { caller, tokenHash, account, fingerprint } = by
  const { url, headers } = request
  const mark = url.indexOf('?')
  return {
    caller,
    tokenHash,
    account,
    fingerprint,
    headers,
    path: mark < 0 ? url : url.slice(0, mark),
    query: queryOf(request),
    body: bodyOf(request).values,
    name: route.name,
    parameters: parsed.params,
  }
}

/** The reason and the field of the first fault that a schema found. */
export function faultOf(
  issues: readonly { readonly message: string; readonly path: readonly PropertyKey[] }[],
): [Reason, string | undefined] {
  const [issue] = issues
  const field = issue?.path[0]
  return [
    issue !== undefined && isReason(issue.message) ? issue.message : 'parameter_wrong_type',
    field === undefined ? undefined : String(field),
  ]
}

/** The body as the parsers of base.ts and app.ts leave it. */
function bodyOf(request: FastifyRequest): ParametersRead {
  const body = request.body as ParametersRead | undefined | null
  return body ?? { values: {}, doubled: undefined }
}

function queryOf({ url }: FastifyRequest): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}
