/** Sign-out on a line that drops the answer: the staff member learns that the session may go on. */
import { afterEach, expect, test, vi } from 'vitest'
import { signOutOrSay } from './entry.ts'
import { noticeNow } from './notices.ts'
import { remember } from './session.ts'

const me = { staff: { id: 7, name: 'Ann', role: 'admin' }, permissions: [], csrf: 'token', money_from: null }
afterEach(() => {
  vi.unstubAllGlobals()
  remember(undefined)
})

test('a sign-out that fails says so and stays on the page; the next one leaves', async () => {
  remember(me as unknown as Parameters<typeof remember>[0])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const left = vi.fn()
  await signOutOrSay(left)
  expect(left).not.toHaveBeenCalled()
  expect(noticeNow()).toMatchObject({ kind: 'error', message: expect.stringMatching(/^You may still be signed in\./) })
  vi.stubGlobal('fetch', async () => Response.json({ code: 1, msg: '', data: {} }))
  await signOutOrSay(left)
  expect(left).toHaveBeenCalledOnce()
  expect(noticeNow()).toBeUndefined()
})
