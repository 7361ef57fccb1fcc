/**
 * The seals of the records of money, for casework: a record takes a decision, and the server moves money for it, only
 * while its row is as this server wrote it last.
 */
import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Query, Transaction } from '../../store/index.ts'
import type { Encryption } from '../encryption/index.ts'
import type { NewestSeals } from './newest-seals.ts'
import { isSealed, type Key, RowChanged, rowChanged, rowSeal, type SealedRow, writeSeal } from './row-seals.ts'

type RecordTable = 'closures' | 'corrections' | 'deposits' | 'invite_rewards' | 'withdrawals'
type Of = { readonly encryption: Pick<Encryption, 'fingerprint'>; readonly newestSeals: NewestSeals }
type In = { readonly query: Query }

/** `key`: the column of its number. */
export function recordSeals<Table extends RecordTable>(table: Table, key: keyof Key<Table>, schema: PgTable) {
  const keyOf = (id: number) => ({ [key]: id }) as Key<Table>
  const sealed = (encryption: Of['encryption'], row: object) => rowSeal(encryption, table, named<Table>(schema, row))
  return {
    hold: ({ encryption, newestSeals }: Of, id: number, row: { readonly seal: string }): boolean =>
      sealed(encryption, row) === row.seal && newestSeals.isNewest(`${table} ${id}`, row.seal),
    areSame: ({ encryption }: Of, one: object, other: object): boolean =>
      sealed(encryption, one) === sealed(encryption, other),
    renew: async (
      { encryption, newestSeals }: Of,
      tx: In & Pick<Transaction, 'onEnd'>,
      id: number,
      row: object,
    ): Promise<void> => {
      const seal = sealed(encryption, row)
      await writeSeal(tx.query, table, keyOf(id), seal)
      newestSeals.sealed(tx, `${table} ${id}`, seal)
    },
  }
}

type Read = { readonly schema: PgTable; readonly id: number; readonly row: { readonly seal: string } }

/** The row, read through the schema, with the names of the store. */
function named<Table extends RecordTable>(schema: PgTable, row: object): SealedRow<Table> & { readonly seal: string } {
  const values = row as { readonly [property: string]: unknown }
  const columns = Object.entries(getTableColumns(schema))
  const renamed = Object.fromEntries(columns.map(([property, { name }]) => [name, values[property]]))
  return renamed as SealedRow<Table> & { readonly seal: string }
}

/**
 * For a row that a limit counts. An older row of it is right too: another transaction may have changed it since it was
 * read.
 */
export const isRecordSealed = ({ encryption }: Pick<Of, 'encryption'>, table: RecordTable, read: Read): boolean =>
  isSealed(encryption, table, named(read.schema, read.row))

/**
 * Before the engine moves money for a row that was read through the schema: throws RowChanged where it was changed in
 * the store or put back.
 */
export function requireRecordSealed<Table extends RecordTable>(
  { encryption, newestSeals }: Of,
  table: Table,
  read: Read,
): void {
  const row = named<Table>(read.schema, read.row)
  if (!isSealed(encryption, table, row)) throw rowChanged(table, row)
  if (newestSeals.isNewest(`${table} ${read.id}`, row.seal)) return
  throw new RowChanged(`table ${table}, record ${read.id}: an older row was put back in the store`)
}
