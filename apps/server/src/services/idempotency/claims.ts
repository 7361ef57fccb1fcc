/** A request that made a record finds the record again for a day instead of making a second one. */
import { keyRefusal, REQUEST_KEPT_MS } from '@veritick/domain'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Once } from '../../calls/index.ts'
import { claims, type Transaction } from '../../store/index.ts'
import { reject } from '../transactions/index.ts'

export type ClaimKind =
  | 'deposit'
  | 'payee'
  | 'withdrawal'
  | 'correction'
  | 'identity'
  | 'note'
  | 'staff'
  | 'registration'
  | 'reset'

/**
 * The record that this request made; `undefined`: it is asked for the first time. Rejects the same key with another
 * content, and a key that names a time of which records may be forgotten.
 */
export async function claimed(
  tx: Transaction,
  { once, now }: { readonly once: Once; readonly now: number },
): Promise<number | undefined> {
  const [row] = await tx.db
    .select()
    .from(claims)
    .where(and(eq(claims.key, once.key), gt(claims.at, now - REQUEST_KEPT_MS)))
  if (row !== undefined && row.content !== once.content) reject('idempotency_mismatch')
  const refusal = row === undefined ? keyRefusal({ namedAt: once.namedAt, now }) : undefined
  if (refusal !== undefined) reject(refusal)
  return row?.record
}

export async function claim(
  tx: Transaction,
  made: { readonly once: Once; readonly kind: ClaimKind; readonly record: number; readonly now: number },
): Promise<void> {
  const { once, kind, record, now } = made
  await tx.db.delete(claims).where(lte(claims.at, now - REQUEST_KEPT_MS))
  await tx.db.insert(claims).values({ key: once.key, content: once.content, kind, record, at: now })
}

/** Nothing came of the record: the same request may be asked again. */
export async function unclaim(
  tx: Transaction,
  made: { readonly kind: ClaimKind; readonly record: number },
): Promise<void> {
  await tx.db.delete(claims).where(and(eq(claims.kind, made.kind), eq(claims.record, made.record)))
}
