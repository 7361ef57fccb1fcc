/**
 * The office's port: callers are staff, who carry a cookie that no script reads. Every request must come from our own
 * pages; what changes something carries the CSRF header, and a role may make only the calls of its permissions.
 */
import { timingSafeEqual } from 'node:crypto'
import { HEADER_IDEMPOTENCY } from '@veritick/contract'
import {
  HEADER_CSRF,
  mayCall,
  OFFICE_CALLS,
  type OfficeCall,
  type OfficeCallName,
  STAFF_HOLD_HOURS,
} from '@veritick/contract/office'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  type OfficeHandlers,
  type Refusal,
  refuse,
  runKeyed,
  type StaffMember,
  type StaffSession,
  staffCaller,
} from '../calls/index.ts'
import { holdOf, type RememberedSessions } from '../features/staff/index.ts'
import { storedAnswersOf } from '../services/idempotency/index.ts'
import { momentText } from '../services/messages/index.ts'
import { allowanceOf, LIMITS, networkTurnsOf } from '../services/rate-limits/index.ts'
import type { AnswerCheck } from './answer-check.ts'
import { browserCookie } from './browser.ts'
import type { Context } from './context.ts'
import { type Callers, type Found, fingerprintOf, type Route, registerTable, sentRequest } from './dispatcher.ts'
import { clearCookie, cookieOf, setCookie } from './office-cookie.ts'
import { isForeign, isOwnOrigin } from './request-guard.ts'

type OfficeCallers = Callers<OfficeCall, StaffSession | undefined>
type Parts = { readonly context: Context; readonly sessions: RememberedSessions }

export function registerOfficeCalls(
  app: FastifyInstance,
  options: Parts & { readonly handlers: OfficeHandlers; readonly check: AnswerCheck },
): void {
  const { handlers, check } = options
  registerTable<OfficeCall, StaffSession | undefined>(app, {
    calls: OFFICE_CALLS,
    handlers,
    check,
    callers: callersOf(options),
  })
}

function callersOf(parts: Parts): OfficeCallers {
  const allowance = allowanceOf(parts.context.monotonicClock)
  return {
    browser: browserCookie('veritick_office_browser'),
    answersHead: false,
    configOf: ({ call }) =>
      call.caller === 'visitor' ? { rateLimit: { max: LIMITS.network.officeVisits, timeWindow: '1 minute' } } : {},
    isForeign: (_route, request) => isElsewhere(request),
    find: finderOf(parts),
    isWithinLimits: ({ call }, session) => session === undefined || !call.changes || allowance.take(session.staff.id),
    run: runnerOf(parts),
    onSuccess: (outcome, request, reply) => {
      const session = outcome.ok === true ? outcome.session : undefined
      if (session === 'ended') clearCookie(request, reply)
      else if (session !== undefined) setCookie(request, reply, session.token)
    },
  }
}

/** Only our own pages may ask at all; what changes something must say that it comes from one. */
export function isElsewhere(request: FastifyRequest): boolean {
  const { origin, host } = request.headers
  const posted = request.method !== 'GET'
  if (posted && (origin === undefined || !isOwnOrigin(origin, host))) return true
  return isForeign(request.headers, [])
}

/** The calls of the health page, which a staff member reads while the store does not answer (decision 87). */
const WITHOUT_STORE: ReadonlySet<string> = new Set<OfficeCallName>(['me', 'health'])

function finderOf({ sessions }: Parts): OfficeCallers['find'] {
  return async ({ name, call }: Route<OfficeCall>, request): Promise<Found<StaffSession | undefined>> => {
    if (call.caller === 'visitor') return { ok: true, session: undefined }
    const token = cookieOf(request)
    if (token === undefined) return refuse('session_missing')
    const session = await (WITHOUT_STORE.has(name) ? sessions.findOrRemembered(token) : sessions.find(token))
    if (session === undefined) return refuse('session_ended')
    if (call.changes && !sameText(request.headers[HEADER_CSRF], session.csrf)) return refuse('cross_site_refused')
    if (!mayCall(session.staff.role, call)) return refuse('not_permitted')
    return { ok: true, session }
  }
}

function runnerOf({ context }: Parts): OfficeCallers['run'] {
  const answers = storedAnswersOf(context)
  const visits = networkTurnsOf(LIMITS.networkTurns.officeVisits)
  return async (routed) => {
    const { route, request, session } = routed
    const { call, handler } = route
    if (session === undefined)
      return visits.run({ network: routed.parsed.from, user: 'visitor' }, () => handler(routed.parsed))
    const { staff } = session
    const parsed = { ...routed.parsed, session, staff, actor: { who: `staff:${staff.id}`, role: staff.role } }
    const held = call.movesMoney === true ? await heldOf(context, staff) : undefined
    if (held !== undefined) return held
    // A change of the caller's own records may be repeated; its answer sets cookies and is never stored.
    if (!call.changes || call.caller === 'staff') return handler(parsed)

    const sent = request.headers[HEADER_IDEMPOTENCY]
    if (sent === undefined && call.needsReason !== true) return handler(parsed)
    if (sent === undefined) return refuse('idempotency_key_invalid', HEADER_IDEMPOTENCY)
    const { language } = parsed
    const fingerprint = fingerprintOf(context.encryption)
    const by = { caller: staffCaller(staff.id), tokenHash: session.tokenHash, fingerprint }
    return runKeyed(
      (keyed) => answers.run({ once: keyed.once, language }, () => handler(keyed)),
      parsed,
      sentRequest(routed, by),
    )
  }
}

/** Until when a staff member whose access was changed decides nothing about money. */
async function heldOf(
  { store, runtime, ...proof }: Pick<Context, 'store' | 'runtime' | 'encryption' | 'knownVersions'>,
  { id, role }: StaffMember,
): Promise<Refusal | undefined> {
  const until = await holdOf({ ...proof, query: store.query }, { id, role, now: runtime.guardedNow() })
  if (until === undefined) return undefined
  return { ...refuse('staff_held'), values: { hours: STAFF_HOLD_HOURS, time: momentText(until) } }
}

export function sameText(sent: string | string[] | undefined, wanted: string): boolean {
  const [one, two] = [Buffer.from(String(sent ?? '')), Buffer.from(wanted)]
  return one.length === two.length && timingSafeEqual(one, two)
}
