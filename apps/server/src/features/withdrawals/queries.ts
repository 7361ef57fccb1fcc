/** Rows of withdrawals and of the payees they go to. */
import { type AccountId, assert, type UserId } from '@veritick/domain'
import { and, count, desc, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import { type Encryption, EncryptionRefused } from '../../services/encryption/index.ts'
import { type MoneySort, moneyOrder } from '../../services/office/index.ts'
import { isOvertaken, RowChanged, readCurrent, requireAsked, requireRowSealed } from '../../services/seals/index.ts'
import { type Database, payees, withdrawals } from '../../store/index.ts'
import { isErased, personToShow } from '../accounts/index.ts'
import { MEASURED_MAX } from '../approvals/index.ts'
import type { CaseworkParts } from '../money/index.ts'
import {
  decryptPayee,
  decryptWithdrawal,
  type PayeeRow,
  sealedPayee,
  type WithdrawalRow,
  type WithdrawalSecrets,
} from './encryption.ts'
import { ENDED_UNPAID, OPEN, type ShownState, shownAs, UNSHOWN } from './states.ts'

/** Withdrawals in a sum of a day (features/money/day-sums.ts). */
export const SUMMED = {
  table: 'withdrawals',
  record: 'withdrawal',
  schema: withdrawals,
  idOf: ({ withdrawal }: { readonly withdrawal: number }) => withdrawal,
} as const

/** Where rows are read, and what decrypts their encrypted columns. */
export type Reading = { readonly db: Database; readonly encryption: Encryption }

/** A row as the store has it: its encrypted part is not read. */
export type StoredWithdrawal = typeof withdrawals.$inferSelect

export type WithdrawalFilter = {
  readonly user?: UserId | undefined
  readonly account?: AccountId | undefined
  readonly method?: WithdrawalRow['method'] | undefined
  readonly state?: ShownState | 'open' | undefined
}

export async function findWithdrawal(
  { db, encryption }: Reading,
  withdrawal: number,
): Promise<WithdrawalRow | undefined> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.withdrawal, withdrawal))
  requireAsked('withdrawals', row, { withdrawal })
  return row && decryptWithdrawal(encryption, row)
}

/** Rows of these numbers. */
export function storedWithdrawals(db: Database, numbers: readonly number[]): Promise<StoredWithdrawal[]> {
  return db
    .select()
    .from(withdrawals)
    .where(inArray(withdrawals.withdrawal, [...numbers]))
}

/** As the store has it. Throws RowChanged where the store answers another one. */
export async function storedWithdrawal(db: Database, withdrawal: number): Promise<StoredWithdrawal | undefined> {
  const [row] = await storedWithdrawals(db, [withdrawal])
  requireAsked('withdrawals', row, { withdrawal })
  return row
}

/** No other transaction changes the row until this one ends. */
export async function lockWithdrawalRow(
  { db, encryption }: Reading,
  withdrawal: number,
): Promise<WithdrawalRow | undefined> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.withdrawal, withdrawal)).for('update')
  requireAsked('withdrawals', row, { withdrawal })
  return row && decryptWithdrawal(encryption, row)
}

/** The encrypted columns of a row never change. */
export async function changeWithdrawal(
  { db, encryption }: Reading,
  withdrawal: number,
  changes: Partial<Omit<WithdrawalRow, keyof WithdrawalSecrets>>,
): Promise<WithdrawalRow> {
  const [row] = await db.update(withdrawals).set(changes).where(eq(withdrawals.withdrawal, withdrawal)).returning()
  assert(row !== undefined, `withdrawal ${withdrawal} is there`)
  requireAsked('withdrawals', row, { withdrawal })
  return decryptWithdrawal(encryption, row)
}

/** Newest first; the queue of the office oldest first. Throws RowChanged where the store answers another's row. */
export async function withdrawalPage(
  db: Database,
  page: WithdrawalFilter & {
    readonly page: number
    readonly size: number
    readonly oldestFirst?: boolean
    readonly sort?: MoneySort | undefined
  },
): Promise<{ readonly rows: readonly StoredWithdrawal[]; readonly total: number }> {
  const { user, account, method, state } = page
  const wanted = and(
    notInArray(withdrawals.state, [...UNSHOWN]),
    user === undefined ? undefined : eq(withdrawals.user, user),
    account === undefined ? undefined : eq(withdrawals.fromAccount, account),
    method === undefined ? undefined : eq(withdrawals.method, method),
    state === undefined ? undefined : shownAs(state),
  )
  const [counted] = await db.select({ total: count() }).from(withdrawals).where(wanted)
  const rows = await db
    .select()
    .from(withdrawals)
    .where(wanted)
    .orderBy(
      ...moneyOrder(
        { amount: withdrawals.amount, createdAt: withdrawals.createdAt, number: withdrawals.withdrawal },
        page,
      ),
    )
    .limit(page.size)
    .offset((page.page - 1) * page.size)
  const asked = {
    ...(user === undefined ? {} : { user }),
    ...(account === undefined ? {} : { fromAccount: account }),
  }
  for (const row of rows) requireAsked('withdrawals', row, asked)
  return { rows, total: counted?.total ?? 0 }
}

/**
 * Of the withdrawals requested since then: the sum of those that were paid or still may be, micro-dollars, and how many
 * were requested in all. Of all withdrawals: how many have not ended.
 */
export async function withdrawalSums(
  db: Database,
  options: {
    readonly user: UserId
    readonly since: number
    /** Before a decision: throws where one of them was changed. */
    readonly prove?: (rows: readonly StoredWithdrawal[]) => void
  },
): Promise<{ readonly amount: number; readonly requests: number; readonly open: number }> {
  // All of the customer: a statement of SQL that moves the time of a row would take it out of the sum.
  const own = await db.select().from(withdrawals).where(eq(withdrawals.user, options.user))
  options.prove?.(own)
  const unpaid: readonly string[] = ENDED_UNPAID
  const open: readonly string[] = OPEN
  const recent = own.filter(({ createdAt }) => createdAt > options.since)
  const counted = recent.filter(({ state }) => !unpaid.includes(state))
  const amount = counted.reduce((sum, row) => sum + row.amount, 0)
  return { amount, requests: recent.length, open: own.filter(({ state }) => open.includes(state)).length }
}

/** Whether another withdrawal was paid with it, or is about to be. */
export async function isPaymentKnown(
  db: Database,
  payment: {
    readonly row: Pick<WithdrawalRow, 'withdrawal' | 'method'>
    readonly spelling: string
    readonly reference: string
  },
): Promise<boolean> {
  const { row, spelling, reference } = payment
  const before = and(
    isNull(withdrawals.paymentReference),
    eq(withdrawals.state, 'paid'),
    eq(withdrawals.notes, reference),
  )
  const known = await db
    .select({ withdrawal: withdrawals.withdrawal })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.method, row.method),
        ne(withdrawals.withdrawal, row.withdrawal),
        or(eq(withdrawals.paymentReference, spelling), before),
      ),
    )
  return known.length > 0
}

/** Milliseconds from request to payment of the latest. */
export async function withdrawalDurations(db: Database): Promise<number[]> {
  const rows = await db
    .select({ took: sql<number>`ended_at - created_at`.mapWith(Number) })
    .from(withdrawals)
    .where(eq(withdrawals.state, 'paid'))
    .orderBy(desc(withdrawals.endedAt))
    .limit(MEASURED_MAX)
  return rows.map((row) => row.took)
}

/** Own ones that were not deleted, newest first. A row that was changed in the store is left out. */
export async function payeesOf({ db, encryption }: Reading, user: UserId): Promise<readonly PayeeRow[]> {
  const rows = await db
    .select()
    .from(payees)
    .where(and(eq(payees.user, user), isNull(payees.deletedAt)))
    .orderBy(desc(payees.createdAt), desc(payees.payee))
  return rows.flatMap((row) => {
    try {
      return [decryptPayee(encryption, row, { user })]
    } catch (error) {
      if (error instanceof EncryptionRefused || error instanceof RowChanged) return []
      throw error
    }
  })
}

type Bound = Pick<typeof payees.$inferSelect, 'user' | 'currency' | 'accountPrint' | 'createdAt'>

/** The currency that a payee is bound to, and when it was bound; also of a deleted payee. Throws RowChanged. */
export async function boundPayee({ db, encryption }: Reading, payee: number): Promise<Bound> {
  const sealed = (row: StoredPayee) => ({ ...sealedPayee(row), seal: row.seal })
  const row = await readCurrent(
    () => storedPayee(db, payee),
    (read) => isOvertaken(encryption, 'payees', sealed(read)),
  )
  requireRowSealed(encryption, 'payees', sealed(row))
  return row
}

/** Of a withdrawal that has ended: nothing is decided any more, and the payee may be erased, so nothing proves it. */
export const boundPayeeOfEnded = ({ db }: Pick<Reading, 'db'>, payee: number): Promise<Bound> => storedPayee(db, payee)

type StoredPayee = typeof payees.$inferSelect

async function storedPayee(db: Database, payee: number): Promise<StoredPayee> {
  const [row] = await db.select().from(payees).where(eq(payees.payee, payee))
  requireAsked('payees', row, { payee })
  assert(row !== undefined, `payee ${payee} is there`)
  return row
}

/**
 * Other customers who bound the same address or account, also where they removed it since; not customers whose data
 * were erased. From memory: the row of another customer may be changed in the store.
 */
export async function sharingPayee(
  { db, encryption, knownPayees }: Reading & Pick<CaseworkParts, 'knownPayees'>,
  payee: Pick<Bound, 'user' | 'accountPrint'>,
): Promise<readonly UserId[]> {
  const sharing: UserId[] = []
  for (const user of knownPayees.sharing(payee)) {
    const { person } = await personToShow({ db, encryption }, user)
    if (person === undefined || !isErased(person)) sharing.push(user)
  }
  return sharing
}
