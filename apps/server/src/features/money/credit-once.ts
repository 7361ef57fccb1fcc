/**
 * The credit of a deposit, a correction or a reward: the engine books what was decided, once. A repeat is harmless, and
 * without the decision nothing is booked.
 */
import type { Reason } from '@veritick/contract'
import { micros, must } from '@veritick/domain'
import type { CaseworkParts } from './casework-parts.ts'
import { type DecidedMovement, requireDecision } from './decisions.ts'
import { moveOnce, referenceOf, referenceOfPayment, requireNoOtherCredit } from './transfers.ts'

/** The category of each record in the ledger. */
const CATEGORIES = { deposit: 'deposit', correction: 'adjustment', reward: 'reward' } as const

export type DecidedCredit = DecidedMovement & { readonly record: keyof typeof CATEGORIES }

/** `undefined`: it is booked, now or before. Throws DecisionMissing. */
export async function creditOnce(
  { core, market, store, encryption }: Pick<CaseworkParts, 'core' | 'market' | 'store' | 'encryption'>,
  decided: DecidedCredit,
): Promise<Reason | undefined> {
  const { record, id, account, amounts, payment = null } = decided
  await requireDecision({ query: store.query, encryption }, decided)
  const amount = micros(must(amounts[0] ?? undefined, 'a decided credit has its amount'))
  if (payment !== null) await requireNoOtherCredit(core, id)
  const reference = payment === null ? referenceOf(record, id) : referenceOfPayment(payment)
  const place = { at: market.clock(), account, reference }
  return moveOnce(core, { kind: 'credit', category: CATEGORIES[record], amount, ...place }, amount)
}
