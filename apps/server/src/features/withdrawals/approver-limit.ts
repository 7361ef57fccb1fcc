/**
 * The withdrawals that one staff member approves alone count over all customers: small ones of many accomplices need a
 * second approver, as many small ones of one customer do.
 */
import { type Micros, micros } from '@veritick/domain'
import { and, eq, gt, isNull, notInArray } from 'drizzle-orm'
import { DAY_MS } from '../../services/clock/index.ts'
import { type Database, withdrawals } from '../../store/index.ts'
import type { CaseworkParts } from '../money/index.ts'
import type { WithdrawalRow } from './encryption.ts'
import { ENDED_UNPAID } from './states.ts'

/** Micro-dollars. `approved`: by this staff member alone in 24 hours, without the withdrawal in question. */
export type OverLimit = { readonly limit: Micros; readonly approved: Micros }

/** Of a withdrawal that one approval is enough for: why that of `who` is not. `undefined`: it is. */
export async function overLimitOf(
  { settings, runtime }: Pick<CaseworkParts, 'settings' | 'runtime'>,
  db: Database,
  approval: { readonly row: WithdrawalRow; readonly who: string },
): Promise<OverLimit | undefined> {
  const { row, who } = approval
  if (row.needsTwo) return undefined
  const limit = settings.get('draw_approver_limit_usd')
  const approved = await approvedAlone(db, { who, since: runtime.now() - DAY_MS })
  return approved + row.amount < limit ? undefined : { limit, approved: micros(approved) }
}

/** Withdrawals that were given back do not count. */
async function approvedAlone(db: Database, options: { readonly who: string; readonly since: number }): Promise<number> {
  const rows = await db
    .select({ amount: withdrawals.amount })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.firstApprover, options.who),
        isNull(withdrawals.secondApprover),
        gt(withdrawals.approvedAt, options.since),
        notInArray(withdrawals.state, [...ENDED_UNPAID]),
      ),
    )
  return rows.reduce((sum, { amount }) => sum + amount, 0)
}
