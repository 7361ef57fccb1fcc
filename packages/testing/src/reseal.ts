/** Seals rows of casework that a test has changed by SQL, as if the server itself had changed them. */
import type { Encryption } from '../../../apps/server/src/services/encryption/index.ts'
import { NewestSeals, sealRow } from '../../../apps/server/src/services/seals/index.ts'
import type { Query } from '../../../apps/server/src/store/index.ts'

const KEYS = {
  closures: 'closure_id',
  corrections: 'correction_id',
  deposits: 'deposit_id',
  invite_rewards: 'reward_id',
  withdrawals: 'withdrawal_id',
} as const

/** All rows of the table. `newestSeals`: of the running server. */
export async function reseal(
  parts: { readonly query: Query; readonly encryption: Encryption; readonly newestSeals?: NewestSeals },
  table: keyof typeof KEYS,
): Promise<void> {
  const { query, encryption, newestSeals = new NewestSeals() } = parts
  const key = KEYS[table]
  const rows = await query<{ id: number }>(`select ${key} as id from ${table}`)
  const tx = { onEnd: (listener: (end: 'committed') => void) => listener('committed') }
  for (const { id } of rows) {
    const seal = await sealRow<typeof table>({ query, encryption }, table, { [key]: id } as never)
    if (seal !== undefined) newestSeals.sealed(tx, `${table} ${id}`, seal)
  }
}
