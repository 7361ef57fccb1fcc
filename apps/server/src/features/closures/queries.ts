/** Rows of closures. */
import { assert, type UserId } from '@veritick/domain'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { CLOSED_STATES, closures, type Database, MOVING_STATES, type Transaction } from '../../store/index.ts'

export type ClosureRow = typeof closures.$inferSelect
type ClosedState = (typeof CLOSED_STATES)[number]

export const isMoving = ({ state }: Pick<ClosureRow, 'state'>): boolean => MOVING_STATES.some((each) => each === state)

/** It holds: the account is closed, or a request to close it is in progress. */
export const isHeld = <Row extends Pick<ClosureRow, 'state'>>(row: Row): row is Row & { readonly state: ClosedState } =>
  CLOSED_STATES.some((each) => each === row.state)

/** SQL of `isHeld`. `row`: an alias of `closures`. */
export const isHeldIn = (row: string): string =>
  `${row}.state in (${CLOSED_STATES.map((state) => `'${state}'`).join(', ')})`

/** The closure that holds, also one in progress; `undefined`: the account is open. */
export async function closureOf(db: Database, user: UserId): Promise<ClosureRow | undefined> {
  const [row] = await db
    .select()
    .from(closures)
    .where(and(eq(closures.user, user), inArray(closures.state, CLOSED_STATES)))
  return row
}

export async function findClosure(db: Database, closure: number): Promise<ClosureRow | undefined> {
  const [row] = await db.select().from(closures).where(eq(closures.closure, closure))
  return row
}

/** No other transaction changes the row until this one ends. */
export async function lockClosure(db: Database, closure: number): Promise<ClosureRow | undefined> {
  const [row] = await db.select().from(closures).where(eq(closures.closure, closure)).for('update')
  return row
}

export async function changeClosure(db: Database, closure: number, changes: Partial<ClosureRow>): Promise<ClosureRow> {
  const [row] = await db.update(closures).set(changes).where(eq(closures.closure, closure)).returning()
  assert(row !== undefined, `closure ${closure} is there`)
  return row
}

export async function insertClosure(
  tx: Transaction,
  made: Pick<ClosureRow, 'user' | 'requestedBy' | 'reason' | 'requestedAt'>,
): Promise<number> {
  const [row] = await tx.db
    .insert(closures)
    .values({ ...made, state: 'closing' })
    .returning()
  assert(row !== undefined, 'an insert returns its row')
  return row.closure
}

export async function movingClosures(db: Database): Promise<readonly number[]> {
  const rows = await db
    .select({ closure: closures.closure })
    .from(closures)
    .where(inArray(closures.state, MOVING_STATES))
    .orderBy(asc(closures.closure))
  return rows.map(({ closure }) => closure)
}
