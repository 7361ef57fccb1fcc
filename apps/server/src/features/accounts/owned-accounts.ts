/**
 * Which accounts a user owns. A user is a person who signs in; an account is a balance with its own orders in the
 * engine. Their numbers come from different ranges, so neither can be taken for the other.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { and, eq } from 'drizzle-orm'
import { rowSeal } from '../../services/seals/index.ts'
import { accounts, type Database, type Transaction } from '../../store/index.ts'
import type { Context } from './context.ts'

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
  { ids, encryption }: Pick<Context, 'ids' | 'encryption'>,
  made: Omit<OwnedAccount, 'account' | 'seal'>,
): Promise<OwnedAccount> {
  const account = await ids.next(tx.query, 'accounts')
  const sealed = { account_id: account, user_id: made.user, kind: made.kind }
  const row: OwnedAccount = { account, ...made, seal: rowSeal(encryption, 'accounts', sealed) }
  await tx.db.insert(accounts).values(row)
  return row
}
