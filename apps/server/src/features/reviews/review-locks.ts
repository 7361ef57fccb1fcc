/** The review locks: which staff member views a record. Shown for a while; a lock blocks no other staff member. */
import {
  may,
  type OfficeData,
  type Permission,
  REVIEW_TAKEN_MINUTES,
  type ReviewKind,
  type Role,
} from '@veritick/contract/office'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { MINUTE_MS } from '../../services/clock/index.ts'
import { namesOf } from '../../services/office/index.ts'
import { reviewLocks } from '../../store/index.ts'
import type { Context } from './context.ts'

export type Taken = OfficeData<'reviewTake'>['taken']

/** The permission that a lock needs, by queue. */
const DECIDING: Readonly<Record<ReviewKind, Permission>> = {
  identity: 'identity_review',
  deposit: 'deposits_review',
  withdrawal: 'withdrawals_review',
  correction: 'corrections_approve',
  support: 'support_reply',
  feedback: 'support_reply',
  reward: 'rewards_review',
}

export const mayTake = (role: Role, kind: ReviewKind): boolean => may(role, DECIDING[kind])

type Parts = Pick<Context, 'store' | 'runtime' | 'knownStaff'>

/** The staff member who views each of these records. */
export async function lockedBy(
  parts: Parts,
  of: { readonly kind: ReviewKind; readonly records: readonly number[] },
): Promise<(record: number) => Taken> {
  const { store, runtime } = parts
  const rows =
    of.records.length === 0
      ? []
      : await store.db
          .select()
          .from(reviewLocks)
          .where(
            and(
              eq(reviewLocks.kind, of.kind),
              inArray(reviewLocks.record, [...of.records]),
              gt(reviewLocks.until, runtime.now()),
            ),
          )
  const named = await namesOf(
    { ...parts, query: store.query },
    rows.map((row) => row.who),
  )
  const taken = new Map(rows.map((row) => [row.record, { by: named(row.who), until: row.until }]))
  return (record) => taken.get(record) ?? null
}

type Take = { readonly kind: ReviewKind; readonly record: number; readonly who: string }

/** The newest lock counts. Removes expired locks. */
export async function take(parts: Parts, { kind, record, who }: Take): Promise<Taken> {
  const { store, runtime } = parts
  const now = runtime.now()
  await store.query('delete from review_locks where until <= $1', [now])
  await store.query(
    `insert into review_locks (kind, record, who, until) values ($1, $2, $3, $4)
     on conflict (kind, record) do update set who = excluded.who, until = excluded.until`,
    [kind, record, who, now + REVIEW_TAKEN_MINUTES * MINUTE_MS],
  )
  return (await lockedBy(parts, { kind, records: [record] }))(record)
}

/** A staff member ends only their own lock. */
export async function drop(parts: Parts, { kind, record, who }: Take): Promise<Taken> {
  await parts.store.query('delete from review_locks where kind = $1 and record = $2 and who = $3', [kind, record, who])
  return (await lockedBy(parts, { kind, records: [record] }))(record)
}
