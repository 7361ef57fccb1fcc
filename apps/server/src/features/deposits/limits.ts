/**
 * The amount that a single approver may credit: the reported amount and a small tolerance, because prices move while
 * money is in transit. All credits of staff to the customer in 24 hours must stay below the operator's limit, so many
 * small deposits do not evade it. All that one approver credits alone must stay below a limit of its own, so many
 * accomplices do not evade it either.
 */
import { assert, type Micros, micros, mulDivDown, type UserId } from '@veritick/domain'
import { and, eq, gt, isNull, like, or, type SQL } from 'drizzle-orm'
import { DAY_MS } from '../../services/clock/index.ts'
import { type Database, deposits } from '../../store/index.ts'
import type { DepositRow } from './queries.ts'

/** Above what was reported, in hundredths: prices move while money is on its way. */
export const CREDIT_TOLERANCE_PERCENT = 2

export type SingleApproverLimit = {
  /** Micro-dollars. The largest amount for which one approver is enough; zero when each credit needs two. */
  readonly amount: Micros
  /** True where other credits of this approver make it smaller than it is for a colleague. */
  readonly isOwn: boolean
}

/** `approver`: `staff:7`; `undefined`: of a staff member who has credited nothing. */
export async function singleApproverLimit(
  db: Database,
  options: {
    readonly row: DepositRow
    readonly customerLimit: Micros
    readonly approverLimit: Micros
    readonly approver: string | undefined
    readonly now: number
  },
): Promise<SingleApproverLimit> {
  const { row, customerLimit, approverLimit, approver, now } = options
  const since = now - DAY_MS
  const tolerated = row.amount + mulDivDown(row.amount, CREDIT_TOLERANCE_PERCENT, 100)
  const ofCustomer = customerLimit - 1 - (await credited(db, { whose: byPeopleTo(row.user), since }))
  const alone = approver === undefined ? 0 : await credited(db, { whose: aloneBy(approver), since })
  const ofAll = Math.min(tolerated, ofCustomer)
  const ofApprover = approverLimit - 1 - alone
  return { amount: micros(Math.max(0, Math.min(ofAll, ofApprover))), isOwn: ofApprover < ofAll }
}

/** Credits by a provider's signed notice do not count: no staff member decided them. */
const byPeopleTo = (user: UserId) => and(eq(deposits.user, user), like(deposits.decidedBy, 'staff:%'))
const aloneBy = (approver: string) => and(eq(deposits.decidedBy, approver), isNull(deposits.proposedBy))

async function credited(
  db: Database,
  options: { readonly whose: SQL | undefined; readonly since: number },
): Promise<number> {
  const rows = await db
    .select({ credited: deposits.credited })
    .from(deposits)
    .where(
      and(
        options.whose,
        or(eq(deposits.state, 'crediting'), and(eq(deposits.state, 'finished'), gt(deposits.endedAt, options.since))),
      ),
    )
  return rows.reduce((sum, { credited }) => {
    assert(credited !== null && credited > 0, 'a credit that was decided has its amount')
    return sum + credited
  }, 0)
}
