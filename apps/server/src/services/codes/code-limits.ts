/**
 * How many codes may be requested (`LIMITS.codes`). One asker must not use up the codes of another: each asker is
 * counted alone, requests of visitors in a customer's name are counted apart from those of the signed-in customer, and
 * strangers do not delay a browser that the customer has signed in with. The arithmetic of guessing stands in decision
 * 39.
 */
import type { Millis } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock/index.ts'
import type { CodePurpose } from '../messages/index.ts'
import { LIMITS, type NetworkScope } from '../rate-limits/index.ts'

/** Purposes that only the signed-in customer can request. A visitor can request the other purposes for any address. */
const CUSTOMERS_OWN: ReadonlySet<CodePurpose> = new Set(['password', 'payee', 'withdraw', 'proof', 'new_email'])

/** Rows are needed for a day. */
export const CODES_KEPT_MS = DAY_MS

export type Reached = {
  readonly ok: false
  readonly reason: 'code_too_soon' | 'code_limit_reached'
  readonly waitSeconds: number
}

/** Hashes of the receiver, the caller, and the caller's network (null: not counted). */
type Send = {
  readonly purpose: CodePurpose
  readonly target: string
  readonly asker: string
  readonly from: string | null
  /** The caller owns the target. */
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
    `select purpose, asker_hash, created_at from codes where target_hash = $1 and created_at > $2
     order by created_at desc`,
    [target, now - DAY_MS],
  )
  const forPurpose = toTarget.filter((row) => row.purpose === purpose)
  const mine = forPurpose.filter((row) => row.asker_hash === asker)
  const pauseOver = (mine[0]?.created_at ?? 0) + LIMITS.codes.pauseSeconds * 1000
  if (pauseOver > now) return { ok: false, reason: 'code_too_soon', waitSeconds: secondsUntil(pauseOver, now) }
  const ceilings: readonly Ceiling[] = [
    { rows: mine, max: LIMITS.codes.perAskerHour, span: HOUR_MS },
    ...(CUSTOMERS_OWN.has(purpose)
      ? [
          {
            rows: toTarget.filter((row) => CUSTOMERS_OWN.has(row.purpose)),
            max: LIMITS.codes.forCustomerHour,
            span: HOUR_MS,
          },
        ]
      : visitorsCeilings(send, forPurpose)),
    { rows: await fromNetwork(query, send), max: LIMITS.codes.perNetworkHour, span: HOUR_MS },
  ]
  const free = Math.max(0, ...ceilings.map(({ rows, max, span }) => (rows[max - 1]?.created_at ?? -span) + span))
  return free <= now ? undefined : { ok: false, reason: 'code_limit_reached', waitSeconds: secondsUntil(free, now) }
}

function visitorsCeilings(send: Send, rows: readonly Row[]): readonly Ceiling[] {
  if (send.byOwner) return []
  return [
    { rows, max: LIMITS.codes.forVisitorsHour, span: HOUR_MS },
    { rows, max: LIMITS.codes.forVisitorsDay, span: DAY_MS },
  ]
}

async function fromNetwork(query: Query, { from, now }: Send): Promise<readonly { readonly created_at: number }[]> {
  if (from === null) return []
  return query('select created_at from codes where from_hash = $1 and created_at > $2 order by created_at desc', [
    from,
    now - HOUR_MS,
  ])
}

/** A request of a code for a stranger: its networks as hashes, none where it is not counted. */
type ToStranger = { readonly networks: readonly NetworkScope[]; readonly now: Millis }

/**
 * `minute` and `day`: of all together. `networkDay`: of one network. `timesMax`: a wider network of IPv6 gets at most
 * this many times as many.
 */
type StrangersLimits = {
  readonly minute?: number
  readonly day: number
  readonly networkDay: number
  readonly timesMax: number
}

export const STRANGERS_LIMITS: { readonly [Channel in 'mail' | 'sms']: StrangersLimits } = {
  mail: {
    minute: LIMITS.codes.mailToStrangersMinute,
    day: LIMITS.codes.mailToStrangersDay,
    networkDay: LIMITS.codes.mailToStrangersNetworkDay,
    timesMax: Number.POSITIVE_INFINITY,
  },
  sms: {
    day: LIMITS.codes.smsToStrangersDay,
    networkDay: LIMITS.codes.smsToStrangersNetworkDay,
    timesMax: LIMITS.codes.smsToStrangersWiderTimes,
  },
}

export type StrangersCeiling = {
  reached(send: ToStranger): Reached | undefined
  count(send: ToStranger): void
}

/** The limit of codes to strangers. It is counted in memory: a new process begins at zero. */
export function strangersCeiling({ minute, day, networkDay, timesMax }: StrangersLimits): StrangersCeiling {
  /** Codes of the last day, oldest first. */
  let sent: ToStranger[] = []
  /** There is room again when the one at `max` from the end is `span` old. */
  const freeAt = (codes: readonly ToStranger[], max: number, span: number) => {
    const filled = codes.at(-max)
    return filled === undefined ? 0 : filled.now + span
  }
  return {
    reached: ({ networks, now }) => {
      const [oldest] = sent
      if (oldest !== undefined && oldest.now <= now - DAY_MS) sent = sent.filter((each) => each.now > now - DAY_MS)
      const free = Math.max(
        freeAt(sent, day, DAY_MS),
        minute === undefined ? 0 : freeAt(sent, minute, MINUTE_MS),
        ...networks.map(({ network, times }) => {
          const ofNetwork = sent.filter((each) => each.networks.some((one) => one.network === network))
          return freeAt(ofNetwork, networkDay * Math.min(times, timesMax), DAY_MS)
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
