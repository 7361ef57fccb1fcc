/**
 * The seals of the records of money, for casework: a record takes a decision, and the server moves money for it, only
 * while its row is as this server wrote it last.
 */
import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { factName, type Query, type Transaction } from '../../store/index.ts'
import type { NewestSeals } from './newest-seals.ts'
import {
  type Changes,
  isSealed,
  type ProvenRow,
  RowChanged,
  requireSealed,
  rowChanged,
  rowNamed,
  rowSeal,
  type Sealing,
  sealedRows,
} from './row-seals.ts'
import { isSame, type NewestSeal, RECORD_KEYS, type RecordTable, type Sealed, sealStartOf } from './seal-bytes.ts'
import type { Key, SealedRow, Value } from './sealed-tables.ts'

export type Of = {
  readonly encryption: Sealing
  readonly newestSeals: NewestSeals
}
type In = { readonly query: Query }
type Changing = In & Pick<Transaction, 'onEnd'>

export function recordSeals<Table extends RecordTable>(table: Table, schema: PgTable) {
  const sealed = (encryption: Of['encryption'], row: object) => rowSeal(encryption, table, named<Table>(schema, row))
  return {
    hold: (of: Of, id: number, row: Sealed): boolean => faultOf(of, table, { schema, id, row }) === undefined,
    /** The fault of a row that does not hold, for staff. */
    faultOf: (of: Of, id: number, row: Sealed): string | undefined => faultOf(of, table, { schema, id, row }),
    areSame: ({ encryption }: Of, one: object, other: object): boolean =>
      sealed(encryption, one) === sealed(encryption, other),
    /** Seals the decided row as its next version. */
    renew: async ({ encryption, newestSeals }: Of, tx: Changing, id: number, row: Sealed): Promise<void> => {
      const next = { ...row, version: row.version + 1 }
      const seal = sealed(encryption, next)
      const set = `update ${table} set version = $2, seal = $3 where ${RECORD_KEYS[table]} = $1`
      await tx.query(set, [id, next.version, seal])
      await remember({ encryption, newestSeals }, tx, { table, id, row: { ...named<Table>(schema, next), seal } })
    },
  }
}

/**
 * Seals a row that this transaction has inserted, as its first version. `row`: the values that were decided, by the
 * properties of the schema, and not the row that the store made of them. A property that is left out is null.
 */
export async function sealInserted<Table extends RecordTable>(
  { encryption, newestSeals }: Of,
  tx: Changing,
  {
    table,
    schema,
    id,
    row,
  }: { readonly table: Table; readonly schema: PgTable; readonly id: number; readonly row: object },
): Promise<void> {
  const first = { ...named<Table>(schema, row), [RECORD_KEYS[table]]: id, version: 1 }
  const seal = rowSeal(encryption, table, first)
  await tx.query(`update ${table} set version = 1, seal = $2 where ${RECORD_KEYS[table]} = $1`, [id, seal])
  await remember({ encryption, newestSeals }, tx, { table, id, row: { ...first, seal } })
}

/** No money is behind the closure of a demo account, and one visitor can make many: it is not remembered. */
async function remember(
  { encryption, newestSeals }: Of,
  tx: Changing,
  { table, id, row }: { readonly table: RecordTable; readonly id: number; readonly row: { readonly seal: string } },
): Promise<void> {
  const sealed = rememberedOf(table, row)
  if (table === 'closures') {
    const owner = await requireSealed({ query: tx.query, encryption }, 'users', { user_id: sealed.user })
    if (owner?.kind === 'demo') return
  }
  newestSeals.sealed(tx, { table, id }, sealed)
}

/**
 * Empties these columns in all records of a customer, each as its next version, for the erasure. Throws RowChanged for
 * a record that was changed in the store or put back.
 */
export async function eraseInRecords<Table extends RecordTable>(
  { encryption, newestSeals }: Of,
  tx: Changing,
  { table, user, erased }: { readonly table: Table; readonly user: number; readonly erased: Changes<Table> },
): Promise<void> {
  const key = RECORD_KEYS[table]
  const columns = Object.entries(erased) as [string, Value][]
  const sets = columns.map(([column], index) => `${column} = $${index + 4}`).join(', ')
  for (const row of await sealedRows(tx.query, table, `user_id = $1 order by ${key} for update`, [user])) {
    const cells = row as unknown as ProvenRow & Sealed
    const id = Number(cells[key])
    if (!isSealed(encryption, table, row)) throw rowChanged(table, cells)
    if (!newestSeals.isNewest(table, id, cells)) throw new RowChanged(putBack(table, id))
    if (columns.every(([column, value]) => cells[column] === value)) continue
    const next = { ...row, ...erased, version: cells.version + 1 }
    const seal = rowSeal(encryption, table, next)
    const values = columns.map(([, value]) => value)
    await tx.query(`update ${table} set version = $2, seal = $3, ${sets} where ${key} = $1`, [
      id,
      next.version,
      seal,
      ...values,
    ])
    await remember({ encryption, newestSeals }, tx, { table, id, row: { ...next, seal } })
  }
}

/**
 * The columns that name the payment of a record: the transaction that the customer reported, our name for a payment by
 * card, the transaction or reference that paid a withdrawal. The first one with a value is remembered.
 */
const PAYMENT_COLUMNS: { readonly [table in RecordTable]?: readonly string[] } = {
  deposits: ['tx_hash', 'provider_reference'],
  withdrawals: ['payment_reference'],
}

/** The columns that are remembered beside the payment. Not every table has each of the last three. */
type Rememberable = {
  readonly version: number
  readonly seal: string
  readonly user_id: number
  readonly first_approver?: string | null
  readonly decided_by?: string | null
  readonly ended_at?: number | null
}

export function rememberedOf(table: RecordTable, row: { readonly seal: string }): Omit<NewestSeal, 'at' | 'doubted'> {
  const { version, seal, user_id: user, first_approver, decided_by, ended_at } = row as Rememberable
  const isOpen = 'ended_at' in row && (ended_at ?? null) === null
  const by = first_approver ?? decided_by ?? null
  const cells = row as { readonly [column: string]: unknown }
  const named = (PAYMENT_COLUMNS[table] ?? []).map((column) => cells[column] ?? null).find((name) => name !== null)
  const payment = named === undefined ? {} : { payment: factName(String(named)) }
  return { version, sealStart: sealStartOf(seal), user, by: by === null ? null : factName(by), ...payment, isOpen }
}

type Read = { readonly schema: PgTable; readonly id: number; readonly row: { readonly seal: string } }

/** The row, read through the schema, with the names of the store. */
function named<Table extends RecordTable>(schema: PgTable, row: object): SealedRow<Table> & { readonly seal: string } {
  const values = row as { readonly [property: string]: unknown }
  const columns = Object.entries(getTableColumns(schema))
  const renamed = Object.fromEntries(columns.map(([property, { name }]) => [name, values[property]]))
  return renamed as SealedRow<Table> & { readonly seal: string }
}

/** Whether the store answered the record that was asked for, and not another one whose seal is right too. */
const isOf = (table: RecordTable, id: number, row: object): boolean =>
  (row as { readonly [column: string]: unknown })[RECORD_KEYS[table]] === id

/** `id`: the number of the record, whose row may be gone. */
export type SumFault = { readonly id: number; readonly text: string }

/**
 * For a sum that a limit is compared with: the first of these rows that was changed, put back or deleted in the store.
 * `known`: the remembered records that the sum must contain, taken before the rows were read. A row that is newer is
 * right: another transaction may have changed it meanwhile.
 */
export function faultOfSum<Row extends { readonly seal: string; readonly version: number }>(
  { encryption }: Pick<Of, 'encryption'>,
  table: RecordTable,
  sum: {
    readonly schema: PgTable
    readonly idOf: (row: Row) => number
    readonly rows: readonly Row[]
    readonly known: ReadonlyMap<number, NewestSeal>
  },
): SumFault | undefined {
  const { schema, idOf, rows, known } = sum
  const there = new Set<number>()
  for (const row of rows) {
    const id = idOf(row)
    there.add(id)
    const sealed = named<typeof table>(schema, row)
    if (!isSealed(encryption, table, sealed)) return { id, text: rowChanged(table, sealed).message }
    if (isOlder(row, known.get(id))) return { id, text: putBack(table, id) }
  }
  const id = [...known.keys()].find((each) => !there.has(each))
  return id === undefined ? undefined : { id, text: deleted(table, id) }
}

export const isOlder = (row: Sealed, known: NewestSeal | undefined): boolean =>
  known !== undefined && row.version <= known.version && !isSame(row, known)

export const putBack = (table: RecordTable, id: number) =>
  `table ${table}, record ${id}: an older row was put back in the store`
export const deleted = (table: RecordTable, id: number) => `table ${table}, record ${id}: its row was deleted`

/**
 * Before the engine moves money for a row that was read through the schema: throws RowChanged where it was changed in
 * the store or put back.
 */
export function requireRecordSealed(of: Of, table: RecordTable, read: Read & { readonly row: Sealed }): void {
  const fault = faultOf(of, table, read)
  if (fault !== undefined) throw new RowChanged(fault)
}

/** The fault of the stored row of a record; `undefined`: it is the newest that this server wrote. */
export async function faultOfStored(of: Of & In, table: RecordTable, id: number): Promise<string | undefined> {
  const stored = await storedRecord(of, table, id)
  return stored === undefined ? deleted(table, id) : stored.fault
}

/** The stored row of a record with its fault, as `faultOfStored`. `undefined`: there is none. */
export async function storedRecord<Table extends RecordTable>(
  of: Of & In,
  table: Table,
  id: number,
): Promise<{ readonly row: SealedRow<Table>; readonly fault: string | undefined } | undefined> {
  const row = await rowNamed(of.query, table, { [RECORD_KEYS[table]]: id } as Key<Table>)
  if (row === undefined) return undefined
  if (!isSealed(of.encryption, table, row)) return { row, fault: rowChanged(table, row).message }
  const isNewest = of.newestSeals.isNewest(table, id, row as typeof row & Sealed)
  return { row, fault: isNewest ? undefined : putBack(table, id) }
}

/** `undefined`: the row is the newest that this server wrote of the record with this number. */
function faultOf(
  { encryption, newestSeals }: Of,
  table: RecordTable,
  { schema, id, row }: Read & { readonly row: Sealed },
): string | undefined {
  const found = named<typeof table>(schema, row)
  if (!isOf(table, id, found) || !isSealed(encryption, table, found)) return rowChanged(table, found).message
  return newestSeals.isNewest(table, id, row) ? undefined : putBack(table, id)
}
