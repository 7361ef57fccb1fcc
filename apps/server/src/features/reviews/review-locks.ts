/** Who said "I am at it": shown beside a record for a while, and stopping nobody. */
import {
  may,
  type OfficeData,
  type OfficeRequest,
  type Permission,
  REVIEW_TAKEN_MINUTES,
  type Role,
} from '@veritick/contract/office'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { MINUTE_MS } from '../../services/clock/index.ts'
import { namesOf } from '../../services/office/index.ts'
import { reviewTakes } from '../../store/index.ts'
import type { Context } from './context.ts'

export type ReviewKind = OfficeRequest<'reviewTake'>['kind']
export type Taken = OfficeData<'reviewTake'>['taken']

/** Who may say it, by queue. */
const DECIDING: Readonly<Record<ReviewKind, Permission>> = {
  identity: 'identity_review',
  deposit: 'deposits_review',
  withdrawal: 'withdrawals_review',
  correction: 'corrections_approve',
}

export const mayTake = (role: Role, kind: ReviewKind): boolean => may(role, DECIDING[kind])

type Parts = Pick<Context, 'store' | 'runtime'>

/** Who is at each of these records. */
export async function takenOf(
  parts: Parts,
  of: { readonly kind: ReviewKind; readonly records: readonly number[] },
): Promise<(record: number) => Taken> {
  const { store, runtime } = parts
  const rows =
    of.records.length === 0
      ? []
      : await store.db
          .select()
          .from(reviewTakes)
          .where(
            and(
              eq(reviewTakes.kind, of.kind),
              inArray(reviewTakes.record, [...of.records]),
              gt(reviewTakes.until, runtime.now()),
            ),
          )
  const named = await namesOf(
    store.query,
    rows.map((row) => row.who),
  )
  const taken = new Map(rows.map((row) => [row.record, { by: named(row.who), until: row.until }]))
  return (record) => taken.get(record) ?? null
}

type Take = { readonly kind: ReviewKind; readonly record: number; readonly who: string }

/** Whoever says it last is at it. Old ones go on the way. */
export async function take(parts: Parts, { kind, record, who }: Take): Promise<Taken> {
  const { store, runtime } = parts
  const now = runtime.now()
  await store.query('delete from review_takes where until <= $1', [now])
  await store.query(
    `insert into review_takes (kind, record, who, until) values ($1, $2, $3, $4)
     on conflict (kind, record) do update set who = excluded.who, until = excluded.until`,
    [kind, record, who, now + REVIEW_TAKEN_MINUTES * MINUTE_MS],
  )
  return (await takenOf(parts, { kind, records: [record] }))(record)
}

/** Only one's own. */
export async function drop(parts: Parts, { kind, record, who }: Take): Promise<Taken> {
  await parts.store.query('delete from review_takes where kind = $1 and record = $2 and who = $3', [kind, record, who])
  return (await takenOf(parts, { kind, records: [record] }))(record)
}
