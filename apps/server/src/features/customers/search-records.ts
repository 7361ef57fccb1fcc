/**
 * The customers whom the number of a record, an account or an order names. A row that was given to another customer in
 * the store would lead staff to that customer, so each row proves itself, and an order is asked for at the core.
 */
import { type AccountId, accountId, type UserId } from '@veritick/domain'
import {
  isSealed,
  RowChanged,
  readCurrent,
  rowChanged,
  rowNamed,
  type SealedRow,
  storedRecord,
} from '../../services/seals/index.ts'
import { accountRow, isErased, personToShow, USER_MAX } from '../accounts/index.ts'
import type { Context } from './context.ts'
import { accountOfOrder } from './order-events.ts'

/** `fault`: the row that names the customer does not prove itself. */
type Owner = { readonly user: UserId; readonly fault: string | undefined }

type Parts = Pick<Context, 'store' | 'core' | 'encryption' | 'knownAccounts' | 'newestSeals' | 'ids'>

export async function ownersNamed(parts: Parts, text: string): Promise<readonly Owner[]> {
  if (/^\d{10}$/.test(text) && Number(text) <= USER_MAX) return ownersOfRecord(parts, Number(text))
  if (/^\d{9}$/.test(text)) return ownerOfAccount(parts, accountId(Number(text)))
  return /^\d{12}$/.test(text) ? ownerOfOrder(parts, Number(text)) : []
}

/** Of the deposit, withdrawal or payee with this number. */
async function ownersOfRecord(parts: Parts, id: number): Promise<readonly Owner[]> {
  const { encryption } = parts
  const { query } = parts.store
  const owners: Owner[] = []
  for (const table of ['deposits', 'withdrawals'] as const) {
    // A decision may end just after the read.
    const stored = await readCurrent(
      () => storedRecord({ ...parts, query }, table, id),
      (read) => read?.fault !== undefined,
    )
    if (stored !== undefined) owners.push({ user: stored.row.user_id as UserId, fault: stored.fault })
  }
  const payee = await rowNamed(query, 'payees', { payee_id: id })
  if (payee === undefined) return owners
  const user = payee.user_id as UserId
  const isProven = isSealed(encryption, 'payees', payee) || (await hasErasedPayees(parts, payee))
  return [...owners, { user, fault: isProven ? undefined : rowChanged('payees', payee).message }]
}

/** Nothing proves the payees of a customer whose data were erased. */
async function hasErasedPayees(
  { store, encryption }: Parts,
  { user_id: user, encrypted }: SealedRow<'payees'>,
): Promise<boolean> {
  const { person } = await personToShow({ db: store.db, encryption }, user as UserId)
  return encrypted === null && person !== undefined && isErased(person)
}

async function ownerOfAccount(parts: Parts, account: AccountId): Promise<readonly Owner[]> {
  const reading = { ...parts, db: parts.store.db }
  try {
    const row = await accountRow(reading, account)
    return row === undefined ? [] : [{ user: row.user, fault: undefined }]
  } catch (error) {
    if (!(error instanceof RowChanged)) throw error
    const [row] = await parts.store.query<{ user_id: UserId }>('select user_id from accounts where account_id = $1', [
      account,
    ])
    return row === undefined ? [] : [{ user: row.user_id, fault: error.message }]
  }
}

async function ownerOfOrder(parts: Parts, order: number): Promise<readonly Owner[]> {
  const found = await accountOfOrder(parts, order)
  if (found === undefined) return []
  const owners = await ownerOfAccount(parts, found.account)
  return owners.map(({ user, fault }) => ({ user, fault: found.fault ?? fault }))
}
