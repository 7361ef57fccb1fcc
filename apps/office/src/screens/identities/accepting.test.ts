/** The conditions under which an identity can be accepted. */
import { expect, test } from 'vitest'
import { acceptFault } from './accepting.ts'

const good = { birth_date: '1990-01-02', duplicates: [] }
const twin = { id: 9, uid: 'u', same: ['number' as const], status: 2 as const, at: 1 }
const nothing = { birthDate: '', otherDocument: false }

test('with everything given nothing is missing', () => expect(acceptFault(good, nothing)).toBeUndefined())

test('a missing date of birth is read from the document', () => {
  expect(acceptFault({ ...good, birth_date: '' }, nothing)).toMatch(/date of birth/)
  expect(acceptFault({ ...good, birth_date: '' }, { ...nothing, birthDate: '1990-01-02' })).toBeUndefined()
})

test('the number of a verified customer needs a confirmation, that of a rejected one does not', () => {
  expect(acceptFault({ ...good, duplicates: [twin] }, nothing)).toMatch(/this number/)
  expect(acceptFault({ ...good, duplicates: [twin] }, { ...nothing, otherDocument: true })).toBeUndefined()
  expect(acceptFault({ ...good, duplicates: [{ ...twin, status: 3 }] }, nothing)).toBeUndefined()
})

test('the picture of a verified customer cannot be accepted', () => {
  expect(
    acceptFault({ ...good, duplicates: [{ ...twin, same: ['picture'] }] }, { ...nothing, otherDocument: true }),
  ).toMatch(/same picture/)
})
