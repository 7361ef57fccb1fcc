/**
 * The states of a withdrawal and the transitions between them. `locking`, `paying`, `rejecting` and `cancelling` are
 * decided, and the engine moves the money next; `shownState` is what customers and staff are shown meanwhile.
 */
import type { Reason } from '@veritick/contract'
import { millis } from '@veritick/domain'
import { forgetKey } from '../../services/idempotency/index.ts'
import { type Message, momentText } from '../../services/messages/index.ts'
import { recordSeals, type StaffProof } from '../../services/seals/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import { factName, LOCK_NAMED, type Query, withdrawals } from '../../store/index.ts'
import { isFrozen, tellCustomer } from '../accounts/index.ts'
import {
  isFirstApprovalValid,
  type Movement,
  type RecordKind,
  type Requirement,
  requireSeen,
  type Transition,
} from '../approvals/index.ts'
import { type CaseworkParts, type DecidedMovement, type ShownKind, sealOf, unitsText, usdText } from '../money/index.ts'
import type { WithdrawalRow } from './encryption.ts'
import { payeeText } from './payee-text.ts'
import { paymentSpelling } from './payment-reference.ts'
import { isPriceOld } from './price-age.ts'
import { entryOf, hasPriceMoved } from './price-moved.ts'
import {
  boundPayee,
  changeWithdrawal,
  findWithdrawal,
  isPaymentKnown,
  lockWithdrawalRow,
  type StoredWithdrawal,
  storedWithdrawals,
} from './queries.ts'

const SEALS = recordSeals('withdrawals', withdrawals)

/** Withdrawals as lists and pages show them. */
export const SHOWN_WITHDRAWALS: ShownKind<StoredWithdrawal> = {
  record: 'withdrawal',
  seals: SEALS,
  idOf: ({ withdrawal }) => withdrawal,
  named: storedWithdrawals,
}

export const WITHDRAWALS: RecordKind<WithdrawalRow, CaseworkParts> = {
  name: 'withdrawal',
  find: ({ encryption }, { db }, id) => findWithdrawal({ db, encryption }, id),
  lock: ({ encryption }, { db }, id) => lockWithdrawalRow({ db, encryption }, id),
  counting: (parts, tx, row) => withoutVoidDecision({ ...parts, query: tx.query }, row),
  change: ({ encryption }, { db }, id, changes) => changeWithdrawal({ db, encryption }, id, changes),
  facts: ({ state, amount, firstApprover, secondApprover, rejectionProposedBy, notes }) => ({
    state,
    amount: usdText(amount),
    firstApprover,
    secondApprover,
    rejectionProposedBy,
    notes,
  }),
  seal: ({ encryption }, row, movement) => sealOf(encryption, settlementDecided(row, movement)),
  seals: SEALS,
  // A withdrawal that was never locked is not shown, so it is answered as unknown.
  refusal: (state) => (state === 'locking' || state === 'refused' ? 'record_unknown' : 'record_decided'),
}

/** The movement of a decision to pay out this withdrawal, or to give it back, and the amount that is sent. */
export function settlementDecided(row: WithdrawalRow, movement: Movement): DecidedMovement {
  const { withdrawal: id, fromAccount: account, amount, fee, usdPrice, received } = row
  return { record: 'withdrawal', id, movement, account, amounts: [amount, fee, usdPrice, received] }
}

/** No proposed rejection, and no message to the customer that it would have. */
const NO_REJECTION = { rejectionProposedBy: null, rejectionProposedAt: null, notes: '' } as const

/** A proposed rejection that does not count any more: the staff member who pays is shown it with its author. */
export type VoidRejection = { readonly voidRejection?: { readonly by: string; readonly at: number } }

/**
 * The first of two decisions does not count once the access of its staff member was changed: the approval while the
 * withdrawal waits, the proposed rejection while it is approved.
 */
export async function withoutVoidDecision<Row extends WithdrawalRow>(
  parts: StaffProof & { readonly query: Query },
  row: Row,
): Promise<Row & VoidRejection> {
  const { state, firstApprover, firstApprovedAt, rejectionProposedBy, rejectionProposedAt } = row
  const isVoid = async (by: string | null, at: number | null) =>
    by !== null && !(await isFirstApprovalValid(parts, { by, at }))
  if (state === 'waiting' && (await isVoid(firstApprover, firstApprovedAt)))
    return { ...row, firstApprover: null, firstApprovedAt: null }
  if (state === 'approved' && rejectionProposedBy !== null && (await isVoid(rejectionProposedBy, rejectionProposedAt)))
    return { ...row, ...NO_REJECTION, voidRejection: { by: rejectionProposedBy, at: rejectionProposedAt ?? 0 } }
  return row
}

const transition = <Input>(made: Transition<WithdrawalRow, CaseworkParts, Input>) => made
type Need<Input> = Requirement<WithdrawalRow, CaseworkParts, Input>
type Step<Input = unknown> = Parameters<Need<Input>>[0]

/** The answer of the engine before the transaction of a decision of staff (review.ts). */
export type LedgerAnswer = {
  /** The engine has frozen the account of the withdrawal. */
  readonly isFrozenInEngine: boolean
}

/**
 * In the store or in the engine: an older row of the customer that is put back does not reach the engine. A freeze that
 * the engine got after its answer was written into the customer's row before, which is read here behind the lock.
 */
const isOwnerFrozen = async ({ parts, tx, row, input }: Step<LedgerAnswer>) =>
  (await isFrozen({ ...parts, db: tx.db }, row.user)) || input.isFrozenInEngine

/** The freeze that staff decided counts, also before the engine has it. */
const notFrozen: Need<LedgerAnswer> = async (step) => {
  if (await isOwnerFrozen(step)) rollbackWith('account_frozen')
}
/** Of the proven payee: another entry has another price. */
const currencyOf = async ({ parts, tx, row }: Step): Promise<number> =>
  (await boundPayee({ ...parts, db: tx.db }, row.payee)).currency

/**
 * No price of now can be compared with that of the request. An entry that is switched off has none either: any price of
 * it holds at once.
 */
const currencyOffered: Need<unknown> = async (step) => {
  const { parts, row } = step
  if (entryOf(parts.settings, row, await currencyOf(step))?.enabled !== true) rollbackWith('draw_currency_off')
}
const priceUnmoved: Need<unknown> = async (step) => {
  const { parts, row } = step
  if (hasPriceMoved(parts.settings, row, await currencyOf(step))) rollbackWith('price_moved')
}
const priceRecent: Need<unknown> = async (step) => {
  const { settings } = step.parts
  const { row, now } = step
  const entry = entryOf(settings, row, await currencyOf(step))
  if (entry !== undefined && isPriceOld(settings, entry, now)) rollbackWith('draw_price_old')
}
const otherApprover: Need<unknown> = ({ row, actor }) => {
  if (row.firstApprover === actor.who) rollbackWith('second_person_needed')
}
/** After the approval the money may have left, so both staff members say that it has not. */
const saidUnsent: Need<Rejection> = ({ input: { isUnsent } }) => {
  if (!isUnsent) rollbackWith('parameter_missing', 'not_sent')
}
/**
 * With `seen`, a confirmation never becomes a new proposal, and a proposal never confirms one that its author was not
 * shown.
 */
const proposalSeen: Need<Rejection> = ({ row, input: { seen } }) =>
  requireSeen(seen, { at: row.rejectionProposedAt, field: 'seen_rejection' })
const otherProposer: Need<Rejection> = ({ row, actor }) => {
  if (row.rejectionProposedBy === actor.who) rollbackWith('second_person_needed')
}
const rejectionProposed: Need<unknown> = ({ row }) => {
  if (row.rejectionProposedBy === null) rollbackWith('record_decided')
}

/**
 * One payment pays one withdrawal, also where the same reference is spelled in another way, and where the row of the
 * other withdrawal names another payment: the server remembers the one that it sealed.
 */
const referenceFree: Need<{ readonly reference: string }> = async ({ parts, tx, row, input: { reference } }) => {
  const spelling = paymentSpelling(row, reference)
  if (spelling === undefined) return rollbackWith('reference_malformed', 'reference')
  await tx.query(LOCK_NAMED, [`payment ${spelling}`])
  const paid = parts.newestSeals.paidWith(factName(spelling)) ?? row.withdrawal
  if (paid !== row.withdrawal || (await isPaymentKnown(tx.db, { row, spelling, reference })))
    rollbackWith('reference_used', 'reference')
}

/** The audit log says when a decision was taken while the account was frozen. */
const frozenFact = async (step: Step<LedgerAnswer>) => ((await isOwnerFrozen(step)) ? { account_frozen: true } : {})

const firstApproval = ({ actor, now }: Step) => ({ firstApprover: actor.who, firstApprovedAt: now })

const tell = (messageOf: (row: WithdrawalRow, values: { readonly id: string; readonly amount: string }) => Message) => {
  return ({ parts, tx }: Pick<Step, 'parts' | 'tx'>, row: WithdrawalRow) => {
    const values = { id: String(row.withdrawal), amount: usdText(row.amount) }
    return tellCustomer({ ...parts, tx }, { user: row.user, message: messageOf(row, values) })
  }
}

/** The amount that the payee receives, without the fee: `746.885 USDT`. */
const sentText = ({ received, method, currency }: WithdrawalRow): string => `${unitsText(received, method)} ${currency}`

const approval = { from: ['waiting'], by: ['staff'], action: 'withdrawal_approve', facts: frozenFact } as const
const APPROVAL_NEEDS = [notFrozen, currencyOffered, priceUnmoved, priceRecent, otherApprover]
const END = ({ now }: Pick<Step, 'now'>) => ({ endedAt: now })

/** The transitions of a withdrawal that is approved and not paid. */
const afterApproval = {
  from: ['approved'],
  by: ['staff'],
  facts: frozenFact,
  refusal: (state: WithdrawalRow['state']) =>
    state === 'waiting' ? 'record_not_approved' : WITHDRAWALS.refusal(state),
} as const
const rejection = { action: 'withdrawal_reject', moves: 'give_back' } as const

type Rejection = LedgerAnswer & {
  /** The message to the customer. */
  readonly remark: string
  /** The staff member has checked that the payment was not sent. */
  readonly isUnsent: boolean
  /** Moment of the proposed rejection that the page showed, ms; 0: none; `undefined`: the page did not say. */
  readonly seen: number | undefined
}

type Payment = LedgerAnswer & { readonly reference: string }

type Of<Input> = Transition<WithdrawalRow, CaseworkParts, Input>

export const WITHDRAWAL_TRANSITIONS: {
  readonly lock: Of<undefined>
  readonly refuse: Of<{ readonly fault: Reason; readonly again: boolean }>
  readonly approve_first: Of<LedgerAnswer>
  readonly approve: Of<LedgerAnswer>
  readonly pay: Of<Payment>
  readonly reject: Of<Rejection>
  readonly propose_rejection: Of<Rejection>
  readonly confirm_rejection: Of<Rejection>
  readonly drop_rejection: Of<LedgerAnswer>
  readonly cancel: Of<undefined>
  readonly finish_payment: Of<undefined>
  readonly finish_rejection: Of<undefined>
  readonly finish_cancel: Of<undefined>
} = {
  lock: transition<undefined>({
    from: ['locking'],
    to: 'waiting',
    by: ['ledger'],
    change: () => ({}),
    tell: tell((row, values) => ({
      name: 'withdraw_requested',
      values: { ...values, payee: payeeText(row), time: momentText(millis(row.createdAt)) },
    })),
  }),
  /** `again`: the refusal passes by itself, so the same request may be sent again. */
  refuse: transition<{ readonly fault: Reason; readonly again: boolean }>({
    from: ['locking'],
    to: 'refused',
    by: ['ledger'],
    change: ({ input, now }) => ({ refusal: input.fault, endedAt: now }),
    tell: async ({ parts: { usedKeys }, tx, input }, row) => {
      if (input.again) await forgetKey(tx, { kind: 'withdrawal', record: row.withdrawal, usedKeys })
    },
  }),
  approve_first: transition<LedgerAnswer>({
    ...approval,
    to: 'unchanged',
    requires: APPROVAL_NEEDS,
    // It may wait for a second one because of the limit of its approver, so from now on two are needed.
    change: (step) => ({ ...firstApproval(step), needsTwo: true }),
  }),
  approve: transition<LedgerAnswer>({
    ...approval,
    to: 'approved',
    requires: APPROVAL_NEEDS,
    change: (step) => ({
      ...(step.row.firstApprover === null
        ? firstApproval(step)
        : { secondApprover: step.actor.who, secondApprovedAt: step.now }),
      approvedAt: step.now,
    }),
    tell: tell((_row, values) => ({ name: 'withdraw_approved', values })),
  }),
  /** Also where a rejection is proposed: a payment that has left is told, and ends the proposal. */
  pay: transition<Payment>({
    ...afterApproval,
    to: 'paying',
    action: 'withdrawal_pay',
    moves: 'pay_out',
    requires: [referenceFree],
    change: ({ row, input: { reference } }) => ({
      ...NO_REJECTION,
      notes: reference,
      paymentReference: paymentSpelling(row, reference) ?? null,
    }),
  }),
  reject: transition<Rejection>({
    ...rejection,
    from: ['waiting'],
    to: 'rejecting',
    by: ['staff'],
    facts: frozenFact,
    change: ({ input }) => ({ notes: input.remark }),
  }),
  propose_rejection: transition<Rejection>({
    ...afterApproval,
    to: 'unchanged',
    action: 'withdrawal_propose_rejection',
    requires: [proposalSeen, saidUnsent],
    change: ({ input, actor, now }) => ({
      notes: input.remark,
      rejectionProposedBy: actor.who,
      rejectionProposedAt: now,
    }),
  }),
  confirm_rejection: transition<Rejection>({
    ...rejection,
    ...afterApproval,
    to: 'rejecting',
    requires: [proposalSeen, saidUnsent, otherProposer],
    change: ({ input, actor }) => ({ notes: input.remark, rejectionConfirmedBy: actor.who }),
  }),
  /** The withdrawal is to be paid after all. */
  drop_rejection: transition<LedgerAnswer>({
    ...afterApproval,
    to: 'unchanged',
    action: 'withdrawal_drop_rejection',
    requires: [rejectionProposed],
    change: () => NO_REJECTION,
  }),
  cancel: transition<undefined>({
    from: ['waiting'],
    to: 'cancelling',
    by: ['customer'],
    moves: 'give_back',
    refusal: (state) => (state === 'locking' || state === 'refused' ? 'draw_unknown' : 'draw_not_waiting'),
    change: () => ({}),
  }),
  finish_payment: transition<undefined>({
    from: ['paying'],
    to: 'paid',
    by: ['ledger'],
    change: END,
    tell: tell((row, values) => ({
      name: 'withdraw_paid',
      values: {
        ...values,
        amount: sentText(row),
        fee: usdText(row.fee),
        payee: payeeText(row),
        reference: row.notes,
      },
    })),
  }),
  finish_rejection: transition<undefined>({
    from: ['rejecting'],
    to: 'rejected',
    by: ['ledger'],
    change: END,
    tell: tell((row, values) => ({ name: 'withdraw_rejected', values: { ...values, reason: row.notes } })),
  }),
  finish_cancel: transition<undefined>({
    from: ['cancelling'],
    to: 'cancelled',
    by: ['ledger'],
    change: END,
    tell: tell((_row, values) => ({ name: 'withdraw_cancelled', values })),
  }),
}
