/**
 * Consent to be listed: of a user for all their accounts of one kind, so that a trader with several accounts does not
 * list the best of them alone. It is off by default. Its end removes entries and codes in the same transaction.
 */
import { ORDER_STATUS, RANKING_DAYS, RANKING_TRADES_MIN, type RankingState } from '@veritick/contract'
import type { AccountId, Millis, UserId } from '@veritick/domain'
import type { Session } from '../../calls/index.ts'
import { DAY_MS } from '../../services/clock/index.ts'
import type { Query } from '../../store/index.ts'
import type { Context } from './context.ts'

type Consent = { readonly user: UserId; readonly kind: 'demo' | 'real' }

/** A consent that stands already keeps its time. */
export async function changeConsent(
  { store, runtime }: Pick<Context, 'store' | 'runtime'>,
  { user, kind, listed }: Consent & { readonly listed: boolean },
): Promise<void> {
  const now = runtime.now()
  if (!listed) return store.transaction(({ query }) => endConsent(query, { user, kinds: [kind], now }))
  await store.query(
    `insert into ranking_consents (user_id, kind, listed, changed_at) values ($1, $2, true, $3)
     on conflict (user_id, kind) do update set listed = true, changed_at = $3 where not ranking_consents.listed`,
    [user, kind, now],
  )
}

/** In a transaction. The list locks the consents that it shows, so the consent ends before the entries are deleted. */
export async function endConsent(
  query: Query,
  { user, kinds, now }: { readonly user: UserId; readonly kinds: readonly Consent['kind'][]; readonly now: Millis },
): Promise<void> {
  await query(
    `update ranking_consents set listed = false, changed_at = $3
     where user_id = $1 and kind = any($2::text[]) and listed`,
    [user, kinds, now],
  )
  const own = '(select account_id from accounts where user_id = $1 and kind = any($2::text[]))'
  await query(`delete from ranking_entries where account_id in ${own}`, [user, kinds])
  await query(`delete from ranking_codes where account_id in ${own}`, [user, kinds])
}

export async function hasConsent(query: Query, { user, kind }: Consent): Promise<boolean> {
  const [row] = await query<{ listed: boolean }>(
    'select listed from ranking_consents where user_id = $1 and kind = $2',
    [user, kind],
  )
  return row?.listed ?? false
}

export type Standing = { readonly state: RankingState; readonly daysLeft: number; readonly tradesLeft: number }

/** Whether the account of the session is in the list, or the first reason why not. `isShown`: it has an entry. */
export async function standingOf(
  { store, core, runtime }: Pick<Context, 'store' | 'core' | 'runtime'>,
  session: Session,
  { isListed, isShown }: { readonly isListed: boolean; readonly isShown: boolean },
): Promise<Standing> {
  const { query } = store
  const state = (word: RankingState): Standing => ({ state: word, daysLeft: 0, tradesLeft: 0 })
  if (!isListed) return state('off')
  const [bar] = await query<{ frozen: boolean; verified: boolean }>(
    `select exists (select 1 from users where user_id = $1 and frozen_at is not null) as frozen,
       exists (select 1 from identities where user_id = $1 and state = 'verified') as verified`,
    [session.user],
  )
  if (bar?.frozen) return state('frozen')
  if (session.accountKind === 'real' && !bar?.verified) return state('unverified')
  if (isShown) return state('listed')
  // The own closed positions count at once.
  await core.projected()
  const record = await recordOf(query, session.account)
  const age = record === undefined ? 0 : runtime.now() - record.taken_at
  const daysLeft = Math.ceil((RANKING_DAYS * DAY_MS - age) / DAY_MS)
  if (daysLeft > 0) return { ...state('too_new'), daysLeft }
  const tradesLeft = RANKING_TRADES_MIN - (record?.closed ?? 0)
  if (tradesLeft > 0) return { ...state('too_few_trades'), tradesLeft }
  const [later] = await query<{ computed: boolean }>(
    `select exists (select 1 from ranking_progress p join ranking_consents c on c.changed_at < p.listed_at
       where c.user_id = $1 and c.kind = $2) as computed`,
    [session.user, session.accountKind],
  )
  return state(later?.computed ? 'below' : 'waiting')
}

/** The first measurement of the record that goes on, and its closed positions. */
async function recordOf(
  query: Query,
  account: AccountId,
): Promise<{ readonly taken_at: number; readonly closed: number } | undefined> {
  const [row] = await query<{ taken_at: number; closed: number }>(
    `select min(d.taken_at) as taken_at,
       (select count(*)::int from orders o
         where o.account = $1 and o.status = ${ORDER_STATUS.history} and o.close_price is not null
         and o.split_from is null
         and o.ended_sequence > d.record_sequence) as closed
     from equity_days d where d.account_id = $1
       and d.record_sequence = (select max(record_sequence) from equity_days where account_id = $1)
     group by d.record_sequence`,
    [account],
  )
  return row
}
