/**
 * A short text that is another one as soon as an object of the store was made, changed or removed that a statement of
 * ours could meet: one of our tables, its columns, constraints, indexes, triggers, rules and policies, and any type,
 * operator, cast or function. Unlike the description (description.ts), it takes some milliseconds, so that a running
 * server can ask before each COMMIT. It contains the transaction that wrote each line of the catalogue, so an object
 * that was changed and changed back, or a table or schema that had another name for a moment, has another mark too. It
 * names the settings of the connection that decide what a statement means. It is no prepared statement, because a
 * trigger of an attacker runs in our connection and can replace that by another one of the same name.
 * Further tables are left out: no statement of ours names them.
 */
import { randomBytes } from 'node:crypto'
import { ownTables } from './description.ts'
import type { Query } from './interface.ts'
import { qualified } from './qualified.ts'

let tables: readonly string[] | undefined

/**
 * A whole number of this process alone, which each hash depends on. An attacker who can compute the hashes changes
 * several functions in chosen transactions, so that the sum stays the same.
 */
const KEY = String(randomBytes(8).readBigInt64LE())

/** In the schema that the search path names first. Marks of two processes differ. */
export async function objectsMark(query: Query): Promise<string> {
  tables ??= ownTables()
  const lines = await query<{ line: string | null }>(MARK, [tables, KEY])
  return lines
    .map(({ line }) => line)
    .sort()
    .join(', ')
}

/** Objects from this number on were made after the database itself. Only a superuser changes built-in objects. */
const FIRST_MADE = 16_384

const joined = (values: readonly string[]) => values.map((value) => `${value}::text`).join(` || ' '::text || `)

const linesOf = (catalogue: string, line: string, where: string) => {
  const counted = joined([`'${catalogue}'`, 'count(*)', `coalesce(sum(${line}), 0)`])
  return `select ${counted} as line from ${catalogue} c where ${where}`
}

/** `key`: a whole number that names a line of the catalogue. Whole numbers are hashed faster than texts. */
const written = (catalogue: string, key: string, where: string) =>
  linesOf(catalogue, `hashint8extended(${key}, c.xmin::text::int8 # $2::int8)`, where)

/**
 * The tables that a start empties with TRUNCATE. That writes their lines in pg_class anew, so only the facts below are
 * taken of these lines. Statistics change other facts, and write no line anew.
 */
export const EMPTIED_TABLES = [
  'orders',
  'order_events',
  'instrument_terms',
  'ledger_entries',
  'account_log',
  'account_totals',
  'projection',
] as const
const EMPTIED = `c.relname::text = any(array[${EMPTIED_TABLES.map((name) => `'${name}'`).join(', ')}]::text[])`
const TABLE_FACTS = joined([
  ...['c.oid', 'c.relname', 'c.relkind', 'c.reloftype', 'c.relhasrules', 'c.relrowsecurity'],
  ...['c.relforcerowsecurity', 'c.relpersistence'],
])
const SCHEMA = '(select n.oid from pg_namespace n where n.nspname = current_schema())'
const own = (table: string) => `${table} = any(select id from own)`
const made = `c.oid >= ${FIRST_MADE}::oid`
const NUMBER = 'c.oid::int8'
/** The catalogue of settings has those of every database and role of the cluster. 0: of all of them. */
const OF_OUR_SESSIONS = `(c.setrole = 0::oid or
    c.setrole = (select r.oid from pg_roles r where r.rolname = current_user))
  and (c.setdatabase = 0::oid or
    c.setdatabase = (select d.oid from pg_database d where d.datname = current_database()))`
/**
 * A program in the store may have changed them in a connection, which then keeps them. No statement of ours makes a
 * temporary relation, so the connection has no schema for these.
 */
const SESSION = joined([
  ...["'session'", 'pg_my_temp_schema()', 'current_user'],
  ...[
    ...['search_path', 'transaction_isolation', 'row_security', 'session_replication_role', 'transform_null_equals'],
    ...['standard_conforming_strings', 'bytea_output'],
  ].map((name) => `current_setting('${name}')`),
])
/** Of a line that two numbers name. */
const numberOf = (one: string, times: number, other: string) => `(${one}::int8 * ${times}::int8) + ${other}::int8`
const PAIRED = 4_294_967_296

const MARK = qualified(`with own as materialized (
  select t.oid as id from pg_class t where t.relnamespace = ${SCHEMA} and t.relname::text = any($1::text[])
)
${[
  `select ${SESSION} as line`,
  // A schema is renamed without a lock on its tables, so another one can have its name for a moment.
  written('pg_namespace', NUMBER, `c.oid = ${SCHEMA}`),
  linesOf('pg_class', `hashtextextended(${TABLE_FACTS}, $2::int8)`, `${own('c.oid')} and ${EMPTIED}`),
  written('pg_class', NUMBER, `${own('c.oid')} and not ${EMPTIED}`),
  written('pg_attribute', numberOf('c.attrelid', 2048, 'c.attnum'), own('c.attrelid')),
  written('pg_attrdef', NUMBER, own('c.adrelid')),
  written('pg_constraint', NUMBER, `${own('c.conrelid')} or ${own('c.confrelid')}`),
  written('pg_index', 'c.indexrelid::int8', own('c.indrelid')),
  written(
    'pg_inherits',
    numberOf('c.inhrelid', PAIRED, 'c.inhparent'),
    `${own('c.inhrelid')} or ${own('c.inhparent')}`,
  ),
  written('pg_policy', NUMBER, own('c.polrelid')),
  written('pg_rewrite', NUMBER, own('c.ev_class')),
  written('pg_trigger', NUMBER, own('c.tgrelid')),
  // The row type of a table is written anew where the table gets another name or schema.
  written('pg_type', NUMBER, `(${made} and c.typrelid = 0::oid and c.typcategory <> 'A') or ${own('c.typrelid')}`),
  written('pg_proc', NUMBER, made),
  written('pg_operator', NUMBER, made),
  written('pg_opclass', NUMBER, made),
  written('pg_collation', NUMBER, made),
  written('pg_cast', NUMBER, made),
  written('pg_event_trigger', NUMBER, 'true'),
  written('pg_db_role_setting', numberOf('c.setdatabase', PAIRED, 'c.setrole'), OF_OUR_SESSIONS),
].join('\nunion all\n')}`)
