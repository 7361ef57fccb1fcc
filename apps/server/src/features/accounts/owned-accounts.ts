/**
 * Which accounts a user owns. A user is a person who signs in; an account is a balance with its own orders in the
 * engine. Their numbers come from different ranges, so neither can be taken for the other.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { and, eq } from 'drizzle-orm'
import type { Ids } from '../../services/encryption/index.ts'
import { accounts, type Database, type Transaction } from '../../store/index.ts'

export type OwnedAccount = typeof accounts.$inferSelect

/** The accounts of one user, oldest first: the same order each time. */
export function accountsOf(db: Database, user: UserId): Promise<OwnedAccount[]> {
  return db.select().from(accounts).where(eq(accounts.user, user)).orderBy(accounts.openedAt, accounts.account)
}

/** `undefined`: no user owns such an account. */
export async function accountRow(db: Database, account: AccountId): Promise<OwnedAccount | undefined> {
  const [row] = await db.select().from(accounts).where(eq(accounts.account, account))
  return row
}

/**
 * The account of this user that a request names, or the default one where it names none; `undefined`: the user owns no
 * such account, or there is no such user.
 */
export async function accountNamed(
  db: Database,
  named: { readonly user: UserId; readonly account: AccountId | undefined },
): Promise<OwnedAccount | undefined> {
  const { user, account } = named
  const which = account === undefined ? eq(accounts.isDefault, true) : eq(accounts.account, account)
  const [row] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.user, user), which))
  return row
}

/** The row of a new account; `openAccount` tells the engine once the transaction has committed. */
export async function insertAccount(
  tx: Transaction,
  ids: Ids,
  made: Omit<OwnedAccount, 'account'>,
): Promise<OwnedAccount> {
  const row: OwnedAccount = { account: await ids.next(tx.query, 'accounts'), ...made }
  await tx.db.insert(accounts).overridingSystemValue().values(row)
  return row
}
