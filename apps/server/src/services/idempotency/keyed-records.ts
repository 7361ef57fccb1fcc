/** A request that made a record finds the record again for a day instead of making a second one. */
import { keyRefusal, REQUEST_KEPT_MS } from '@veritick/domain'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { Once } from '../../calls/index.ts'
import { idempotencyKeys, type Transaction } from '../../store/index.ts'
import type { Runtime } from '../clock/index.ts'
import { rollbackWith } from '../transactions/index.ts'
import type { UsedKeys } from './used-keys.ts'

export type KeyedRecord =
  | 'account'
  | 'deposit'
  | 'payee'
  | 'withdrawal'
  | 'correction'
  | 'identity'
  | 'note'
  | 'support_message'
  | 'feedback'
  | 'price_alert'
  | 'news'
  | 'staff'
  | 'registration'
  | 'reset'

/** A key is given the wall time, and ends by the guarded time: a wall clock that is ahead for a moment ends none. */
type Clock = Pick<Runtime, 'now' | 'guardedNow'>

/** `usedKeys`: for records of money, whose keys are also remembered outside the store. */
type Keyed = { readonly once: Once | undefined; readonly runtime: Clock; readonly usedKeys?: UsedKeys }

/** `record`: its id. `repeated`: it was made before. */
export type Made = { readonly record: number; readonly repeated: boolean }

/**
 * Calls `make`, which gives the id of the new record, unless this request has made its record before. Both are one
 * transaction, so a refusal or a crash leaves neither. Without a key (`once`) the record is always made. Refusal:
 * `idempotency_mismatch` (the same key with another content).
 */
export async function recordOnce(
  tx: Transaction,
  keyed: Keyed & { readonly kind: KeyedRecord },
  make: () => Promise<number>,
): Promise<Made> {
  const { once, kind, runtime, usedKeys } = keyed
  if (once === undefined) return { record: await make(), repeated: false }
  const known = await recordOfKey(tx, { ...keyed, once })
  if (known !== undefined) return { record: known, repeated: true }
  const record = await make()
  await tx.db.delete(idempotencyKeys).where(lte(idempotencyKeys.at, runtime.guardedNow() - REQUEST_KEPT_MS))
  const at = runtime.now()
  await tx.db.insert(idempotencyKeys).values({ key: once.key, content: once.content, kind, record, at })
  usedKeys?.use(tx, once.key, { content: once.content, kind, record })
  return { record, repeated: false }
}

/**
 * The record that this request has made; `undefined`: the request is new. Refusals: `idempotency_mismatch`, and for a
 * key that names its time (UUID 7) `idempotency_key_expired` and `idempotency_key_ahead`: its record may be forgotten.
 */
export async function recordOfKey(
  tx: Transaction,
  { once, runtime, usedKeys }: Keyed & { readonly once: Once },
): Promise<number | undefined> {
  const kept = and(eq(idempotencyKeys.key, once.key), gt(idempotencyKeys.at, runtime.guardedNow() - REQUEST_KEPT_MS))
  const row = usedKeys?.of(once.key) ?? (await tx.db.select().from(idempotencyKeys).where(kept))[0]
  if (row !== undefined && row.content !== once.content) rollbackWith('idempotency_mismatch')
  const refusal = row === undefined ? keyRefusal({ namedAt: once.namedAt, now: runtime.now() }) : undefined
  if (refusal !== undefined) rollbackWith(refusal)
  return row?.record
}

/** The record came to nothing by a refusal that passes: the same request may be sent again. */
export async function forgetKey(
  tx: Transaction,
  made: { readonly kind: KeyedRecord; readonly record: number; readonly usedKeys: UsedKeys },
): Promise<void> {
  made.usedKeys.forget(tx, made)
  await tx.db
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.kind, made.kind), eq(idempotencyKeys.record, made.record)))
}
