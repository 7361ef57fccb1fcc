/**
 * The decisions of staff about deposits: credit the received amount, with a second approver above the limit, or end the
 * deposit without money. transitions.ts says what each needs. Every function answers the deposit as it is afterwards,
 * or the refusal.
 */
import { type Micros, MONEY_MAX, micros, must } from '@veritick/domain'
import { refuse } from '../../calls/index.ts'
import type { Actor } from '../../services/audit/index.ts'
import type { MoneySort } from '../../services/office/index.ts'
import { inTransaction } from '../../services/transactions/index.ts'
import type { FileTwin } from '../../services/uploads/index.ts'
import type { Transaction } from '../../store/index.ts'
import { advance, isReasonValid, lockApprover, openCase } from '../approvals/index.ts'
import { type CaseworkParts, isPaymentCredited, type ShownRecord, shownRecords } from '../money/index.ts'
import type { Credits, Decided } from './credits.ts'
import { type SingleApproverLimit, singleApproverLimit } from './limits.ts'
import { isNamed, ownWireOf, paymentOf } from './payment-reference.ts'
import { hasPriceMoved, isPriceOld } from './price-moved.ts'
import { type DepositFilter, type DepositRow, depositPage, findDeposit } from './queries.ts'
import type { RefusedReports } from './refused-reports.ts'
import { isContested, type OtherReport, sameTransactions } from './same-payment.ts'
import { DEPOSIT_TRANSITIONS, DEPOSITS, isProposal, SHOWN_DEPOSITS, withoutVoidProposal } from './transitions.ts'

type ReviewParts = CaseworkParts & { readonly refusedReports: RefusedReports }
type Decision = { readonly deposit: number; readonly actor: Actor /** For the audit. */; readonly reason: string }

export type ShownDeposit = ShownRecord<DepositRow>

export type DepositReview = {
  /** Waiting deposits (`unchecked`), oldest first, or another selection. */
  queue(
    wanted: DepositFilter & { readonly page: number; readonly size: number; readonly sort?: MoneySort | undefined },
  ): Promise<{ readonly rows: readonly ShownDeposit[]; readonly total: number }>
  /**
   * One deposit with other uses of its picture, uses of similar pictures, and the amount that `reader` may credit
   * alone.
   */
  find(
    deposit: number,
    reader?: Actor,
  ): Promise<
    | {
        readonly row: ShownDeposit
        readonly twins: readonly FileTwin[]
        readonly alike: readonly FileTwin[]
        readonly singleApproverLimit: SingleApproverLimit
      }
    | undefined
  >
  /** For each of these rows: other reports of the same transaction, refused ones too; oldest first. */
  sameTransactions(rows: readonly DepositRow[]): Promise<(row: DepositRow) => readonly OtherReport[]>
  /**
   * `amount`: what was received. When it is not what was reported, `remark` must say why; the customer reads it. Above
   * `singleApproverLimit`, and for a bank transfer without the reference of the bank, the first approver proposes, and
   * a second, different approver credits by the same amount and payment. The limit is zero where the price has moved
   * since the report or is too old, and where another customer waits with the same transaction or was refused with it.
   * `paymentReference`: the transaction or the bank's reference that paid it; left out: the transaction that the
   * customer reported. `seen`: the moment of the first approval that the approver was shown, 0 for none; another
   * approval is refused as `approval_changed`.
   */
  credit(
    decision: Decision & {
      readonly amount: Micros
      readonly remark: string
      readonly paymentReference?: string
      readonly seen?: number | undefined
    },
  ): Promise<Decided>
  /** The money did not come, or not like this. The customer reads the remark. */
  reject(decision: Decision & { readonly remark: string }): Promise<Decided>
  /** Expired, doubled or a mistake. The customer reads the remark. */
  invalidate(decision: Decision & { readonly remark: string }): Promise<Decided>
}

/**
 * Refusals: `reason_missing`, `amount_not_positive`, `amount_too_large`, `record_unknown`, `record_own`,
 * `record_decided`, `record_begun` (a card payment that is still with its provider), `second_person_needed` (the first
 * approver confirms the own proposal), `approval_changed`, `reference_missing` (coins without a transaction),
 * `transaction_malformed`, `reference_malformed`, `transaction_used` (another deposit was credited for this payment).
 */
export function depositReview(parts: ReviewParts, credits: Credits): DepositReview {
  const { store, runtime, files } = parts
  const end = async (
    decision: Decision & { readonly remark: string },
    name: 'reject' | 'invalidate',
  ): Promise<Decided> => {
    const { deposit: id, actor, reason, remark } = decision
    if (!isReasonValid(reason)) return refuse('reason_missing', 'reason')
    if (!isReasonValid(remark)) return refuse('reason_missing', 'remark')
    return inTransaction(store, async (tx) => {
      const opened = await openCase(DEPOSITS, { parts, tx, id, actor })
      return advance(opened, DEPOSIT_TRANSITIONS[name], { reason, input: { remark }, now: runtime.now() })
    })
  }

  return {
    queue: async (wanted) => {
      const oldestFirst = wanted.states?.includes('unchecked') ?? false
      const { rows: read, total } = await depositPage(store.db, { ...wanted, oldestFirst })
      const rows = await shownRecords(parts, SHOWN_DEPOSITS, read)
      return {
        rows: await Promise.all(rows.map((row) => withoutVoidProposal({ ...parts, query: store.query }, row))),
        total,
      }
    },
    find: async (deposit, reader) => {
      const read = await findDeposit(store.db, deposit)
      if (read?.deposit !== deposit) return undefined
      const found = must((await shownRecords(parts, SHOWN_DEPOSITS, [read]))[0], 'a row is shown')
      const row = await withoutVoidProposal({ ...parts, query: store.query }, found)
      const twins = row.proof === null ? [] : await files.twins(store.query, row.proof)
      const alike = row.proof === null ? [] : await files.lookalikes(store.query, row.proof)
      const limit = await limitOf(parts, store, { row, by: reader?.who, isDecision: false })
      return { row, twins, alike, singleApproverLimit: limit }
    },
    sameTransactions: (rows) => sameTransactions(parts, rows),
    credit: async ({ deposit: id, actor, amount, reason, remark, seen, paymentReference = '' }) => {
      if (!isReasonValid(reason)) return refuse('reason_missing', 'reason')
      if (amount <= 0) return refuse('amount_not_positive', 'amount')
      if (amount > MONEY_MAX) return refuse('amount_too_large', 'amount')
      const known = await knownPayment(parts, id, paymentReference)
      const decided = await inTransaction(store, async (tx) => {
        const opened = await openCase(DEPOSITS, { parts, tx, id, actor })
        const { row } = opened
        await lockApprover(tx, actor)
        const payment = paymentOf(row, paymentReference)
        // Two approvers need it too: no earlier deposit of the customer may be missing.
        const value = payment.ok ? payment.value : null
        const limit = await limitOf(parts, tx, { row, by: actor.who, isDecision: true, payment: value })
        const isEnough = isNamed(payment) && amount <= limit.amount
        const isConfirmed = isProposal(row, { amount, payment })
        // The second approver need not write the message to the customer again.
        const message = remark.trim() || (isConfirmed ? row.remark : '')
        const input = { amount, payment, known, isEnough, seen, remark: message }
        const { credit, propose } = DEPOSIT_TRANSITIONS
        return advance(opened, isEnough || isConfirmed ? credit : propose, { reason, input, now: runtime.now() })
      })
      return decided.ok ? credits.finish(id) : decided
    },
    reject: (decision) => end(decision, 'reject'),
    invalidate: (decision) => end(decision, 'invalidate'),
  }
}

type Limited = {
  readonly row: DepositRow
  readonly by: string | undefined
  readonly isDecision: boolean
  readonly payment?: string | null
}

/**
 * Zero where no price of now can be compared with that of the report, and where another customer claims the payment:
 * the second approver is shown both.
 */
async function limitOf(
  parts: ReviewParts,
  { db }: Pick<Transaction, 'db'>,
  { row, by, isDecision, payment }: Limited,
): Promise<SingleApproverLimit> {
  const { settings, runtime } = parts
  const now = runtime.now()
  const limit = await singleApproverLimit(parts, db, {
    row,
    customerLimit: settings.get('deposit_two_person_limit_usd'),
    approverLimit: settings.get('deposit_approver_limit_usd'),
    approver: by,
    now,
    isDecision,
  })
  const isPriceVoid = hasPriceMoved(settings, row) || isPriceOld(settings, row, now)
  return isPriceVoid || isContested(parts, row, payment) ? { amount: micros(0), isOwn: false } : limit
}

/**
 * Asked before the transaction of a decision, because the engine's answer waits for commits. A wire counts as credited
 * under our own reference too: the deposit that had the reference before may be deleted in the store.
 */
async function knownPayment(
  { store, core }: CaseworkParts,
  deposit: number,
  typed: string,
): Promise<{ readonly payment: string; readonly isCredited: boolean } | undefined> {
  const row = await findDeposit(store.db, deposit)
  if (row === undefined) return undefined
  const payment = paymentOf(row, typed)
  if (!payment.ok || payment.value === null) return undefined
  const names = row.method === 'bank' ? [payment.value, ownWireOf(row)] : [payment.value]
  const credited = await Promise.all(names.map((name) => isPaymentCredited(core, name)))
  return { payment: payment.value, isCredited: credited.includes(true) }
}
