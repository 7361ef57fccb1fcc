/**
 * The first start after the version that kept payees readable: what it left is sealed, row by row, before anything else is done with
 * it. A crash in between leaves rows for the next start. Then the tables are written anew, so that the readable bytes do not stay
 * behind in the store's files; a mark that comes with the sealed rows and goes after the writing makes sure of it over a crash. Backups
 * from before keep theirs.
 */
import { assert } from '@veritick/domain'
import { eq, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import { payees, rewritesDue, withdrawals } from '../../db/schema.ts'
import type { Database, Store } from '../../db/store.ts'
import type { Vault } from '../../vault/vault.ts'
import { accountPrintOf, sealPayee, sealWithdrawal } from './sealing.ts'

type Parts = { readonly store: Store; readonly vault: Vault; readonly log: Logger }

/** Rows of one transaction. */
const BATCH_MAX = 200
/** What the old columns hold from then on. */
const EMPTY = { account: null, bankName: null, bankAddress: null, bankSwift: null, payeeName: null }

export async function sealOldPayees(parts: Parts): Promise<{ readonly sealed: number }> {
  const sealed = (await repeated(() => somePayees(parts))) + (await repeated(() => someWithdrawals(parts)))
  await rewriteDue(parts.store)
  if (sealed > 0) parts.log.info({ rows: sealed }, 'addresses and accounts that withdrawals go to are sealed now')
  return { sealed }
}

async function rewriteDue({ db, query }: Store): Promise<void> {
  for (const { name } of await db.select().from(rewritesDue).orderBy(rewritesDue.name)) {
    await query(`vacuum full ${name}`)
    await db.delete(rewritesDue).where(eq(rewritesDue.name, name))
  }
}

const markDue = (db: Database, name: 'payees' | 'withdrawals') => db.insert(rewritesDue).values({ name }).onConflictDoNothing()

/** Until a go finds nothing more. */
async function repeated(go: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const done = await go()
    total += done
    if (done < BATCH_MAX) return total
  }
}

function somePayees({ store, vault }: Parts): Promise<number> {
  return store.transaction(async ({ db }) => {
    const rows = await db.select().from(payees).where(isNull(payees.sealed)).limit(BATCH_MAX)
    if (rows.length > 0) await markDue(db, 'payees')
    for (const row of rows) {
      const { payee, canonical } = row
      assert(canonical !== null, 'the version before kept one spelling for each account')
      const sealed = sealPayee(vault, payee, readable(row))
      await db
        .update(payees)
        .set({ ...EMPTY, canonical: null, sealed, accountPrint: accountPrintOf(vault, canonical) })
        .where(eq(payees.payee, payee))
    }
    return rows.length
  })
}

function someWithdrawals({ store, vault }: Parts): Promise<number> {
  return store.transaction(async ({ db }) => {
    const rows = await db.select().from(withdrawals).where(isNull(withdrawals.sealed)).limit(BATCH_MAX)
    if (rows.length > 0) await markDue(db, 'withdrawals')
    for (const row of rows) {
      const { withdrawal, memo } = row
      const sealed = sealWithdrawal(vault, withdrawal, { ...readable(row), memo: memo ?? '' })
      await db
        .update(withdrawals)
        .set({ ...EMPTY, memo: null, sealed })
        .where(eq(withdrawals.withdrawal, withdrawal))
    }
    return rows.length
  })
}

function readable(row: {
  readonly account: string | null
  readonly bankName: string | null
  readonly bankAddress: string | null
  readonly bankSwift: string | null
  readonly payeeName: string | null
}) {
  const { account, bankName, bankAddress, bankSwift, payeeName } = row
  assert(account !== null, 'a row that is not sealed is readable')
  return { account, bankName: bankName ?? '', bankAddress: bankAddress ?? '', bankSwift: bankSwift ?? '', payeeName: payeeName ?? '' }
}
