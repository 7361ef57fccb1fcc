/** The customers' port: callers are visitors and customers, who carry a token in a header. */

import { type Call, HEADER_TOKEN, type Reason } from '@veritick/contract'
import { CALLS, type CallName } from '@veritick/contract/calls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Handlers, refuse, runKeyed, runVisitor, type Session, userCaller } from '../calls/index.ts'
import type { Sessions } from '../features/sessions/index.ts'
import type { Encryption } from '../services/encryption/index.ts'
import { networkOf } from '../services/network/index.ts'
import {
  type Allowance,
  callsPerMinute,
  type LIMITS,
  type Looked,
  type NetworkTurns,
  type ReadTurns,
  type WorkLimit,
} from '../services/rate-limits/index.ts'
import type { AnswerCheck } from './answer-check.ts'
import { browserCookie } from './browser.ts'
import {
  type Answer,
  type Callers,
  fingerprintOf,
  type ParsedRequest,
  registerTable,
  sentRequest,
} from './dispatcher.ts'
import { isForeign } from './request-guard.ts'

/** The turns of each kind of call, as `LIMITS.networkTurns` names them. */
export type CallTurns = {
  readonly [Kind in Exclude<keyof typeof LIMITS.networkTurns, 'officeVisits'>]: NetworkTurns
}

/**
 * Reads of visitors that wait for no turn of the store: they are answered from memory. Charts wait in a line of their
 * own (market/history.ts).
 */
export const WITHOUT_TURNS: ReadonlySet<string> = new Set<CallName>([
  'areaList',
  'setting',
  'getEmail',
  'getBasicInfo',
  'getCompanyStatus',
  'companySearch',
  'tradeList',
  'getCategories',
  'searchCurrency',
  'kline',
  'abbreviatedCacheKline',
])

type Parts = {
  readonly sessions: Sessions
  readonly encryption: Pick<Encryption, 'fingerprint'>
  readonly allowance: Allowance
  readonly readTurns: ReadTurns
  readonly changeTurns: WorkLimit
  readonly networkTurns: CallTurns
  /** Of sessions: for the calls that protect an account (`LIMITS.protection`). */
  readonly protection: { readonly allowance: Allowance<string>; readonly turns: WorkLimit<string> }
  /** Origins beside our own whose pages may change something. */
  readonly origins: readonly string[]
}

type Routed = Parameters<Callers<Call, Session | undefined>['run']>[0]
type CustomerRequest = ParsedRequest & { session?: Session | undefined; looked?: Looked }

export function registerCalls(
  app: FastifyInstance,
  options: Parts & { readonly handlers: Handlers; readonly check: AnswerCheck },
): void {
  const { handlers, check } = options
  registerTable<Call, Session | undefined>(app, { calls: CALLS, handlers, check, callers: callersOf(options) })
}

function callersOf(parts: Parts): Callers<Call, Session | undefined> {
  const { sessions, encryption, allowance, readTurns, changeTurns, networkTurns, protection, origins } = parts
  const visit = visitsOf(parts)
  const mayChange = ({ protects }: Call, { user, tokenHash }: Session) =>
    allowance.take(user) || (protects === true && protection.allowance.take(tokenHash))
  return {
    browser: browserCookie('veritick_browser'),
    answersHead: true,
    configOf: ({ name }) => {
      const max = callsPerMinute(name)
      return max === undefined ? {} : { rateLimit: { max, timeWindow: '1 minute' } }
    },
    isForeign: ({ call }, { headers }) => call.changes && isForeign(headers, origins),
    find: async ({ call }, request) => {
      const session = call.caller === 'visitor' ? undefined : await sessionOf(request, sessions)
      if (typeof session === 'string') return refuse(session)
      return call.caller === 'real' && session?.kind !== 'real' ? refuse('real_account_only') : { ok: true, session }
    },
    isWithinLimits: ({ call }, session) => session === undefined || !call.changes || mayChange(call, session),
    run: async (routed) => {
      const { route, request, session } = routed
      const { name, call, handler } = route
      // Made for this handler: what customers' handlers are given beside it is added, not copied with it.
      const parsed: CustomerRequest = routed.parsed
      parsed.session = session
      if (session === undefined) return visit(routed)
      if (!call.changes)
        return readTurns.run(session, (looked) => {
          parsed.looked = looked
          // A receipt waits for its own turns, and would keep a turn of the network meanwhile.
          if (name === 'receipt') return handler(parsed)
          return networkTurns.reads.run({ network: parsed.from, user: session.user }, () => handler(parsed))
        })
      parsed.looked = () => {}
      const { user, account, tokenHash } = session
      const fingerprint = call.changesOrder ? undefined : fingerprintOf(encryption)
      const sent = sentRequest(routed, { caller: userCaller(user), tokenHash, account, fingerprint })
      const run = () => runKeyed(handler, parsed, sent)
      const inTurn = async (hasWaited: boolean) => {
        // The session may have been ended meanwhile, so that its requests do nothing more.
        const now = hasWaited ? await sessionOf(request, sessions) : session
        return typeof now === 'string' ? refuse(now) : run()
      }
      // The core decides about many orders in one batch. Every other change is a transaction of the store.
      const from = { network: parsed.from, user }
      if (call.changesOrder) return networkTurns.orders.run(from, inTurn)
      // Demo accounts take their turns from no customer with a real one.
      const ofNetworks = session.kind === 'demo' ? networkTurns.demo : networkTurns.changes
      const next = (hasWaited: boolean) => ofNetworks.run(from, (waitsAgain) => inTurn(hasWaited || waitsAgain))
      // An owner ends the session of a thief at once, however many changes of the thief wait.
      return call.protects ? protection.turns.run(tokenHash, next) : changeTurns.run(user, next)
    },
  }
}

/** Runs a call of a visitor in the turn of its network. */
function visitsOf({ networkTurns }: Parts) {
  return ({ route, request, parsed }: Routed): Promise<Answer> => {
    const { name, call, handler } = route
    const from = { network: parsed.from, user: 'visitor' } as const
    if (WITHOUT_TURNS.has(name)) return handler(parsed)
    // A captcha waits until it is drawn.
    if (name === 'captcha') return networkTurns.visits.run(from, () => handler(parsed))
    if (!call.changes) return networkTurns.visitorReads.run(from, () => handler(parsed))
    const turns = name === 'createAccountDemoForU' ? networkTurns.demoVisits : networkTurns.visits
    const sent = { headers: request.headers, name, parameters: parsed.params }
    return turns.run(from, () => runVisitor(handler, parsed, sent))
  }
}

/** The session of a request's token, or the reason why the request has none. */
export async function sessionOf(request: FastifyRequest, sessions: Sessions): Promise<Session | Reason> {
  const token = request.headers[HEADER_TOKEN]?.replace(/^Bearer /i, '')
  if (token === undefined || token === '') return 'session_missing'
  return sessions.findFor(token, () => networkOf(request.ip))
}
