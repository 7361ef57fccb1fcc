/**
 * What one colleague may credit by themselves: what was reported, give or take what a price moves while money is on its
 * way, as long as what people credited to the account in 24 hours stays below the operator's limit, so that many small
 * ones are no way around it.
 */
import { type Micros, micros, mulDivDown } from '@veritick/domain'
import { and, eq, gt, like, or } from 'drizzle-orm'
import { DAY_MS } from '../../services/clock/index.ts'
import { type Database, deposits } from '../../store/index.ts'
import type { DepositRow } from './queries.ts'

/** Above what was reported, in hundredths: prices move while money is on its way. */
export const CREDIT_TOLERANCE_PERCENT = 2

/** The largest amount of USD for which one person is enough; zero when each credit needs two people. */
export async function aloneMax(
  db: Database,
  asked: { readonly row: DepositRow; readonly limit: Micros; readonly now: number },
): Promise<Micros> {
  const { row, limit, now } = asked
  const tolerated = row.amount + mulDivDown(row.amount, CREDIT_TOLERANCE_PERCENT, 100)
  const below = limit - 1 - (await creditedByPeople(db, { user: row.user, since: now - DAY_MS }))
  return micros(Math.max(0, Math.min(tolerated, below)))
}

/** What a provider's signed notice credited is nobody's word. */
async function creditedByPeople(
  db: Database,
  asked: { readonly user: number; readonly since: number },
): Promise<number> {
  const rows = await db
    .select({ credited: deposits.credited })
    .from(deposits)
    .where(
      and(
        eq(deposits.user, asked.user),
        like(deposits.decidedBy, 'staff:%'),
        or(eq(deposits.crediting, true), and(eq(deposits.status, 1), gt(deposits.endedAt, asked.since))),
      ),
    )
  return rows.reduce((sum, each) => sum + (each.credited ?? 0), 0)
}
