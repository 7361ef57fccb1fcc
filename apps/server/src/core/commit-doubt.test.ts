/** The three meanings of a commit that did not return: not done, perhaps done, or refused for good. */
import { expect, test } from 'vitest'
import { failureOf } from './commit-doubt.ts'
import { CoreFatal } from './fatal.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

const LOST = [
  ...['57P01', '57P02', '57P03', '57P05', '08000', '08001', '08003', '08006', '08P01', 'ECONNRESET', 'EPIPE'].map(
    (code) => coded(code),
  ),
  ...['ECONNREFUSED', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH'].map((code) => coded(code, { syscall: 'connect' })),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
]

test.each(LOST)('a connection that was lost leaves the commit in doubt: $code $message', (error) => {
  expect(failureOf(error, false)).toEqual({ reason: 'store_lost', isInDoubt: true })
})

test('a deadline of ours leaves it in doubt; what the server took back was not done', () => {
  expect(failureOf(new Error('Query read timeout'), false)).toEqual({ reason: 'commit_late', isInDoubt: true })
  expect(failureOf(coded('57014'), false)).toEqual({ reason: 'commit_late', isInDoubt: false })
  expect(failureOf(coded('53100'), false)).toEqual({ reason: 'store_disk_full', isInDoubt: false })
  expect(failureOf(coded('25006'), false)).toEqual({ reason: 'store_read_only', isInDoubt: false })
})

test('a batch number that is taken is looked at only after a try without an answer', () => {
  expect(failureOf(coded('23505'), true)).toEqual({ reason: 'commit_late', isInDoubt: true })
  expect(failureOf(coded('23505'), false)).toBeUndefined()
  expect(failureOf(coded('42703'), true)).toBeUndefined()
  expect(failureOf(new CoreFatal('fence_lost', new Error('taken over')), true)).toBeUndefined()
})
