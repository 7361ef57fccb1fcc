/**
 * Rows of notices: kept up to a ceiling for each user, marked as read by their owner, on every device at once. A row
 * that this server did not write is neither shown nor counted. The notice of a sign-in is hidden from the sessions of
 * the browser that it is about: a thief could otherwise mark it as read before the owner sees it.
 */

import { NOTICES_KEPT_MAX } from '@veritick/contract'
import type { AccountId, UserId } from '@veritick/domain'
import type { Encryption } from '../../services/encryption/index.ts'
import { insertNotices, trimKept } from '../../services/messages/index.ts'
import type { ShownRows } from '../../services/seals/index.ts'
import type { Query } from '../../store/index.ts'
import type { OwnedAccount } from '../accounts/index.ts'
import { type AccountNotice, factsFrom } from './facts.ts'
import type { KeptNotice } from './wire.ts'

/** `shown`: proves each row. */
export type Reading = { readonly query: Query; readonly shown: ShownRows }

type Row = {
  readonly notice_id: number
  readonly user_id: UserId
  readonly account_id: AccountId
  readonly facts: string
  readonly at: number
  readonly seal: string
  readonly read_at: number | null
  /** A customer with one account needs no name for it. */
  readonly is_of_several: boolean
}

const COLUMNS = `notice_id, user_id, account_id, facts, at, seal, read_at,
  (select count(*) from accounts a where a.user_id = customer_notices.user_id) > 1 as is_of_several`

const fromRow = (row: Row): KeptNotice => ({
  notice: row.notice_id,
  user: row.user_id,
  account: row.is_of_several ? row.account_id : undefined,
  facts: factsFrom(row.facts),
  at: row.at,
  read: row.read_at !== null,
})

const isProven = ({ shown }: Reading, row: Row): boolean => shown.has('customer_notices', row)

/** Of the newest notices of a customer, as many as are kept, newest first. `where`: SQL. */
async function newestOf(reading: Reading, user: UserId, where = 'true'): Promise<readonly Row[]> {
  const rows = await reading.query<Row>(
    `select ${COLUMNS} from (
       select * from customer_notices where user_id = $1 order by notice_id desc limit $2
     ) customer_notices where ${where} order by notice_id desc`,
    [user, NOTICES_KEPT_MAX],
  )
  return rows.filter((row) => row.user_id === user && isProven(reading, row))
}

/**
 * Adds notices of one account, oldest first, and deletes what is above the ceiling of its owner: read ones before
 * unread ones, the oldest first. `happened`: wall time.
 */
export async function keepNotices(
  reading: Reading & { readonly encryption: Encryption },
  { user, account }: Pick<OwnedAccount, 'user' | 'account'>,
  notices: readonly AccountNotice[],
  happened: number,
): Promise<readonly KeptNotice[]> {
  const { query } = reading
  // Of more than can be kept, the oldest would go at once.
  const newest = notices.slice(-NOTICES_KEPT_MAX)
  const rows = newest.map(({ facts, at }) => ({ kind: facts.kind, facts: JSON.stringify(facts), at }))
  const numbers = await insertNotices(reading, { user, account, notices: rows, happened, told: true })
  const added = await query<Row>(
    `select ${COLUMNS} from customer_notices where notice_id = any ($1::int[]) order by notice_id`,
    [numbers],
  )
  await trimKept(query, user)
  return added.filter((row) => isProven(reading, row)).map(fromRow)
}

/** The reader of notices: a customer, in one session. */
export type Reader = { readonly user: UserId; readonly tokenHash: string }

/** Newest first. */
export async function listNotices(reading: Reading, { user, tokenHash }: Reader): Promise<readonly KeptNotice[]> {
  const kept = (await newestOf(reading, user)).map(fromRow)
  return kept.filter(({ facts }) => facts.hiddenFrom?.includes(tokenHash) !== true)
}

/** The unread notices of a customer, for all sessions. */
export type Unread = {
  readonly all: number
  /** For each of them that is hidden from sessions: their token hashes. */
  readonly hiddenFrom: readonly (readonly string[])[]
}

/** A row that cannot be read counts and is hidden from no session: the notices of others must not fail with it. */
export async function unreadOf(reading: Reading, user: UserId): Promise<Unread> {
  const rows = await newestOf(reading, user, 'read_at is null')
  const hiddenFrom = rows.map(({ facts }) => hiddenFromOf(facts)).filter((sessions) => sessions.length > 0)
  return { all: rows.length, hiddenFrom }
}

function hiddenFromOf(facts: string): readonly string[] {
  if (!facts.includes('"hiddenFrom":')) return []
  try {
    return factsFrom(facts).hiddenFrom ?? []
  } catch {
    return []
  }
}

/** The unread notices that one session sees. */
export const unreadIn = ({ all, hiddenFrom }: Unread, tokenHash: string): number =>
  all - hiddenFrom.filter((sessions) => sessions.includes(tokenHash)).length

/**
 * Marks the notices of a reader that `is` finds. False: the reader has none of them. A notice is hidden from a new
 * session before that session can ask, so the list cannot change between here and the mark.
 */
export async function markRead(
  reading: Reading,
  which: Reader & { readonly is: (notice: number) => boolean; readonly now: number },
): Promise<boolean> {
  const numbers = (await listNotices(reading, which)).map(({ notice }) => notice).filter(which.is)
  await reading.query(
    `update customer_notices set read_at = $3
     where user_id = $1 and notice_id = any ($2::int[]) and read_at is null`,
    [which.user, numbers, which.now],
  )
  return numbers.length > 0
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
export async function takeUntold(reading: Reading, user: UserId): Promise<readonly KeptNotice[]> {
  const rows = await reading.query<Row>(
    `update customer_notices set told = true where user_id = $1 and not told returning ${COLUMNS}`,
    [user],
  )
  const proven = rows.filter((row) => row.user_id === user && isProven(reading, row))
  return proven.map(fromRow).sort((one, two) => one.notice - two.notice)
}

/** The notice of a kept number; `undefined`: it was deleted, or this server did not write it. */
export async function noticeNumbered(reading: Reading, notice: number): Promise<KeptNotice | undefined> {
  const [row] = await reading.query<Row>(`select ${COLUMNS} from customer_notices where notice_id = $1`, [notice])
  return row?.notice_id === notice && isProven(reading, row) ? fromRow(row) : undefined
}
