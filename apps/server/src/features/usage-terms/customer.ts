/** A customer accepts the terms that are in force. */
import { type Handlers, refuse, say } from '../../calls/index.ts'
import type { Context } from './context.ts'

export function usageTermsHandlers({ runtime, store, usageTerms }: Context): Handlers<'acceptTerms'> {
  return {
    acceptTerms: async ({ session, params, language }) => {
      const { version } = params
      // The accepted terms must be those that hold now: the customer's page may be older than the last change.
      if (version !== usageTerms.inForce().version) return refuse('terms_version_old', 'version')
      await store.transaction((tx) => usageTerms.accept(tx, { user: session.user, version, at: runtime.now() }))
      return { ok: true, data: null, msg: say(language, 'messages.terms_accepted') }
    },
  }
}
