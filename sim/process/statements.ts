/**
 * The core's statements, answered in memory. Each is recognised by its text, so the core itself runs unchanged; a
 * statement that this table does not know stops the simulation and is named. Comparisons that the core leaves to
 * PostgreSQL (compare-accounts.ts) are written here a second time, in whole numbers of any size.
 */
import { must } from '@veritick/domain'
import { comparedEntries, comparedLedger, comparedLog } from './sums.ts'
import type { JournalRow, Row, SnapshotRow, Tables } from './tables.ts'

/** `write` changes the tables; inside a transaction it waits for the end. */
export type Answered = { readonly rows: readonly unknown[]; readonly write?: () => void }
type Params = readonly unknown[]
type Statement = (tables: Tables, params: Params) => Answered

/** PostgreSQL's error for a second row with the same key. */
export class UniqueViolation extends Error {
  readonly code = '23505'
}

const known = new Map<string, Statement>()

export function answer(tables: Tables, sql: string, params: Params): Answered {
  let statement = known.get(sql)
  if (statement === undefined) {
    statement = statementFor(sql)
    known.set(sql, statement)
  }
  return statement(tables, params)
}

/** The answer to a statement is found by words in it; the first row that fits counts. */
const STATEMENTS: readonly (readonly [words: string, make: (sql: string) => Statement])[] = [
  ['insert into journal (', appends],
  ['insert into snapshots', insertsSnapshot],
  ['delete from snapshots where batch not in', keepsSnapshots],
  ['from snapshots s left join journal', () => snapshotsCompared],
  ['select state from snapshots', () => snapshotState],
  [
    'select epoch from fence',
    () =>
      ({ epoch }) =>
        rows([{ epoch }]),
  ],
  ['as left_out', () => newestRequests],
  ['lag(batch, 1', () => () => rows([])],
  ['from journal join counted', () => requestsFrom],
  ['substring(requests from', () => requestBytes],
  ['from journal own cross join lateral', () => treeRows],
  ['from journal where event_count > 0', () => newestWithEvents],
  ['from journal where batch > $1 and batch <= $2', () => journalAfter],
  ['where first_event <= wanted', () => headRows],
  [
    'from journal where batch = $1',
    () =>
      (tables, [batch]) =>
        rows([tables.batch(Number(batch))].filter(isThere)),
  ],
  ['max(sequence) from ledger_entries), 0)', () => newestKnown],
  ['journal_damage (id', () => noteDamage],
  [
    'from journal_damage',
    () =>
      ({ damage }) =>
        rows(damage === undefined ? [] : [{ finding: damage }]),
  ],
  ['truncate ', empties],
  ['insert into projection', () => beginsProjection],
  ['update projection', movesProjection],
  [
    'from projection',
    () =>
      ({ projection }) =>
        rows(projection === undefined ? [] : [{ ...projection }]),
  ],
  ['from unnest(', upserts],
  ['max(order_id)', () => newestOrder],
  ['from account_totals where account > $1', () => totalsPage],
  ['having sum(amount) <> 0', () => (tables) => rows(comparedEntries(tables))],
  ['with sums as materialized', () => (tables) => rows(comparedLedger(tables))],
  ['both_sides as', () => (tables) => rows(comparedLog(tables))],
  ['from order_events where order_id = $1', () => orderSequences],
]

function statementFor(sql: string): Statement {
  const found = STATEMENTS.find(([words]) => sql.includes(words))
  if (found === undefined) throw new Error(`sim/process/statements.ts does not know this statement: ${sql}`)
  return found[1](sql)
}

const rows = (found: readonly unknown[], write?: () => void): Answered =>
  write === undefined ? { rows: found } : { rows: found, write }

const isThere = <T>(value: T | undefined): value is T => value !== undefined

/** Only while the epoch is the writer's own, as far as the statement says so itself. */
function appends(sql: string): Statement {
  const columns = namesIn(sql, /insert into journal \(([^)]*)\)/)
  const isFenced = sql.includes('epoch = $1')
  return (tables, [epoch, ...values]) => {
    if (isFenced && tables.epoch !== epoch) return rows([{ held: 0 }])
    const row = Object.fromEntries(columns.map((column, at) => [column, values[at]])) as JournalRow
    if (tables.batch(row.batch) !== undefined) throw new UniqueViolation(`batch ${row.batch} is there already`)
    return rows([{ held: 1 }], () => void tables.journal.push(row))
  }
}

function insertsSnapshot(sql: string): Statement {
  const isFenced = sql.includes('epoch = $1')
  return (tables, [epoch, batch, sequence, state, hash]) => {
    if (isFenced && tables.epoch !== epoch) return rows([])
    const row = { batch, sequence, state, state_hash: hash } as SnapshotRow
    return rows([], () => void tables.snapshots.set(row.batch, row))
  }
}

function keepsSnapshots(): Statement {
  return (tables, [kept]) =>
    rows([], () => {
      const oldest = [...tables.snapshots.keys()].sort((a, b) => b - a).slice(Number(kept))
      for (const batch of oldest) tables.snapshots.delete(batch)
    })
}

const snapshotsCompared: Statement = (tables) =>
  rows(
    [...tables.snapshots.values()]
      .sort((a, b) => b.batch - a.batch)
      .map(({ batch, sequence, state_hash }) => ({
        batch,
        sequence,
        state_hash,
        whole: true,
        ends_with: tables.batch(batch) === undefined ? null : tables.endOf(batch),
        carried: tables.batch(batch + 1)?.snapshot_hash ?? null,
      })),
  )

const snapshotState: Statement = (tables, [batch]) =>
  rows([{ state: must(tables.snapshots.get(Number(batch)), 'the snapshot is stored').state }])

const journalAfter: Statement = (tables, [after, until, most]) =>
  rows(tables.journal.slice(Number(after), Math.min(Number(until), Number(after) + Number(most))))

const newestWithEvents: Statement = (tables) => {
  const row = tables.journal.findLast((each) => each.event_count > 0)
  return rows(row === undefined ? [] : [{ batch: row.batch }])
}

const headRows: Statement = (tables, [sequences]) => {
  const holders = (sequences as readonly number[]).map((sequence) =>
    tables.journal.findLast((row) => row.first_event <= sequence),
  )
  return rows(tables.journal.filter((row) => holders.includes(row)))
}

const newestRequests: Statement = (tables, [_genesis, _magic, since, countMax]) => {
  let newer = 0
  let first: number | null = null
  for (let batch = tables.lastBatch; batch > 0 && newer < Number(countMax); batch--) {
    const row = must(tables.batch(batch), 'batches are numbered without a gap')
    if (row.wall_time <= Number(since) || row.request_count === 0) continue
    first = row.batch
    newer += row.request_count
  }
  const before = tables.journal.slice(0, first === null ? undefined : first - 1)
  const leftOut = before.filter((row) => row.request_count > 0).map((row) => row.wall_time)
  return rows([{ first, left_out: leftOut.length === 0 ? null : Math.max(...leftOut), proven: true }])
}

const requestsFrom: Statement = (tables, [after, rowsMax, requestsMax, last]) => {
  let earlier = 0
  const coming = tables.journal.slice(Number(after), Number(last)).map((row) => ({ ...row, proven: true }))
  return rows(
    coming.slice(0, Number(rowsMax)).filter((row) => {
      const isRead = earlier < Number(requestsMax)
      earlier += row.request_count
      return isRead
    }),
  )
}

const requestBytes: Statement = (tables, [batch, start, length]) => {
  const row = tables.batch(Number(batch))
  const from = Number(start) - 1
  return rows(row === undefined ? [] : [{ entry: row.requests.subarray(from, from + Number(length)) }])
}

const treeRows: Statement = (tables, [batches]) =>
  rows(
    (batches as readonly number[]).flatMap((batch) => {
      const own = tables.batch(batch)
      const carrier = tables.journal.find((later) => later.batch > batch && later.tree_size >= batch)
      if (own === undefined || carrier === undefined) return []
      return [{ batch, hash: own.hash, tree_size: carrier.tree_size, tree_nodes: carrier.tree_nodes }]
    }),
  )

const newestKnown: Statement = (tables) => {
  let folded = tables.projection?.sequence ?? 0
  for (const row of tables.rows('ledger_entries')) folded = Math.max(folded, Number(row.sequence))
  return rows([{ projected: tables.projection?.batch ?? null, folded }])
}

const noteDamage: Statement = (tables, [finding]) =>
  rows([], () => {
    tables.damage = String(finding)
  })

function empties(sql: string): Statement {
  const names = namesIn(sql, /truncate (.*)$/)
  return (tables) =>
    rows([], () => {
      for (const name of names) tables.table(name).clear()
      tables.projection = undefined
    })
}

const beginsProjection: Statement = (tables, [version]) =>
  rows([], () => {
    tables.projection = { version: Number(version), batch: 0, sequence: 0 }
  })

/** Moves the checkpoint. A statement that names the batch before it moves it from that batch only. */
function movesProjection(sql: string): Statement {
  const follows = sql.includes('batch = $3 and sequence = $4')
  return ({ projection }, [batch, sequence, fromBatch, fromSequence]) => {
    if (projection === undefined) return rows([])
    if (follows && (projection.batch !== fromBatch || projection.sequence !== fromSequence)) return rows([])
    return rows([{ batch }], () => {
      projection.batch = Number(batch)
      projection.sequence = Number(sequence)
    })
  }
}

/** The key columns of the read tables. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  orders: ['order_id'],
  order_events: ['order_id', 'sequence'],
  instrument_terms: ['instrument', 'version'],
  ledger_entries: ['sequence', 'line'],
  account_log: ['account', 'sequence'],
  account_totals: ['account'],
}

/** One parameter a column, each a list with one value a row; a shorter list is filled up with nulls. */
function upserts(sql: string): Statement {
  const name = must(/insert into (\w+)/.exec(sql)?.[1], 'an insert names its table')
  const columns = namesIn(sql, /insert into \w+ \(([^)]*)\)/)
  const replaces = !sql.includes('do nothing')
  return (tables, params) => {
    const lists = params.map(listFrom)
    let count = 0
    for (const list of lists) count = Math.max(count, list.length)
    return rows([], () => {
      const table = tables.table(name)
      for (let at = 0; at < count; at++) {
        const row = Object.fromEntries(columns.map((column, list) => [column, lists[list]?.[at] ?? null]))
        const key = keyOf(name, row)
        if (replaces || !table.has(key)) table.set(key, row)
      }
    })
  }
}

/** A list as it is, or as the text of an array: whole numbers, texts in quotes, NULL. */
function listFrom(param: unknown): readonly unknown[] {
  if (typeof param !== 'string') return param as readonly unknown[]
  const text = param.slice(1, -1)
  return text === '' ? [] : JSON.parse(`[${text.replaceAll(/\bNULL\b/g, 'null')}]`)
}

/** COPY: one row a line. Returns what changes the tables. */
export function copied(tables: Tables, into: string, lines: string): () => void {
  const name = must(/^\w+/.exec(into)?.[0], 'a COPY names its table')
  const columns = namesIn(into, /\(([^)]*)\)/)
  const added = lines
    .split('\n')
    .slice(0, -1)
    .map((line) => Object.fromEntries(line.split('\t').map((text, at) => [columns[at], valueFrom(text, columns[at])])))
  return () => {
    const table = tables.table(name)
    for (const row of added) {
      const key = keyOf(name, row)
      if (table.has(key)) throw new UniqueViolation(`${name} ${key} is there already`)
      table.set(key, row)
    }
  }
}

/** Columns of read tables that hold texts, none of which has a mark that COPY writes in two characters. */
const TEXTS: ReadonlySet<string | undefined> = new Set([
  ...['side', 'pending', 'end_reason', 'book', 'purse', 'kind', 'reference'],
])

function valueFrom(text: string, column: string | undefined): number | string | null {
  if (text === '\\N') return null
  return TEXTS.has(column) ? text : Number(text)
}

function keyOf(name: string, row: Readonly<Record<string, unknown>>): string {
  return must(KEYS[name], `the key of ${name} is known`)
    .map((column) => row[column])
    .join(' ')
}

const newestOrder: Statement = (tables) => {
  let newest = 0
  for (const row of tables.rows('orders')) newest = Math.max(newest, Number(row.order_id))
  return rows([{ newest }])
}

const totalsPage: Statement = (tables, [after, most]) =>
  rows(
    [...tables.rows('account_totals')]
      .filter((row) => Number(row.account) > Number(after))
      .sort((a, b) => Number(a.account) - Number(b.account))
      .slice(0, Number(most)),
  )

const orderSequences: Statement = (tables, [order]) => {
  const ofOrder = (id: unknown) => [...tables.rows('order_events')].filter((row) => row.order_id === id).map(sequenceOf)
  const named = ofOrder(order)
  const ended = [...tables.rows('orders')].find((row) => row.order_id === order)
  const ofPosition = typeof ended?.split_from === 'number' ? ofOrder(ended.split_from) : []
  const own = [...named, ...ofPosition.filter((sequence) => sequence < Math.min(...named))]
  const terms = [...tables.rows('instrument_terms')]
    .filter((row) => row.instrument === ended?.instrument)
    .map(sequenceOf)
  const [first, last] = [Math.min(...own), Math.max(...own)]
  const before = terms.filter((sequence) => sequence < first)
  const found = [
    ...own,
    ...(typeof ended?.stop_out_sequence === 'number' ? [ended.stop_out_sequence] : []),
    ...(before.length > 0 ? [Math.max(...before)] : []),
    ...terms.filter((sequence) => sequence >= first && sequence <= last),
  ]
  return rows([...new Set(found)].sort((a, b) => a - b).map((sequence) => ({ sequence })))
}

const sequenceOf = (row: Row): number => Number(row.sequence)

function namesIn(sql: string, pattern: RegExp): readonly string[] {
  const list = must(pattern.exec(sql)?.[1], 'the statement has the form that is expected')
  return list.split(',').map((name) => name.trim())
}
