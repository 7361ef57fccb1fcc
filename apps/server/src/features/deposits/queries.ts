/** Rows of deposits. */

import { type AccountId, assert, type UserId } from '@veritick/domain'
import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type MoneySort, moneyOrder } from '../../services/office/index.ts'
import { requireAsked } from '../../services/seals/index.ts'
import { type Database, deposits } from '../../store/index.ts'
import { MEASURED_MAX } from '../approvals/index.ts'
import { namedBy } from './references.ts'

export type DepositRow = typeof deposits.$inferSelect

/** `undefined` anywhere: not narrowed by it. */
export type DepositFilter = {
  readonly user?: UserId | undefined
  readonly account?: AccountId | undefined
  readonly method?: DepositRow['method'] | undefined
  readonly states?: readonly DepositRow['state'][] | undefined
  /** The reference of a bank transfer, the hash of a transaction, or the reference of a provider. */
  readonly reference?: string | undefined
}

export async function findDeposit(db: Database, deposit: number): Promise<DepositRow | undefined> {
  const [row] = await db.select().from(deposits).where(eq(deposits.deposit, deposit))
  return row
}

export function depositsNamed(db: Database, ids: readonly number[]): Promise<readonly DepositRow[]> {
  return db
    .select()
    .from(deposits)
    .where(inArray(deposits.deposit, [...ids]))
}

/** No other transaction changes the row until this one ends. */
export async function lockDeposit(db: Database, deposit: number): Promise<DepositRow | undefined> {
  const [row] = await db.select().from(deposits).where(eq(deposits.deposit, deposit)).for('update')
  return row
}

export async function changeDeposit(db: Database, deposit: number, changes: Partial<DepositRow>): Promise<DepositRow> {
  const [row] = await db.update(deposits).set(changes).where(eq(deposits.deposit, deposit)).returning()
  assert(row !== undefined, `deposit ${deposit} is there`)
  return row
}

/** Newest first; the queue of the office oldest first. Throws RowChanged where the store answers another's row. */
export async function depositPage(
  db: Database,
  page: DepositFilter & {
    readonly page: number
    readonly size: number
    readonly oldestFirst?: boolean
    readonly sort?: MoneySort | undefined
  },
): Promise<{ readonly rows: readonly DepositRow[]; readonly total: number }> {
  const { user, account, method, states, reference } = page
  const wanted = and(
    user === undefined ? undefined : eq(deposits.user, user),
    account === undefined ? undefined : eq(deposits.account, account),
    method === undefined ? undefined : eq(deposits.method, method),
    states === undefined ? undefined : inArray(deposits.state, [...states]),
    reference === undefined ? undefined : namedBy(reference),
  )
  const [counted] = await db.select({ total: count() }).from(deposits).where(wanted)
  const rows = await db
    .select()
    .from(deposits)
    .where(wanted)
    .orderBy(...moneyOrder({ amount: deposits.amount, createdAt: deposits.createdAt, number: deposits.deposit }, page))
    .limit(page.size)
    .offset((page.page - 1) * page.size)
  const asked = { ...(user === undefined ? {} : { user }), ...(account === undefined ? {} : { account }) }
  for (const row of rows) requireAsked('deposits', row, asked)
  return { rows, total: counted?.total ?? 0 }
}

/**
 * The sum of deposits that were credited or still may be, micro-dollars, and the number of open ones. `prove`: before a
 * decision, throws where one of the customer's deposits was changed.
 */
export async function depositSums(
  db: Database,
  user: UserId,
  prove: (own: readonly DepositRow[]) => void = () => {},
): Promise<{ readonly requested: number; readonly waiting: number }> {
  // All of the customer: a statement of SQL that moves the state of a row would take it out of the sum.
  const own = await db.select().from(deposits).where(eq(deposits.user, user))
  prove(own)
  const rows = own.filter(({ state }) => state !== 'rejected' && state !== 'invalid')
  return {
    requested: rows.reduce((sum, row) => sum + (row.credited ?? row.amount), 0),
    waiting: rows.filter((row) => row.state !== 'finished').length,
  }
}

/** Milliseconds from report to credit of the latest. */
export async function depositDurations(db: Database): Promise<number[]> {
  const rows = await db
    .select({ took: sql<number>`ended_at - created_at`.mapWith(Number) })
    .from(deposits)
    .where(and(eq(deposits.state, 'finished'), isNotNull(deposits.endedAt)))
    .orderBy(desc(deposits.endedAt))
    .limit(MEASURED_MAX)
  return rows.map((row) => row.took)
}
