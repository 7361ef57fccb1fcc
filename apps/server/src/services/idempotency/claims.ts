/** A request that made a record finds the record again for a day instead of making a second one. */
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Once } from '../../calls/index.ts'
import { claims, type Transaction } from '../../store/index.ts'
import { DAY_MS } from '../clock/index.ts'
import { reject } from '../transactions/index.ts'

export type ClaimKind = 'deposit' | 'payee' | 'withdrawal' | 'correction' | 'identity' | 'note' | 'staff' | 'registration' | 'reset'

const KEPT_MS = DAY_MS

/** The record that this request made; `undefined`: it is asked for the first time. Rejects the same key with another content. */
export async function claimed(tx: Transaction, { once, now }: { readonly once: Once; readonly now: number }): Promise<number | undefined> {
  const [row] = await tx.db
    .select()
    .from(claims)
    .where(and(eq(claims.key, once.key), gt(claims.at, now - KEPT_MS)))
  if (row !== undefined && row.content !== once.content) reject('idempotency_mismatch')
  return row?.record
}

export async function claim(
  tx: Transaction,
  made: { readonly once: Once; readonly kind: ClaimKind; readonly record: number; readonly now: number },
): Promise<void> {
  const { once, kind, record, now } = made
  await tx.db.delete(claims).where(lte(claims.at, now - KEPT_MS))
  await tx.db.insert(claims).values({ key: once.key, content: once.content, kind, record, at: now })
}

/** Nothing came of the record: the same request may be asked again. */
export async function unclaim(tx: Transaction, made: { readonly kind: ClaimKind; readonly record: number }): Promise<void> {
  await tx.db.delete(claims).where(and(eq(claims.kind, made.kind), eq(claims.record, made.record)))
}
