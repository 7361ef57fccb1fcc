/**
 * Rows of notices: kept up to a ceiling for each user, marked as read by their owner, on every device at once. The
 * notice of a sign-in is hidden from the sessions of the browser that it is about: a thief could otherwise mark it as
 * read before the owner sees it.
 */

import { NOTICES_KEPT_MAX } from '@veritick/contract'
import type { AccountId, UserId } from '@veritick/domain'
import { insertNotices, trimKept } from '../../services/messages/index.ts'
import type { Query } from '../../store/index.ts'
import type { OwnedAccount } from '../accounts/index.ts'
import { type AccountNotice, factsFrom } from './facts.ts'
import type { KeptNotice } from './wire.ts'

type Row = {
  notice_id: number
  user_id: UserId
  account: AccountId | null
  facts: string
  at: number
  read_at: number | null
}

/** The account only where the user has several: a customer with one account needs no name for it. */
const COLUMNS = `notice_id, user_id, facts, at, read_at,
  case when (select count(*) from accounts a where a.user_id = customer_notices.user_id) > 1 then account_id end
    as account`

const fromRow = (row: Row): KeptNotice => ({
  notice: row.notice_id,
  user: row.user_id,
  account: row.account ?? undefined,
  facts: factsFrom(row.facts),
  at: row.at,
  read: row.read_at !== null,
})

/**
 * Adds notices of one account, oldest first, and deletes what is above the ceiling of its owner: read ones before
 * unread ones, the oldest first. `happened`: wall time.
 */
export async function keepNotices(
  query: Query,
  { user, account }: Pick<OwnedAccount, 'user' | 'account'>,
  notices: readonly AccountNotice[],
  happened: number,
): Promise<readonly KeptNotice[]> {
  // Of more than can be kept, the oldest would go at once.
  const newest = notices.slice(-NOTICES_KEPT_MAX)
  const rows = newest.map(({ facts, at }) => ({ kind: facts.kind, facts: JSON.stringify(facts), at }))
  const numbers = await insertNotices(query, { user, account, notices: rows, happened, told: true })
  const added = await query<Row>(
    `select ${COLUMNS} from customer_notices where notice_id = any ($1::int[]) order by notice_id`,
    [numbers],
  )
  await trimKept(query, user)
  return added.map(fromRow)
}

/** The reader of notices: a customer, in one session. */
export type Reader = { readonly user: UserId; readonly tokenHash: string }
/** The notices of a reader: `$1` is the user, `$2` the token hash of the session. */
const OF_READER = `user_id = $1 and coalesce(facts::jsonb -> 'hiddenFrom' ? $2, false) is false`

/** Newest first. */
export async function listNotices(query: Query, { user, tokenHash }: Reader): Promise<readonly KeptNotice[]> {
  const rows = await query<Row>(
    `select ${COLUMNS} from customer_notices where ${OF_READER} order by notice_id desc limit $3`,
    [user, tokenHash, NOTICES_KEPT_MAX],
  )
  return rows.map(fromRow)
}

export async function unreadCount(query: Query, { user, tokenHash }: Reader): Promise<number> {
  const [row] = await query<{ unread: number }>(
    `select count(*)::int as unread from customer_notices where ${OF_READER} and read_at is null`,
    [user, tokenHash],
  )
  return row?.unread ?? 0
}

/** The unread notices of a customer, for all sessions. */
export type Unread = {
  readonly all: number
  /** For each of them that is hidden from sessions: their token hashes. */
  readonly hiddenFrom: readonly (readonly string[])[]
}

/** A row that cannot be read counts and is hidden from no session: the notices of others must not fail with it. */
export async function unreadOf(query: Query, user: UserId): Promise<Unread> {
  const rows = await query<{ hidden: string | null }>(
    `select case when facts like '%"hiddenFrom":%' then facts end as hidden
     from customer_notices where user_id = $1 and read_at is null`,
    [user],
  )
  const hiddenFrom = rows.map(({ hidden }) => hiddenFromOf(hidden)).filter((sessions) => sessions.length > 0)
  return { all: rows.length, hiddenFrom }
}

function hiddenFromOf(facts: string | null): readonly string[] {
  try {
    return (facts === null ? undefined : factsFrom(facts).hiddenFrom) ?? []
  } catch {
    return []
  }
}

/** The unread notices that one session sees. */
export const unreadIn = ({ all, hiddenFrom }: Unread, tokenHash: string): number =>
  all - hiddenFrom.filter((sessions) => sessions.includes(tokenHash)).length

/** False: the reader has no such notice. */
export async function readNotice(
  query: Query,
  which: Reader & { readonly notice: number; readonly now: number },
): Promise<boolean> {
  const rows = await query(
    `update customer_notices set read_at = coalesce(read_at, $4::bigint)
     where ${OF_READER} and notice_id = $3::bigint returning notice_id`,
    [which.user, which.tokenHash, which.notice, which.now],
  )
  return rows.length > 0
}

/** This one and all older ones. */
export async function readUntil(
  query: Query,
  which: Reader & { readonly notice: number; readonly now: number },
): Promise<void> {
  await query(
    `update customer_notices set read_at = $4 where ${OF_READER} and notice_id <= $3::bigint and read_at is null`,
    [which.user, which.tokenHash, which.notice, which.now],
  )
}

/** Customers whom one run tells; the next run goes on behind them. */
export const UNTOLD_MAX = 500

/** A customer, and the oldest of the notices that other features stored and no run has told. */
export type Untold = { readonly user: UserId; readonly oldest: number }

/** The customers whose oldest untold notice is behind the notice `after`, in the order of these notices. */
export async function untoldUsers(query: Query, after: number): Promise<readonly Untold[]> {
  const rows = await query<{ user_id: UserId; oldest: number }>(
    `select user_id, min(notice_id) as oldest from customer_notices where not told
     group by user_id having min(notice_id) > $1::int order by oldest limit $2`,
    [after, UNTOLD_MAX],
  )
  return rows.map(({ user_id, oldest }) => ({ user: user_id, oldest }))
}

/** The untold notices of one customer, the oldest first. */
export async function takeUntold(query: Query, user: UserId): Promise<readonly KeptNotice[]> {
  const rows = await query<Row>(
    `update customer_notices set told = true where user_id = $1 and not told returning ${COLUMNS}`,
    [user],
  )
  return rows.map(fromRow).sort((one, two) => one.notice - two.notice)
}

/** The notice of a kept number; `undefined`: it was deleted. */
export async function noticeNumbered(query: Query, notice: number): Promise<KeptNotice | undefined> {
  const [row] = await query<Row>(`select ${COLUMNS} from customer_notices where notice_id = $1`, [notice])
  return row && fromRow(row)
}
