/**
 * How far notices are stored, and in which transactions. One quote can end orders of thousands of accounts, and other
 * work of the store waits for a transaction: a turn holds the notices of a few accounts, in the order of their numbers.
 */
import { type AccountId, must } from '@veritick/domain'
import type { Store, Transaction } from '../../store/index.ts'
import type { AccountNotice } from './facts.ts'
import { type Fees, feesFrom, feesText, NO_FEES } from './fees.ts'

/** How far notices are: those of all of `batch`, and of the batch after it those of the accounts up to `account`. */
export type Done = {
  readonly batch: number
  readonly account: number
  /** After `batch`. */
  readonly fees: Fees
}

/** Below every account. */
export const NO_ACCOUNT = 0

export const isSame = (one: Done, two: Done): boolean => one.batch === two.batch && one.account === two.account

/** Notices of one account, in the order of their events. */
export type AccountNotices = { readonly account: AccountId; readonly notices: readonly AccountNotice[] }

/** The most that one transaction stores; it ends with the account that reaches the number of notices. */
const TURN_MAX = { accounts: 10, notices: 200 } as const

/** The notices of one transaction each: accounts above `after` in the order of their numbers. */
export function turnsOf(notices: readonly AccountNotice[], after: number): AccountNotices[][] {
  const byAccount = new Map<AccountId, AccountNotice[]>()
  for (const notice of notices) {
    if (notice.account <= after) continue
    const own = byAccount.get(notice.account)
    if (own === undefined) byAccount.set(notice.account, [notice])
    else own.push(notice)
  }
  const turns: AccountNotices[][] = []
  let room = { accounts: 0, notices: 0 }
  for (const [account, own] of [...byAccount].sort(([one], [two]) => one - two)) {
    if (room.accounts <= 0 || room.notices <= 0) {
      turns.push([])
      room = { ...TURN_MAX }
    }
    must(turns.at(-1), 'a turn has begun').push({ account, notices: own })
    room = { accounts: room.accounts - 1, notices: room.notices - own.length }
  }
  return turns
}

export async function storedProgress({ query }: Store): Promise<Done> {
  const [row] = await query<{ batch: number; account_id: number; fees: string }>(
    'select batch, account_id, fees from notice_progress where id = 1',
  )
  if (row === undefined) return { batch: 0, account: NO_ACCOUNT, fees: NO_FEES }
  return { batch: row.batch, account: row.account_id, fees: feesFrom(row.fees) }
}

/**
 * False: the store does not stand at `from`, because the answer of a transaction was lost. The statement waits for a
 * transaction that has written the row and not ended.
 */
export async function writeProgress({ query }: Transaction, from: Done, to: Done): Promise<boolean> {
  const rows = await query(
    `insert into notice_progress (id, batch, account_id, fees) values (1, $1, $2, $3)
     on conflict (id) do update
       set batch = excluded.batch, account_id = excluded.account_id, fees = excluded.fees
       where (notice_progress.batch, notice_progress.account_id) = ($4::bigint, $5::bigint)
     returning id`,
    [to.batch, to.account, feesText(to.fees), from.batch, from.account],
  )
  return rows.length > 0
}
