/**
 * The table of calls made into routes: who is asking, what they sent, whether it may be, then the feature, then the
 * envelope. A feature sees only parsed values and a session; it never sees a request.
 */

import {
  CALL_NAMES,
  CALLS,
  type Call,
  type CallName,
  HEADER_IDEMPOTENCY,
  HEADER_REPEATED,
  HEADER_TOKEN,
  isReason,
  type Reason,
} from '@veritick/contract'
import { REQUESTS } from '@veritick/contract/schemas'
import type { RequestId } from '@veritick/engine'
import type { Language } from '@veritick/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  envelopeOf,
  type Handlers,
  type Once,
  onceOf,
  type Reply,
  refuse,
  type Session,
  userCaller,
  visitorKeyOf,
} from '../calls/index.ts'
import type { Sessions } from '../features/sessions/index.ts'
import { networkOf } from '../services/network/index.ts'
import type { Allowance, ReadTurns } from '../services/rate-limits/index.ts'
import { browserCookie, deviceOf } from './browser.ts'
import { isTransport, noteRefusal, sendRefusal } from './errors.ts'
import { languageOf } from './language.ts'
import { CALLS_PER_MINUTE } from './limits.ts'
import { merge, type ParametersRead, readPairs } from './parameters.ts'
import { isForeign } from './request-guard.ts'

const BROWSER_COOKIE = browserCookie('veritick_browser')

type AnyHandler = (ask: {
  readonly params: unknown
  readonly language: Language
  readonly from: string
  readonly device: string
  readonly host: string | undefined
  readonly browser: string | undefined
  readonly visitorKey: RequestId | undefined
  readonly session: Session | undefined
  readonly once: Once | undefined
}) => Promise<Reply<unknown>>

/** What every call needs beside its own handler. */
type Desk = {
  readonly sessions: Sessions
  readonly allowance: Allowance
  readonly readTurns: ReadTurns
  /** Origins beside our own whose pages may change something. */
  readonly origins: readonly string[]
}

export function registerCalls(app: FastifyInstance, options: Desk & { readonly handlers: Handlers }): void {
  for (const name of CALL_NAMES) {
    const call: Call = CALLS[name]
    const max = CALLS_PER_MINUTE[name]
    // The table ties name, parameters and handler together; a loop over names cannot express it, so it is said once
    // here.
    const handler = options.handlers[name] as AnyHandler
    app.route({
      method: [...call.methods],
      url: call.path,
      // HEAD would do what GET does and show nothing of it.
      exposeHeadRoute: !call.changes,
      config: { changes: call.changes, ...(max === undefined ? {} : { rateLimit: { max, timeWindow: '1 minute' } }) },
      handler: (request, reply) => answer({ name, call, handler, desk: options, request, reply }),
    })
  }
}

async function answer(asked: {
  readonly name: CallName
  readonly call: Call
  readonly handler: AnyHandler
  readonly desk: Desk
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}): Promise<FastifyReply> {
  const { name, call, handler, desk, request, reply } = asked
  const language = languageOf(request)
  void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  if (call.changes && isForeign(request.headers, desk.origins))
    return sendRefusal(reply, 'cross_site_refused', language)

  const outcome = await decide({ name, call, handler, desk, request, language })
  if (!outcome.ok && isTransport(outcome.reason)) return sendRefusal(reply, outcome.reason, language)
  if (!outcome.ok) noteRefusal(reply, outcome.reason)
  if (outcome.ok === true && outcome.browser !== undefined) BROWSER_COOKIE.write(request, reply, outcome.browser)
  if (outcome.repeated === true) void reply.header(HEADER_REPEATED, 'true')
  return reply.send(outcome.ok === 'stored' ? outcome.text : envelopeOf(outcome, language))
}

async function decide(asked: {
  readonly name: CallName
  readonly call: Call
  readonly handler: AnyHandler
  readonly desk: Desk
  readonly request: FastifyRequest
  readonly language: Language
}): Promise<Reply<unknown>> {
  const { name, call, handler, desk, request, language } = asked
  const session = call.caller === 'visitor' ? undefined : await sessionOf(request, desk.sessions)
  if (typeof session === 'string') return refuse(session)
  if (call.caller === 'real' && session?.kind !== 'real') return refuse('real_account_only')
  if (session !== undefined && call.changes && !desk.allowance.take(session.user)) return refuse('too_many_requests')

  const [path = '', query = ''] = split(request.url)
  const body = bodyOf(request)
  // What is only ever posted may be secret: it is not read out of an address.
  const sent = call.methods.some((method) => method === 'GET') ? merge([readPairs(query), body]) : body
  if (sent.doubled !== undefined) return refuse('parameter_doubled', sent.doubled)
  const read = REQUESTS[name].safeParse(sent.values)
  if (!read.success) return refuse(...faultOf(read.error.issues))

  const params = read.data
  const ask = {
    params,
    language,
    session,
    from: networkOf(request.ip),
    device: deviceOf(request),
    host: request.headers.host,
    browser: BROWSER_COOKIE.read(request),
    visitorKey: undefined,
  }
  if (!call.changes) {
    const read = () => handler({ ...ask, once: undefined })
    return session === undefined ? read() : desk.readTurns.run(session.user, read)
  }
  if (session === undefined) {
    const visitorKey = visitorKeyOf({ headers: request.headers, name, parameters: params })
    if (visitorKey === 'invalid') return refuse('idempotency_key_invalid', HEADER_IDEMPOTENCY)
    return handler({ ...ask, visitorKey, once: undefined })
  }
  const once = onceOf({
    headers: request.headers,
    caller: userCaller(session.user),
    tokenHash: session.tokenHash,
    path,
    query,
    body: body.values,
    name,
    parameters: params,
  })
  if (once === undefined) return refuse('idempotency_key_invalid', HEADER_IDEMPOTENCY)
  return handler({ ...ask, once })
}

/** Who sent the token of a request, or why nobody did. */
export async function sessionOf(request: FastifyRequest, sessions: Sessions): Promise<Session | Reason> {
  const token = request.headers[HEADER_TOKEN]?.replace(/^Bearer /i, '')
  if (token === undefined || token === '') return 'session_missing'
  return sessions.findFor(token, () => networkOf(request.ip))
}

/** The body as our parsers in app.ts leave it. */
function bodyOf(request: FastifyRequest): ParametersRead {
  const body = request.body as ParametersRead | undefined | null
  return body ?? { values: {}, doubled: undefined }
}

function split(url: string): readonly string[] {
  const mark = url.indexOf('?')
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)]
}

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
