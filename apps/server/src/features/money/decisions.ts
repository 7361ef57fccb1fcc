/**
 * The seal of a decision about money: a keyed hash of what the engine is asked to move, written into the audit entry in
 * the transaction of the decision. Its key lies outside the store. A record that only a statement of SQL put into a
 * state of progress has no seal, and no money is moved for it.
 */
import type { AccountId } from '@veritick/domain'
import type { Encryption } from '../../services/encryption/index.ts'
import type { Query } from '../../store/index.ts'
import type { Movement } from '../approvals/index.ts'
import type { MoneyRecord } from './transfers.ts'

export type DecidedMovement = {
  readonly record: MoneyRecord
  readonly id: number
  readonly movement: Movement
  readonly account: AccountId
  /** Whole numbers: what is moved, in micro-dollars, then what else was decided. */
  readonly amounts: readonly (number | null)[]
  /**
   * The money is moved for it once: the payment of a deposit, in its one spelling; the step of an invited customer
   * (`referenceOfReward`). `null`: it is not known.
   */
  readonly cause?: string | null
}

/** A record is in progress, and no decision to move this money stands behind it. */
export class DecisionMissing extends Error {}

export function sealOf(encryption: Encryption, decided: DecidedMovement): string {
  const { record, id, movement, account, amounts, cause = null } = decided
  const named = cause === null ? [] : [cause]
  return encryption.fingerprint('decision', JSON.stringify([record, id, movement, account, ...amounts, ...named]))
}

/** Throws DecisionMissing. */
export async function requireDecision(
  { query, encryption }: { readonly query: Query; readonly encryption: Encryption },
  decided: DecidedMovement,
): Promise<void> {
  const { record, id, movement, account, amounts } = decided
  const [entry] = await query(
    'select entry_id from audit where subject_kind = $1 and subject = $2 and position($3 in after) > 0 limit 1',
    [record, String(id), sealOf(encryption, decided)],
  )
  if (entry !== undefined) return
  throw new DecisionMissing(
    `${record} ${id} is in progress, but no decision to ${movement} ${amounts[0]} on account ${account} stands in ` +
      'the audit log: it was changed in the store. No money is moved for it',
  )
}
