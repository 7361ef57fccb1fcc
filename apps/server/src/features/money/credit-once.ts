/**
 * The credit of a deposit, a correction or a reward: the engine books what was decided, once. A repeat is harmless, and
 * without the decision nothing is booked.
 */
import type { Reason } from '@veritick/contract'
import { micros, must } from '@veritick/domain'
import type { CaseworkParts } from './casework-parts.ts'
import { type DecidedMovement, requireDecision } from './decisions.ts'
import { moveOnce, referenceOf, referenceOfPayment, referenceOfReward, requireNoOtherCredit } from './transfers.ts'

/** The category of each record in the ledger. */
const CATEGORIES = { deposit: 'deposit', correction: 'adjustment', reward: 'reward' } as const

export type DecidedCredit = DecidedMovement & { readonly record: keyof typeof CATEGORIES }

/** `undefined`: it is booked, now or before. Throws DecisionMissing. */
export async function creditOnce(
  { core, market, store, encryption }: Pick<CaseworkParts, 'core' | 'market' | 'store' | 'encryption'>,
  decided: DecidedCredit,
): Promise<Reason | undefined> {
  const { record, id, account, amounts, cause = null } = decided
  await requireDecision({ query: store.query, encryption }, decided)
  const amount = micros(must(amounts[0] ?? undefined, 'a decided credit has its amount'))
  if (record === 'deposit' && cause !== null) await requireNoOtherCredit(core, id)
  const place = { at: market.clock(), account, reference: referenceOfCredit({ record, id, cause }) }
  return moveOnce(core, { kind: 'credit', category: CATEGORIES[record], amount, ...place }, amount)
}

function referenceOfCredit(of: Pick<DecidedCredit, 'record' | 'id'> & { readonly cause: string | null }): string {
  const { record, id, cause } = of
  if (record === 'reward') return referenceOfReward(must(cause ?? undefined, 'a reward has its cause'))
  return cause === null ? referenceOf(record, id) : referenceOfPayment(cause)
}
