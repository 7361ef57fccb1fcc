/**
 * The store's tables as JSON lines and back, the same way on both stores. PostgreSQL itself writes and reads the values
 * (row_to_json, json_populate_recordset), so no number passes through a binary fraction and no column is named here.
 */
import { must } from '@veritick/domain'
import { MIGRATIONS_TABLE, type Query } from '../store/index.ts'
import type { Manifest } from './archive.ts'

/** A piece is handed on when it has this size; the rows of one fetch come on top. */
const PIECE_BYTES = 4 * 1024 ** 2
/**
 * Rows of the first fetch of a table, because one row of the journal may have megabytes; then as many as fill a piece.
 */
const ROWS_FIRST = 8
const ROWS_MAX = 5_000

/** In the order of their names; the migrator's own table is not data. */
export async function tableNames(query: Query): Promise<readonly string[]> {
  const rows = await query<{ name: string }>(
    `select tablename::text as name from pg_tables where schemaname = current_schema() and tablename <> $1
     order by tablename`,
    [MIGRATIONS_TABLE],
  )
  return rows.map((row) => row.name)
}

/** Hands on each table's rows in pieces. Gives the number of its rows. Use it inside one snapshot. */
export async function dumpTable(
  query: Query,
  table: string,
  take: (piece: Uint8Array) => Promise<void>,
): Promise<number> {
  await query(`declare backup_rows no scroll cursor for select row_to_json(t)::text as line from ${quoted(table)} t`)
  let count = 0
  let lines: string[] = []
  let bytes = 0
  let size = ROWS_FIRST
  for (;;) {
    const rows = await query<{ line: string }>(`fetch ${size} from backup_rows`)
    const before = bytes
    for (const { line } of rows) {
      lines.push(line)
      bytes += Buffer.byteLength(line)
    }
    count += rows.length
    const fetched = bytes - before
    size = fetched > PIECE_BYTES ? Math.max(1, Math.floor(size / 2)) : Math.min(ROWS_MAX, size * 2)
    const isEnd = rows.length === 0
    if (lines.length > 0 && (isEnd || bytes >= PIECE_BYTES)) {
      await take(Buffer.from(`${lines.join('\n')}\n`))
      lines = []
      bytes = 0
    }
    if (isEnd) break
  }
  await query('close backup_rows')
  return count
}

/** Inserts one piece. Gives the number of its rows. */
export async function loadPiece(query: Query, table: string, piece: Uint8Array): Promise<number> {
  const lines = Buffer.from(piece).toString('utf8').trimEnd().split('\n')
  await query(
    `insert into ${quoted(table)} overriding system value select *
     from json_populate_recordset(null::${quoted(table)}, $1::text::json)`,
    [`[${lines.join(',')}]`],
  )
  return lines.length
}

/** The next numbers that the store gives. */
export async function dumpSequences(query: Query): Promise<Manifest['sequences']> {
  const names = await query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = current_schema() and c.relname <> $1 order by c.relname`,
    [`${MIGRATIONS_TABLE}_id_seq`],
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
