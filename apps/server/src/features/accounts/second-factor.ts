/**
 * Ending sessions, deleting payees and cancelling withdrawals help a thief to stay alone in an account, or to undo
 * what its owner did. They need a session that has passed the second factor where the customer has one. With two-step
 * verification on every session has; one that a password alone opened, of a customer with passkeys and no
 * authenticator app, is asked here.
 */
import type { Refusal } from '../../calls/index.ts'
import { passkeyCount } from '../../services/passkeys/index.ts'
import { type ProofParts, type ProofRequest, requireProof } from './step-up.ts'
import { isTwoFactorOn } from './two-factor-store.ts'

/**
 * Refusals: those of `requireProof`; what is right there holds for the rest of the session if it was a second factor.
 */
export async function requireSecondFactor(
  parts: ProofParts,
  request: Pick<ProofRequest, 'session' | 'browser' | 'auth_code' | 'totp_code' | 'passkey'>,
): Promise<{ readonly ok: true } | Refusal> {
  const { session } = request
  const { sessions, store } = parts
  if (session.kind === 'demo' || sessions.passedSecondFactor(session)) return { ok: true }
  const hasOne =
    (await isTwoFactorOn({ ...parts, query: store.query }, session.user)) ||
    (await passkeyCount({ ...parts, query: store.query }, session.user)) > 0
  return hasOne ? requireProof(parts, { ...request, purpose: 'proof' }) : { ok: true }
}
