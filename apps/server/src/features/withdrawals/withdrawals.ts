/** Withdrawals as the rest of the server sees them: payees, requests, cancels, and what the office decides. */
import type { UserId } from '@veritick/domain'
import type { CaseworkParts } from '../money/index.ts'
import { type Binding, type Bound, bindPayee, deletePayee } from './payees.ts'
import { type Advanced, paymentsOf } from './payments.ts'
import { askWithdrawal, type DrawAsk, type Drawn } from './request.ts'
import { cancelWithdrawal, type WithdrawalReview, withdrawalReview } from './review.ts'

export type Withdrawals = {
  bind(binding: Binding): Promise<Bound>
  unbind(asked: { readonly user: UserId; readonly payee: number }): ReturnType<typeof deletePayee>
  ask(ask: DrawAsk): Promise<Drawn>
  cancel(asked: { readonly user: UserId; readonly withdrawal: number }): Promise<Advanced>
  readonly review: WithdrawalReview
  /** Finishes every step that was decided and is not booked and marked yet. */
  resumeIntents(): Promise<void>
}

export function openWithdrawals(parts: CaseworkParts): Withdrawals {
  const payments = paymentsOf(parts)
  return {
    bind: (binding) => bindPayee(parts, binding),
    unbind: (asked) => deletePayee(parts, asked),
    ask: (ask) => askWithdrawal(parts, payments, ask),
    cancel: (asked) => cancelWithdrawal(parts, payments, asked),
    review: withdrawalReview(parts, payments),
    resumeIntents: payments.resume,
  }
}
