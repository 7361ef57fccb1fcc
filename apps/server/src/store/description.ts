/**
 * The tables of a store as its catalogue describes them: one line for each table, column, default, index, constraint,
 * trigger, rule, policy and heir, and for each function, operator, type and cast that a statement of ours could meet. A
 * foreign one changes what the server reads and writes, before it is proven. `ownDescription` makes the lines that the
 * migrations lead to, in a schema that is never committed: each version of PostgreSQL spells expressions in its own
 * way. Further tables are not described: no statement of ours names them.
 */
import { createHash } from 'node:crypto'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { Query, Transaction } from './interface.ts'
import { MIGRATIONS } from './migrate.ts'
import { qualified } from './qualified.ts'

/** `name`: the object, for an operator. `fact`: all that is compared. */
export type Described = { readonly name: string; readonly fact: string }

const statements = () => readMigrationFiles({ migrationsFolder: MIGRATIONS }).flatMap(({ sql }) => sql)

/** Names of the tables that the migrations make. */
export function ownTables(): string[] {
  const made = statements().flatMap((sql) => [...sql.matchAll(/^CREATE TABLE "(\w+)"/gm)])
  return made.flatMap(([, name]) => name ?? [])
}

/** Of the schema that the search path names first. Sorted. */
export async function describeStore(query: Query): Promise<readonly Described[]> {
  const found = await query<{ name: string | null; fact: string | null }>(DESCRIPTION, [ownTables()])
  const rows = found.map(({ name, fact }) => ({ name: name ?? REMOVED, fact: fact ?? REMOVED }))
  const key = ({ name, fact }: Described) => `${name}\n${fact}`
  return rows.sort((one, other) => (key(one) < key(other) ? -1 : 1))
}

/** Functions of the catalogue say nothing of an object that another session removes at this moment. */
const REMOVED = 'an object that was removed while it was described'

/** Undone, with everything that the work did. */
class Undone extends Error {}

/** The description of a store that the migrations have just made on this PostgreSQL. It takes about a second. */
export async function ownDescription(store: {
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
}): Promise<readonly Described[]> {
  let described: readonly Described[] = []
  const made = store.transaction(async ({ query }) => {
    await query(`create schema ${SCRATCH}`)
    await query(`set local search_path = ${SCRATCH}, pg_temp`)
    for (const sql of statements()) if (sql.trim() !== '') await query(sql)
    described = await describeStore(query)
    throw new Undone()
  })
  await made.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return described
}

const SCRATCH = 'veritick_own_description'

/** 64 hex digits. */
export function descriptionHash(described: readonly Described[]): string {
  const text = described.map(({ name, fact }) => `${name}\n${fact}\n`).join('')
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Of what the migrations make on PostgreSQL 15 and 18 (description.test.ts). With another value a start takes a second
 * longer, because it makes the description itself.
 */
export const OWN_DESCRIPTION_HASH = 'bb5a7c0e12e8b1fd03faf829ee31a16998f7286fb9a9f9f19e8e24e5a283a69b'

/** Objects from this number on were made after the database itself. */
const FIRST_MADE = 16_384
/** A trigger that PostgreSQL makes for a foreign key is described by the constraint. */
const DESCRIPTION = qualified(`
with here as (select n.oid as schema from pg_namespace n where n.nspname = current_schema()),
tables as (
  select c.oid as id, c.relname::text as name, c.relkind, c.relpersistence, c.relrowsecurity, c.relforcerowsecurity,
    c.reloftype
  from pg_class c join here on c.relnamespace = here.schema
  where c.relname::text = any($1::text[]) and c.relkind = any('{r,p,v,m,f}'::"char"[])
)
select 'table ' || name as name,
  'kind ' || relkind::text || relpersistence::text || ', row security ' || relrowsecurity::text || ' '
    || relforcerowsecurity::text || ', of type ' || (reloftype <> 0::oid)::text as fact
from tables
union all
select 'column ' || a.attname::text || ' of table ' || t.name,
  format_type(a.atttypid, a.atttypmod) || ', not null ' || a.attnotnull::text || ', identity ' || a.attidentity::text
    || ', generated ' || a.attgenerated::text || ', inherited ' || (a.attinhcount::int4 > 0)::text
    || ', collation ' || (a.attcollation = y.typcollation)::text
    || ', default ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
from tables t join pg_attribute a on a.attrelid = t.id join pg_type y on y.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = t.id and d.adnum = a.attnum
where a.attnum > 0::int2 and not a.attisdropped
union all
select 'constraint ' || k.conname::text || ' of table ' || coalesce(t.name, k.conrelid::regclass::text),
  pg_get_constraintdef(k.oid) || ', validated ' || k.convalidated::text
from pg_constraint k left join tables t on t.id = k.conrelid
where k.contype <> 'n' and k.contype <> 't' and (t.id is not null or k.confrelid = any(select id from tables))
union all
select 'index ' || i.relname::text || ' of table ' || t.name,
  replace(pg_get_indexdef(x.indexrelid), quote_ident(current_schema()::text) || '.', '')
    || ', valid ' || (x.indisvalid and x.indisready)::text || ', at once ' || x.indimmediate::text
from tables t join pg_index x on x.indrelid = t.id join pg_class i on i.oid = x.indexrelid
where x.indisunique or x.indexprs is not null or x.indpred is not null
  or exists (select 1 from pg_opclass o where o.oid = any(x.indclass::oid[]) and o.oid >= ${FIRST_MADE}::oid)
union all
select 'trigger ' || g.tgname::text || ' of table ' || t.name,
  replace(pg_get_triggerdef(g.oid), quote_ident(current_schema()::text) || '.', '') || ', enabled '
    || g.tgenabled::text
from tables t join pg_trigger g on g.tgrelid = t.id where not g.tgisinternal
union all
select 'disabled trigger of a constraint of table ' || t.name, g.tgenabled::text
from tables t join pg_trigger g on g.tgrelid = t.id where g.tgisinternal and g.tgenabled <> 'O'
union all
select 'rule ' || r.rulename::text || ' of table ' || t.name, 'rule'
from tables t join pg_rewrite r on r.ev_class = t.id
union all
select 'policy ' || p.polname::text || ' of table ' || t.name, 'policy'
from tables t join pg_policy p on p.polrelid = t.id
union all
select 'table ' || h.inhrelid::regclass::text || ' as an heir of table ' || h.inhparent::regclass::text, 'heir'
from pg_inherits h where h.inhrelid = any(select id from tables) or h.inhparent = any(select id from tables)
union all
select 'function ' || p.proname::text || '(' || pg_get_function_identity_arguments(p.oid) || ')',
  l.lanname::text || ' ' || p.prosrc || ' ' || coalesce(array_to_string(p.proconfig, ' '), '')
    || ', returns ' || format_type(p.prorettype, null::int4) || ', as its owner ' || p.prosecdef::text
from pg_proc p join here on p.pronamespace = here.schema join pg_language l on l.oid = p.prolang
union all
select 'operator ' || o.oprname::text, 'operator' from pg_operator o join here on o.oprnamespace = here.schema
union all
select 'collation ' || c.collname::text, 'collation'
from pg_collation c join here on c.collnamespace = here.schema
union all
select 'operator class ' || o.opcname::text, 'operator class'
from pg_opclass o join here on o.opcnamespace = here.schema
union all
select 'type ' || y.typname::text, 'type'
from pg_type y join here on y.typnamespace = here.schema where y.typrelid = 0::oid and y.typcategory <> 'A'
union all
select 'statistics ' || s.stxname::text, 'statistics'
from pg_statistic_ext s join here on s.stxnamespace = here.schema where s.stxrelid = any(select id from tables)
union all
select 'cast from ' || format_type(c.castsource, null::int4) || ' to ' || format_type(c.casttarget, null::int4),
  'cast'
from pg_cast c where c.oid >= ${FIRST_MADE}::oid
  and c.castsource < ${FIRST_MADE}::oid and c.casttarget < ${FIRST_MADE}::oid
`)
