/** What an identity needs before it can be accepted. */
import { expect, test } from 'vitest'
import { acceptFault } from './accepting.ts'

const good = { birth_date: '1990-01-02', duplicates: [] }
const twin = { id: 9, uid: 'u', same: ['number' as const], status: 2 as const, at: 1 }
const nothing = { birthDate: '', otherDocument: false }

test('with everything given nothing is missing', () => expect(acceptFault(good, nothing)).toBeUndefined())

test('a date of birth that nobody gave is read from the document', () => {
  expect(acceptFault({ ...good, birth_date: '' }, nothing)).toMatch(/date of birth/)
  expect(acceptFault({ ...good, birth_date: '' }, { ...nothing, birthDate: '1990-01-02' })).toBeUndefined()
})

test('the number of somebody verified needs a second look, that of somebody rejected does not', () => {
  expect(acceptFault({ ...good, duplicates: [twin] }, nothing)).toMatch(/this number/)
  expect(acceptFault({ ...good, duplicates: [twin] }, { ...nothing, otherDocument: true })).toBeUndefined()
  expect(acceptFault({ ...good, duplicates: [{ ...twin, status: 3 }] }, nothing)).toBeUndefined()
})

test('the picture of somebody verified cannot be accepted at all', () => {
  expect(
    acceptFault({ ...good, duplicates: [{ ...twin, same: ['picture'] }] }, { ...nothing, otherDocument: true }),
  ).toMatch(/same picture/)
})
