/**
 * Rate limits of one-time codes. One asker must not use up the limit of another: each asker is counted separately, a
 * visitor's requests for a customer's address are counted apart from the customer's own, and visitors' requests do not
 * delay a browser that the customer has signed in with. Decision 39 has the arithmetic of guessing.
 */
import type { Millis } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { DAY_MS, HOUR_MS } from '../clock/index.ts'
import type { CodePurpose } from '../messages/index.ts'

/** Between two sends of one purpose to one target for one asker: the client's button counts this down. */
export const CODE_PAUSE_SECONDS = 60
/** Of one purpose to one target for one asker, an hour. */
export const CODES_PER_ASKER_HOUR_MAX = 5
/** For one purpose and one target, all visitors together, per hour and per day: no mailbox receives more. */
export const CODES_FOR_VISITORS_HOUR_MAX = 8
export const CODES_FOR_VISITORS_DAY_MAX = 24
/** All requests of one signed-in customer, per hour. */
export const CODES_FOR_CUSTOMER_HOUR_MAX = 15
/** From one network, to whomever, an hour. Generous: offices and phone networks share addresses. */
export const CODES_PER_NETWORK_HOUR_MAX = 60

/**
 * Short messages to unconfirmed numbers per day: all together, and from one network. Each message costs the operator
 * money, and a fraudster who shares in a number's revenue requests them from many networks, so only a total limits it.
 * The second limit keeps one network, and sixteen, from using up the total.
 */
export const SMS_TO_STRANGERS_DAY_MAX = 1_000
export const SMS_TO_STRANGERS_NETWORK_DAY_MAX = 60

/** Purposes that only the signed-in customer can request. A visitor can request the other purposes for any address. */
const CUSTOMERS_OWN: ReadonlySet<CodePurpose> = new Set(['password', 'payee', 'withdraw', 'proof'])

/** Rows are needed for a day. */
export const CODES_KEPT_MS = DAY_MS

export type Reached = {
  readonly ok: false
  readonly reason: 'code_too_soon' | 'code_limit_reached'
  readonly waitSeconds: number
}

/** Hashes of whom it goes to, who asks, and from which network (null: not counted). */
type Send = {
  readonly purpose: CodePurpose
  readonly target: string
  readonly asker: string
  readonly from: string | null
  /** Who asks is who the target belongs to. */
  readonly byOwner: boolean
  readonly now: Millis
}
type Row = { readonly purpose: CodePurpose; readonly asker_hash: string | null; readonly created_at: number }
/** Newest first: when the one at `max - 1` is `span` old there is room again. */
type Ceiling = {
  readonly rows: readonly { readonly created_at: number }[]
  readonly max: number
  readonly span: number
}

/** The ceiling that is reached, if any, and how long until it is not. */
export async function ceilingReached(query: Query, send: Send): Promise<Reached | undefined> {
  const { purpose, target, asker, now } = send
  const toTarget = await query<Row>(
    'select purpose, asker_hash, created_at from codes where target_hash = $1 and created_at > $2 order by created_at desc',
    [target, now - DAY_MS],
  )
  const forPurpose = toTarget.filter((row) => row.purpose === purpose)
  const mine = forPurpose.filter((row) => row.asker_hash === asker)
  const pauseOver = (mine[0]?.created_at ?? 0) + CODE_PAUSE_SECONDS * 1000
  if (pauseOver > now) return { ok: false, reason: 'code_too_soon', waitSeconds: secondsUntil(pauseOver, now) }
  const ceilings: readonly Ceiling[] = [
    { rows: mine, max: CODES_PER_ASKER_HOUR_MAX, span: HOUR_MS },
    ...(CUSTOMERS_OWN.has(purpose)
      ? [
          {
            rows: toTarget.filter((row) => CUSTOMERS_OWN.has(row.purpose)),
            max: CODES_FOR_CUSTOMER_HOUR_MAX,
            span: HOUR_MS,
          },
        ]
      : visitorsCeilings(send, forPurpose)),
    { rows: await fromNetwork(query, send), max: CODES_PER_NETWORK_HOUR_MAX, span: HOUR_MS },
  ]
  const free = Math.max(0, ...ceilings.map(({ rows, max, span }) => (rows[max - 1]?.created_at ?? -span) + span))
  return free <= now ? undefined : { ok: false, reason: 'code_limit_reached', waitSeconds: secondsUntil(free, now) }
}

function visitorsCeilings(send: Send, rows: readonly Row[]): readonly Ceiling[] {
  if (send.byOwner) return []
  return [
    { rows, max: CODES_FOR_VISITORS_HOUR_MAX, span: HOUR_MS },
    { rows, max: CODES_FOR_VISITORS_DAY_MAX, span: DAY_MS },
  ]
}

async function fromNetwork(query: Query, { from, now }: Send): Promise<readonly { readonly created_at: number }[]> {
  if (from === null) return []
  return query('select created_at from codes where from_hash = $1 and created_at > $2 order by created_at desc', [
    from,
    now - HOUR_MS,
  ])
}

/** Who asks for a short message to a stranger: a hash of the network, null where it is not counted. */
type ToStranger = { readonly from: string | null; readonly now: Millis }

export type StrangersCeiling = {
  reached(send: ToStranger): Reached | undefined
  count(send: ToStranger): void
}

/** Of short messages to strangers. In memory: a process that is started anew counts anew. */
export function strangersCeiling(): StrangersCeiling {
  /** Of the last day, oldest first. */
  let sent: ToStranger[] = []
  return {
    reached: ({ from, now }) => {
      sent = sent.filter((each) => each.now > now - DAY_MS)
      const ofNetwork = from === null ? [] : sent.filter((each) => each.from === from)
      const filled = [sent.at(-SMS_TO_STRANGERS_DAY_MAX), ofNetwork.at(-SMS_TO_STRANGERS_NETWORK_DAY_MAX)]
      const free = Math.max(...filled.map((each) => (each === undefined ? 0 : each.now + DAY_MS)))
      return free <= now ? undefined : { ok: false, reason: 'code_limit_reached', waitSeconds: secondsUntil(free, now) }
    },
    count: (send) => void sent.push(send),
  }
}

function secondsUntil(moment: number, now: Millis): number {
  return Math.ceil((moment - now) / 1000)
}
