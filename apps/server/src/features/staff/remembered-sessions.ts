/**
 * Sessions that the store proved lately, for two calls: who is signed in, and the health page. They are asked most
 * while the database stands still, and then no session can be looked up. Every other call asks the store and waits for
 * its answer. Decision 87 says why this memory is enough.
 */

import type { StaffSession } from '../../calls/index.ts'
import { MINUTE_MS, SECOND_MS } from '../../services/clock/index.ts'
import { hashOf } from '../../services/secrets/index.ts'
import { troubleOf } from '../../store/index.ts'
import { STAFF_IDLE_MILLIS } from './living-sessions.ts'
import type { StaffSessions } from './session.ts'

/** How long the store is waited for; its own deadlines are longer than a reader of the health page is patient. */
const STORE_WAIT_MS = 3 * SECOND_MS
/** More than an office has people at work; the oldest goes. */
const REMEMBERED_MAX = 200
/**
 * After an end of their sessions a staff member's are not remembered for this long: until the transaction of the end is
 * stored, another call can still read the session as alive. Longer than a transaction lasts (store/lanes.ts).
 */
export const ENDING_MS = MINUTE_MS

export type RememberedSessions = StaffSessions & {
  /** As `find`; while the store does not answer, a session that it has proven since its last use. */
  findOrRemembered(token: string): Promise<StaffSession | undefined>
}

export function rememberedSessions(
  sessions: StaffSessions,
  { runtime }: { readonly runtime: { now(): number } },
): RememberedSessions {
  const proven = new Map<string, { readonly session: StaffSession; readonly at: number }>()
  /** When sessions of a staff member were ended. */
  const ended = new Map<number, number>()

  function keep(tokenHash: string, session: StaffSession | undefined): void {
    proven.delete(tokenHash)
    const now = runtime.now()
    for (const [staff, at] of ended) if (now - at >= ENDING_MS) ended.delete(staff)
    if (session !== undefined && !ended.has(session.staff.id)) proven.set(tokenHash, { session, at: now })
    for (const oldest of proven.keys()) {
      if (proven.size <= REMEMBERED_MAX) break
      proven.delete(oldest)
    }
  }

  const find = async (token: string) => {
    const session = await sessions.find(token)
    keep(hashOf(token), session)
    return session
  }

  const remembered = (token: string): StaffSession | undefined => {
    const found = proven.get(hashOf(token))
    if (found === undefined) return undefined
    const { session, at } = found
    const now = runtime.now()
    return now < session.expiresAt && now - at < STAFF_IDLE_MILLIS ? { ...session, isRemembered: true } : undefined
  }

  return {
    ...sessions,
    find,
    // Signed out, disabled or reset: the next proof comes from the store.
    end: (query, which) => {
      ended.set(which.staff, runtime.now())
      for (const [tokenHash, { session }] of proven) if (session.staff.id === which.staff) proven.delete(tokenHash)
      return sessions.end(query, which)
    },
    findOrRemembered: async (token) => {
      const finding = find(token)
      const outcome = await Promise.race([finding.catch((error: unknown) => ({ error })), silence()])
      if (outcome === undefined || !('silent' in outcome || 'error' in outcome)) return outcome
      if ('error' in outcome && troubleOf(outcome.error) === undefined) throw outcome.error
      return remembered(token) ?? finding
    },
  }
}

const silence = () =>
  new Promise<{ readonly silent: true }>((resolve) =>
    setTimeout(() => resolve({ silent: true }), STORE_WAIT_MS).unref(),
  )
