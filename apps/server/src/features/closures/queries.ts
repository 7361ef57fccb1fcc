/** Rows of closures. */
import { assert, type UserId } from '@veritick/domain'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Encryption } from '../../services/encryption/index.ts'
import { isSealed, type NewestSeals, requireAsked, rowChanged, sealInserted } from '../../services/seals/index.ts'
import { CLOSED_STATES, closures, type Database, MOVING_STATES, type Transaction } from '../../store/index.ts'
import { changePerson, provenPerson } from '../accounts/index.ts'

export type ClosureRow = typeof closures.$inferSelect
type ClosedState = (typeof CLOSED_STATES)[number]

export const isMoving = ({ state }: Pick<ClosureRow, 'state'>): boolean => MOVING_STATES.some((each) => each === state)

/** It holds: the account is closed, or a request to close it is in progress. */
export const isHeld = <Row extends Pick<ClosureRow, 'state'>>(row: Row): row is Row & { readonly state: ClosedState } =>
  CLOSED_STATES.some((each) => each === row.state)

/**
 * The closure that holds, also one in progress; `undefined`: the account is open, or the row that the customer's own
 * row names was deleted or changed in the store. `isClosed` says which.
 */
export async function closureOf(
  { db, encryption }: { readonly db: Database; readonly encryption: Encryption },
  user: UserId,
): Promise<ClosureRow | undefined> {
  const held = (await provenPerson({ db, encryption }, user))?.closure ?? undefined
  const row = held === undefined ? undefined : await findClosure(db, held)
  return row !== undefined && row.user === user && isHeld(row) && isClosureSealed(encryption, row) ? row : undefined
}

/** Whether this server wrote the row. */
export function isClosureSealed(encryption: Encryption, row: ClosureRow): boolean {
  return isSealed(encryption, 'closures', {
    ...{ closure_id: row.closure, user_id: row.user, state: row.state, refusal: row.refusal },
    ...{ requested_by: row.requestedBy, requested_at: row.requestedAt, closed_at: row.closedAt },
    ...{ kept_days: row.keptDays, reopened_by: row.reopenedBy, reopened_at: row.reopenedAt },
    ...{ erased_at: row.erasedAt, version: row.version, seal: row.seal },
  })
}

/** Throws RowChanged for a row that this server did not write, or that the customer's own row does not name. */
export async function requireHeld(
  { db, encryption }: { readonly db: Database; readonly encryption: Encryption },
  row: ClosureRow,
): Promise<void> {
  const { closure, user } = row
  const isNamed = (await provenPerson({ db, encryption }, user))?.closure === closure
  if (!isNamed || !isClosureSealed(encryption, row)) throw rowChanged('closures', { closure_id: closure })
}

export async function findClosure(db: Database, closure: number): Promise<ClosureRow | undefined> {
  const [row] = await db.select().from(closures).where(eq(closures.closure, closure))
  requireAsked('closures', row, { closure })
  return row
}

/** No other transaction changes the row until this one ends. */
export async function lockClosure(db: Database, closure: number): Promise<ClosureRow | undefined> {
  const [row] = await db.select().from(closures).where(eq(closures.closure, closure)).for('update')
  requireAsked('closures', row, { closure })
  return row
}

export async function changeClosure(db: Database, closure: number, changes: Partial<ClosureRow>): Promise<ClosureRow> {
  const [row] = await db.update(closures).set(changes).where(eq(closures.closure, closure)).returning()
  assert(row !== undefined, `closure ${closure} is there`)
  return row
}

/** The customer's own row names the closure from now on. Throws RowChanged. */
export async function insertClosure(
  parts: { readonly encryption: Encryption; readonly newestSeals: NewestSeals },
  tx: Transaction,
  made: Pick<ClosureRow, 'user' | 'requestedBy' | 'reason' | 'requestedAt'>,
): Promise<number> {
  const row = { ...made, state: 'closing' } as const
  const [inserted] = await tx.db.insert(closures).values(row).returning({ id: closures.closure })
  assert(inserted !== undefined, 'an insert returns its row')
  const { id } = inserted
  await sealInserted(parts, tx, { table: 'closures', schema: closures, id, row })
  await changePerson(parts, tx, made.user, { closure_id: id })
  return id
}

export async function movingClosures(db: Database): Promise<readonly number[]> {
  const rows = await db
    .select({ closure: closures.closure })
    .from(closures)
    .where(inArray(closures.state, MOVING_STATES))
    .orderBy(asc(closures.closure))
  return rows.map(({ closure }) => closure)
}
