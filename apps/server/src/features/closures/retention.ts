/**
 * How long the data of a closed account are kept. Laws against money laundering demand years after the end of the
 * business of a customer who was verified or moved money; nothing demands it of any other customer.
 */
import { type Millis, millis, must, type UserId } from '@veritick/domain'
import { DAY_MS } from '../../services/clock/index.ts'
import type { Query } from '../../store/index.ts'
import { provenPerson } from '../accounts/index.ts'
import { identityState } from '../identity/index.ts'
import type { Settings } from '../settings/index.ts'
import { isMoneyOnItsWay, PAYABLE_MIN, type Reading, viewsOf } from './obstacles.ts'

/** Of a closed account. `demo`: the user never registered. `business`: verified, or money was booked. */
export type Owner = { readonly kind: 'demo' | 'real'; readonly business: boolean }

const businessOf = (user: string) => `(
  exists (select 1 from identity_submissions s where s.user_id = ${user} and s.state = 'verified')
  or exists (select 1 from accounts a join account_totals t on t.account = a.account_id
    where a.user_id = ${user} and a.kind = 'real' and t.log_lines > 0))`

/** Money is owed, or is on its way: without the data the customer could not be paid. */
const isMoneyOpen = (user: string) => `(${isMoneyOnItsWay(user)} or (
  select coalesce(sum(t.balance + t.locked), 0) from accounts a join account_totals t on t.account = a.account_id
  where a.user_id = ${user} and a.kind = 'real') >= ${PAYABLE_MIN})`

/** The number of records whose money was booked. It rises when one that the read tables may not show is finished. */
const bookings = (user: string) => `(
  (select count(*) from deposits where user_id = ${user} and state = 'finished')
  + (select count(*) from corrections where user_id = ${user} and state = 'booked')
  + (select count(*) from invite_rewards where user_id = ${user} and state = 'paid'))::int`

/** For screens, and to find closures that may be due: a statement of SQL can write what it reads. */
export async function ownerOf(query: Query, user: UserId): Promise<Owner> {
  const [row] = await query<Owner>(
    `select u.kind, ${businessOf('u.user_id')} as business from users u where u.user_id = $1`,
    [user],
  )
  return row ?? { kind: 'real', business: false }
}

/** For decisions: kind and identity are sealed, and the engine counts transfers. Throws CoreBusy and RowChanged. */
export async function provenOwner(parts: Reading, user: UserId): Promise<Owner> {
  const reading = { ...parts, db: parts.store.db }
  const { kind } = must(await provenPerson(reading, user), `user ${user} has a row`)
  const isVerified = (await identityState(reading, user)) === 'verified'
  const views = await viewsOf(parts, { user, kind: 'real' })
  const hasMoved = views.some(({ view }) => view !== undefined && view.transfers > 0)
  return { kind, business: isVerified || hasMoved }
}

/** The data of a device that never registered have no reason to stay. */
export function daysKept(settings: Pick<Settings, 'get'>, { kind, business }: Owner): number {
  if (kind === 'demo') return 0
  return settings.get(business ? 'closed_account_kept_days' : 'closed_unused_account_kept_days')
}

export const erasableFrom = (closedAt: number, days: number): Millis => millis(closedAt + days * DAY_MS)

export type Due = {
  readonly closure: number
  readonly user: UserId
  readonly days: number
  readonly bookings: number
}

/**
 * Closures whose time is over and whose customers are owed nothing, as the rows say, which nothing proves here; the
 * oldest first. Not before the promised day.
 */
export async function dueClosures(
  query: Query,
  wanted: { readonly settings: Pick<Settings, 'get'>; readonly now: Millis; readonly limit: number },
): Promise<readonly Due[]> {
  // A new connection plans the statement below for 30 to 50 ms, and a server without closed accounts has no use for it.
  const [closed] = await query("select 1 from closures where state = 'closed' limit 1")
  if (closed === undefined) return []
  const { settings, now, limit } = wanted
  return query<Due>(
    `select closure, "user", days, bookings from (
       select c.closure_id as closure, c.user_id as "user", c.closed_at,
         ${bookings('c.user_id')} as bookings, greatest(c.kept_days,
         case when u.kind = 'demo' then 0 when ${businessOf('c.user_id')} then $2::int else $3::int end) as days
       from closures c join users u on u.user_id = c.user_id
       where c.state = 'closed' and not ${isMoneyOpen('c.user_id')}) kept
     where closed_at + days::bigint * ${DAY_MS} <= $1::bigint order by closed_at, closure limit $4::int`,
    [now, settings.get('closed_account_kept_days'), settings.get('closed_unused_account_kept_days'), limit],
  )
}

/**
 * Whether the customer is owed nothing. `due`: read before the read tables caught up, so that a booking which they
 * do not show yet is an open record or one more finished record.
 */
export async function isNothingOwed(query: Query, user: UserId, due: Pick<Due, 'bookings'>): Promise<boolean> {
  const [found] = await query<{ open: boolean; bookings: number }>(
    `select ${isMoneyOpen('$1')} as open, ${bookings('$1')} as bookings`,
    [user],
  )
  return found?.open === false && found.bookings === due.bookings
}
