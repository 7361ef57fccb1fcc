/**
 * The office's table made into routes: where the call comes from, who is asking, whether their role may, what they sent
 * and why; then the area, then the envelope. An area sees parsed values and a member of the staff; it never sees a
 * request.
 */
import { timingSafeEqual } from 'node:crypto'
import { HEADER_IDEMPOTENCY, HEADER_REPEATED } from '@veritick/contract'
import {
  HEADER_CSRF,
  may,
  OFFICE_CALL_NAMES,
  OFFICE_CALLS,
  OFFICE_REQUESTS,
  type OfficeCall,
  type OfficeCallName,
  type OfficeRequest,
  type Role,
  STAFF_HOLD_HOURS,
} from '@veritick/contract/office'
import type { Language } from '@veritick/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  envelopeOf,
  type OfficeHandlers,
  type OfficeReply,
  type OfficeVisitorAsk,
  type Once,
  onceOf,
  type Refusal,
  refuse,
  type StaffMember,
  type StaffSession,
  staffCaller,
} from '../calls/index.ts'
import { holdOf, type RememberedSessions } from '../features/staff/index.ts'
import type { Actor } from '../services/audit/index.ts'
import { type StoredAnswers, storedAnswersOf } from '../services/idempotency/index.ts'
import { momentText } from '../services/messages/index.ts'
import { networkOf } from '../services/network/index.ts'
import { allowanceOf } from '../services/rate-limits/index.ts'
import { browserCookie, deviceOf } from './browser.ts'
import { faultOf } from './calls.ts'
import type { Context } from './context.ts'
import { isTransport, noteRefusal, sendRefusal } from './errors.ts'
import { languageOf } from './language.ts'
import { clearCookie, cookieOf, setCookie } from './office-cookie.ts'
import { type ParametersRead, readPairs } from './parameters.ts'
import { isForeign, isOwnOrigin } from './request-guard.ts'

type AnyHandler = (
  ask: OfficeVisitorAsk<OfficeCallName> & {
    readonly staff?: StaffMember
    readonly actor?: Actor
    readonly session?: StaffSession
  },
) => Promise<OfficeReply<unknown>>

type Desk = {
  readonly context: Pick<Context, 'store' | 'runtime'>
  readonly sessions: RememberedSessions
  readonly repeats: StoredAnswers
  readonly allowance: ReturnType<typeof allowanceOf>
}
type Route = {
  readonly name: OfficeCallName
  readonly call: OfficeCall
  readonly handler: AnyHandler
  readonly desk: Desk
}

const BROWSER_COOKIE = browserCookie('veritick_office_browser')

/** Each checks or makes a password or looks at a link: from one network address, beside the ceilings on guessing. */
const VISITS_PER_MINUTE = 300

export function registerOfficeCalls(
  app: FastifyInstance,
  options: { readonly context: Context; readonly sessions: RememberedSessions; readonly handlers: OfficeHandlers },
): void {
  const { context, sessions, handlers } = options
  const desk = { context, sessions, repeats: storedAnswersOf(context), allowance: allowanceOf(context.monotonicClock) }
  for (const name of OFFICE_CALL_NAMES) {
    const call: OfficeCall = OFFICE_CALLS[name]
    // The table ties name, parameters and handler together; a loop over names cannot express it, so it is said once
    // here.
    const route = { name, call, handler: handlers[name] as AnyHandler, desk }
    app.route({
      method: call.method,
      url: call.path,
      exposeHeadRoute: false,
      ...(call.permission === 'visitor'
        ? { config: { rateLimit: { max: VISITS_PER_MINUTE, timeWindow: '1 minute' } } }
        : {}),
      handler: (request, reply) => answer(route, request, reply),
    })
    const other = call.method === 'GET' ? 'POST' : 'GET'
    app.route({
      method: [other, 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
      url: call.path,
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        void reply.header('allow', call.method)
        return sendRefusal(reply, 'method_not_allowed', languageOf(request))
      },
      handler: () => {},
    })
  }
}

async function answer(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const language = languageOf(request)
  void reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
  const outcome = isElsewhere(request) ? refuse('cross_site_refused') : await decide(route, request, language)
  if (!outcome.ok && isTransport(outcome.reason)) return sendRefusal(reply, outcome.reason, language)
  if (!outcome.ok) noteRefusal(reply, outcome.reason)
  if (outcome.repeated === true) void reply.header(HEADER_REPEATED, 'true')
  if (outcome.ok === 'stored') return reply.send(outcome.text)
  const session = outcome.ok ? outcome.session : undefined
  if (session === 'ended') clearCookie(request, reply)
  else if (session !== undefined) setCookie(request, reply, session.token)
  if (outcome.ok && outcome.browser !== undefined) BROWSER_COOKIE.write(request, reply, outcome.browser)
  return reply.send(envelopeOf(outcome, language))
}

/** Only our own pages may ask at all; what changes something must say that it comes from one. */
function isElsewhere(request: FastifyRequest): boolean {
  const { origin, host } = request.headers
  const posted = request.method !== 'GET'
  if (posted && (origin === undefined || !isOwnOrigin(origin, host))) return true
  return isForeign(request.headers, [])
}

async function decide(route: Route, request: FastifyRequest, language: Language): Promise<OfficeReply<unknown>> {
  const { call, handler, desk } = route
  const asking = await askingOf(route, request)
  if (!asking.ok) return asking
  const { session } = asking
  const params = paramsOf(route, request)
  if (!params.ok) return params
  const ask = {
    params: params.data,
    language,
    from: networkOf(request.ip),
    device: deviceOf(request),
    browser: BROWSER_COOKIE.read(request),
  }
  if (session === undefined) return handler(ask)
  const { staff } = session
  const whole = { ...ask, session, staff, actor: { who: `staff:${staff.id}`, role: staff.role } }
  const held = call.money === true ? await heldOf(desk, staff) : undefined
  if (held !== undefined) return held
  // What concerns oneself alone may be done again; its answer sets cookies and is never stored.
  if (call.method === 'GET' || call.permission === 'staff') return handler(whole)

  const sent = request.headers[HEADER_IDEMPOTENCY]
  if (sent === undefined && !call.reason) return handler(whole)
  const once = sent === undefined ? undefined : onceOfRequest(route, request, { session, params: params.data })
  if (once === undefined) return refuse('idempotency_key_invalid', HEADER_IDEMPOTENCY)
  return desk.repeats.run({ once, language }, () => handler({ ...whole, once } as typeof whole))
}

type Asking = { readonly ok: true; readonly session: StaffSession | undefined } | Refusal

async function askingOf({ name, call, desk }: Route, request: FastifyRequest): Promise<Asking> {
  if (call.permission === 'visitor') return { ok: true, session: undefined }
  const token = cookieOf(request)
  if (token === undefined) return refuse('session_missing')
  const session = await (name === 'health' ? desk.sessions.findForHealth(token) : desk.sessions.find(token))
  if (session === undefined) return refuse('session_ended')
  if (call.method !== 'GET' && !sameText(request.headers[HEADER_CSRF], session.csrf))
    return refuse('cross_site_refused')
  if (!mayCall(session.staff.role, call)) return refuse('not_permitted')
  if (call.method !== 'GET' && !desk.allowance.take(session.staff.id)) return refuse('too_many_requests')
  return { ok: true, session }
}

/** Until when somebody whose access was changed decides nothing about money. */
async function heldOf({ context }: Desk, { id, role }: StaffMember): Promise<Refusal | undefined> {
  const until = await holdOf(context.store.query, { id, role, now: context.runtime.now() })
  if (until === undefined) return undefined
  return { ...refuse('staff_held'), values: { hours: STAFF_HOLD_HOURS, time: momentText(until) } }
}

function mayCall(role: Role, call: OfficeCall): boolean {
  const { permission } = call
  if (permission === 'visitor' || permission === 'staff') return true
  return typeof permission === 'string' ? may(role, permission) : permission.some((each) => may(role, each))
}

function sameText(sent: string | string[] | undefined, wanted: string): boolean {
  const [one, two] = [Buffer.from(String(sent ?? '')), Buffer.from(wanted)]
  return one.length === two.length && timingSafeEqual(one, two)
}

type Params = { readonly ok: true; readonly data: OfficeRequest<OfficeCallName> } | Refusal

function paramsOf({ name, call }: Route, request: FastifyRequest): Params {
  const sent = call.method === 'GET' ? readPairs(request.url.split('?').slice(1).join('?')) : bodyOf(request)
  if (sent.doubled !== undefined) return refuse('parameter_doubled', sent.doubled)
  const read = OFFICE_REQUESTS[name].safeParse(sent.values)
  return read.success ? { ok: true, data: read.data } : refuse(...faultOf(read.error.issues))
}

function bodyOf(request: FastifyRequest): ParametersRead {
  const body = request.body as ParametersRead | undefined | null
  return body ?? { values: {}, doubled: undefined }
}

function onceOfRequest(
  { name, call }: Route,
  request: FastifyRequest,
  asked: { readonly session: StaffSession; readonly params: unknown },
): Once | undefined {
  return onceOf({
    headers: request.headers,
    caller: staffCaller(asked.session.staff.id),
    tokenHash: asked.session.tokenHash,
    path: call.path,
    query: '',
    body: {},
    name,
    parameters: asked.params,
  })
}
