/** Where somebody is signed in, ending that, and the proof that lets the next minutes' calls through. */

import type { House } from '../../house.ts'
import { refuse } from '../../http/answer.ts'
import type { Handlers } from '../../http/calls.ts'
import { confirmingOf } from '../withdrawals/confirming.ts'
import { proofIn, provenUntil, requireProof } from './proof.ts'
import { requireSecondFactor } from './second-factor.ts'

/** Instead of an id: every session but the one that asks. */
const OTHERS = 'others'

export function deviceHandlers(house: House): Handlers<'sessionList' | 'sessionEnd' | 'prove'> {
  const { sessions, store } = house
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

    sessionEnd: async ({ session, params }) => {
      const factor = await requireSecondFactor(house, { session, ...proofIn(params) })
      if (!factor.ok) return factor
      if (params.id === OTHERS) {
        const forget = await store.transaction(({ query }) => sessions.endOthers(query, { user: session.user, except: session.tokenHash }))
        return { ok: true, data: { ended: forget() } }
      }
      const found = (await sessions.list(session.user)).find((each) => each.id === params.id)
      // Somebody else's says the same as none.
      if (found === undefined) return refuse('session_unknown', 'id')
      await sessions.end(found)
      return { ok: true, data: { ended: 1 } }
    },

    prove: async ({ session, params, language }) => {
      const { purpose = 'proof' } = params
      const about = await confirmingOf(
        { db: house.store.db, vault: house.vault },
        { user: session.user, params: { ...params, purpose }, language },
      )
      if (!about.ok) return about
      const proof = await requireProof(house, { session, purpose, ...proofIn(params), binds: about.value?.binds })
      if (!proof.ok) return proof
      const until = provenUntil(house, session)
      return until === undefined ? refuse('proof_needed') : { ok: true, data: { until } }
    },
  }
}
