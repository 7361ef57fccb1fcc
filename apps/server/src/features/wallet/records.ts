/**
 * Which deposit or withdrawal a line of the account log belongs to, found by the reference that the engine was told.
 */
import type { UserId } from '@veritick/domain'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AccountLogRow } from '../../projections/index.ts'
import { type Database, deposits, depositTransfer, withdrawals, withdrawalTransfer } from '../../store/index.ts'

/**
 * A withdrawal as it stands now: its first line says what became of it, because the payment changes the balance no
 * more.
 */
export type LogRecord =
  | { readonly kind: 'deposit'; readonly id: number }
  | { readonly kind: 'withdrawal'; readonly id: number; readonly state: (typeof withdrawals.$inferSelect)['state'] }
export type RecordOf = (reference: string | null) => LogRecord | undefined

/** Reads the records of these rows only, of which the user may have thousands. */
export async function recordsOf(
  db: Database,
  options: { readonly user: UserId; readonly rows: readonly Pick<AccountLogRow, 'reference'>[] },
): Promise<RecordOf> {
  const { user, rows } = options
  const references = [...new Set(rows.flatMap(({ reference }) => reference ?? []))]
  if (references.length === 0) return () => undefined
  const isShown = (transfer: SQL) => sql`${transfer} = any(${sql.param(references)}::text[])`
  const ins = await db
    .select({ id: deposits.deposit, transfer: depositTransfer })
    .from(deposits)
    .where(and(eq(deposits.user, user), isShown(depositTransfer)))
  const outs = await db
    .select({ id: withdrawals.withdrawal, state: withdrawals.state, transfer: withdrawalTransfer })
    .from(withdrawals)
    .where(and(eq(withdrawals.user, user), isShown(withdrawalTransfer)))
  const records = new Map<string, LogRecord>([
    ...ins.map(({ id, transfer }) => [transfer, { kind: 'deposit', id }] as const),
    ...outs.map(({ id, state, transfer }) => [transfer, { kind: 'withdrawal', id, state }] as const),
  ])
  return (reference) => (reference === null ? undefined : records.get(reference))
}
