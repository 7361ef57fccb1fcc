/**
 * Decisions that are one transaction: a refusal rolls it back, one after the other for each customer, and a request that made a
 * record finds it again for a day instead of making a second one.
 */
import { and, eq, gt, lte } from 'drizzle-orm'
import { claims } from '../../db/schema.ts'
import type { Store, Transaction } from '../../db/store.ts'
import { type Refusal, refuse } from '../../http/answer.ts'
import type { Once } from '../../http/gate.ts'
import { DAY_MS } from '../../times.ts'

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** Ends the transaction it is called in; nothing of it stays. */
export function reject(...[reason, field]: Parameters<typeof refuse>): never {
  throw new Refused(refuse(reason, field))
}

/** What `work` gives, or the refusal that it was rejected with. */
export async function deciding<T>(
  store: Store,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ readonly ok: true; readonly value: T } | Refusal> {
  try {
    return { ok: true, value: await store.transaction(work) }
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/** Until the transaction ends nobody else decides about this customer's money or identity. */
export async function aloneFor(tx: Transaction, user: number): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`money of ${user}`])
}

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

/** How the office sorts records of money; without it what waits is oldest first. */
export type MoneySort = { readonly by: 'id' | 'amount'; readonly descending: boolean }
