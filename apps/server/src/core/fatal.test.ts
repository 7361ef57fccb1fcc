/** Of a commit that failed for good: a sentence that does not repeat the statement. */
import { assert } from '@veritick/domain'
import { expect, test } from 'vitest'
import { CoreFatal, commitFailed } from './fatal.ts'

test('a refusal for a reason that does not pass is told with its code alone', () => {
  const refused = commitFailed(Object.assign(new Error('Key (key)=(secret) already exists'), { code: '23505' }))
  expect(refused).toMatchObject({ reason: 'commit_refused', message: 'the store refused a commit (23505)' })
  const fence = new CoreFatal('fence_lost', new Error('another writer has taken over'))
  expect(commitFailed(fence)).toBe(fence)
})

test('a bug of ours beside a commit is not told as a refusal of the store', () => {
  const broken = () => assert(false, 'a batch begins with the next event')
  let error: unknown
  try {
    broken()
  } catch (thrown) {
    error = thrown
  }
  expect(commitFailed(error)).toMatchObject({
    reason: 'engine_broken',
    message: 'invariant violated: a batch begins with the next event',
  })
})
