/**
 * Which deposits were reported with one transaction. Hashes and our addresses are public, so two customers may report
 * the same payment, and only one of them sent it. An attacker with write access to the store takes the row of the one
 * who did out of such a search for a moment. So the server remembers the reported transaction of each deposit outside
 * the store (services/seals/newest-seals.ts), and finds the other reports there too.
 */
import { type UserId, userId } from '@veritick/domain'
import { and, inArray, or } from 'drizzle-orm'
import { faultOfStored, type NewestSeal } from '../../services/seals/index.ts'
import { deposits, factName } from '../../store/index.ts'
import { type CaseworkParts, type ShownRecord, shownRecords } from '../money/index.ts'
import type { DepositRow } from './queries.ts'
import type { RefusedReports } from './refused-reports.ts'
import { SHOWN_DEPOSITS } from './transitions.ts'

/** Another report of the same transaction, or a deposit that was credited for it. */
export type OtherReport = {
  /** Null: the report was refused, so there is no deposit. */
  readonly deposit: number | null
  readonly user: UserId
  /** Null: it was refused, or its row was changed or deleted in the store and says nothing. */
  readonly state: DepositRow['state'] | null
  /** When it was reported; of a row that says nothing, when the server wrote it last. Wall time, ms. */
  readonly at: number
  /** The fault of the row, for staff; `undefined`: there is none. */
  readonly fault: string | undefined
}

type Named = Pick<DepositRow, 'deposit' | 'user' | 'txHash' | 'paymentReference'>

const namesOf = ({ txHash, paymentReference }: Pick<Named, 'txHash' | 'paymentReference'>): readonly string[] =>
  [txHash, paymentReference].filter((name) => name !== null)

/** The remembered deposits that were reported with one of these transactions, or begun as one of these payments. */
export function reportedWith(
  { newestSeals }: Pick<CaseworkParts, 'newestSeals'>,
  transactions: readonly string[],
): ReadonlyMap<number, NewestSeal> {
  const names = new Set(transactions.map(factName))
  return newestSeals.all('deposits', ({ payment }) => payment !== undefined && names.has(payment))
}

/**
 * Another customer waits with the same transaction, or was refused with it. `payment`: that which paid the deposit, if
 * it is known.
 */
export function isContested(
  parts: Pick<CaseworkParts, 'newestSeals'> & Refused,
  row: Named,
  payment: string | null = null,
): boolean {
  const names = [...namesOf(row), ...(payment === null ? [] : [payment])]
  const reports = [...reportedWith(parts, names).values()]
  const waits = reports.some(({ user, isOpen }) => isOpen && user !== row.user)
  return waits || parts.refusedReports.of(names).some(({ user }) => user !== row.user)
}

type Refused = { readonly refusedReports: RefusedReports }
/** `fact`: the transaction as the server remembers it. */
type Found = OtherReport & { readonly names: readonly string[]; readonly fact: string | undefined }

/** For each of these rows: the other deposits in any state and the refused reports, oldest first. */
export async function sameTransactions(
  parts: Pick<CaseworkParts, 'store' | 'encryption' | 'newestSeals' | 'recordFaults'> & Refused,
  rows: readonly Named[],
): Promise<(row: Named) => readonly OtherReport[]> {
  const names = rows.flatMap(namesOf)
  if (names.length === 0) return () => []
  const known = reportedWith(parts, names)
  const isCredited = and(inArray(deposits.paymentReference, names), inArray(deposits.state, ['crediting', 'finished']))
  const read = await parts.store.db
    .select()
    .from(deposits)
    .where(or(inArray(deposits.txHash, names), isCredited, inArray(deposits.deposit, [...known.keys()])))
  const found = (await shownRecords(parts, SHOWN_DEPOSITS, read)).map((row) => foundIn(row, known.get(row.deposit)))
  const there = new Set(found.map(({ deposit }) => deposit))
  for (const [deposit, newest] of known) {
    if (there.has(deposit)) continue
    const fault = await faultOfStored({ ...parts, query: parts.store.query }, 'deposits', deposit)
    parts.recordFaults.read('deposit', deposit, fault)
    found.push({
      deposit,
      user: userId(newest.user),
      state: null,
      at: newest.at,
      fault,
      names: [],
      fact: newest.payment,
    })
  }
  for (const { user, fact, at } of parts.refusedReports.of(names))
    found.push({ deposit: null, user, state: null, at, fault: undefined, names: [], fact })
  found.sort((one, other) => one.at - other.at || (one.deposit ?? 0) - (other.deposit ?? 0))
  return (row) => {
    const own = namesOf(row)
    const ownFacts = own.map(factName)
    const isSame = ({ names: others, fact }: Found) =>
      others.some((name) => own.includes(name)) || ownFacts.some((name) => name === fact)
    const isOther = ({ deposit, user }: Found) => (deposit === null ? user !== row.user : deposit !== row.deposit)
    return found.filter((other) => isOther(other) && isSame(other))
  }
}

/** Of a row that was changed only the remembered facts count. */
function foundIn(row: ShownRecord<DepositRow>, newest: NewestSeal | undefined): Found {
  const { deposit, user, state, createdAt: at, fault } = row
  const named = { deposit, fault, names: namesOf(row), fact: newest?.payment }
  if (fault === undefined) return { ...named, user, state, at }
  return { ...named, user: newest === undefined ? user : userId(newest.user), state: null, at: newest?.at ?? at }
}
