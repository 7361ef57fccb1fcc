/**
 * The identity of customers, as the rest of the server sees it: its state, the submissions, the decisions of staff.
 * Deposits beyond a limit and all withdrawals depend on it.
 */
import type { UserId } from '@veritick/domain'
import { HOUR_MS } from '../../services/clock/index.ts'
import type { IdentityParts } from './identity-parts.ts'
import { erasureOfRejected } from './keeping.ts'
import { provenState, verifiedName } from './queries.ts'
import { type IdentityReview, identityReview } from './review.ts'
import { type Submitted, type Submitting, submitIdentity } from './submit.ts'

export type Identity = {
  submit(request: Submitting): Promise<Submitted>
  readonly review: IdentityReview
  /** The name on the accepted document; `undefined`: none was accepted. Throws where the store was changed. */
  verifiedName(user: UserId): Promise<string | undefined>
  /** Erases what was rejected long enough ago; also runs by itself. */
  sweep(): Promise<{ readonly erased: number }>
  stop(): Promise<void>
}

/**
 * The state as customers see it: after a rejection a customer submits anew, so the state is `none` again. Throws
 * RowChanged.
 */
export async function identityState(
  parts: Parameters<typeof provenState>[0],
  user: UserId,
): Promise<'none' | 'waiting' | 'verified'> {
  const state = await provenState(parts, user)
  return state === 'rejected' ? 'none' : state
}

const SWEEP_MS = HOUR_MS

export function openIdentity(parts: IdentityParts): Identity {
  // At the start too: a process that starts anew every half hour must not keep them for ever.
  const sweep = parts.jobs.add({
    name: 'identity_erasure',
    everyMs: SWEEP_MS,
    atStart: true,
    run: erasureOfRejected(parts),
  })
  return {
    submit: (request) => submitIdentity(parts, request),
    review: identityReview(parts),
    verifiedName: (user) => verifiedName({ ...parts, db: parts.store.db }, user),
    sweep: () => sweep.run(),
    stop: () => sweep.stop(),
  }
}
