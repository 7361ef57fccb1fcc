/** Submitting documents over a bad connection: documents that arrived are not reported as a failure. */
import { expect, it, vi } from 'vitest'
import type { Center } from './identity.ts'

vi.stubGlobal('navigator', { languages: [] })
const { CallFailed } = await import('../../data/api.ts')
const { handIn } = await import('./handIn.ts')

const centerOf = (review_status: Center['review_status']) => ({ review_status }) as Center
const lost = new CallFailed({ kind: 'network', message: 'No connection.' })
const refused = (reason: 'identity_waiting' | 'identity_verified' | 'picture_used') =>
  new CallFailed({ kind: 'refused', reason, message: reason })

it('returns the answer', async () => {
  const read = vi.fn()
  expect(await handIn({ send: async () => centerOf(1), read })).toEqual(centerOf(1))
  expect(read).not.toHaveBeenCalled()
})

it.each([
  ['identity_waiting', 1],
  ['identity_verified', 2],
] as const)('succeeds when the answer was lost and the retry is refused with %s', async (reason, status) => {
  const send = vi.fn().mockRejectedValueOnce(lost).mockRejectedValueOnce(refused(reason))
  const read = async () => centerOf(status)
  await expect(handIn({ send, read })).rejects.toBe(lost)
  expect(await handIn({ send, read })).toEqual(centerOf(status))
})

it.each([
  ['another refusal', refused('picture_used'), 1],
  ['a rejection that came meanwhile', refused('identity_waiting'), 0],
] as const)('throws %s', async (_, error, status) => {
  await expect(handIn({ send: () => Promise.reject(error), read: async () => centerOf(status) })).rejects.toBe(error)
})
