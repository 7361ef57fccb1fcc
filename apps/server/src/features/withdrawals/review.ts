/**
 * The decisions of staff about withdrawals, and the customer's cancellation. transitions.ts says what each needs;
 * payments.ts moves the money. The locked row decides between simultaneous decisions. A freeze and a decision about
 * money wait for each other. Every function answers the withdrawal as it is afterwards, or the refusal.
 */
import type { UserId } from '@veritick/domain'
import { refuse } from '../../calls/index.ts'
import type { Actor } from '../../services/audit/index.ts'
import type { MoneySort } from '../../services/office/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import { advance, customerActor, isReasonValid, openCase, type Transition } from '../approvals/index.ts'
import type { CaseworkParts } from '../money/index.ts'
import type { WithdrawalRow } from './encryption.ts'
import type { Advanced, Payments } from './payments.ts'
import { isPriceOld, pricedAt } from './price-age.ts'
import { entryOf } from './price-moved.ts'
import { currencyOf, findWithdrawal, sharingPayee, type WithdrawalFilter, withdrawalPage } from './queries.ts'
import { WITHDRAWAL_TRANSITIONS, WITHDRAWALS, withoutVoidApproval } from './transitions.ts'

type Decision = { readonly withdrawal: number; readonly actor: Actor /** For the audit. */; readonly reason: string }

export type WithdrawalReview = {
  /** Waiting withdrawals, oldest first, or another selection. */
  queue(
    wanted: WithdrawalFilter & { readonly page: number; readonly size: number; readonly sort?: MoneySort | undefined },
  ): Promise<{ readonly rows: readonly WithdrawalRow[]; readonly total: number }>
  /**
   * One withdrawal, other customers who have the same payee, and when the price of its currency was last set or
   * confirmed (`undefined`: the currency is not offered any more).
   */
  find(withdrawal: number): Promise<
    | {
        readonly row: WithdrawalRow
        readonly sharing: readonly { readonly user: UserId; readonly payee: number }[]
        readonly price: { readonly at: number; readonly isOld: boolean } | undefined
      }
    | undefined
  >
  /**
   * At or above the limit two different people must approve; after the first it still waits. Not while the account is
   * frozen.
   */
  approve(decision: Decision): Promise<Advanced>
  /**
   * It was sent: `reference` is the transaction or the bank's reference, and the customer reads it. Also while the
   * account is frozen, because money that has left cannot be held, and a rejection would give it a second time; the
   * audit says so.
   */
  pay(decision: Decision & { readonly reference: string }): Promise<Advanced>
  /** Waiting or approved: released with `remark`, which the customer reads. */
  reject(decision: Decision & { readonly remark: string }): Promise<Advanced>
}

/**
 * Refusals: `reason_missing`, `reference_missing`, `reference_malformed`, `reference_used`, `record_unknown`,
 * `record_own`, `record_decided`, `second_person_needed`, `account_frozen`, `price_moved`: the price of the coin is
 * another now; the withdrawal is rejected and asked for again; `draw_price_old`: an admin sets or confirms it first;
 * `draw_currency_off`: its currency is not offered any more.
 */
export function withdrawalReview(parts: CaseworkParts, payments: Payments): WithdrawalReview {
  const { store, runtime, encryption, settings } = parts
  const reading = { db: store.db, encryption }

  const decide = async <Input>(
    { withdrawal: id, actor, reason }: Decision,
    transitionFor: (row: WithdrawalRow) => Transition<WithdrawalRow, CaseworkParts, Input>,
    input: Input,
  ): Promise<Advanced> => {
    const decided = await inTransaction(store, async (tx) => {
      const opened = await openCase(WITHDRAWALS, { parts, tx, id, actor })
      return advance(opened, transitionFor(opened.row), { reason, input, now: runtime.now() })
    })
    return decided.ok ? payments.finish(id) : decided
  }
  const { approve_first, approve, pay, reject } = WITHDRAWAL_TRANSITIONS

  return {
    queue: async (wanted) => {
      const oldestFirst = wanted.state === 'waiting' || wanted.state === 'approved'
      const { rows, total } = await withdrawalPage(reading, { ...wanted, oldestFirst })
      return { rows: await Promise.all(rows.map((row) => withoutVoidApproval(store.query, row))), total }
    },
    find: async (withdrawal) => {
      const found = await findWithdrawal(reading, withdrawal)
      if (found === undefined) return undefined
      const row = await withoutVoidApproval(store.query, found)
      const entry = entryOf(settings, row, await currencyOf(store.db, row.payee))
      const price = entry && { at: pricedAt(settings, entry), isOld: isPriceOld(settings, entry, runtime.now()) }
      return { row, sharing: await sharingPayee(store.db, row.payee), price }
    },
    approve: async (decision) => {
      if (!isReasonValid(decision.reason)) return refuse('reason_missing', 'reason')
      return decide(
        decision,
        (row) => (row.needsTwo && row.firstApprover === null ? approve_first : approve),
        undefined,
      )
    },
    pay: async (decision) => {
      const reference = decision.reference.trim()
      if (!isReasonValid(decision.reason)) return refuse('reason_missing', 'reason')
      if (!isReasonValid(reference)) return refuse('reference_missing', 'reference')
      return decide(decision, () => pay, { reference })
    },
    reject: async (decision) => {
      const remark = decision.remark.trim()
      if (!isReasonValid(decision.reason)) return refuse('reason_missing', 'reason')
      if (!isReasonValid(remark)) return refuse('reason_missing', 'remark')
      return decide(decision, () => reject, { remark })
    },
  }
}

/**
 * The customer cancels while the withdrawal waits. The call is idempotent. Refusals: `draw_unknown` (also another
 * customer's withdrawal), `draw_not_waiting`.
 */
export async function cancelWithdrawal(
  parts: CaseworkParts,
  payments: Payments,
  request: { readonly user: UserId; readonly withdrawal: number },
): Promise<Advanced> {
  const { store, encryption, runtime } = parts
  const { user, withdrawal: id } = request
  const decided = await inTransaction(store, async (tx) => {
    const known = await findWithdrawal({ db: tx.db, encryption }, id)
    if (known?.user !== user) return rollbackWith('draw_unknown', 'id')
    const opened = await openCase(WITHDRAWALS, { parts, tx, id, actor: customerActor(user) })
    const { row } = opened
    if (row.state === 'cancelled' || row.state === 'cancelling') return row
    return advance(opened, WITHDRAWAL_TRANSITIONS.cancel, { reason: '', input: undefined, now: runtime.now() })
  })
  return decided.ok ? payments.finish(id) : decided
}
