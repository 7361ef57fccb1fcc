/**
 * The share of real accounts that lost money by trading, as the risk warning says it: measured from our own books,
 * never typed in. An account counts once a position of it was opened; it lost when realised profit, financing and fees
 * together are below zero. Money that is paid in or out has no part in it.
 */
import { formatDecimal, mulDivUp } from '@veritick/domain'
import { and, eq, ne, or, sql } from 'drizzle-orm'
import { accountTotals, type Database } from '../../store/index.ts'
import type { Context } from './context.ts'

/** A share of fewer would tell how one of them is doing. */
export const COUNTED_ACCOUNTS_MIN = 10
/** It is counted at most this often. */
const KEPT_MS = 600_000

/** Percent with one decimal, such as "71.4", rounded up; `null` while too few accounts have traded. */
export function losingShareOf({ store, runtime }: Pick<Context, 'store' | 'runtime'>): () => Promise<string | null> {
  let kept: { readonly at: number; readonly share: Promise<string | null> } | undefined
  return () => {
    const now = runtime.now()
    if (kept === undefined || now - kept.at >= KEPT_MS || now < kept.at) {
      kept = { at: now, share: countedShare(store.db) }
      kept.share.catch(() => {
        kept = undefined
      })
    }
    return kept.share
  }
}

export async function countedShare(db: Database): Promise<string | null> {
  const { book, profit, swap, fees } = accountTotals
  const [row] = await db
    .select({
      traded: sql<string>`count(*)`,
      lost: sql<string>`count(*) filter (where ${profit} + ${swap} - ${fees} < 0)`,
    })
    .from(accountTotals)
    .where(and(eq(book, 'real'), or(ne(profit, 0), ne(swap, 0), ne(fees, 0))))
  return shareOf({ traded: Number(row?.traded ?? 0), lost: Number(row?.lost ?? 0) })
}

export function shareOf({ traded, lost }: { readonly traded: number; readonly lost: number }): string | null {
  if (traded < COUNTED_ACCOUNTS_MIN) return null
  return formatDecimal(mulDivUp(lost, 1000, traded), 1)
}
