/** The conditions under which an identity can be accepted. */
import { expect, test } from 'vitest'
import { acceptFault as faultOn, type Said } from './accepting.ts'

const acceptFault = (identity: Parameters<typeof faultOn>[0], said: Said) => faultOn(identity, said, '2026-03-04')

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

test('a customer younger than 18 is named as the customer, from the document or from their own date', () => {
  const read = (birthDate: string) => acceptFault({ ...good, birth_date: '' }, { ...nothing, birthDate })
  expect(read('2008-03-05')).toBe('The customer is younger than 18: reject the identity.')
  expect(read('2008-03-04')).toBeUndefined()
  expect(acceptFault({ ...good, birth_date: '2015-02-03' }, nothing)).toMatch(/younger than 18/)
})
