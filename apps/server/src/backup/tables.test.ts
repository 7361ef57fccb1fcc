/** A table is read in pieces of some megabytes, however large its rows are, and loaded from them as it was. */
import { openLocation, storeKinds } from '@veritick/testing/stores'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Query } from '../store/interface.ts'
import { openStore } from '../store/store.ts'
import { dumpSequences, dumpTable, loadPiece, PIECE_BYTES, tableNames } from './tables.ts'

const WORLD = 'simulated'
const SMALL = 6_000
/** As JSON a row has a megabyte. */
const LARGE = 24
const LARGE_BYTES = 500_000

describe.each(storeKinds())('on the %s store', (kind) => {
  test('a backup leaves out a table that is not ours, whose name could be a path', async () => {
    const location = await openLocation(kind, [WORLD])
    const store = await openStore({ ...location, world: WORLD })
    onTestFinished(async () => {
      await store.close()
      await location.clean()
    })
    const read = async () => [await tableNames(store.query), Object.keys(await dumpSequences(store.query))]
    const own = await read()
    expect(own).toMatchObject([expect.arrayContaining(['users']), expect.arrayContaining(['audit_entry_id_seq'])])
    for (const name of ['../../elsewhere', 'notes of an operator'])
      await store.query(`create table "${name}" (id int generated always as identity)`)
    expect(await read()).toEqual(own)
  }, 120_000)

  test('large rows behind many small ones are never read together', async () => {
    const location = await openLocation(kind, [WORLD])
    const store = await openStore({ ...location, world: WORLD })
    onTestFinished(async () => {
      await store.close()
      await location.clean()
    })
    await store.query('create table read_rows (id int, note text, content bytea, at bigint)')
    await store.query('create table loaded_rows (like read_rows)')
    await store.query(`insert into read_rows select n, 'small', '\\x00', n from generate_series(1, $1::int) n`, [SMALL])
    await store.query(
      `insert into read_rows
       select n, null, decode(repeat(md5(n::text), $2::int / 16), 'hex'), null from generate_series(1, $1::int) n`,
      [LARGE, LARGE_BYTES],
    )
    const pieces: Uint8Array[] = []
    const answers: number[] = []
    const count = await store.transaction(({ query }) => {
      const watched: Query = async <Row>(sql: string, params?: readonly unknown[]) => {
        const rows = await query<Row>(sql, params)
        answers.push(JSON.stringify(rows).length)
        return rows
      }
      return dumpTable(watched, 'read_rows', async (piece) => void pieces.push(piece))
    })
    expect(count).toBe(SMALL + LARGE)
    // One row more than a piece at most.
    expect(Math.max(...answers)).toBeLessThan(PIECE_BYTES + 3 * LARGE_BYTES)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(PIECE_BYTES + 3 * LARGE_BYTES)
    expect(pieces.length).toBeLessThan(LARGE)

    for (const piece of pieces) await loadPiece(store.query, 'loaded_rows', piece)
    const sums = (table: string) =>
      store.query(`select count(*)::int as rows, sum(hashtext(t::text)::bigint)::text as hash from ${table} t`)
    expect(await sums('loaded_rows')).toEqual(await sums('read_rows'))
  }, 120_000)
})
