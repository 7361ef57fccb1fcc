/** The devices that a customer is signed in on, and signing them out. */

import { type Handlers, refuse } from '../../calls/index.ts'
import type { Context } from './context.ts'
import { requireSecondFactor } from './second-factor.ts'
import { proofIn } from './step-up.ts'

/** Instead of an id: every session but the one that asks. */
const OTHERS = 'others'

export function deviceHandlers(context: Context): Handlers<'sessionList' | 'sessionEnd'> {
  const { sessions, store } = context
  return {
    sessionList: async ({ session }) => {
      const all = await sessions.list(session.user)
      const data = all.map(({ id, tokenHash, device, createdAt, lastUsedAt, expiresAt }) => ({
        id,
        current: tokenHash === session.tokenHash,
        device,
        created_at: createdAt,
        last_used_at: lastUsedAt,
        expires_at: expiresAt,
      }))
      return { ok: true, data }
    },

    sessionEnd: async ({ session, params, browser }) => {
      const factor = await requireSecondFactor(context, { session, browser, ...proofIn(params) })
      if (!factor.ok) return factor
      if (params.id === OTHERS) {
        const ended = await store.transaction((tx) =>
          sessions.endSessions(tx, { user: session.user, except: session.tokenHash }),
        )
        return { ok: true, data: { ended } }
      }
      const found = (await sessions.list(session.user)).find((each) => each.id === params.id)
      // A session of another user gets the same answer as an unknown one.
      if (found === undefined) return refuse('session_unknown', 'id')
      await sessions.end({ ...found, kind: session.kind })
      return { ok: true, data: { ended: 1 } }
    },
  }
}
