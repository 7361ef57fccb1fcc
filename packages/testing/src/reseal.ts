/** Seals rows that a test has changed by SQL, and makes the server forget records. */
import { must } from '@veritick/domain'
import {
  ENDED_RECORDS_MAX,
  type Key,
  NewestSeals,
  RECORD_KEYS,
  type RecordTable,
  rememberedOf,
  rowNamed,
  rowSeal,
  SEALED_TABLES,
  type SealedTable,
  type Sealing,
} from '../../../apps/server/src/services/seals/index.ts'
import type { Query, Transaction } from '../../../apps/server/src/store/index.ts'

type Parts = { readonly query: Query; readonly encryption: Sealing }

/** Statements that commit one by one, for what needs a transaction. */
export const committing = (query: Query): Pick<Transaction, 'query' | 'onEnd'> => ({
  query,
  onEnd: (listener) => listener('committed'),
})

/** One row as it is, as if the server had written it. */
export async function resealRow<Table extends SealedTable>(
  { query, encryption }: Parts,
  table: Table,
  key: Key<Table>,
): Promise<string | undefined> {
  const row = await rowNamed(query, table, key)
  if (row === undefined) return undefined
  const seal = rowSeal(encryption, table, row)
  const names = SEALED_TABLES[table].key as readonly (keyof Key<Table> & string)[]
  const where = names.map((name, index) => `${name} = $${index + 2}`).join(' and ')
  await query(`update ${table} set seal = $1 where ${where}`, [seal, ...names.map((name) => key[name])])
  return seal
}

/** All rows of the table, as if the server had changed them. `newestSeals`: of the running server; left out: none. */
export async function reseal(parts: Parts & { readonly newestSeals?: NewestSeals }, table: RecordTable): Promise<void> {
  const { query, encryption } = parts
  const newestSeals = parts.newestSeals ?? new NewestSeals({ file: undefined, log: undefined, now: () => 0 })
  const tx = committing(query)
  for (const { id } of await query<{ id: number }>(`select ${RECORD_KEYS[table]} as id from ${table}`))
    await resealRecord({ encryption, newestSeals }, tx, { table, id })
}

/** One record as its next version, in a transaction. */
export async function resealRecord<Table extends RecordTable>(
  { encryption, newestSeals }: Omit<Parts, 'query'> & { readonly newestSeals: NewestSeals },
  tx: Pick<Transaction, 'query' | 'onEnd'>,
  { table, id }: { readonly table: Table; readonly id: number },
): Promise<void> {
  const { query } = tx
  const column = RECORD_KEYS[table]
  await query(`update ${table} set version = version + 1 where ${column} = $1`, [id])
  const key = { [column]: id } as Key<Table>
  await resealRow({ query, encryption }, table, key)
  const row = must(await rowNamed(query, table, key), 'the record')
  newestSeals.sealed(tx, { table, id }, rememberedOf(table, row))
}

/** The server forgets the record: it counts as ended, and as many others of its table as it remembers end after it. */
export function forgetRecord(newestSeals: NewestSeals, table: RecordTable, id: number): void {
  newestSeals.keep(table, id, { ...must(newestSeals.of(table, id), 'a remembered record'), isOpen: false })
  for (let other = 1; other <= ENDED_RECORDS_MAX; other += 1)
    newestSeals.keep(table, -other, { version: 1, sealStart: '0'.repeat(16), at: 0, user: 0, by: null, isOpen: false })
}
