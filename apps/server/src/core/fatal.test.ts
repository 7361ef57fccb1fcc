/** Of a commit that failed: whether its outcome is unknown, in a sentence that does not repeat the statement. */
import { expect, test } from 'vitest'
import { CoreFatal, commitFailed } from './fatal.ts'

const LOST = [
  ...['57P01', '57P02', '57P03', '57P05', '08000', '08001', '08003', '08006', '08P01', 'ECONNRESET', 'EPIPE'].map(
    (code) => Object.assign(new Error('terminating connection'), { code }),
  ),
  ...['ECONNREFUSED', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH'].map((code) =>
    Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' }),
  ),
  new Error('Connection terminated unexpectedly'),
  new Error('Client has encountered a connection error and is not queryable'),
]

test.each(LOST)('a connection that was lost is named: $code $message', (error) => {
  const fatal = commitFailed(error)
  expect(fatal.reason).toBe('commit_unknown')
  expect(fatal.message).toContain('PostgreSQL was restarted, failed over, or the network to it broke')
})

test('a deadline is unknown too; a refusal for a reason that does not pass is told with its code alone', () => {
  expect(commitFailed(new Error('Query read timeout'))).toMatchObject({
    reason: 'commit_unknown',
    message: expect.stringContaining('no answer in time'),
  })
  const refused = commitFailed(Object.assign(new Error('Key (key)=(secret) already exists'), { code: '23505' }))
  expect(refused).toMatchObject({ reason: 'commit_refused', message: 'the store refused a commit (23505)' })
  const fence = new CoreFatal('fence_lost', new Error('another writer has taken over'))
  expect(commitFailed(fence)).toBe(fence)
})
