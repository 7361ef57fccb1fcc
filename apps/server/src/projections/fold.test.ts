/**
 * The read tables of one fixed journal, which holds every kind of event. When the fold writes something else, servers
 * that run keep the old rows unless FOLD_VERSION rises: this test knows which rows belong to which version.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { decodeEvent, EVENT_KINDS } from '@veritick/engine'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { FOLD_VERSION, fold, type Tables } from './fold.ts'

const golden = z
  .object({ version: z.int(), rows: z.record(z.string(), z.string()), journal: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(new URL('./fold.golden.json', import.meta.url), 'utf8')))
const journal = golden.journal.map((hex) => decodeEvent(new Uint8Array(Buffer.from(hex, 'hex'))))

/** SHA-256 of each table's rows, cut to 16 digits. */
function rowsNow(): Record<string, string> {
  const tables: Tables = { orders: new Map(), totals: new Map(), orderEvents: [], terms: [], ledger: [], log: [] }
  journal.forEach((event, at) => {
    fold(tables, { event, sequence: at + 1, wallTime: 1_800_000_000_000 + at })
  })
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]: [string, Iterable<unknown>]) => {
      // Columns by name: their order in the schema means nothing.
      const text = JSON.stringify([...rows].map((row) => sorted(row)))
      return [name, createHash('sha256').update(text).digest('hex').slice(0, 16)]
    }),
  )
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}

test('the fixed journal holds every kind of event', () => {
  const kinds = new Set(journal.map((event) => event.kind))
  expect(
    EVENT_KINDS.filter((kind) => !kinds.has(kind)),
    'add one to the journal in fold.golden.json',
  ).toEqual([])
})

test('what the fold writes belongs to FOLD_VERSION', () => {
  const rows = rowsNow()
  const changed = Object.keys(rows).some((table) => rows[table] !== golden.rows[table])
  const advice = changed
    ? `the fold writes other rows than version ${golden.version}: raise FOLD_VERSION, then put it and these rows into fold.golden.json`
    : 'FOLD_VERSION rose and the rows did not change: put the version into fold.golden.json'
  expect({ version: FOLD_VERSION, rows }, advice).toEqual({ version: golden.version, rows: golden.rows })
})
