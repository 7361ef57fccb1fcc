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
import { ownTables } from './description.ts'
import type { Query } from './interface.ts'

let tables: readonly string[] | undefined

/** In the schema that the search path names first. */
export async function objectsMark(query: Query): Promise<string> {
  tables ??= ownTables()
  const [row] = await query<{ mark: string }>(MARK, [tables])
  return row?.mark ?? ''
}

/** Objects from this number on were made after the database itself. Only a superuser changes built-in objects. */
const FIRST_MADE = 16_384

const linesOf = (catalogue: string, line: string, where: string) =>
  `select '${catalogue}' as catalogue, count(*) as lines, sum(${line}) as sum from ${catalogue} c where ${where}`

/** `key`: a whole number that names a line of the catalogue. Whole numbers are hashed faster than texts. */
const written = (catalogue: string, key: string, where: string) =>
  linesOf(catalogue, `hashint8extended(${key}, c.xmin::text::bigint)`, where)

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
const EMPTIED = `c.relname in (${EMPTIED_TABLES.map((name) => `'${name}'`).join(', ')})`
const TABLE_FACTS = `concat_ws(' ', c.oid, c.relname, c.relkind, c.reloftype, c.relhasrules, c.relrowsecurity,
  c.relforcerowsecurity, c.relpersistence)`
const SCHEMA = 'current_schema()::text::regnamespace'
const own = (table: string) => `${table} in (select id from own)`
const made = `c.oid >= ${FIRST_MADE}::oid`
const NUMBER = 'c.oid::bigint'
/** The catalogue of settings has those of every database and role of the cluster. 0: of all of them. */
const OF_OUR_SESSIONS = `c.setrole in (0::oid, current_user::regrole::oid) and
  c.setdatabase in (0::oid, (select d.oid from pg_database d where d.datname = current_database()))`
/**
 * A program in the store may have changed them in a connection, which then keeps them. No statement of ours makes a
 * temporary relation, so the connection has no schema for these.
 */
const SESSION = ['search_path', 'transaction_isolation', 'row_security', 'session_replication_role']
  .map((name) => `current_setting('${name}')`)
  .join(', ')
const PAIRED = 4_294_967_296

const MARK = `with own as materialized (
  select t.oid as id from pg_class t
  where t.relnamespace = ${SCHEMA} and t.relname::text = any($1::text[])
)
select concat_ws(', ', pg_my_temp_schema(), current_user, ${SESSION},
  string_agg(concat_ws(' ', catalogue, lines, sum), ', ' order by catalogue, lines)) as mark from (
  ${[
    // A schema is renamed without a lock on its tables, so another one can have its name for a moment.
    written('pg_namespace', NUMBER, `c.oid = ${SCHEMA}`),
    linesOf('pg_class', `hashtextextended(${TABLE_FACTS}, 0)`, `${own('c.oid')} and ${EMPTIED}`),
    written('pg_class', NUMBER, `${own('c.oid')} and not ${EMPTIED}`),
    written('pg_attribute', 'c.attrelid::bigint * 2048 + c.attnum', own('c.attrelid')),
    written('pg_attrdef', NUMBER, own('c.adrelid')),
    written('pg_constraint', NUMBER, `${own('c.conrelid')} or ${own('c.confrelid')}`),
    written('pg_index', 'c.indexrelid::bigint', own('c.indrelid')),
    written(
      'pg_inherits',
      `c.inhrelid::bigint * ${PAIRED} + c.inhparent::bigint`,
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
    written('pg_db_role_setting', `c.setdatabase::bigint * ${PAIRED} + c.setrole::bigint`, OF_OUR_SESSIONS),
  ].join('\n  union all ')}
) marks`
