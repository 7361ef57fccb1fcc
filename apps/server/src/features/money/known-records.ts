/**
 * Looks for remembered records of money whose rows were deleted or put back in the store while the server runs. No
 * other check finds a row that is gone: a payment whose deposit was deleted could be reported and credited again.
 */
import { faultsOfKnown, type RecordTable } from '../../services/seals/index.ts'
import type { CaseworkParts } from './casework-parts.ts'
import type { MoneyRecord } from './transfers.ts'

const TABLES: { readonly [record in MoneyRecord]: RecordTable } = {
  deposit: 'deposits',
  withdrawal: 'withdrawals',
  correction: 'corrections',
  reward: 'invite_rewards',
}

/** Staff are told of each by the alert and the health page. */
export async function lookAtKnown(parts: Pick<CaseworkParts, 'store' | 'newestSeals' | 'recordFaults'>): Promise<void> {
  const { newestSeals, recordFaults } = parts
  const { query } = parts.store.background
  for (const record of Object.keys(TABLES) as MoneyRecord[])
    recordFaults.known(record, await faultsOfKnown({ query, newestSeals }, TABLES[record]))
}
