/** Seals rows of casework that a test has changed by SQL, as if the server itself had changed them. */
import type { Encryption } from '../../../apps/server/src/services/encryption/index.ts'
import { NewestSeals, recordSeals } from '../../../apps/server/src/services/seals/index.ts'
import type { Query } from '../../../apps/server/src/store/index.ts'

const SEALS = {
  closures: { key: 'closure_id', seals: recordSeals('closures', 'closure_id') },
  corrections: { key: 'correction_id', seals: recordSeals('corrections', 'correction_id') },
  deposits: { key: 'deposit_id', seals: recordSeals('deposits', 'deposit_id') },
  invite_rewards: { key: 'reward_id', seals: recordSeals('invite_rewards', 'reward_id') },
  withdrawals: { key: 'withdrawal_id', seals: recordSeals('withdrawals', 'withdrawal_id') },
} as const

/** All rows of the table. `newestSeals`: of the running server. */
export async function reseal(
  parts: { readonly query: Query; readonly encryption: Encryption; readonly newestSeals?: NewestSeals },
  table: keyof typeof SEALS,
): Promise<void> {
  const { query, encryption, newestSeals = new NewestSeals() } = parts
  const { key, seals } = SEALS[table]
  const rows = await query<{ id: number }>(`select ${key} as id from ${table}`)
  const tx = { query, onEnd: (listener: (end: 'committed') => void) => listener('committed') }
  for (const { id } of rows) await seals.renew({ encryption, newestSeals }, tx, id)
}
