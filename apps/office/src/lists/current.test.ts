/** Another staff member decides a record above the current row, and the queue is read again. */
import { expect, test } from 'vitest'
import { placeAfter, placeOf } from './current.ts'

const rows = (...ids: readonly number[]) => ids.map((id) => ({ id }))
const current = { id: 7, place: 2 }

test('the current row stays current where it stands now', () => {
  expect(placeOf(rows(3, 5, 7, 9), current)).toBe(2)
  expect(placeOf(rows(5, 7, 9), current)).toBe(1)
  expect(placeOf(rows(1, 3, 5, 7, 9), current)).toBe(3)
  expect(placeAfter(rows(5, 7, 9), current, 1)).toBe(2)
  expect(placeAfter(rows(5, 7, 9), current, -1)).toBe(0)
})

test('a row that is gone opens nothing, and the keys go on from where it stood', () => {
  expect(placeOf(rows(3, 5, 9, 11), current)).toBe(-1)
  expect(placeAfter(rows(3, 5, 9, 11), current, 1)).toBe(2)
  expect(placeAfter(rows(3, 5, 9, 11), current, -1)).toBe(1)
})

test('without a current row the keys begin with the first, and they end at the ends', () => {
  const none = { id: undefined, place: -1 }
  expect([placeAfter(rows(3, 5), none, 1), placeAfter(rows(3, 5), none, -1)]).toEqual([0, 0])
  expect(placeAfter(rows(3, 5), { id: 5, place: 1 }, 1)).toBe(1)
  expect(placeAfter(rows(3, 5), { id: 3, place: 0 }, -1)).toBe(0)
})
