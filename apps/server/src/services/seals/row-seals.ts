/**
 * Seals of stored rows that decide who may act, whose money it is and which prices hold. A seal is a keyed hash of the
 * row's key and of the columns that sealed-tables.ts names; its key lies outside the store. A row that only a statement
 * of SQL wrote or changed has no right seal, and the server does not act on it. A seal alone does not find an older row
 * with its own seal that is put back, and a row that is deleted (decision 142): known-versions.ts, newest-seals.ts and
 * encryption/row-versions.ts find those that matter most.
 */
import { assert } from '@veritick/domain'
import { type Query, StoreBusy, type Transaction } from '../../store/index.ts'
import type { Encryption, RowName } from '../encryption/index.ts'
import { type Key, SEALED_TABLES, type SealedRow, type SealedTable, type Value } from './sealed-tables.ts'

/** Makes seals and proves them. */
export type Sealing = Pick<Encryption, 'fingerprint' | 'rowVersions'>

type Parts = { readonly query: Query; readonly encryption: Sealing }

/**
 * Tables whose rows are many, and decide who may act: what this server changed in them does not go back (decision 163).
 * Rows of a table without the column `version` are only removed for good.
 */
const REMEMBERED: readonly SealedTable[] = ['identities', 'passkeys', 'payees', 'users']

/** A row was written or changed by something else than this server. */
export class RowChanged extends Error {}

/**
 * An older row was put back, or a change was committed after the row was read. Its cause is a StoreBusy, because the
 * second case passes when the same is asked again.
 */
class RowOlder extends RowChanged {}

/** 64 hex digits, for the column `seal` of the row. */
export function rowSeal<Table extends SealedTable>(
  encryption: Pick<Encryption, 'fingerprint'>,
  table: Table,
  row: SealedRow<Table>,
): string {
  const values = namesOf(table).map((name) => textual(row[name as keyof SealedRow<Table>]))
  // The store keeps another character in the place of half a one: the row would never prove itself.
  for (const value of values) assert(typeof value !== 'string' || !/\p{Surrogate}/u.test(value), 'whole characters')
  return encryption.fingerprint(`row of ${table}`, JSON.stringify(values))
}

/** Whether the row is as this server wrote it last. Pass all its sealed columns. */
export function isSealed<Table extends SealedTable>(
  encryption: Sealing,
  table: Table,
  row: SealedRow<Table> & { readonly seal: string },
): boolean {
  return hasItsSeal(encryption, table, row) && isNewest(encryption, table, row)
}

/** This server wrote the row and has changed it since: it was put back, or changed while it was read. */
export const isOvertaken = <Table extends SealedTable>(
  encryption: Sealing,
  table: Table,
  row: SealedRow<Table> & { readonly seal: string },
): boolean => !isNewest(encryption, table, row) && hasItsSeal(encryption, table, row)

/** Reads once more where a row was overtaken: a change at the same moment is no fault. A row put back still is. */
export async function readCurrent<Read>(
  read: () => Promise<Read>,
  isOvertaken: (answer: Read) => boolean,
): Promise<Read> {
  const answer = await read()
  return isOvertaken(answer) ? read() : answer
}

const hasItsSeal = <Table extends SealedTable>(
  encryption: Sealing,
  table: Table,
  row: SealedRow<Table> & { readonly seal: string },
): boolean => rowSeal(encryption, table, row) === row.seal

/** The key of a remembered table is one column. */
const rowName = (table: SealedTable, row: object): RowName => ({
  table,
  key: cell(row, SEALED_TABLES[table].key[0]) as string | number,
})

const versionOf = (row: object): number => Number(cell(row, 'version') ?? 0)

const isNewest = (encryption: Sealing, table: SealedTable, row: object): boolean =>
  !REMEMBERED.includes(table) || encryption.rowVersions.isNewest(rowName(table, row), versionOf(row))

/**
 * Throws RowChanged for a row that was changed, and RowOlder for one that is not the newest. Pass the very row that the
 * caller acts on: another read of it may find another content.
 */
export function requireRowSealed<Table extends SealedTable>(
  encryption: Sealing,
  table: Table,
  row: (SealedRow<Table> & { readonly seal: string }) | undefined,
): void {
  if (row === undefined) return
  if (!hasItsSeal(encryption, table, row)) throw rowChanged(table, row)
  if (!isNewest(encryption, table, row)) throw rowOlder(encryption, table, row)
}

/**
 * As `requireRowSealed`, also for a row that is not the newest. For one that was read a while ago, where the caller
 * compares it with the newest row behind its lock.
 */
export function requireOwnRow<Table extends SealedTable>(
  encryption: Sealing,
  table: Table,
  row: SealedRow<Table> & { readonly seal: string },
): void {
  if (!hasItsSeal(encryption, table, row)) throw rowChanged(table, row)
}

/**
 * Throws RowChanged where the store answers another row than was asked for, whose own seal may be right. `asked`: the
 * properties of the row that the condition of the statement names, with their values.
 */
export function requireAsked<Row extends object>(
  table: string,
  row: Row | undefined,
  asked: { readonly [Name in keyof Row]?: Row[Name] },
): void {
  const other = row && Object.entries(asked).find(([name, value]) => cell(row, name) !== value)
  if (other !== undefined)
    throw new RowChanged(
      `table ${table}: the store answered another row than the one with this ${other[0]}. ${FIND_THEM}`,
    )
}

const FIND_THEM = 'Keep a copy of the store, and find out who can change its objects'

/** `requireRowSealed` for a row that is read here: the very row that was proven. `undefined`: there is none. */
export async function requireSealed<Table extends SealedTable>(
  { query, encryption }: Parts,
  table: Table,
  key: Key<Table>,
): Promise<SealedRow<Table> | undefined> {
  const row = await readCurrent(
    () => rowNamed(query, table, key),
    (read) => read !== undefined && isOvertaken(encryption, table, read),
  )
  requireRowSealed(encryption, table, row)
  return row
}

/** Rows of a condition in SQL, each proven. Throws RowChanged for the first one that was changed. */
export async function readSealed<Table extends SealedTable>(
  { query, encryption }: Parts,
  table: Table,
  { where, values }: { readonly where: string; readonly values: NonNullable<Parameters<Query>[1]> },
): Promise<readonly SealedRow<Table>[]> {
  const names = [...namesOf(table), 'seal']
  const rows = await readCurrent(
    () => query<SealedRow<Table> & { seal: string }>(`select ${names.join(', ')} from ${table} where ${where}`, values),
    (read) => read.some((row) => isOvertaken(encryption, table, row)),
  )
  for (const row of rows) requireRowSealed(encryption, table, row)
  return rows
}

/** New values of sealed columns. */
export type Changes<Table extends SealedTable> = {
  readonly [Column in (typeof SEALED_TABLES)[Table]['columns'][number]]?: Value
}

/**
 * Writes sealed columns of a row with the seal of the row that was decided: the proven row with these changes, as the
 * next version where the server remembers it. A trigger that writes something else makes a row with a wrong seal.
 * `changes`: values, or what follows from the proven row; `undefined`: nothing changes. Where the row has these values
 * already, nothing is written.
 *
 * False: nothing was changed, or there is no such row. Throws RowChanged, before any change, for a row that is not as
 * this server wrote it last. The row is locked until the transaction ends.
 */
export async function changeSealed<Table extends SealedTable>(
  { tx, encryption }: { readonly tx: Pick<Transaction, 'query' | 'onEnd'>; readonly encryption: Sealing },
  table: Table,
  key: Key<Table>,
  changes: Changes<Table> | ((row: SealedRow<Table>) => Changes<Table> | undefined),
): Promise<boolean> {
  const { query } = tx
  const before = await rowNamed(query, table, key, 'for update')
  requireRowSealed(encryption, table, before)
  const decided = before && (typeof changes === 'function' ? changes(before) : changes)
  if (before === undefined || decided === undefined) return false
  const isSame = Object.entries(decided).every(([column, value]) => cell(before, column) === value)
  if (isSame) return true
  const isRemembered = REMEMBERED.includes(table) && 'version' in before
  const row = { ...before, ...decided, ...(isRemembered && { version: versionOf(before) + 1 }) }
  const set = {
    ...decided,
    ...(isRemembered && { version: versionOf(row) }),
    seal: rowSeal(encryption, table, row),
  }
  if (isRemembered) encryption.rowVersions.changed(tx, rowName(table, before), versionOf(row))
  const named = SEALED_TABLES[table].key
  const assignments = Object.keys(set).map((column, index) => `${column} = $${named.length + index + 1}`)
  await query(`update ${table} set ${assignments.join(', ')} where ${whereKey(named)}`, [
    ...keyValues(table, key),
    ...(Object.values(set) as Value[]),
  ])
  return true
}

const PAGE = 1_000
/**
 * Tables that this check leaves out. Sessions, links and payees are many, and each is looked at when it is used. Texts
 * for customers are proven each time they are shown (shown-rows.ts): one wrong row stops no server.
 * Records of money are compared later, after the comparison with the engine (prove-records.ts).
 */
const AT_USE: readonly SealedTable[] = [
  'canned_answers',
  'corrections',
  'customer_notices',
  'deposits',
  'invite_rewards',
  'news',
  'news_texts',
  'payees',
  'price_alerts',
  'sessions',
  'staff_links',
  'staff_sessions',
  'withdrawals',
]

/**
 * For the start. `proven` gets the very rows that are proven: another read may find others. Throws RowChanged with the
 * table and the key of the first row that was changed.
 */
export async function requireAllSealed(
  parts: Parts,
  proven: (table: SealedTable, row: ProvenRow) => void = () => {},
): Promise<number> {
  let rows = 0
  for (const table of Object.keys(SEALED_TABLES) as SealedTable[]) {
    if (AT_USE.includes(table)) continue
    rows += await requireTableSealed(parts, table, 'true', (row) => proven(table, row as unknown as ProvenRow))
  }
  return rows
}

/** `where`: SQL, of the rows that are compared; left out: all. Returns how many. */
export async function requireTableSealed(
  { query, encryption }: Parts,
  table: SealedTable,
  where = 'true',
  proven: (row: Row) => void = () => {},
): Promise<number> {
  const { key } = SEALED_TABLES[table]
  const order = key.join(', ')
  let rows = 0
  for (let after: readonly Value[] = []; ; ) {
    const from = after.length === 0 ? '' : `and (${order}) > (${after.map((_, index) => `$${index + 1}`).join(', ')})`
    const page = await sealedRows(query, table, `${where} ${from} order by ${order} limit ${PAGE}`, after)
    for (const row of page) {
      requireRowSealed(encryption, table, row)
      proven(row)
    }
    if (REMEMBERED.includes(table))
      encryption.rowVersions.keep(page.map((row) => ({ row: rowName(table, row), version: versionOf(row) })))
    rows += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return rows
    after = key.map((name) => last[name as keyof Row] as Value)
  }
}

/** `where`: SQL. */
export const sealedRows = (query: Query, table: SealedTable, where: string, params: Parameters<Query>[1] = []) =>
  query<Row>(`select ${[...namesOf(table), 'seal'].join(', ')} from ${table} where ${where}`, params)

type Row = SealedRow<SealedTable> & { readonly seal: string }
export type ProvenRow = Readonly<Record<string, Value>>

/** Throws RowChanged where the store answers another row than was asked for, whose own seal may be right. */
export async function rowNamed<Table extends SealedTable>(
  query: Query,
  table: Table,
  key: Key<Table>,
  locked: 'for update' | 'for share' | '' = '',
): Promise<(SealedRow<Table> & { readonly seal: string }) | undefined> {
  const names = [...namesOf(table), 'seal']
  const [row] = await query<SealedRow<Table> & { seal: string }>(
    `select ${names.join(', ')} from ${table} where ${whereKey(SEALED_TABLES[table].key)} ${locked}`,
    keyValues(table, key),
  )
  const values: readonly unknown[] = keyValues(table, key)
  const isOther = row !== undefined && SEALED_TABLES[table].key.some((name, at) => cell(row, name) !== values[at])
  if (isOther) throw rowChanged(table, key as Readonly<Record<string, Value>>)
  return row
}

/** The versions of one setting or instrument follow one another without a gap: each is one more than the one before. */
export function requireNext(
  table: 'settings' | 'instrument_changes',
  name: string | number,
  { version, before }: { readonly version: number; readonly before: number },
): void {
  if (version === before + 1) return
  const { key } = SEALED_TABLES[table]
  throw new RowChanged(
    `table ${table}, ${key[0]} ${name}: version ${before + 1} was deleted in the store. Keep a copy of the store, ` +
      'find out who can write to it, and restore it from the newest backup that has the version',
  )
}

/** The error that names the row. `row`: at least the columns of its key. */
export function rowChanged(table: SealedTable, row: { readonly [column: string]: Value }): RowChanged {
  const key = SEALED_TABLES[table].key.map((name) => `${name} ${row[name]}`).join(', ')
  return new RowChanged(
    `table ${table}, ${key}: this row was inserted or changed in the store, not by this server. Keep a copy of the ` +
      'store, find out who can write to it, and restore it from the newest backup before that',
  )
}

function rowOlder({ rowVersions }: Sealing, table: SealedTable, row: object): RowOlder {
  const name = rowName(table, row)
  const text =
    `table ${table}, ${SEALED_TABLES[table].key[0]} ${name.key}: the row has version ${versionOf(row)}, and this ` +
    `server has written version ${rowVersions.versionText(name)}: an older row was put back in the store, or the row ` +
    'changed while it was read. Keep a copy of the store, and find out who can write to it. If an older backup was ' +
    `restored on purpose, or a failover has lost the change, remove the file ${rowVersions.file ?? ''}`.trimEnd()
  rowVersions.tellOlder(name, text)
  return new RowOlder(text, { cause: new StoreBusy('the row changed while it was read') })
}

export const namesOf = (table: SealedTable): readonly string[] => [
  ...SEALED_TABLES[table].key,
  ...SEALED_TABLES[table].columns,
]

const cell = (row: object, column: string): unknown => (row as Readonly<Record<string, unknown>>)[column]

const whereKey = (names: readonly string[]): string =>
  names.map((name, index) => `${name} = $${index + 1}`).join(' and ')

const keyValues = <Table extends SealedTable>(table: Table, key: Key<Table>): (string | number)[] =>
  SEALED_TABLES[table].key.map((name) => key[name as keyof Key<Table>])

/** Bytes as hex digits: JSON has no bytes. */
const textual = (value: Value): Exclude<Value, Uint8Array> =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
