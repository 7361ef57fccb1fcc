/**
 * The decisions of staff about withdrawals, and the customer's cancellation. transitions.ts says what each needs;
 * payments.ts moves the money. The locked row decides between simultaneous decisions. A freeze and a decision about
 * money wait for each other. Every function answers the withdrawal as it is afterwards, or the refusal.
 */
import type { AccountId, UserId } from '@veritick/domain'
import { refuse } from '../../calls/index.ts'
import type { Actor } from '../../services/audit/index.ts'
import type { MoneySort } from '../../services/office/index.ts'
import { RowChanged } from '../../services/seals/index.ts'
import { inTransaction, rollbackWith } from '../../services/transactions/index.ts'
import type { Transaction } from '../../store/index.ts'
import { advance, customerActor, isReasonValid, lockApprover, openCase, type Transition } from '../approvals/index.ts'
import { type CaseworkParts, isLocked } from '../money/index.ts'
import { type OverLimit, overLimitOf } from './approver-limit.ts'
import type { WithdrawalRow } from './encryption.ts'
import type { Advanced, Payments } from './payments.ts'
import { isPriceOld, pricedAt } from './price-age.ts'
import { entryOf } from './price-moved.ts'
import {
  boundPayee,
  boundPayeeOfEnded,
  sharingPayee,
  storedWithdrawal,
  type WithdrawalFilter,
  withdrawalPage,
} from './queries.ts'
import { type SeenWithdrawal, seenWithdrawals } from './seen.ts'
import {
  type LedgerAnswer,
  type VoidRejection,
  WITHDRAWAL_TRANSITIONS,
  WITHDRAWALS,
  withoutVoidDecision,
} from './transitions.ts'

type Decision = { readonly withdrawal: number; readonly actor: Actor /** For the audit. */; readonly reason: string }

export type WithdrawalReview = {
  /** Waiting withdrawals, oldest first, or another selection. */
  queue(
    wanted: WithdrawalFilter & { readonly page: number; readonly size: number; readonly sort?: MoneySort | undefined },
  ): Promise<{ readonly rows: readonly (SeenWithdrawal & VoidRejection)[]; readonly total: number }>
  /**
   * One withdrawal, when its payee was bound, whether the engine has frozen its account, other customers who have the
   * same payee, and when the price of its currency was last set or confirmed (`undefined`: it is not offered any
   * more). `overLimit`: one approval is needed, and that of `reader` alone is not enough.
   */
  find(
    withdrawal: number,
    reader?: Actor,
  ): Promise<
    | {
        readonly row: SeenWithdrawal & VoidRejection
        readonly boundAt: number | undefined
        readonly isFrozenInEngine: boolean
        readonly sharing: readonly UserId[]
        readonly price: { readonly at: number; readonly isOld: boolean } | undefined
        readonly overLimit: OverLimit | undefined
      }
    | undefined
  >
  /**
   * At or above the limit of the customer, or of what the approver approves alone in 24 hours, two different people
   * must approve; after the first it still waits. Not while the account is frozen.
   */
  approve(decision: Decision): Promise<Advanced>
  /**
   * It was sent: `reference` is the transaction or the bank's reference, and the customer reads it. Also while the
   * account is frozen (the audit says so) or a rejection is proposed, because money that has left cannot be held, and a
   * rejection would give it a second time.
   */
  pay(decision: Decision & { readonly reference: string }): Promise<Advanced>
  /**
   * Released with `remark`, which the customer reads. Once it was approved, the first staff member proposes this and
   * another one confirms it. Both have checked that the payment was not sent (`isUnsent`). `seen` is the moment of the
   * proposed rejection that the staff member was shown, 0 for none; any other is refused as `approval_changed`.
   */
  reject(
    decision: Decision & {
      readonly remark: string
      readonly isUnsent?: boolean | undefined
      readonly seen?: number | undefined
    },
  ): Promise<Advanced>
  /** Ends a proposed rejection: it stays approved and is to be paid. */
  dropRejection(decision: Decision): Promise<Advanced>
}

type Taken<Input> = Transition<WithdrawalRow, CaseworkParts, Input>
type TransitionFor<Input> = (row: WithdrawalRow, tx: Transaction) => Taken<Input> | Promise<Taken<Input>>

/** The row without a decision that does not count any more. */
const counting = <Row extends WithdrawalRow>(parts: CaseworkParts, row: Row) =>
  withoutVoidDecision({ ...parts, query: parts.store.query }, row)

/**
 * Refusals: `reason_missing`, `reference_missing`, `reference_malformed`, `reference_used`, `record_unknown`,
 * `record_own`, `record_decided`, `second_person_needed`, `account_frozen`, `price_moved`: the price of the coin is
 * another now; the withdrawal is rejected and asked for again; `draw_price_old`: an admin sets or confirms it first;
 * `draw_currency_off`: its currency is not offered any more; `parameter_missing`: a rejection after the approval does
 * not say that the payment was not sent; `approval_changed`: the proposed rejection is not the one that was shown;
 * `record_changed`: it was changed in the store; `busy`: the customer was frozen or released meanwhile,
 * more than once.
 */
export function withdrawalReview(parts: CaseworkParts, payments: Payments): WithdrawalReview {
  const { store, runtime, settings } = parts
  const decide = decisionsOf(parts, payments)
  const { pay, drop_rejection } = WITHDRAWAL_TRANSITIONS

  return {
    queue: async (wanted) => {
      const oldestFirst = wanted.state === 'waiting' || wanted.state === 'approved' || wanted.state === 'open'
      const { rows, total } = await withdrawalPage(store.db, { ...wanted, oldestFirst })
      const seen = await seenWithdrawals(parts, rows)
      return {
        rows: await Promise.all(seen.map((row) => counting(parts, row))),
        total,
      }
    },
    find: async (withdrawal, reader) => {
      const found = await seenWithdrawal(parts, withdrawal)
      if (found === undefined) return undefined
      const counted = await counting(parts, found)
      const { bound, fault } = await payeeToShow(parts, counted)
      const row = { ...counted, fault: counted.fault ?? fault }
      const entry = bound && entryOf(settings, row, bound.currency)
      const price = entry && { at: pricedAt(settings, entry), isOld: isPriceOld(settings, entry, runtime.now()) }
      const isWaiting = reader !== undefined && row.state === 'waiting'
      return {
        row,
        boundAt: bound?.createdAt,
        isFrozenInEngine: (await askFreeze(parts, row)).isFrozen,
        sharing: bound === undefined ? [] : await sharingPayee({ ...parts, db: store.db }, bound),
        price,
        overLimit: isWaiting ? await overLimitOf(parts, store.db, { row, who: reader.who }) : undefined,
      }
    },
    approve: async (decision) => {
      if (!isReasonValid(decision.reason)) return refuse('reason_missing', 'reason')
      return decide(decision, (row, tx) => approvalFor(parts, tx, { row, actor: decision.actor }), {})
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
      return decide(decision, rejectionFor, { remark, isUnsent: decision.isUnsent ?? false, seen: decision.seen })
    },
    dropRejection: async (decision) => {
      if (!isReasonValid(decision.reason)) return refuse('reason_missing', 'reason')
      return decide(decision, () => drop_rejection, {})
    },
  }
}

/** Takes the transition of a decision of staff, and the movement of money that follows. */
function decisionsOf(parts: CaseworkParts, payments: Payments) {
  return async <Input extends object>(
    { withdrawal: id, actor, reason }: Decision,
    transitionFor: TransitionFor<Input & LedgerAnswer>,
    given: Input,
  ): Promise<Advanced> => {
    const decideOnce = async () => {
      const seen = await seenWithdrawal(parts, id)
      if (seen === undefined) return refuse('record_unknown', 'id')
      if (seen.fault !== undefined) return refuse('record_changed')
      const isHeld = await isHeldByLedger(parts, seen)
      const asked = await askFreeze(parts, seen)
      return inTransaction(parts.store, async (tx) => {
        const opened = await openCase(WITHDRAWALS, { parts, tx, id, actor })
        requireHeld(parts, opened.row, isHeld)
        requireAsAsked(parts, opened.row, asked)
        const transition = await transitionFor(opened.row, tx)
        const input = { ...given, isFrozenInEngine: asked.isFrozen }
        return advance(opened, transition, { reason, input, now: parts.runtime.now() })
      })
    }
    for (let times = 1; ; times++) {
      const decided = await decideOnce()
      if (decided.ok) return payments.finish(id)
      if (decided.reason !== 'busy' || times === ASKED_MAX) return decided
    }
  }
}

/** How often the engine is asked for one decision: staff may freeze or release the customer after its answer. */
const ASKED_MAX = 3

async function seenWithdrawal(parts: CaseworkParts, withdrawal: number): Promise<SeenWithdrawal | undefined> {
  const row = await storedWithdrawal(parts.store.db, withdrawal)
  const [seen] = await seenWithdrawals(parts, row === undefined ? [] : [row])
  return seen
}

/** `fault`: the payee of an open withdrawal does not prove itself, so neither its price nor its age are known. */
async function payeeToShow({ store, encryption }: CaseworkParts, { state, payee }: WithdrawalRow) {
  const reading = { db: store.db, encryption }
  if (state !== 'waiting' && state !== 'approved') return { bound: await boundPayeeOfEnded(reading, payee) }
  try {
    return { bound: await boundPayee(reading, payee) }
  } catch (error) {
    if (error instanceof RowChanged) return { fault: error.message }
    throw error
  }
}

/**
 * Asked before the transaction of a decision, because the answer waits for commits. `false`: the money of the
 * withdrawal was already paid out or given back, or never locked.
 */
async function isHeldByLedger({ core }: CaseworkParts, row: WithdrawalRow): Promise<boolean> {
  const { withdrawal, fromAccount: account, amount } = row
  return isLocked(core, { withdrawal, account, amount })
}

type AskedFreeze = {
  readonly user: UserId
  readonly account: AccountId
  readonly isFrozen: boolean
  /** The newest decision about a freeze of the customer before the engine was asked. */
  readonly version: number
}

/** Asked before the transaction of a decision too. */
async function askFreeze(
  { core, knownVersions }: CaseworkParts,
  { user, fromAccount: account }: WithdrawalRow,
): Promise<AskedFreeze> {
  const version = knownVersions.version('freezes', user)
  const view = await core.query({ kind: 'account', account })
  return { user, account, isFrozen: view?.frozen === true, version }
}

/**
 * The engine was asked about the account of this row, and staff have not decided about a freeze since. The customer is
 * locked: the next decision about a freeze waits.
 */
function requireAsAsked({ knownVersions }: CaseworkParts, row: WithdrawalRow, asked: AskedFreeze): void {
  if (row.user !== asked.user || row.fromAccount !== asked.account) rollbackWith('record_changed')
  if (knownVersions.version('freezes', row.user) !== asked.version) rollbackWith('busy')
}

/** An open withdrawal whose money is not locked was changed in the store since it was seen: it takes no decision. */
function requireHeld({ log }: CaseworkParts, { state, withdrawal }: WithdrawalRow, isHeld: boolean): void {
  if (isHeld || (state !== 'waiting' && state !== 'approved')) return
  log.error({ withdrawal, state }, 'a withdrawal is open, but its money is not locked: it was changed in the store')
  rollbackWith('record_changed')
}

/** The first approval of two, or the one that is enough. */
async function approvalFor(
  parts: CaseworkParts,
  tx: Transaction,
  { row, actor }: { readonly row: WithdrawalRow; readonly actor: Actor },
) {
  const { approve_first, approve } = WITHDRAWAL_TRANSITIONS
  if (row.firstApprover !== null) return approve
  if (row.needsTwo) return approve_first
  await lockApprover(tx, actor)
  const over = await overLimitOf(parts, tx.db, { row, who: actor.who, isDecision: true })
  return over === undefined ? approve : approve_first
}

/**
 * One person rejects what waits. After the approval the first one proposes it, and the next one confirms. Each of both
 * transitions refuses a staff member whose page said that it showed another state of the proposal.
 */
function rejectionFor({ state, rejectionProposedBy }: WithdrawalRow) {
  const { reject, propose_rejection, confirm_rejection } = WITHDRAWAL_TRANSITIONS
  if (state !== 'approved') return reject
  return rejectionProposedBy === null ? propose_rejection : confirm_rejection
}

/**
 * The customer cancels while the withdrawal waits. The call is idempotent. Refusals: `draw_unknown` (also another
 * customer's withdrawal), `draw_not_waiting`, `record_changed`: it was changed in the store.
 */
export async function cancelWithdrawal(
  parts: CaseworkParts,
  payments: Payments,
  request: { readonly user: UserId; readonly withdrawal: number },
): Promise<Advanced> {
  const { store, runtime } = parts
  const { user, withdrawal: id } = request
  const seen = await seenWithdrawal(parts, id)
  if (seen?.user !== user) return refuse('draw_unknown', 'id')
  if (seen.fault !== undefined) return refuse('record_changed')
  const isHeld = await isHeldByLedger(parts, seen)
  const decided = await inTransaction(store, async (tx) => {
    const opened = await openCase(WITHDRAWALS, { parts, tx, id, actor: customerActor(user) })
    const { row } = opened
    if (row.state === 'cancelled' || row.state === 'cancelling') return row
    requireHeld(parts, row, isHeld)
    return advance(opened, WITHDRAWAL_TRANSITIONS.cancel, { reason: '', input: undefined, now: runtime.now() })
  })
  return decided.ok ? payments.finish(id) : decided
}
