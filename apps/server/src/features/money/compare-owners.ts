/**
 * For the start: each account of the engine has the row of its owner, as this server wrote it. A deleted row would take
 * an account out of what its owner is measured by, and out of a freeze (decision 153).
 */
import { ACCOUNTS_PER_ANSWER_MAX } from '@veritick/engine'
import { RowChanged, readSealed, rowChanged } from '../../services/seals/index.ts'
import type { Query } from '../../store/index.ts'
import type { CaseworkParts } from './casework-parts.ts'

type Parts = Pick<CaseworkParts, 'core' | 'encryption' | 'knownAccounts' | 'log'> & { readonly query: Query }

/** Throws RowChanged with the first account. */
export async function compareOwners(parts: Parts): Promise<void> {
  const started = performance.now()
  const { core, knownAccounts } = parts
  const numbers = new Map<number, number>()
  let accounts = 0
  for (let after = 0; ; ) {
    const views = await core.query({ kind: 'accounts', after, limit: ACCOUNTS_PER_ANSWER_MAX })
    const values = [views.map(({ account }) => account)]
    const rows = await readSealed(parts, 'accounts', { where: 'account_id = any($1::bigint[])', values })
    const owned = new Map(rows.map((row) => [row.account_id, row]))
    for (const { account, accountKind } of views) {
      const row = owned.get(account)
      if (row === undefined) throw withoutOwner(account)
      if (row.kind !== accountKind) throw rowChanged('accounts', row)
      numbers.set(Number(row.user_id), (numbers.get(Number(row.user_id)) ?? 0) + 1)
    }
    accounts += views.length
    const last = views.at(-1)
    if (last === undefined || views.length < ACCOUNTS_PER_ANSWER_MAX) break
    after = last.account
  }
  // The rows were read before, too: none may have been away then.
  for (const [user, number] of numbers) knownAccounts.require(user, knownAccounts.of(user), number)
  const ms = Math.round(performance.now() - started)
  parts.log.info({ accounts, ms }, 'each account of the ledger has its owner')
}

const withoutOwner = (account: number) =>
  new RowChanged(
    `table accounts, account_id ${account}: the ledger has this account and the store no owner of it: its row was ` +
      'deleted. Keep a copy of the store, find out who can write to it, and restore it from the newest backup that ' +
      'has the row',
  )
