/** The calls of customers about web push: whether this browser is notified, of what, and the end of it. */
import { ECDH } from 'node:crypto'
import { PUSH_TOPICS } from '@veritick/contract'
import { type Handlers, refuse } from '../../calls/index.ts'
import { pushServiceOf } from '../../config/index.ts'
import type { Context } from './context.ts'
import { chosenBy, register, unregister } from './rows.ts'

type Names = 'pushState' | 'pushSubscribe' | 'pushUnsubscribe'

export function pushHandlers({ config, store, encryption, runtime, push }: Context): Handlers<Names> {
  const stateOf = async (session: string) => {
    const chosen = await chosenBy(store.query, session)
    const { topics = null, details = false } = chosen ?? {}
    return { key: push.publicKey ?? null, topics: topics === null ? null : [...topics], details }
  }
  return {
    pushState: async ({ session }) => ({ ok: true, data: await stateOf(session.tokenHash) }),

    pushSubscribe: async ({ session: { user, tokenHash }, params, language }) => {
      const { endpoint, p256dh, auth, details } = params
      if (push.publicKey === undefined) return refuse('push_unavailable')
      const service = pushServiceOf(config.pushServices, endpoint)
      if (service === undefined) return refuse('push_endpoint_refused', 'endpoint')
      if (!isOnCurve(p256dh)) return refuse('push_key_malformed', 'p256dh')
      const chosen = params.topics.split(' ')
      const topics = PUSH_TOPICS.filter((topic) => chosen.includes(topic))
      const target = { endpoint, keys: { p256dh, auth } }
      await store.transaction((tx) =>
        register(tx, encryption, {
          ...{ user, session: tokenHash, target, service, topics, details, language },
          now: runtime.now(),
        }),
      )
      return { ok: true, data: await stateOf(tokenHash) }
    },

    pushUnsubscribe: async ({ session: { tokenHash } }) => {
      await unregister(store.query, tokenHash)
      return { ok: true, data: await stateOf(tokenHash) }
    },
  }
}

/** A message cannot be encrypted for a key that is no point of the curve. */
function isOnCurve(key: string): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url', 'hex', 'uncompressed')
    return true
  } catch {
    return false
  }
}
