/** Of a commit that failed for good: a sentence that does not repeat the statement. */
import { expect, test } from 'vitest'
import { CoreFatal, commitFailed } from './fatal.ts'

test('a refusal for a reason that does not pass is told with its code alone', () => {
  const refused = commitFailed(Object.assign(new Error('Key (key)=(secret) already exists'), { code: '23505' }))
  expect(refused).toMatchObject({ reason: 'commit_refused', message: 'the store refused a commit (23505)' })
  const fence = new CoreFatal('fence_lost', new Error('another writer has taken over'))
  expect(commitFailed(fence)).toBe(fence)
})
