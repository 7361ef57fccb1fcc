/**
 * Looks for remembered records of money whose rows were deleted, put back or, while they are open, changed in the store
 * while the server runs. No other check finds a row that is gone: a payment whose deposit was deleted could be reported
 * and credited again.
 */
import { faultOfStored, faultsOfKnown, faultsOfOpen, type RecordTable } from '../../services/seals/index.ts'
import type { CaseworkParts } from './casework-parts.ts'
import type { MoneyRecord } from './transfers.ts'

const TABLES: { readonly [record in MoneyRecord]: RecordTable } = {
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  correction: 'corrections',
  reward: 'invite_rewards',
}

/** A withdrawal has a look of its own, which compares it with the ledger too. */
const SHOWN_WITH_FAULT = ['deposit', 'correction', 'reward'] as const

/** Staff are told of each by the alert and the health page. A record that was shown with a fault may be right again. */
export async function lookAtKnown(
  parts: Pick<CaseworkParts, 'store' | 'encryption' | 'newestSeals' | 'recordFaults'>,
): Promise<void> {
  const { newestSeals, recordFaults } = parts
  const { query } = parts.store.background
  for (const record of Object.keys(TABLES) as MoneyRecord[]) {
    const gone = await faultsOfKnown({ query, newestSeals }, TABLES[record])
    recordFaults.known(record, [...gone, ...(await faultsOfOpen({ ...parts, query }, TABLES[record]))])
  }
  for (const record of SHOWN_WITH_FAULT)
    for (const id of recordFaults.readOf(record))
      recordFaults.read(record, id, await faultOfStored({ ...parts, query }, TABLES[record], id))
}
