/**
 * How many codes may be requested (`LIMITS.codes`). One asker must not use up the codes of another: each asker is
 * counted alone, requests of visitors in a customer's name are counted apart from those of the signed-in customer, and
 * strangers do not delay a browser that the customer has signed in with. The arithmetic of guessing stands in decision
 * 39.
 */
import type { Millis } from '@veritick/domain'
import type { Query } from '../../store/index.ts'
import { DAY_MS, HOUR_MS } from '../clock/index.ts'
import type { CodePurpose } from '../messages/index.ts'
import { LIMITS } from '../rate-limits/index.ts'

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

/** A request for a text message to a stranger: a hash of its network, null where it is not counted. */
type ToStranger = { readonly from: string | null; readonly now: Millis }

export type StrangersCeiling = {
  reached(send: ToStranger): Reached | undefined
  count(send: ToStranger): void
}

/** The limit of text messages to strangers. It is counted in memory: a new process begins at zero. */
export function strangersCeiling(): StrangersCeiling {
  /** Messages of the last day, oldest first. */
  let sent: ToStranger[] = []
  return {
    reached: ({ from, now }) => {
      sent = sent.filter((each) => each.now > now - DAY_MS)
      const ofNetwork = from === null ? [] : sent.filter((each) => each.from === from)
      const filled = [sent.at(-LIMITS.codes.smsToStrangersDay), ofNetwork.at(-LIMITS.codes.smsToStrangersNetworkDay)]
      const free = Math.max(...filled.map((each) => (each === undefined ? 0 : each.now + DAY_MS)))
      return free <= now ? undefined : { ok: false, reason: 'code_limit_reached', waitSeconds: secondsUntil(free, now) }
    },
    count: (send) => void sent.push(send),
  }
}

function secondsUntil(moment: number, now: Millis): number {
  return Math.ceil((moment - now) / 1000)
}
