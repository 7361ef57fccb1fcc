/**
 * How many codes may be requested (`LIMITS.codes`). One asker must not use up the codes of another: each asker is
 * counted alone, and so is each kind of asker. Visitors in a customer's name delay neither the signed-in customer nor a
 * browser that the customer has proven. All browsers of a customer together have limits too, because the owner of an
 * account may be the attacker. The arithmetic of guessing stands in decision 39.
 */
import type { Millis } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock/index.ts'
import type { CodePurpose } from '../messages/index.ts'
import { LIMITS, type NetworkScope } from '../rate-limits/index.ts'

/** Rows are needed for a day. */
export const CODES_KEPT_MS = DAY_MS

export type Reached = {
  readonly ok: false
  readonly reason: 'code_too_soon' | 'code_limit_reached'
  readonly waitSeconds: number
}

/** A visitor, a proven browser of the target's owner, or its owner signed in. */
export type AskedBy = 'visitor' | 'browser' | 'customer'

/** Hashes of the receiver, the caller, and the caller's network (null: not counted). */
type Send = {
  readonly channel: 'mail' | 'sms'
  readonly purpose: CodePurpose
  readonly target: string
  readonly asker: string
  readonly from: string | null
  readonly askedBy: AskedBy
  readonly now: Millis
}
type Row = {
  readonly purpose: CodePurpose
  readonly asker_hash: string | null
  readonly asked_by: AskedBy
  readonly created_at: number
}
/** Newest first: when the one at `max - 1` is `span` old there is room again. */
type Ceiling = {
  readonly rows: readonly { readonly created_at: number }[]
  readonly max: number
  readonly span: number
}

/** The ceiling that is reached, if any, and how long until it is not. */
export async function ceilingReached(query: Query, send: Send): Promise<Reached | undefined> {
  const { channel, purpose, target, asker, askedBy, now } = send
  const toTarget = await query<Row>(
    `select purpose, asker_hash, asked_by, created_at from codes where target_hash = $1 and created_at > $2
     order by created_at desc`,
    [target, now - DAY_MS],
  )
  const forPurpose = toTarget.filter((row) => row.purpose === purpose)
  const mine = forPurpose.filter((row) => row.asker_hash === asker)
  const pauseOver = (mine[0]?.created_at ?? 0) + LIMITS.codes.pauseSeconds * 1000
  if (pauseOver > now) return { ok: false, reason: 'code_too_soon', waitSeconds: secondsUntil(pauseOver, now) }
  const alike = toTarget.filter((row) => row.asked_by === askedBy)
  const ceilings: readonly Ceiling[] = [
    { rows: mine, max: LIMITS.codes.perAskerHour, span: HOUR_MS },
    ...ceilingsOfKind(send, alike),
    ...(channel === 'sms' ? [{ rows: alike, max: LIMITS.codes.smsToTargetDay[askedBy], span: DAY_MS }] : []),
    { rows: await fromNetwork(query, send), max: LIMITS.codes.perNetworkHour, span: HOUR_MS },
  ]
  const free = Math.max(0, ...ceilings.map(({ rows, max, span }) => (rows[max - 1]?.created_at ?? -span) + span))
  return free <= now ? undefined : { ok: false, reason: 'code_limit_reached', waitSeconds: secondsUntil(free, now) }
}

/** `alike`: the codes to the target that askers of the same kind requested. */
function ceilingsOfKind({ purpose, askedBy }: Send, alike: readonly Row[]): readonly Ceiling[] {
  const { forVisitorsHour, forVisitorsDay, forOwnBrowsersHour, forOwnBrowsersDay, forCustomerHour } = LIMITS.codes
  if (askedBy === 'customer') return [{ rows: alike, max: forCustomerHour, span: HOUR_MS }]
  const rows = alike.filter((row) => row.purpose === purpose)
  const isVisitor = askedBy === 'visitor'
  return [
    { rows, max: isVisitor ? forVisitorsHour : forOwnBrowsersHour, span: HOUR_MS },
    { rows, max: isVisitor ? forVisitorsDay : forOwnBrowsersDay, span: DAY_MS },
  ]
}

async function fromNetwork(query: Query, { from, now }: Send): Promise<readonly { readonly created_at: number }[]> {
  if (from === null) return []
  return query('select created_at from codes where from_hash = $1 and created_at > $2 order by created_at desc', [
    from,
    now - HOUR_MS,
  ])
}

/** A request as memory counts it: its networks as hashes, none where it is not counted. */
type Counted = { readonly networks: readonly NetworkScope[]; readonly now: Millis }

/**
 * `minute` and `day`: of all together. `network`: of one network in `networkSpan`. `timesMax`: a wider network of IPv6
 * gets at most this many times as many.
 */
type SharedLimits = {
  readonly minute?: number
  readonly day?: number
  readonly network: number
  readonly networkSpan: number
  readonly timesMax: number
}

/** Codes to receivers that may be any person. */
export const STRANGERS_LIMITS: { readonly [Channel in 'mail' | 'sms']: SharedLimits } = {
  mail: {
    minute: LIMITS.codes.mailToStrangersMinute,
    day: LIMITS.codes.mailToStrangersDay,
    network: LIMITS.codes.mailToStrangersNetworkDay,
    networkSpan: DAY_MS,
    timesMax: Number.POSITIVE_INFINITY,
  },
  sms: {
    day: LIMITS.codes.smsToStrangersDay,
    network: LIMITS.codes.smsToStrangersNetworkDay,
    networkSpan: DAY_MS,
    timesMax: LIMITS.codes.smsWiderTimes,
  },
}

/** Text messages to the askers' own numbers. All together have no limit, or some customers would stop all others. */
export const OWNERS_SMS_LIMITS: SharedLimits = {
  network: LIMITS.codes.smsToOwnersNetworkHour,
  networkSpan: HOUR_MS,
  timesMax: LIMITS.codes.smsWiderTimes,
}

export type SharedCeiling = {
  reached(send: Counted): Reached | undefined
  count(send: Counted): void
}

/** A limit that many receivers share. It is counted in memory: a new process begins at zero. */
export function sharedCeiling({ minute, day, network: max, networkSpan, timesMax }: SharedLimits): SharedCeiling {
  const kept = day === undefined ? networkSpan : DAY_MS
  /** Codes within `kept`, oldest first. */
  let sent: Counted[] = []
  /** There is room again when the one at `most` from the end is `span` old. */
  const freeAt = (codes: readonly Counted[], most: number | undefined, span: number) => {
    const filled = most === undefined ? undefined : codes.at(-most)
    return filled === undefined ? 0 : filled.now + span
  }
  return {
    reached: ({ networks, now }) => {
      const [oldest] = sent
      if (oldest !== undefined && oldest.now <= now - kept) sent = sent.filter((each) => each.now > now - kept)
      const free = Math.max(
        freeAt(sent, day, DAY_MS),
        freeAt(sent, minute, MINUTE_MS),
        ...networks.map(({ network, times }) => {
          const ofNetwork = sent.filter((each) => each.networks.some((one) => one.network === network))
          return freeAt(ofNetwork, max * Math.min(times, timesMax), networkSpan)
        }),
      )
      return free <= now ? undefined : { ok: false, reason: 'code_limit_reached', waitSeconds: secondsUntil(free, now) }
    },
    count: (send) => void sent.push(send),
  }
}

function secondsUntil(moment: number, now: Millis): number {
  return Math.ceil((moment - now) / 1000)
}
