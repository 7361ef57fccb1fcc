/**
 * Sessions that the store proved a moment ago, for one call: the health page. It is read most while the database stands
 * still, and then no session can be looked up. Every other call asks the store and waits for its answer.
 */

import type { StaffSession } from '../../calls/index.ts'
import { MINUTE_MS, SECOND_MS } from '../../services/clock/index.ts'
import { hashOf } from '../../services/secrets/index.ts'
import { troubleOf } from '../../store/index.ts'
import { STAFF_IDLE_MILLIS, type StaffSessions } from './session.ts'

/** A session counts when it was proven within this time before the store gave its last answer. */
export const PROVEN_KEPT_MS = MINUTE_MS
/** How long the store is waited for; its own deadlines are longer than a reader of the health page is patient. */
const STORE_WAIT_MS = 3 * SECOND_MS
/** More than an office has people at work; the oldest goes. */
const REMEMBERED_MAX = 200

export type RememberedSessions = StaffSessions & {
  /** As `find`; while the store does not answer, a session that it has just proven. */
  findForHealth(token: string): Promise<StaffSession | undefined>
}

export function rememberedSessions(
  sessions: StaffSessions,
  { runtime }: { readonly runtime: { now(): number } },
): RememberedSessions {
  const proven = new Map<string, { readonly session: StaffSession; readonly at: number }>()
  let answeredAt = 0

  const find = async (token: string) => {
    const session = await sessions.find(token)
    const tokenHash = hashOf(token)
    answeredAt = runtime.now()
    proven.delete(tokenHash)
    if (session !== undefined) proven.set(tokenHash, { session, at: answeredAt })
    for (const oldest of proven.keys()) {
      if (proven.size <= REMEMBERED_MAX) break
      proven.delete(oldest)
    }
    return session
  }

  const remembered = (token: string): StaffSession | undefined => {
    const found = proven.get(hashOf(token))
    if (found === undefined || answeredAt - found.at > PROVEN_KEPT_MS) return undefined
    const now = runtime.now()
    return now < found.session.expiresAt && now - found.at < STAFF_IDLE_MILLIS ? found.session : undefined
  }

  return {
    ...sessions,
    find,
    // Signed out, disabled, reset or given another role: the next proof comes from the store.
    end: (query, which) => {
      for (const [tokenHash, { session }] of proven) if (session.staff.id === which.staff) proven.delete(tokenHash)
      return sessions.end(query, which)
    },
    findForHealth: async (token) => {
      const asked = find(token)
      const outcome = await Promise.race([asked.catch((error: unknown) => ({ error })), silence()])
      if (outcome === undefined || !('silent' in outcome || 'error' in outcome)) return outcome
      if ('error' in outcome && troubleOf(outcome.error) === undefined) throw outcome.error
      return remembered(token) ?? asked
    },
  }
}

const silence = () =>
  new Promise<{ readonly silent: true }>((resolve) =>
    setTimeout(() => resolve({ silent: true }), STORE_WAIT_MS).unref(),
  )
