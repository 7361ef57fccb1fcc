/** Withdrawals as the rest of the server sees them: payees, requests, cancels, and what the office decides. */
import type { UserId } from '@veritick/domain'
import type { CaseworkParts } from '../money/index.ts'
import { type AddedPayee, addPayee, deletePayee, type NewPayee } from './payees.ts'
import { type Advanced, paymentsOf } from './payments.ts'
import { type WithdrawalFilter, withdrawalPage } from './queries.ts'
import { type Drawn, requestWithdrawal, type WithdrawalRequest } from './request.ts'
import { cancelWithdrawal, type WithdrawalReview, withdrawalReview } from './review.ts'
import { lookAtOpen, type SeenWithdrawal, seenWithdrawals } from './seen.ts'

export type Withdrawals = {
  addPayee(payee: NewPayee): Promise<AddedPayee>
  deletePayee(request: { readonly user: UserId; readonly payee: number }): ReturnType<typeof deletePayee>
  request(request: WithdrawalRequest): Promise<Drawn>
  cancel(request: { readonly user: UserId; readonly withdrawal: number }): Promise<Advanced>
  readonly review: WithdrawalReview
  /** Own withdrawals, newest first. */
  page(
    wanted: WithdrawalFilter & { readonly user: UserId; readonly page: number; readonly size: number },
  ): Promise<{ readonly rows: readonly SeenWithdrawal[]; readonly total: number }>
  /** Looks for changes in the store at all that are open, so that staff learn of each. */
  lookAtOpen(): Promise<void>
  /** Finishes every step that was decided and is not booked and marked yet. */
  resumeIntents(): Promise<void>
}

export function openWithdrawals(parts: CaseworkParts): Withdrawals {
  const payments = paymentsOf(parts)
  return {
    addPayee: (payee) => addPayee(parts, payee),
    deletePayee: (request) => deletePayee(parts, request),
    request: (request) => requestWithdrawal(parts, payments, request),
    cancel: (request) => cancelWithdrawal(parts, payments, request),
    review: withdrawalReview(parts, payments),
    page: async (wanted) => {
      const { rows, total } = await withdrawalPage(parts.store.db, wanted)
      return { rows: await seenWithdrawals(parts, rows), total }
    },
    resumeIntents: payments.resume,
    lookAtOpen: () => lookAtOpen(parts),
  }
}
