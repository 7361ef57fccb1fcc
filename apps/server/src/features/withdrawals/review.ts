/**
 * The office's side of withdrawals, and the customer's cancel: each takes the row, looks at its state, writes the
 * decision with the audit, and lets payments.ts move the money. The row decides between two who come at once. A freeze
 * and a decision about money wait for each other, so one of them was first. Every function answers the withdrawal as it
 * is afterwards, or why not.
 */

import { refuse } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import type { MoneySort } from '../../services/office/index.ts'
import { aloneFor, deciding, reject } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { tellCustomer } from '../accounts/index.ts'
import { firstStands, reasonGiven, refuseOwn } from '../approvals/index.ts'
import { freezeOf } from '../freezes/index.ts'
import { type CaseworkParts, usdText } from '../money/index.ts'
import type { WithdrawalRow } from './encryption.ts'
import { paymentSpelling } from './payment-reference.ts'
import type { Advanced, Payments } from './payments.ts'
import { hasPriceMoved } from './price-moved.ts'
import {
  changeWithdrawal,
  findWithdrawal,
  isPaymentKnown,
  lockWithdrawalRow,
  sharingPayee,
  type WithdrawalFilter,
  withdrawalPage,
} from './queries.ts'

type Decision = { readonly withdrawal: number; readonly actor: Actor /** For the audit. */; readonly reason: string }

export type WithdrawalReview = {
  /** What waits, oldest first, or any other selection. */
  queue(
    wanted: WithdrawalFilter & { readonly page: number; readonly size: number; readonly sort?: MoneySort | undefined },
  ): Promise<{ readonly rows: readonly WithdrawalRow[]; readonly total: number }>
  /** With other customers who are paid to the same place. */
  find(
    withdrawal: number,
  ): Promise<
    | { readonly row: WithdrawalRow; readonly sharing: readonly { readonly user: number; readonly payee: number }[] }
    | undefined
  >
  /**
   * At or above the limit two different people must approve; after the first it still waits. Not while the account is
   * frozen.
   */
  approve(decision: Decision): Promise<Advanced>
  /**
   * It was sent: `reference` is the transaction or the bank's reference, and the customer reads it. Also while the
   * account is frozen, because what has left cannot be held any more, and to reject it would give it a second time; the
   * audit says so.
   */
  pay(decision: Decision & { readonly reference: string }): Promise<Advanced>
  /** Waiting or approved: released with `remark`, which the customer reads. */
  reject(decision: Decision & { readonly remark: string }): Promise<Advanced>
}

/**
 * Refusals: `reason_missing`, `reference_missing`, `reference_malformed`, `reference_used`, `record_unknown`,
 * `record_own`, `record_decided`, `second_person_needed`, `account_frozen`, `price_moved`: the price of the coin is
 * another now; the withdrawal is rejected and asked for again.
 */
export function withdrawalReview(parts: CaseworkParts, payments: Payments): WithdrawalReview {
  const { store, runtime, encryption } = parts
  const reading = { db: store.db, encryption }

  const decide = (
    decision: Decision & { readonly action: string },
    change: (found: Found, tx: Transaction) => Promise<WithdrawalRow>,
  ) =>
    deciding(store, async (tx) => {
      const found = await atRest(parts, tx, decision)
      const after = await change(found, tx)
      const before = factsOf(found.row)
      const { actor, action, reason } = decision
      const subject = { kind: 'withdrawal', id: decision.withdrawal }
      const facts = { ...factsOf(after), ...(found.isFrozen && { account_frozen: true }) }
      await writeAudit(tx, { actor, action, subject, reason, before, after: facts, at: runtime.now() })
      return after
    })

  return {
    queue: async (wanted) => {
      const oldestFirst = wanted.state === 'waiting' || wanted.state === 'approved'
      const { rows, total } = await withdrawalPage(reading, { ...wanted, oldestFirst })
      return { rows: await Promise.all(rows.map((row) => asItStands(store, row))), total }
    },
    find: async (withdrawal) => {
      const row = await findWithdrawal(reading, withdrawal)
      return row && { row: await asItStands(store, row), sharing: await sharingPayee(store.db, row.payee) }
    },
    approve: async (decision) => {
      if (!reasonGiven(decision.reason)) return refuse('reason_missing', 'reason')
      return decide({ ...decision, action: 'withdrawal_approve' }, (found, tx) =>
        approved(parts, tx, { ...found, actor: decision.actor }),
      )
    },
    pay: async (decision) => {
      const reference = decision.reference.trim()
      if (!reasonGiven(decision.reason)) return refuse('reason_missing', 'reason')
      if (!reasonGiven(reference)) return refuse('reference_missing', 'reference')
      const decided = await decide({ ...decision, action: 'withdrawal_pay' }, ({ row }, tx) =>
        row.state === 'approved'
          ? payingWith(parts, tx, { row, reference })
          : reject(row.state === 'waiting' ? 'record_not_approved' : 'record_decided'),
      )
      return decided.ok ? payments.finish(decision.withdrawal) : decided
    },
    reject: async (decision) => {
      const remark = decision.remark.trim()
      if (!reasonGiven(decision.reason)) return refuse('reason_missing', 'reason')
      if (!reasonGiven(remark)) return refuse('reason_missing', 'remark')
      const decided = await decide({ ...decision, action: 'withdrawal_reject' }, ({ row }, tx) =>
        changeWithdrawal({ db: tx.db, encryption: parts.encryption }, row.withdrawal, {
          intent: 'rejected',
          notes: remark,
        }),
      )
      return decided.ok ? payments.finish(decision.withdrawal) : decided
    },
  }
}

/**
 * The customer takes it back while it waits. Again is as good. Refusals: `draw_unknown` (also somebody else's),
 * `draw_not_waiting`.
 */
export async function cancelWithdrawal(
  parts: CaseworkParts,
  payments: Payments,
  asked: { readonly user: number; readonly withdrawal: number },
): Promise<Advanced> {
  const { user, withdrawal } = asked
  const decided = await deciding(parts.store, async (tx) => {
    const row = await lockWithdrawalRow({ db: tx.db, encryption: parts.encryption }, withdrawal)
    if (row === undefined || row.user !== user || row.state === 'asked' || row.state === 'refused')
      return reject('draw_unknown', 'id')
    if (row.state === 'cancelled' || row.intent === 'cancelled') return row
    if (row.state !== 'waiting' || row.intent !== null) return reject('draw_not_waiting')
    return changeWithdrawal({ db: tx.db, encryption: parts.encryption }, withdrawal, { intent: 'cancelled' })
  })
  return decided.ok ? payments.finish(withdrawal) : decided
}

/**
 * One payment pays one withdrawal: the same reference again is refused, also where it was kept without its one
 * spelling.
 */
async function payingWith(
  parts: CaseworkParts,
  tx: Transaction,
  paying: { readonly row: WithdrawalRow; readonly reference: string },
): Promise<WithdrawalRow> {
  const { row, reference } = paying
  const spelling = paymentSpelling(row, reference)
  if (spelling === undefined) return reject('reference_malformed', 'reference')
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`payment ${spelling}`])
  if (await isPaymentKnown(tx.db, { row, spelling, reference })) reject('reference_used', 'reference')
  const changes = { intent: 'paid', notes: reference, paymentReference: spelling } as const
  return changeWithdrawal({ db: tx.db, encryption: parts.encryption }, row.withdrawal, changes)
}

async function approved(
  parts: CaseworkParts,
  tx: Transaction,
  approval: Found & { readonly actor: Actor },
): Promise<WithdrawalRow> {
  const { isFrozen, actor } = approval
  const row = await asItStands(tx, approval.row)
  const at = parts.runtime.now()
  if (row.state !== 'waiting') return reject('record_decided')
  if (isFrozen) return reject('account_frozen')
  if (hasPriceMoved(parts.settings, row)) return reject('price_moved')
  if (row.firstBy === actor.who) return reject('second_person_needed')
  const isFirst = row.firstBy === null
  const approvals = isFirst ? { firstBy: actor.who, firstAt: at } : { secondBy: actor.who, secondAt: at }
  if (isFirst && row.needsTwo)
    return changeWithdrawal({ db: tx.db, encryption: parts.encryption }, row.withdrawal, approvals)
  const after = await changeWithdrawal({ db: tx.db, encryption: parts.encryption }, row.withdrawal, {
    ...approvals,
    state: 'approved',
    approvedAt: at,
  })
  const values = { id: String(row.withdrawal), amount: usdText(row.amount) }
  await tellCustomer(
    { messages: parts.messages, tx },
    { user: row.user, notice: { name: 'withdraw_approved', values } },
  )
  return after
}

/** While it waits, an approval of somebody whose access was changed since is none. */
async function asItStands({ query }: Pick<Transaction, 'query'>, row: WithdrawalRow): Promise<WithdrawalRow> {
  if (row.state !== 'waiting' || row.firstBy === null || (await firstStands(query, row))) return row
  return { ...row, firstBy: null, firstAt: null }
}

type Found = {
  readonly row: WithdrawalRow
  /** As it was decided, whether or not the engine knows of it yet. */
  readonly isFrozen: boolean
}

/**
 * The row, taken, with nothing on its way and not ended; until the transaction ends nobody freezes or unfreezes its
 * owner.
 */
async function atRest(
  parts: Pick<CaseworkParts, 'encryption'>,
  tx: Transaction,
  { withdrawal, actor }: Decision,
): Promise<Found> {
  const reading = { db: tx.db, encryption: parts.encryption }
  const known = await findWithdrawal(reading, withdrawal)
  if (known === undefined) return reject('record_unknown')
  await aloneFor(tx, known.user)
  await refuseOwn(tx, { actor, user: known.user })
  const row = await lockWithdrawalRow(reading, withdrawal)
  if (row === undefined || row.state === 'asked' || row.state === 'refused') return reject('record_unknown')
  if (row.intent !== null || (row.state !== 'waiting' && row.state !== 'approved')) return reject('record_decided')
  return { row, isFrozen: (await freezeOf(tx.db, row.user)) !== undefined }
}

function factsOf(row: WithdrawalRow) {
  const { state, intent, amount, firstBy, secondBy, notes } = row
  return { state, intent, amount: usdText(amount), firstBy, secondBy, notes }
}
