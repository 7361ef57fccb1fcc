/**
 * The withdrawals that one staff member approves alone count over all customers: small ones of many accomplices need a
 * second approver, as many small ones of one customer do.
 */
import { type Micros, micros } from '@veritick/domain'
import { and, eq, gt, inArray, or } from 'drizzle-orm'
import { DAY_MS } from '../../services/clock/index.ts'
import { type Database, withdrawals } from '../../store/index.ts'
import { type CaseworkParts, rememberedOf, requireSum } from '../money/index.ts'
import type { WithdrawalRow } from './encryption.ts'
import { SUMMED } from './queries.ts'
import { ENDED_UNPAID } from './states.ts'

/** Micro-dollars. `approved`: by this staff member alone in 24 hours, without the withdrawal in question. */
export type OverLimit = { readonly limit: Micros; readonly approved: Micros }

/**
 * Of a withdrawal that one approval is enough for: why that of `who` is not. `undefined`: it is. `isDecision`: in a
 * transaction, which is refused with `record_changed` where an approval of the day was changed in the store.
 */
export async function overLimitOf(
  parts: CaseworkParts,
  db: Database,
  approval: { readonly row: WithdrawalRow; readonly who: string; readonly isDecision?: true },
): Promise<OverLimit | undefined> {
  const { row, who, isDecision = false } = approval
  if (row.needsTwo) return undefined
  const limit = parts.settings.get('draw_approver_limit_usd')
  const approved = await approvedAlone(parts, db, { who, isDecision, since: parts.runtime.now() - DAY_MS })
  return approved + row.amount < limit ? undefined : { limit, approved: micros(approved) }
}

/** Withdrawals that were given back do not count. */
async function approvedAlone(
  parts: CaseworkParts,
  db: Database,
  options: { readonly who: string; readonly since: number; readonly isDecision: boolean },
): Promise<number> {
  const { who, since, isDecision } = options
  const known = rememberedOf(parts, 'withdrawals', { by: who, since })
  const isApproved = and(eq(withdrawals.firstApprover, who), gt(withdrawals.approvedAt, since))
  const rows = await db
    .select()
    .from(withdrawals)
    .where(or(isApproved, inArray(withdrawals.withdrawal, [...known.keys()])))
  if (isDecision) requireSum(parts, SUMMED, { rows, known })
  const unpaid: readonly string[] = ENDED_UNPAID
  return rows
    .filter((row) => row.firstApprover === who && row.secondApprover === null)
    .filter((row) => (row.approvedAt ?? 0) > since && !unpaid.includes(row.state))
    .reduce((sum, { amount }) => sum + amount, 0)
}
