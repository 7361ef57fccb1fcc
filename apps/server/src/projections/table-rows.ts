/** Many rows of a read table in one statement: new ones by COPY, changed ones as arrays. The same on both stores. */
import { assert, must } from '@veritick/domain'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '../store/index.ts'

type Row = Readonly<Record<string, unknown>>

/** Adds rows that the table does not hold. */
export async function appendRows<Table extends PgTable>(
  { copy }: Pick<Transaction, 'copy'>,
  table: Table,
  rows: readonly Table['$inferSelect'][],
): Promise<void> {
  if (rows.length === 0) return
  const { into, properties } = layoutOf(table)
  let lines = ''
  for (const row of rows as readonly Row[]) lines += lineOf(row, properties)
  await copy(into, lines)
}

/** The same; a row with the same primary key is replaced. */
export async function replaceRows<Table extends PgTable>(
  { query }: Pick<Transaction, 'query'>,
  table: Table,
  rows: readonly Table['$inferSelect'][],
): Promise<void> {
  if (rows.length === 0) return
  const { replace, properties } = layoutOf(table)
  await query(
    replace,
    properties.map((property) => columnOf(rows, property)),
  )
}

/** A row in the text format of COPY: values between tabs, `\N` for null. */
function lineOf(row: Row, properties: readonly string[]): string {
  let line = ''
  let separator = ''
  for (const property of properties) {
    const value = row[property]
    line += separator + (value === null ? '\\N' : isNumber(value) ? value : escaped(value))
    separator = '\t'
  }
  return `${line}\n`
}

/** Both are written alike, digit by digit. */
const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint'

/** Columns of read tables hold whole numbers and texts. */
function escaped(value: unknown): string {
  assert(typeof value === 'string', 'a column of a read table holds a number, a text or null')
  return PLAIN.test(value) ? value : value.replace(SPECIAL, (mark) => ESCAPES[mark] ?? mark)
}

const PLAIN = /^\w+$/
const SPECIAL = /[\\\t\n\r]/g
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/**
 * The values of one column as PostgreSQL reads an array, without the nulls at its end: `unnest` fills up the shorter
 * arrays with nulls.
 */
function columnOf(rows: readonly Row[], property: string): string {
  let end = rows.length
  while (end > 0 && rows[end - 1]?.[property] === null) end -= 1
  let text = ''
  for (let at = 0; at < end; at += 1) text += `${at === 0 ? '' : ','}${elementOf(rows[at]?.[property])}`
  return `{${text}}`
}

function elementOf(value: unknown): string | number | bigint {
  if (value === null) return 'NULL'
  if (isNumber(value)) return value
  assert(typeof value === 'string', 'a column of a read table holds a number, a text or null')
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** `into` and `replace`: the beginning of a COPY, and the whole other statement. `properties`: a column each. */
type Layout = { readonly into: string; readonly replace: string; readonly properties: readonly string[] }
const layouts = new WeakMap<PgTable, Layout>()

function layoutOf(table: PgTable): Layout {
  const known = layouts.get(table)
  if (known !== undefined) return known
  const config = getTableConfig(table)
  const names = config.columns.map((column) => column.name)
  const single = config.columns.filter((column) => column.primary).map((column) => column.name)
  const key =
    single.length > 0
      ? single
      : must(config.primaryKeys[0], 'a read table has a key').columns.map((column) => column.name)
  const changed = names.filter((name) => !key.includes(name))
  const update =
    changed.length === 0 ? 'nothing' : `update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`
  const lists = config.columns.map((column, at) => `$${at + 1}::text::${column.getSQLType()}[]`)
  const properties = new Map(Object.entries(table).map(([property, column]) => [column, property]))
  const into = `${config.name} (${names.join(', ')})`
  const conflict = `on conflict (${key.join(', ')}) do ${update}`
  const layout: Layout = {
    into,
    replace: `insert into ${into} select * from unnest(${lists.join(', ')}) ${conflict}`,
    properties: config.columns.map((column) => must(properties.get(column), 'a column has a property')),
  }
  layouts.set(table, layout)
  return layout
}
