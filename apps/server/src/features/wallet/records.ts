/**
 * Which deposit or withdrawal a line of the account log belongs to, found by the reference that the engine was told.
 */
import type { UserId } from '@veritick/domain'
import { eq } from 'drizzle-orm'
import type { AccountLogRow } from '../../projections/index.ts'
import { type Database, deposits, withdrawals } from '../../store/index.ts'
import { depositReference, withdrawalReference } from '../money/index.ts'

/**
 * A withdrawal as it stands now: its first line says what became of it, because the payment changes the balance no
 * more.
 */
export type LogRecord =
  | { readonly kind: 'deposit'; readonly id: number }
  | { readonly kind: 'withdrawal'; readonly id: number; readonly state: (typeof withdrawals.$inferSelect)['state'] }
export type RecordOf = (reference: string | null) => LogRecord | undefined

export async function recordsOf(
  db: Database,
  options: { readonly user: UserId; readonly rows: readonly Pick<AccountLogRow, 'reference'>[] },
): Promise<RecordOf> {
  const { user, rows } = options
  if (rows.every((row) => row.reference === null)) return () => undefined
  const ins = await db.select({ id: deposits.deposit }).from(deposits).where(eq(deposits.user, user))
  const outs = await db
    .select({ id: withdrawals.withdrawal, state: withdrawals.state })
    .from(withdrawals)
    .where(eq(withdrawals.user, user))
  const records = new Map<string, LogRecord>([
    ...ins.map(({ id }) => [depositReference(id), { kind: 'deposit', id }] as const),
    ...outs.map(({ id, state }) => [withdrawalReference(id), { kind: 'withdrawal', id, state }] as const),
  ])
  return (reference) => (reference === null ? undefined : records.get(reference))
}
