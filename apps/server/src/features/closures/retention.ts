/**
 * How long the data of a closed account are kept. Laws against money laundering demand years after the end of the
 * business of a customer who was verified or moved money; nothing demands it of any other customer.
 */
import { type Millis, millis, type UserId } from '@veritick/domain'
import { DAY_MS } from '../../services/clock/index.ts'
import type { Query } from '../../store/index.ts'
import type { Settings } from '../settings/index.ts'
import { PAYABLE_MIN } from './obstacles.ts'

/** Of a closed account. `demo`: the user never registered. `business`: verified, or money was booked. */
export type Owner = { readonly kind: 'demo' | 'real'; readonly business: boolean }

const businessOf = (user: string) => `(
  exists (select 1 from identity_submissions s where s.user_id = ${user} and s.state = 'verified')
  or exists (select 1 from accounts a join account_totals t on t.account = a.account_id
    where a.user_id = ${user} and a.kind = 'real' and t.log_lines > 0))`

const owedTo = (user: string) => `(
  select coalesce(sum(t.balance + t.locked), 0) from accounts a join account_totals t on t.account = a.account_id
  where a.user_id = ${user} and a.kind = 'real')`

export async function ownerOf(query: Query, user: UserId): Promise<Owner> {
  const [row] = await query<Owner>(
    `select u.kind, ${businessOf('u.user_id')} as business from users u where u.user_id = $1`,
    [user],
  )
  return row ?? { kind: 'real', business: false }
}

/** The data of a device that never registered have no reason to stay. */
export function daysKept(settings: Pick<Settings, 'get'>, { kind, business }: Owner): number {
  if (kind === 'demo') return 0
  return settings.get(business ? 'closed_account_kept_days' : 'closed_unused_account_kept_days')
}

export const erasableFrom = (closedAt: number, days: number): Millis => millis(closedAt + days * DAY_MS)

export type Due = { readonly closure: number; readonly user: UserId; readonly days: number }

/** Closures whose time is over and whose customers are owed nothing; the oldest first. */
export function dueClosures(
  query: Query,
  wanted: { readonly settings: Pick<Settings, 'get'>; readonly now: Millis; readonly limit: number },
): Promise<readonly Due[]> {
  const { settings, now, limit } = wanted
  return query<Due>(
    `select * from (
       select c.closure_id as closure, c.user_id as user, c.closed_at,
         case when u.kind = 'demo' then 0 when ${businessOf('c.user_id')} then $2::int else $3::int end as days
       from closures c join users u on u.user_id = c.user_id
       where c.state = 'closed' and ${owedTo('c.user_id')} < ${PAYABLE_MIN}) kept
     where closed_at + days::bigint * ${DAY_MS} <= $1::bigint order by closed_at, closure limit $4::int`,
    [now, settings.get('closed_account_kept_days'), settings.get('closed_unused_account_kept_days'), limit],
  )
}
