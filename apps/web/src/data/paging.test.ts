/** A list of 45 deposits in pages of 20, read while it grows. */
import { expect, it } from 'vitest'
import { nextPage, type Paged, rowsIn } from './paging.ts'

type Row = { readonly id: number; readonly status: number }
const page = (from: number, to: number, total: number, status = 0): Paged<Row> => ({
  data: Array.from({ length: from - to + 1 }, (_, at) => ({ id: from - at, status })),
  total,
})
const idOf = (row: Row) => row.id

it('asks for further pages until all rows are read', () => {
  const [one, two, three] = [page(45, 26, 45), page(25, 6, 45), page(5, 1, 45)]
  expect(nextPage(one, [one])).toBe(2)
  expect(nextPage(two, [one, two])).toBe(3)
  expect(nextPage(three, [one, two, three])).toBeUndefined()
  expect(rowsIn([one, two, three], idOf).map(idOf)).toEqual(Array.from({ length: 45 }, (_, at) => 45 - at))
})

it('lists a row that moved to the next page once, in its newest version', () => {
  const rows = rowsIn([page(45, 26, 45), page(26, 7, 46, 1)], idOf)
  expect(rows).toHaveLength(39)
  expect(rows.find((row) => row.id === 26)).toEqual({ id: 26, status: 1 })
})

it('asks for no further page after an empty one', () => {
  const empty = { data: [], total: 3 }
  expect(nextPage(empty, [empty])).toBeUndefined()
})
