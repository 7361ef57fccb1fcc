/**
 * Which accounts a user owns. A user is a person who signs in; an account is a balance with its own orders in the
 * engine. Their numbers come from different ranges, so neither can be taken for the other.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { eq, inArray } from 'drizzle-orm'
import { isSealed, rowChanged, rowSeal } from '../../services/seals/index.ts'
import { accounts, type Database, type Transaction } from '../../store/index.ts'
import type { Context } from './context.ts'

export type OwnedAccount = typeof accounts.$inferSelect

/** `db`: of the transaction that decides. */
export type ReadingAccounts = { readonly db: Database } & Pick<Context, 'encryption' | 'knownAccounts'>
type Named = { readonly user: UserId; readonly account: AccountId | undefined }

/**
 * The accounts of one user, oldest first: the same order each time. Throws RowChanged where one of them is not as this
 * server wrote it, belongs to another user, or is missing.
 */
export async function accountsOf(reading: ReadingAccounts, user: UserId): Promise<OwnedAccount[]> {
  return (await accountsOfEach(reading, [user]))(user)
}

/** The same for each of these users, read at once. The function that is returned throws as `accountsOf`. */
export async function accountsOfEach(
  reading: ReadingAccounts,
  users: readonly UserId[],
): Promise<(user: UserId) => OwnedAccount[]> {
  const known = new Map(users.map((user) => [user, reading.knownAccounts.of(user)]))
  const rows = await reading.db
    .select()
    .from(accounts)
    .where(inArray(accounts.user, [...users]))
    .orderBy(accounts.openedAt, accounts.account)
  // The store may answer rows of others.
  const foreign = rows.find((row) => !users.includes(row.user))
  if (foreign !== undefined) throw rowChanged('accounts', { account_id: foreign.account })
  return (user) => {
    const own = rows.filter((row) => row.user === user)
    for (const row of own) requireOwned(reading, row, { user, account: undefined })
    reading.knownAccounts.require(user, own.length, known.get(user) ?? 0)
    return own
  }
}

/**
 * The account of this user that a request names, or the default one where it names none; `undefined`: the user owns no
 * such account, or there is no such user. Throws RowChanged as `accountsOf`.
 */
export async function accountNamed(reading: ReadingAccounts, named: Named): Promise<OwnedAccount | undefined> {
  const { account } = named
  const rows = await accountsOf(reading, named.user)
  return rows.find((row) => (account === undefined ? row.isDefault : row.account === account))
}

/** Before money moves: the account belongs to the user. Throws RowChanged. */
export async function requireOwner(
  reading: ReadingAccounts,
  { user, account }: { readonly user: UserId; readonly account: AccountId },
): Promise<void> {
  if ((await accountNamed(reading, { user, account })) === undefined)
    throw rowChanged('accounts', { account_id: account })
}

/** `undefined`: no user owns such an account. Throws RowChanged. */
export async function accountRow(reading: ReadingAccounts, account: AccountId): Promise<OwnedAccount | undefined> {
  const row = await accountToShow(reading.db, account)
  if (row !== undefined) requireOwned(reading, row, { user: row.user, account })
  return row
}

/** Whether this server wrote the row, and for this owner. */
function isOwnedBy({ encryption }: Pick<ReadingAccounts, 'encryption'>, row: OwnedAccount, user: UserId) {
  const { account, kind, seal } = row
  return row.user === user && isSealed(encryption, 'accounts', { account_id: account, user_id: user, kind, seal })
}

/** For a row that was read to be shown, before a mail tells its owner of the account. */
export function isOwnAccount({ encryption, log }: Pick<Context, 'encryption' | 'log'>, row: OwnedAccount): boolean {
  const isOwn = isOwnedBy({ encryption }, row, row.user)
  if (!isOwn) {
    const { message } = rowChanged('accounts', { account_id: row.account })
    log.error({ fault: message }, 'a message to a customer is not sent: the row of their account was changed')
  }
  return isOwn
}

/** The store may answer another row than was asked for. */
function requireOwned(reading: ReadingAccounts, row: OwnedAccount, asked: Named): void {
  const isAsked = asked.account === undefined || row.account === asked.account
  if (!isAsked || !isOwnedBy(reading, row, asked.user)) throw rowChanged('accounts', { account_id: row.account })
}

/** For screens and notices: the rows are not proven, and no decision may follow from them. */
export function accountsToShow(db: Database, user: UserId): Promise<OwnedAccount[]> {
  return db.select().from(accounts).where(eq(accounts.user, user)).orderBy(accounts.openedAt, accounts.account)
}

/** The same for one account, of any owner. */
export async function accountToShow(db: Database, account: AccountId): Promise<OwnedAccount | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.account, account))
  return row
}

/** The row of a new account; `openAccount` tells the engine once the transaction has committed. */
export async function insertAccount(
  tx: Transaction,
  { ids, encryption, knownAccounts }: Pick<Context, 'ids' | 'encryption' | 'knownAccounts'>,
  made: Omit<OwnedAccount, 'account' | 'seal'>,
): Promise<OwnedAccount> {
  const account = await ids.next(tx.query, 'accounts')
  const sealed = { account_id: account, user_id: made.user, kind: made.kind }
  const row: OwnedAccount = { account, ...made, seal: rowSeal(encryption, 'accounts', sealed) }
  await tx.db.insert(accounts).values(row)
  knownAccounts.opened(tx, made.user)
  return row
}
