/**
 * The credit score: a number from 0 to 100 that a customer sees, 100 from the start. Staff set it, with a reason that
 * stands in the audit. It gates nothing: no price, limit, fee or waiting time looks at it, and no other code may.
 */

import { CREDIT_SCORE_MAX } from '@veritick/contract/office'
import type { UserId } from '@veritick/domain'
import { type Refusal, refuse } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import type { StaffProof } from '../../services/seals/index.ts'
import { inTransaction, lockUserRow, rollbackWith } from '../../services/transactions/index.ts'
import { checkDecider, isReasonValid } from '../approvals/index.ts'
import type { Context } from './context.ts'
import { changePerson, provenPerson } from './queries.ts'

/**
 * Refusals: `reason_missing`, `number_out_of_range`, `person_unknown` (also a demo account), `record_own`,
 * `nothing_changes`.
 */
export async function setCreditScore(
  { store, runtime, ...proof }: Pick<Context, 'store' | 'runtime' | 'encryption'> & StaffProof,
  change: { readonly user: UserId; readonly score: number; readonly actor: Actor; readonly reason: string },
): Promise<{ readonly ok: true; readonly value: number } | Refusal> {
  const { user, score, actor, reason } = change
  if (!isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
  if (!Number.isInteger(score) || score < 0 || score > CREDIT_SCORE_MAX) return refuse('number_out_of_range', 'score')
  return inTransaction(store, async (tx) => {
    await lockUserRow(tx.query, user)
    await checkDecider(proof, tx, change)
    const person = await provenPerson({ ...proof, db: tx.db }, user)
    if (person?.kind !== 'real') return rollbackWith('person_unknown', 'id')
    const { creditScore: before } = person
    if (before === score) rollbackWith('nothing_changes', 'score')
    await changePerson(proof, tx, user, { credit_score: score })
    await writeAudit(
      { ...proof, tx },
      {
        actor,
        action: 'person_credit_score',
        subject: { kind: 'person', id: user },
        reason,
        before: { credit_score: before },
        after: { credit_score: score },
        at: runtime.now(),
      },
    )
    return score
  })
}
