/**
 * A further account for a registered user: another real one, or a demo account beside the real ones. The row with its
 * owner is written first, then the engine opens the account; after a crash between the two the next sign-in opens it.
 * No call reaches it yet (decision 56).
 */
import { accountId, must, type UserId } from '@veritick/domain'
import type { Once, Refusal } from '../../calls/index.ts'
import { unlessBusy } from '../../journal/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import { openAccount } from './accounts.ts'
import type { Context } from './context.ts'
import { accountRow, accountsOf, insertAccount, type OwnedAccount } from './owned-accounts.ts'
import { provenPerson, requireNoBar } from './queries.ts'

/** Accounts of one user, the first one included: more than a customer keeps apart, few enough to freeze in one go. */
export const ACCOUNTS_MAX = { real: 5, demo: 1 } as const

/**
 * Refusals: `person_unknown`, `real_account_only` (the user has not registered), `account_frozen`,
 * `account_closed`, `account_limit_reached`, `busy` (the same request again, or the next sign-in, opens the account).
 * The same request again gives the account that it opened.
 */
export async function openFurtherAccount(
  context: Pick<Context, 'core' | 'market' | 'store' | 'runtime' | 'ids' | 'encryption' | 'knownAccounts'>,
  request: { readonly user: UserId; readonly kind: 'demo' | 'real'; readonly once: Once },
): Promise<{ readonly ok: true; readonly value: OwnedAccount } | Refusal> {
  const { store, runtime } = context
  const { user, kind, once } = request
  const opened = await inTransaction(store, async (tx) => {
    // A freeze of the user waits for it, so either sees the other.
    await lockCustomer(tx, user)
    const now = runtime.now()
    const { record } = await recordOnce(tx, { once, kind: 'account', runtime }, async () => {
      const person = await provenPerson({ ...context, db: tx.db }, user)
      if (person === undefined) return rollbackWith('person_unknown')
      if (person.kind !== 'real') rollbackWith('real_account_only')
      await requireNoBar({ ...context, db: tx.db }, user)
      const same = (await accountsOf({ ...context, db: tx.db }, user)).filter((each) => each.kind === kind)
      if (same.length >= ACCOUNTS_MAX[kind]) rollbackWith('account_limit_reached')
      return (await insertAccount(tx, context, { user, kind, openedAt: now, isDefault: false })).account
    })
    const row = must(
      await accountRow({ ...context, db: tx.db }, accountId(record)),
      'an idempotency key names an account',
    )
    // Another account under the request's key was put there in the store.
    if (row.user !== user || row.kind !== kind) rollbackWith('idempotency_mismatch')
    return row
  })
  if (!opened.ok) return opened
  const told = await unlessBusy(() => openAccount(context, opened.value))
  return told.ok ? opened : told
}
