/**
 * Who people are, as the rest of the server sees it: where somebody stands, what they hand in, what the office decides.
 * Money in beyond a limit and all money out depend on it.
 */

import type { Database } from '../../store/index.ts'
import type { IdentityParts } from './identity-parts.ts'
import { eraseRejected } from './keeping.ts'
import { openApplicant, storedStatus, submissionsOf } from './queries.ts'
import { type IdentityReview, identityReview } from './review.ts'
import { type Submitted, type Submitting, submitIdentity } from './submit.ts'

export type Identity = {
  submit(asked: Submitting): Promise<Submitted>
  readonly review: IdentityReview
  /** As the document that was accepted says; `undefined`: none was. */
  verifiedName(user: number): Promise<string | undefined>
  /** Erases what was rejected long enough ago; also runs by itself. */
  sweep(): Promise<{ readonly erased: number }>
  stop(): Promise<void>
}

/** 0 none, 1 waiting for review, 2 verified: what customers see of it. A rejected one is 0 again. */
export type IdentityStatus = 0 | 1 | 2

export async function identityStatus(db: Database, user: number): Promise<IdentityStatus> {
  const status = await storedStatus(db, user)
  return status === 3 ? 0 : status
}

const SWEEP_MS = 3_600_000

export function openIdentity(parts: IdentityParts): Identity {
  let sweeping: Promise<{ erased: number }> = Promise.resolve({ erased: 0 })
  const sweep = () => {
    sweeping = sweeping.catch(() => ({ erased: 0 })).then(() => eraseRejected(parts))
    return sweeping
  }
  const sweepByItself = () => {
    sweep().catch((error: unknown) => parts.log.error({ err: error }, 'rejected documents could not be erased'))
  }
  // At the start too: a process that is started anew every half hour must not keep them for ever.
  sweepByItself()
  const timer = setInterval(sweepByItself, SWEEP_MS)
  timer.unref()
  return {
    submit: (asked) => submitIdentity(parts, asked),
    review: identityReview(parts),
    verifiedName: async (user) => {
      const verified = (await submissionsOf(parts.store.db, user)).find((each) => each.status === 2)
      return verified && openApplicant(parts.encryption, verified)?.name
    },
    sweep,
    stop: async () => {
      clearInterval(timer)
      await sweeping.catch(() => undefined)
    },
  }
}
