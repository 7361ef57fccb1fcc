/**
 * Sign-out on a line that drops the answer: the staff member learns that the session may go on. A role that was changed
 * after the sign-in.
 */
import { afterEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { signOutOrSay } from './entry.ts'
import { noticeNow } from './notices.ts'
import { meNow, remember } from './session.ts'

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

test('a call that the role does not allow any more shows the permissions of the new role', async () => {
  remember({ ...me, permissions: ['health_read'] } as unknown as Parameters<typeof remember>[0])
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith('/me')
      ? Response.json({ code: 1, msg: '', data: { ...me, permissions: ['people_read'] } })
      : Response.json({ code: 0, msg: 'Not permitted', reason: 'not_permitted' }),
  )
  await expect(call('health', {})).rejects.toMatchObject({ reason: 'not_permitted' })
  await expect.poll(() => meNow()?.permissions).toEqual(['people_read'])
})
