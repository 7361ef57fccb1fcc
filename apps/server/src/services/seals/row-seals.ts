/**
 * Seals of stored rows that decide who may act, whose money it is and which prices hold. A seal is a keyed hash of the
 * row's key and of the columns below; its key lies outside the store. A row that only a statement of SQL wrote or
 * changed has no right seal, and the server does not act on it. A seal does not find an older row
 * with its own seal that is put back, and a row that is deleted (decision 142): known-versions.ts and newest-seals.ts
 * find those that matter most.
 */
import type { Query } from '../../store/index.ts'
import type { Encryption } from '../encryption/index.ts'

/** `key`: the columns that name a row. `columns`: what else the seal covers. */
type Sealed = { readonly key: readonly string[]; readonly columns: readonly string[] }

/** No column of a seal may change but through `changeSealed`. */
export const SEALED_TABLES = {
  accounts: { key: ['account_id'], columns: ['user_id', 'kind'] },
  canned_answers: { key: ['canned_id'], columns: ['title', 'language', 'text', 'changed_by', 'at'] },
  closures: {
    key: ['closure_id'],
    columns: [
      'version',
      ...['user_id', 'state', 'requested_by', 'requested_at', 'refusal', 'closed_at', 'kept_days'],
      ...['reopened_by', 'reopened_at', 'erased_at'],
    ],
  },
  corrections: {
    key: ['correction_id'],
    columns: [
      'version',
      ...['user_id', 'account_id', 'amount', 'category', 'state', 'requested_by', 'created_at', 'decided_by'],
      ...['ended_at'],
    ],
  },
  deposits: {
    key: ['deposit_id'],
    columns: [
      'version',
      ...['user_id', 'account_id', 'method', 'currency', 'units', 'usd_price', 'amount', 'tx_hash'],
      ...['state', 'credited', 'payment_reference', 'proposed_by', 'proposed_at', 'decided_by'],
      ...['paid_to', 'proof', 'provider', 'provider_reference', 'reference'],
      ...['channel', 'protocol', 'flags', 'expires_at', 'created_at', 'ended_at'],
    ],
  },
  freezes: { key: ['user_id'], columns: ['frozen', 'version', 'applied', 'decided_by', 'reason', 'remark', 'at'] },
  identities: { key: ['user_id'], columns: ['state', 'changed_at'] },
  instrument_changes: { key: ['instrument', 'version'], columns: ['changes', 'who', 'reason', 'at'] },
  invite_rewards: {
    key: ['reward_id'],
    columns: [
      'version',
      ...['user_id', 'account_id', 'invited_id', 'step', 'amount', 'state', 'review_until'],
      ...['approved_by', 'approved_at', 'decided_by', 'volume', 'net_deposit', 'flags', 'earned_at', 'ended_at'],
    ],
  },
  news: {
    key: ['news_id'],
    columns: [
      ...['kind', 'state', 'version', 'text_version', 'picture', 'publish_at', 'end_at'],
      ...['created_by', 'created_at', 'changed_by', 'changed_at'],
    ],
  },
  news_texts: { key: ['news_id', 'version', 'language'], columns: ['title', 'summary', 'body'] },
  passkeys: { key: ['passkey_id'], columns: ['user_id', 'credential_id', 'public_key'] },
  payees: {
    key: ['payee_id'],
    columns: [
      ...['user_id', 'method', 'currency', 'code', 'protocol', 'encrypted', 'account_print'],
      ...['created_at', 'usable_at', 'deleted_at'],
    ],
  },
  sessions: {
    key: ['token_hash'],
    columns: ['user_id', 'kind', 'expires_at', 'proven_at', 'proven_by', 'proven_of', 'second_factor_at'],
  },
  settings: { key: ['key', 'version'], columns: ['value', 'who', 'reason', 'at', 'holds_from'] },
  staff: {
    key: ['staff_id'],
    columns: [
      'version',
      ...['name', 'email', 'role', 'password_hash', 'totp_encrypted', 'disabled_at'],
      ...['created_at', 'first_sign_in_at', 'access_changed_at'],
    ],
  },
  staff_links: { key: ['link_hash'], columns: ['staff_id', 'totp_encrypted', 'expires_at'] },
  staff_sessions: { key: ['token_hash'], columns: ['staff_id', 'expires_at'] },
  withdrawals: {
    key: ['withdrawal_id'],
    columns: [
      'version',
      ...['user_id', 'account_id', 'amount', 'state', 'needs_two', 'first_approver', 'first_approved_at'],
      ...['second_approver', 'second_approved_at', 'rejection_proposed_by', 'rejection_proposed_at'],
      ...['rejection_confirmed_by', 'payment_reference', 'method', 'currency', 'protocol', 'payee_id'],
      ...['fee', 'usd_price', 'received', 'refusal', 'two_limit', 'day_amount'],
      ...['created_at', 'approved_at', 'ended_at'],
    ],
  },
  users: {
    key: ['user_id'],
    columns: [
      ...['kind', 'email', 'area_code', 'phone', 'password_hash', 'two_factor_at', 'demo_hash', 'invited_by'],
      ...['frozen_at', 'closure_id', 'password_changed_at', 'email_changed_at'],
      ...['email_confirmed_at', 'phone_confirmed_at', 'created_at', 'first_sign_in_at', 'country', 'invite_code'],
    ],
  },
} as const satisfies { readonly [table: string]: Sealed }

export type SealedTable = keyof typeof SEALED_TABLES

type Value = string | number | boolean | null | Uint8Array
/** The columns of a row by their names in the store; others beside them do not matter. */
export type SealedRow<Table extends SealedTable> = {
  readonly [Column in (typeof SEALED_TABLES)[Table]['key' | 'columns'][number]]: Value
}
export type Key<Table extends SealedTable> = {
  readonly [Column in (typeof SEALED_TABLES)[Table]['key'][number]]: string | number
}

type Parts = { readonly query: Query; readonly encryption: Pick<Encryption, 'fingerprint'> }

/** A row was written or changed by something else than this server. */
export class RowChanged extends Error {}

/** 64 hex digits, for the column `seal` of the row. */
export function rowSeal<Table extends SealedTable>(
  encryption: Pick<Encryption, 'fingerprint'>,
  table: Table,
  row: SealedRow<Table>,
): string {
  const values = namesOf(table).map((name) => textual(row[name as keyof SealedRow<Table>]))
  return encryption.fingerprint(`row of ${table}`, JSON.stringify(values))
}

/** Whether the row is as this server wrote it. Pass all its sealed columns. */
export function isSealed<Table extends SealedTable>(
  encryption: Pick<Encryption, 'fingerprint'>,
  table: Table,
  row: SealedRow<Table> & { readonly seal: string },
): boolean {
  return rowSeal(encryption, table, row) === row.seal
}

/**
 * Throws RowChanged for a row that was changed. Pass the very row that the caller acts on: another read of it may find
 * another content.
 */
export function requireRowSealed<Table extends SealedTable>(
  encryption: Parts['encryption'],
  table: Table,
  row: (SealedRow<Table> & { readonly seal: string }) | undefined,
): void {
  if (row !== undefined && !isSealed(encryption, table, row)) throw rowChanged(table, row)
}

/**
 * Throws RowChanged where the store answers another row than was asked for, whose own seal may be right. `asked`: the
 * properties of the row that the condition of the statement names, with their values.
 */
export function requireAsked<Row extends object>(
  table: SealedTable,
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
  const row = await rowNamed(query, table, key)
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
  const rows = await query<SealedRow<Table> & { seal: string }>(
    `select ${names.join(', ')} from ${table} where ${where}`,
    values,
  )
  for (const row of rows) requireRowSealed(encryption, table, row)
  return rows
}

/** New values of sealed columns. */
export type Changes<Table extends SealedTable> = {
  readonly [Column in (typeof SEALED_TABLES)[Table]['columns'][number]]?: Value
}

/**
 * Writes sealed columns of a row with the seal of the row that was decided: the proven row with these changes. A
 * trigger that writes something else makes a row with a wrong seal. `changes`: values, or what follows from the proven
 * row; `undefined`: nothing changes. False: nothing was changed, or there is no such row. Throws RowChanged, before any
 * change, for a row that is not as this server wrote it. Pass the transaction's query: the row is locked until it ends.
 */
export async function changeSealed<Table extends SealedTable>(
  { query, encryption }: Parts,
  table: Table,
  key: Key<Table>,
  changes: Changes<Table> | ((row: SealedRow<Table>) => Changes<Table> | undefined),
): Promise<boolean> {
  const before = await rowNamed(query, table, key, 'for update')
  requireRowSealed(encryption, table, before)
  const decided = before && (typeof changes === 'function' ? changes(before) : changes)
  if (before === undefined || decided === undefined) return false
  const set = { ...decided, seal: rowSeal(encryption, table, { ...before, ...decided }) }
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
  'deposits',
  'invite_rewards',
  'news',
  'news_texts',
  'payees',
  'sessions',
  'staff_links',
  'staff_sessions',
  'withdrawals',
]

type Counting = { add(row: { readonly user_id: number }): void }

/**
 * For the start. `knownAccounts` learns each account. Throws RowChanged with the table and the key of the first row
 * that was changed.
 */
export async function requireAllSealed(parts: Parts, knownAccounts?: Counting): Promise<number> {
  let rows = 0
  for (const table of Object.keys(SEALED_TABLES) as SealedTable[]) {
    if (AT_USE.includes(table)) continue
    // The very rows that are proven are counted: another read may find fewer.
    const proven = (row: Row) => {
      if (table === 'accounts') knownAccounts?.add(row as SealedRow<'accounts'> as { user_id: number })
    }
    rows += await requireTableSealed(parts, table, 'true', proven)
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
    const wrong = page.find((row) => !isSealed(encryption, table, row))
    if (wrong !== undefined) throw rowChanged(table, wrong)
    for (const row of page) proven(row)
    rows += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return rows
    after = key.map((name) => last[name as keyof Row] as Value)
  }
}

/** `where`: SQL. */
export const sealedRows = (query: Query, table: SealedTable, where: string, params: readonly Value[] = []) =>
  query<Row>(`select ${[...namesOf(table), 'seal'].join(', ')} from ${table} where ${where}`, [...params])

type Row = SealedRow<SealedTable> & { readonly seal: string }

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
