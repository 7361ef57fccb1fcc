/** Seals rows of casework that a test has changed by SQL, and makes the server forget records. */
import type { Encryption } from '../../../apps/server/src/services/encryption/index.ts'
import {
  NewestSeals,
  RECORD_KEYS,
  RECORDS_MAX,
  type RecordTable,
  sealRecord,
} from '../../../apps/server/src/services/seals/index.ts'
import type { Query } from '../../../apps/server/src/store/index.ts'

/** All rows of the table, as if the server had changed them. `newestSeals`: of the running server; left out: none. */
export async function reseal(
  parts: { readonly query: Query; readonly encryption: Encryption; readonly newestSeals?: NewestSeals },
  table: RecordTable,
): Promise<void> {
  const { query, encryption } = parts
  const newestSeals = parts.newestSeals ?? new NewestSeals({ file: undefined, log: undefined, now: () => 0 })
  const rows = await query<{ id: number }>(`select ${RECORD_KEYS[table]} as id from ${table}`)
  const tx = { query, onEnd: (listener: (end: 'committed') => void) => listener('committed') }
  for (const { id } of rows) await sealRecord({ encryption, newestSeals }, tx, { table, id })
}

/** As many other records as the server remembers: it knows nothing of those before them. */
export function forgetRecords(newestSeals: NewestSeals): void {
  for (let id = 1; id <= RECORDS_MAX; id += 1)
    newestSeals.keep('closures', -id, { version: 1, seal: '', at: 0, user: 0, by: null })
}
