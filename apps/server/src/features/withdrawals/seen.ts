/**
 * Withdrawals as lists and pages show them. A row that is not the newest that this server sealed, or that says
 * something else than the ledger, is shown with its fault beside the others and takes no decision: staff would pay a
 * withdrawal that no colleague approved, or in another currency. Staff are alerted to it. A transition that runs
 * meanwhile is no fault: a row that does not prove itself, or differs from the ledger, is read once more.
 */
import { must } from '@veritick/domain'
import { and, asc, gt, inArray, or } from 'drizzle-orm'
import { withdrawals } from '../../store/index.ts'
import { type CaseworkParts, referenceOf, transferFault, withSealFaults } from '../money/index.ts'
import { openWithdrawal, type WithdrawalRow } from './encryption.ts'
import { type StoredWithdrawal, storedWithdrawals } from './queries.ts'
import { SHOWN_WITHDRAWALS } from './transitions.ts'

/** Withdrawals that are read and decrypted before the event loop turns: some milliseconds. */
const LOOKED_AT_ONCE = 100

/** A statement of SQL can give a row any number of the column. */
const SMALLEST_NUMBER = -2_147_483_648

/** `fault`: what is wrong with the record, for staff; `undefined`: nothing. */
export type SeenWithdrawal = WithdrawalRow & { readonly fault?: string | undefined }

type Parts = Pick<CaseworkParts, 'store' | 'core' | 'encryption' | 'newestSeals' | 'recordFaults'>

/** In the order of the rows: one page of a list. */
export async function seenWithdrawals(parts: Parts, rows: readonly StoredWithdrawal[]): Promise<SeenWithdrawal[]> {
  const { encryption, recordFaults } = parts
  const proven = await withSealFaults(parts, SHOWN_WITHDRAWALS, rows)
  const unlike = await unlikeLedger(parts, proven)
  return proven.map(({ fault: unsealed, ...stored }) => {
    const { row, fault: changed } = openWithdrawal(encryption, stored)
    const fault = changed ?? unlike.get(row.withdrawal) ?? unsealed
    recordFaults.read('withdrawal', row.withdrawal, fault)
    return { ...row, fault }
  })
}

/** By the number of the withdrawal: what its row and the ledger say. */
async function unlikeLedger(
  { store, core }: Parts,
  rows: readonly StoredWithdrawal[],
): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map()
  const { found } = await core.query({
    kind: 'transfers',
    references: rows.map(({ withdrawal }) => referenceOf('withdrawal', withdrawal)),
  })
  const faultOf = ({ fromAccount: account, state, amount }: StoredWithdrawal, at: number) =>
    transferFault('withdrawal', { account, state, amount }, found[at])
  const differing = rows.filter((row, at) => faultOf(row, at) !== undefined)
  if (differing.length === 0) return new Map()
  const again = await storedWithdrawals(
    store.db,
    differing.map(({ withdrawal }) => withdrawal),
  )
  const isAsBefore = (row: StoredWithdrawal) =>
    again.some((now) => now.withdrawal === row.withdrawal && now.state === row.state)
  return new Map(
    rows.flatMap((row, at) => {
      const fault = faultOf(row, at)
      if (fault === undefined || !isAsBefore(row)) return []
      return [[row.withdrawal, `state ${row.state}: the ledger should have ${fault.expected}, and has ${fault.found}`]]
    }),
  )
}

/** Looks at each withdrawal that waits or is approved, and at those with a fault, so that staff learn of each. */
export async function lookAtOpen(parts: Parts): Promise<void> {
  const { store, recordFaults } = parts
  for (let after = SMALLEST_NUMBER; ; ) {
    const open = inArray(withdrawals.state, ['waiting', 'approved'])
    const known = inArray(withdrawals.withdrawal, [...recordFaults.readOf('withdrawal')])
    const rows = await store.db
      .select()
      .from(withdrawals)
      .where(and(gt(withdrawals.withdrawal, after), or(open, known)))
      .orderBy(asc(withdrawals.withdrawal))
      .limit(LOOKED_AT_ONCE)
    await seenWithdrawals(parts, rows)
    if (rows.length < LOOKED_AT_ONCE) return
    after = must(rows.at(-1), 'a full page has a last row').withdrawal
  }
}
