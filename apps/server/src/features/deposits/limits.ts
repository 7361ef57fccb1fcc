/**
 * The amount that a single approver may credit: the reported amount and a small tolerance, because prices move while
 * money is in transit. All credits of staff to the account in 24 hours must stay below the operator's limit, so many
 * small deposits do not evade it.
 */
import { assert, type Micros, micros, mulDivDown, type UserId } from '@veritick/domain'
import { and, eq, gt, like, or } from 'drizzle-orm'
import { DAY_MS } from '../../services/clock/index.ts'
import { type Database, deposits } from '../../store/index.ts'
import type { DepositRow } from './queries.ts'

/** Above what was reported, in hundredths: prices move while money is on its way. */
export const CREDIT_TOLERANCE_PERCENT = 2

/** Micro-dollars. The largest amount for which one approver is enough; zero when each credit needs two. */
export async function singleApproverLimit(
  db: Database,
  options: { readonly row: DepositRow; readonly limit: Micros; readonly now: number },
): Promise<Micros> {
  const { row, limit, now } = options
  const tolerated = row.amount + mulDivDown(row.amount, CREDIT_TOLERANCE_PERCENT, 100)
  const below = limit - 1 - (await creditedByPeople(db, { user: row.user, since: now - DAY_MS }))
  return micros(Math.max(0, Math.min(tolerated, below)))
}

/** Credits by a provider's signed notice do not count: no staff member decided them. */
async function creditedByPeople(
  db: Database,
  options: { readonly user: UserId; readonly since: number },
): Promise<number> {
  const rows = await db
    .select({ credited: deposits.credited })
    .from(deposits)
    .where(
      and(
        eq(deposits.user, options.user),
        like(deposits.decidedBy, 'staff:%'),
        or(eq(deposits.state, 'crediting'), and(eq(deposits.state, 'finished'), gt(deposits.endedAt, options.since))),
      ),
    )
  return rows.reduce((sum, { credited }) => {
    assert(credited !== null && credited > 0, 'a credit that was decided has its amount')
    return sum + credited
  }, 0)
}
