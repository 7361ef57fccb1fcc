/**
 * The store's tables as JSON lines and back, the same way on both stores. PostgreSQL itself writes and reads the values
 * (row_to_json, json_populate_recordset), so no number passes through a binary fraction and no column is named here.
 */
import { assert, must } from '@veritick/domain'
import { MIGRATIONS_TABLE, ownTables, type Query } from '../store/index.ts'
import type { Manifest } from './archive.ts'

/**
 * Rows are read until a piece has this size. The sizes are known before the rows are read, so neither the store nor
 * this process ever holds more than a piece and its last row.
 */
export const PIECE_BYTES = 4 * 1024 ** 2
/** Places and sizes of rows that are read at once. */
const PLACES_AT_ONCE = 5_000

/**
 * In the order of their names; the migrator's own table is not data. Further tables are left out: a restore takes none,
 * and their names, which become names in the archive, are not ours.
 */
export async function tableNames(query: Query): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = current_schema()
       and tablename::text = any($1::text[]) order by tablename`,
    [ownTables()],
  )
  return rows.map((row) => row.name)
}

/** Hands on each table's rows in pieces. Returns the number of its rows. Use it inside one snapshot. */
export async function dumpTable(
  query: Query,
  table: string,
  take: (piece: Uint8Array) => Promise<void>,
): Promise<number> {
  await query(`declare backup_rows no scroll cursor for
    select ctid::text as place, ${await sizeOf(query, table)} as bytes from ${quoted(table)} t`)
  let count = 0
  let places: string[] = []
  let bytes = 0
  const give = async () => {
    if (places.length > 0) await take(await rowsAt(query, table, places))
    count += places.length
    places = []
    bytes = 0
  }
  for (;;) {
    const rows = await query<{ place: string; bytes: number }>(`fetch ${PLACES_AT_ONCE} from backup_rows`)
    for (const row of rows) {
      places.push(row.place)
      bytes += row.bytes
      if (bytes >= PIECE_BYTES) await give()
    }
    if (rows.length === 0) break
  }
  await give()
  await query('close backup_rows')
  return count
}

/** Rows as JSON lines. A place (`ctid`) is that of the same row as long as the snapshot is held. */
async function rowsAt(query: Query, table: string, places: readonly string[]): Promise<Uint8Array> {
  const rows = await query<{ line: string }>(
    `select row_to_json(t)::text as line from ${quoted(table)} t where ctid = any($1::text::tid[])`,
    [`{${places.map((place) => `"${place}"`).join(',')}}`],
  )
  assert(rows.length === places.length, 'each place of the snapshot has its row')
  return Buffer.from(`${rows.map(({ line }) => line).join('\n')}\n`)
}

/** SQL: about how many bytes the JSON line of a row has. The length of `bytea` and `text` is read without the value. */
async function sizeOf(query: Query, table: string): Promise<string> {
  const columns = await query<{ name: string; type: string; fixed: boolean }>(
    `select attname::text as name, atttypid::regtype::text as type, attlen > 0 as fixed from pg_attribute
     where attrelid = $1::text::regclass and attnum > 0 and not attisdropped`,
    [quoted(table)],
  )
  const sizes = columns.map(({ name, type, fixed }) => {
    const field = Buffer.byteLength(name) + JSON_MARKS
    if (fixed) return `${field + NUMBER_BYTES}`
    const length = `octet_length(t.${quoted(name)}${type === 'bytea' || type === 'text' ? '' : '::text'})`
    return `coalesce(${length}, 0) * ${type === 'bytea' ? HEX : 1} + ${field}`
  })
  return sizes.join(' + ')
}

/** Digits of a byte of `bytea` in JSON. */
const HEX = 2
/** Quotes, colon and comma of a field. */
const JSON_MARKS = 6
/** The longest whole number. */
const NUMBER_BYTES = 20

/** Inserts one piece. Returns the number of its rows. */
export async function loadPiece(query: Query, table: string, piece: Uint8Array): Promise<number> {
  const lines = Buffer.from(piece).toString('utf8').trimEnd().split('\n')
  await query(
    `insert into ${quoted(table)} overriding system value select *
     from json_populate_recordset(null::${quoted(table)}, $1::text::json)`,
    [`[${lines.join(',')}]`],
  )
  return lines.length
}

/** The next numbers that the store gives, of the same tables. */
export async function dumpSequences(query: Query): Promise<Manifest['sequences']> {
  const names = await query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i'
       join pg_class t on t.oid = d.refobjid
     where c.relkind = 'S' and n.nspname = current_schema() and t.relname::text = any($1::text[]) order by c.relname`,
    [ownTables()],
  )
  const found: Manifest['sequences'] = {}
  for (const { name } of names) {
    const rows = await query<{ last: number; called: boolean }>(
      `select last_value as last, is_called as called from ${quoted(name)}`,
    )
    found[name] = must(rows[0], 'a sequence has a row')
  }
  return found
}

export async function loadSequences(query: Query, sequences: Manifest['sequences']): Promise<void> {
  for (const [name, { last, called }] of Object.entries(sequences)) {
    await query('select setval($1::text::regclass, $2::bigint, $3::boolean)', [quoted(name), last, called])
  }
}

/** Hashes of the migrations that made the tables, in their order. */
export async function migrationsOf(query: Query): Promise<readonly string[]> {
  const rows = await query<{ hash: string }>(`select hash from ${quoted(MIGRATIONS_TABLE)} order by id`)
  return rows.map((row) => row.hash)
}

/** Names come from the catalogue of the store, or from an archive that was checked against it. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
