/** An order as text of a URL or form, and the proof that a refused request changed nothing. */
import { CALLS } from '@veritick/contract/calls'
import type { Answered, TestServer } from '@veritick/testing/test-server'
import { expect } from 'vitest'

export const SUBMIT = CALLS.submit.path
export const ORDER = 'forex_id=1&type=1&status=1&cont=0.10&multiple=30'

/** The refusal that `request` gets, after a look that the state of the server is the same. */
export async function refused(
  server: Pick<TestServer, 'stateHash'>,
  request: () => Promise<Answered>,
): Promise<Pick<Answered, 'status' | 'reason' | 'field'>> {
  const before = await server.stateHash()
  const { status, reason, field } = await request()
  expect(await server.stateHash()).toBe(before)
  return { status, reason, field }
}
