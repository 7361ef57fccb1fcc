/** Rows of corrections. */
import { assert, type UserId } from '@veritick/domain'
import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import { corrections, type Database } from '../../store/index.ts'

export type CorrectionRow = typeof corrections.$inferSelect

/** `undefined` anywhere: not narrowed by it. */
export type CorrectionFilter = {
  readonly user?: UserId | undefined
  readonly state?: CorrectionRow['state'] | undefined
  readonly category?: CorrectionRow['category'] | undefined
}

export async function findCorrection(db: Database, correction: number): Promise<CorrectionRow | undefined> {
  const [row] = await db.select().from(corrections).where(eq(corrections.correction, correction))
  return row
}

export function correctionsNamed(db: Database, ids: readonly number[]): Promise<readonly CorrectionRow[]> {
  return db
    .select()
    .from(corrections)
    .where(inArray(corrections.correction, [...ids]))
}

/** No other transaction changes the row until this one ends. */
export async function lockCorrection(db: Database, correction: number): Promise<CorrectionRow | undefined> {
  const [row] = await db.select().from(corrections).where(eq(corrections.correction, correction)).for('update')
  return row
}

export async function changeCorrection(
  db: Database,
  correction: number,
  changes: Partial<CorrectionRow>,
): Promise<CorrectionRow> {
  const [row] = await db.update(corrections).set(changes).where(eq(corrections.correction, correction)).returning()
  assert(row !== undefined, `correction ${correction} is there`)
  return row
}

export async function correctionPage(
  db: Database,
  page: CorrectionFilter & { readonly page: number; readonly size: number; readonly oldestFirst: boolean },
): Promise<{ readonly rows: readonly CorrectionRow[]; readonly total: number }> {
  const { user, state, category } = page
  const wanted = and(
    user === undefined ? undefined : eq(corrections.user, user),
    state === undefined ? undefined : eq(corrections.state, state),
    category === undefined ? undefined : eq(corrections.category, category),
  )
  const [counted] = await db.select({ total: count() }).from(corrections).where(wanted)
  const rows = await db
    .select()
    .from(corrections)
    .where(wanted)
    .orderBy(...[corrections.createdAt, corrections.correction].map(page.oldestFirst ? asc : desc))
    .limit(page.size)
    .offset((page.page - 1) * page.size)
  return { rows, total: counted?.total ?? 0 }
}

/** Corrections of a customer that wait for a decision. */
export function waitingCorrections(db: Database, user: UserId): Promise<CorrectionRow[]> {
  return db
    .select()
    .from(corrections)
    .where(and(eq(corrections.user, user), eq(corrections.state, 'asked')))
}
