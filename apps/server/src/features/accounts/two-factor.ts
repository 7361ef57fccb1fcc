/**
 * Turning two-factor on and off. On takes a code mailed for it and a first code of the app; off and new recovery
 * codes take a code of the app or a passkey. All of them there and then: what was proven minutes ago for something
 * else changes no way to sign in. Turning it on ends the other sessions: a password alone may have opened them
 * (decision 48). It forgets the browsers that a password alone made known (decision 145).
 */

import { type Handlers, refuse, say } from '../../calls/index.ts'
import { totpUrl } from '../../services/secrets/index.ts'
import { uidOf } from './accounts.ts'
import { BegunSecrets } from './begun-secrets.ts'
import type { Context } from './context.ts'
import { attemptKeyOf, requireProof } from './step-up.ts'
import { confirmTwoFactor, isTwoFactorOn, removeTwoFactor, renewRecoveryCodes } from './two-factor-store.ts'

export function twoFactorHandlers(
  context: Context,
): Handlers<'twoFactorBegin' | 'twoFactorConfirm' | 'twoFactorOff' | 'recoveryCodes'> {
  const { store, sessions, attempts, settings, runtime } = context
  const begunSecrets = new BegunSecrets(runtime)
  return {
    twoFactorBegin: async ({ session, params, browser }) => {
      if (await isTwoFactorOn({ ...context, query: store.query }, session.user)) return refuse('two_factor_on')
      const proof = await requireProof(context, { session, browser, purpose: 'proof', ...params, fresh: true })
      if (!proof.ok) return proof
      const secret = begunSecrets.begin(session)
      const { brand } = settings.get('operator')
      return { ok: true, data: { secret, url: totpUrl({ secret, account: uidOf(session.user), brand }) } }
    },

    twoFactorConfirm: async ({ session, params, language, browser }) => {
      const attempt = [{ kind: 'second_factor', key: attemptKeyOf(session) }] as const
      if (!attempts.take(attempt)) return refuse('too_many_attempts')
      const made = await confirmTwoFactor({ ...context, begunSecrets }, { session, browser, code: params.totp_code })
      if (typeof made === 'string') return refuse(made, made === 'totp_wrong' ? 'totp_code' : undefined)
      attempts.giveBack(attempt)
      await sessions.prove(session, { by: 'totp' })
      return { ok: true, data: { recovery_codes: [...made.codes] }, msg: say(language, 'messages.two_factor_is_on') }
    },

    twoFactorOff: async ({ session, params, language, browser }) => {
      if (!(await isTwoFactorOn({ ...context, query: store.query }, session.user))) return refuse('two_factor_off')
      const proof = await requireProof(context, { session, browser, purpose: 'proof', ...params, fresh: true })
      if (!proof.ok) return proof
      await removeTwoFactor(context, session.user)
      return { ok: true, data: null, msg: say(language, 'messages.two_factor_is_off') }
    },

    recoveryCodes: async ({ session, params, browser }) => {
      if (!(await isTwoFactorOn({ ...context, query: store.query }, session.user))) return refuse('two_factor_off')
      const proof = await requireProof(context, { session, browser, purpose: 'proof', ...params, fresh: true })
      if (!proof.ok) return proof
      const made = await store.transaction((tx) => renewRecoveryCodes(context, tx, session.user))
      return { ok: true, data: { recovery_codes: [...made] } }
    },
  }
}
