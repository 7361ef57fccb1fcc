/**
 * The states of a deposit and the transitions between them. The ledger moves after `credit` and `receive` only; until
 * the engine has answered, the deposit is `crediting`.
 */
import { assert, type Micros } from '@veritick/domain'
import { and, ne } from 'drizzle-orm'
import { say } from '../../calls/index.ts'
import { recordSeals, type StaffProof } from '../../services/seals/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import { deposits, type Query } from '../../store/index.ts'
import { languageOf, personOf, tellCustomer } from '../accounts/index.ts'
import {
  isFirstApprovalValid,
  isReasonValid,
  type RecordKind,
  type Requirement,
  requireSeen,
  type Transition,
} from '../approvals/index.ts'
import { type CaseworkParts, type DecidedCredit, type ShownKind, sealOf, usdText } from '../money/index.ts'
import { isPaidWith, lockPayment, type Payment } from './payment-reference.ts'
import { changeDeposit, type DepositRow, depositsNamed, findDeposit, lockDeposit } from './queries.ts'

/** No first approval, and neither an amount nor a payment that it proposes. */
export const NO_PROPOSAL = { credited: null, paymentReference: null, proposedBy: null, proposedAt: null } as const

const SEALS = recordSeals('deposits', deposits)

/** Deposits as lists and pages show them. */
export const SHOWN_DEPOSITS: ShownKind<DepositRow> = {
  record: 'deposit',
  seals: SEALS,
  idOf: ({ deposit }) => deposit,
  named: depositsNamed,
}

export const DEPOSITS: RecordKind<DepositRow, CaseworkParts> = {
  name: 'deposit',
  find: (_parts, tx, id) => findDeposit(tx.db, id),
  lock: (_parts, tx, id) => lockDeposit(tx.db, id),
  counting: (parts, tx, row) => withoutVoidProposal({ ...parts, query: tx.query }, row),
  change: (_parts, tx, id, changes) => changeDeposit(tx.db, id, changes),
  facts: ({ state, amount, credited, paymentReference, proposedBy, remark }) => ({
    state,
    amount: usdText(amount),
    credited: credited === null ? null : usdText(credited),
    paymentReference,
    proposedBy,
    remark,
  }),
  seal: ({ encryption }, row) => sealOf(encryption, creditDecided(row)),
  seals: SEALS,
  refusal: (state) => (state === 'begun' ? 'record_begun' : 'record_decided'),
}

/** The movement of the decision to credit this deposit. */
export function creditDecided({ deposit, account, credited, paymentReference }: DepositRow): DecidedCredit {
  const place = { record: 'deposit', id: deposit, movement: 'credit', account } as const
  return { ...place, amounts: [credited], cause: paymentReference }
}

/** A proposal does not count once the access of its approver was changed. */
export async function withoutVoidProposal<Row extends DepositRow>(
  parts: StaffProof & { readonly query: Query },
  row: Row,
): Promise<Row> {
  const { state, proposedBy: by, proposedAt: at } = row
  if (state !== 'unchecked' || by === null || (await isFirstApprovalValid(parts, { by, at }))) return row
  return { ...row, ...NO_PROPOSAL, remark: '' }
}

const transition = <Input>(made: Transition<DepositRow, CaseworkParts, Input>) => made
type Need<Input> = Requirement<DepositRow, CaseworkParts, Input>

/** `isEnough`: a single approver may credit this amount. */
type Credit = {
  readonly amount: Micros
  readonly payment: Payment
  /** The payment that the engine was asked about before: whether it has credited it, also for a row that is gone. */
  readonly known: { readonly payment: string; readonly isCredited: boolean } | undefined
  readonly remark: string
  readonly isEnough: boolean
  /** Moment of the first approval that the approver was shown, ms; 0: none; `undefined`: the page did not say. */
  readonly seen: number | undefined
}

/** Whether the first approver proposed exactly this: two people credit the same amount of the same payment. */
export const isProposal = (row: DepositRow, { amount, payment }: Pick<Credit, 'amount' | 'payment'>): boolean =>
  row.proposedBy !== null && row.credited === amount && payment.ok && row.paymentReference === payment.value

/** With `seen`, the approver never replaces or confirms an approval that the approver was not shown. */
const proposalSeen: Need<Credit> = ({ row, input: { seen } }) =>
  requireSeen(seen, { at: row.proposedAt, field: 'seen_approval' })

const amountExplained: Need<Credit> = ({ row, input }) => {
  if (input.amount !== row.amount && !isReasonValid(input.remark)) rollbackWith('reason_missing', 'remark')
}

/** The same approver may propose another amount or payment, not confirm the own one. */
const otherApprover: Need<Credit> = ({ row, input, actor }) => {
  if (!input.isEnough && row.proposedBy === actor.who && isProposal(row, input)) rollbackWith('second_person_needed')
}

/** One payment is credited once, also where several customers reported it. */
const paymentFree: Need<Credit> = async ({ tx, row, input: { payment, known } }) => {
  if (!payment.ok) return rollbackWith(payment.reason, 'payment_reference')
  const { value: spelling } = payment
  if (spelling === null) return
  // Otherwise the row was changed since its payment was read.
  if (known?.payment !== spelling) return rollbackWith('record_changed')
  if (known.isCredited) rollbackWith('transaction_used', 'payment_reference')
  await lockPayment(tx, spelling)
  const credited = await tx.db
    .select({ deposit: deposits.deposit })
    .from(deposits)
    .where(and(ne(deposits.deposit, row.deposit), isPaidWith(spelling)))
  if (credited.length > 0) rollbackWith('transaction_used', 'payment_reference')
}
const referenceOf = ({ payment }: Credit): string | null => {
  assert(payment.ok, 'a credit without its payment is refused before')
  return payment.value
}

const CREDIT_NEEDS = [proposalSeen, amountExplained, otherApprover, paymentFree]

const overdue: Need<undefined> = ({ row, now }) => {
  if (row.expiresAt === null || row.expiresAt > now) rollbackWith('record_begun')
}

type End = { readonly remark: string }
type EndName = 'deposit_rejected' | 'deposit_invalid'
const ending = (name: EndName) => ({
  change: ({
    input,
    actor,
    now,
  }: {
    readonly input: End
    readonly actor: { readonly who: string }
    readonly now: number
  }) => ({
    ...NO_PROPOSAL,
    remark: input.remark.trim(),
    decidedBy: actor.who,
    endedAt: now,
  }),
  tell: ({ parts, tx }: Parameters<Need<End>>[0], { user, deposit, remark }: DepositRow) =>
    tellCustomer({ ...parts, tx }, { user, message: { name, values: { id: String(deposit), remark } } }),
})

type Late = { readonly flags: string; readonly paid: string }

type Of<Input> = Transition<DepositRow, CaseworkParts, Input>

export const DEPOSIT_TRANSITIONS: {
  readonly offer: Of<{ readonly url: string }>
  readonly propose: Of<Credit>
  readonly credit: Of<Credit>
  readonly receive: Of<{ readonly amount: Micros }>
  readonly finish: Of<undefined>
  readonly refuse: Of<undefined>
  readonly reject: Of<End>
  readonly invalidate: Of<End>
  readonly decline: Of<End>
  readonly expire: Of<undefined>
  readonly reopen: Of<Late>
  readonly flag_late: Of<Late>
} = {
  /** The provider has a page for the payment that was begun. */
  offer: transition<{ readonly url: string }>({
    from: ['begun'],
    to: 'unchanged',
    by: ['customer'],
    change: ({ input }) => ({ payUrl: input.url }),
  }),
  propose: transition<Credit>({
    from: ['unchecked'],
    to: 'unchanged',
    by: ['staff'],
    action: 'deposit_propose',
    requires: CREDIT_NEEDS,
    change: ({ input, actor, now }) => ({
      credited: input.amount,
      paymentReference: referenceOf(input),
      remark: input.remark,
      proposedBy: actor.who,
      proposedAt: now,
    }),
  }),
  credit: transition<Credit>({
    from: ['unchecked'],
    to: 'crediting',
    by: ['staff'],
    action: 'deposit_credit',
    moves: 'credit',
    requires: CREDIT_NEEDS,
    change: ({ row, input, actor }) => ({
      ...(input.isEnough ? NO_PROPOSAL : { proposedBy: row.proposedBy, proposedAt: row.proposedAt }),
      credited: input.amount,
      paymentReference: referenceOf(input),
      remark: input.remark,
      decidedBy: actor.who,
    }),
  }),
  receive: transition<{ readonly amount: Micros }>({
    from: ['begun'],
    to: 'crediting',
    by: ['provider'],
    action: 'deposit_credit',
    moves: 'credit',
    change: ({ input, actor }) => ({ ...NO_PROPOSAL, credited: input.amount, remark: '', decidedBy: actor.who }),
  }),
  finish: transition<undefined>({
    from: ['crediting'],
    to: 'finished',
    by: ['ledger'],
    change: ({ now }) => ({ endedAt: now }),
    tell: ({ parts, tx }, { user, deposit, credited, remark }) => {
      assert(credited !== null, 'a credit that was booked has its amount')
      const values = { id: String(deposit), amount: usdText(credited), remark }
      return tellCustomer({ ...parts, tx }, { user, message: { name: 'deposit_finished', values } })
    },
  }),
  /** A card payment that the ledger refused was paid, so it is no longer begun: it waits for staff. */
  refuse: transition<undefined>({
    from: ['crediting'],
    to: 'unchecked',
    by: ['ledger'],
    action: 'deposit_credit_refused',
    change: () => ({ ...NO_PROPOSAL, remark: '', decidedBy: null }),
  }),
  reject: transition<End>({
    from: ['unchecked'],
    to: 'rejected',
    by: ['staff'],
    action: 'deposit_reject',
    ...ending('deposit_rejected'),
  }),
  invalidate: transition<End>({
    from: ['unchecked'],
    to: 'invalid',
    by: ['staff'],
    action: 'deposit_invalidate',
    ...ending('deposit_invalid'),
  }),
  decline: transition<End>({
    from: ['begun'],
    to: 'rejected',
    by: ['provider'],
    action: 'deposit_reject',
    ...ending('deposit_rejected'),
  }),
  expire: transition<undefined>({
    from: ['begun'],
    to: 'invalid',
    by: ['clock'],
    action: 'deposit_expire',
    requires: [overdue],
    change: async ({ parts, tx, row, now }) => {
      const remark = say(languageOf(await personOf({ ...parts, db: tx.db }, row.user)), 'messages.card_expired')
      return { ...NO_PROPOSAL, remark, endedAt: now }
    },
  }),
  /** Paid after its end: staff must see it. Nothing is credited without them. */
  reopen: transition<Late>({
    from: ['rejected', 'invalid'],
    to: 'unchecked',
    by: ['provider'],
    action: 'deposit_paid_late',
    change: ({ input }) => ({ ...NO_PROPOSAL, flags: input.flags, remark: '', decidedBy: null, endedAt: null }),
    facts: ({ input }) => ({ paid: input.paid }),
    tell: ({ parts, tx }, row) => tellReported(parts, tx, row),
  }),
  /** Paid again, or after staff have ended it: the decision stands. */
  flag_late: transition<Late>({
    from: ['unchecked', 'crediting', 'finished', 'rejected', 'invalid'],
    to: 'unchanged',
    by: ['provider'],
    action: 'deposit_paid_late',
    change: ({ input }) => ({ flags: input.flags }),
    facts: ({ input }) => ({ paid: input.paid }),
  }),
}

export function tellReported(
  parts: CaseworkParts,
  tx: Parameters<Need<undefined>>[0]['tx'],
  row: DepositRow,
): Promise<void> {
  const values = { id: String(row.deposit), amount: usdText(row.amount) }
  return tellCustomer({ ...parts, tx }, { user: row.user, message: { name: 'deposit_received', values } })
}
