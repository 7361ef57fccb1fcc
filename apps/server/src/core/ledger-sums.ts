/**
 * Balance and locked amount of every account, added up from the ledger entries that events make. It shares nothing with
 * the engine's way of applying events, so a state that both agree on does not rest on one piece of code.
 */
import { type AccountId, assert } from '@veritick/domain'
import { clientSideOf, type Engine, type Event, entryOf } from '@veritick/engine'
import { differs } from './state-faults.ts'

export type LedgerSums = {
  add(event: Event): void
  /** The first account whose money is not the engine's, as a sentence. */
  differenceFrom(engine: Engine): string | undefined
}

export function ledgerSums(): LedgerSums {
  const accounts = new Map<AccountId, { balance: number; locked: number }>()
  return {
    add(event) {
      if (event.kind === 'account_opened') accounts.set(event.account, { balance: 0, locked: 0 })
      const entry = entryOf(event)
      if (entry === undefined) return
      const sums = accounts.get(entry.account)
      assert(sums !== undefined, `account ${entry.account} was opened before money moved on it`)
      const { balance, locked } = clientSideOf(entry)
      sums.balance += balance
      sums.locked += locked
    },
    differenceFrom(engine) {
      for (const [id, sums] of accounts) {
        const account = engine.account(id)
        const found = `balance ${account?.balance}, locked ${account?.locked}`
        const expected = `balance ${sums.balance}, locked ${sums.locked}`
        if (expected !== found) return differs(`account ${id}`, { expected, found })
      }
      return undefined
    },
  }
}
