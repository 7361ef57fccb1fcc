/** Verifying the customer again, for the calls of the next minutes or for one transaction. */

import { type Handlers, refuse } from '../../calls/index.ts'
import { proofIn, provenUntil, requireProof } from '../accounts/index.ts'
import { confirmingOf } from '../withdrawals/index.ts'
import type { Context } from './context.ts'

export function proveHandlers(context: Context): Handlers<'prove'> {
  return {
    prove: async ({ session, params, language, browser }) => {
      const { purpose = 'proof' } = params
      const about = await confirmingOf(
        { db: context.store.db, encryption: context.encryption },
        { user: session.user, params: { ...params, purpose }, language },
      )
      if (!about.ok) return about
      const proof = await requireProof(context, {
        session,
        browser,
        purpose,
        ...proofIn(params),
        transactionBinding: about.value?.transactionBinding,
      })
      if (!proof.ok) return proof
      const until = provenUntil(context, session)
      return until === undefined ? refuse('proof_needed') : { ok: true, data: { until } }
    },
  }
}
