/**
 * The states of a correction and the transitions between them. Until the engine has answered, an approved correction is
 * `booking`.
 */

import { momentText } from '../../services/messages/index.ts'
import { recordSeals } from '../../services/seals/index.ts'
import { rollbackWith } from '../../services/transactions/index.ts'
import { corrections } from '../../store/index.ts'
import { requireOwner, tellCustomer } from '../accounts/index.ts'
import type { RecordKind, Requirement, Transition } from '../approvals/index.ts'
import { type CaseworkParts, type DecidedCredit, type ShownKind, sealOf, usdText } from '../money/index.ts'
import { type CorrectionRow, changeCorrection, correctionsNamed, findCorrection, lockCorrection } from './queries.ts'

const SEALS = recordSeals('corrections', corrections)

/** Corrections as lists and pages show them. */
export const SHOWN_CORRECTIONS: ShownKind<CorrectionRow> = {
  record: 'correction',
  seals: SEALS,
  idOf: ({ correction }) => correction,
  named: correctionsNamed,
}

export const CORRECTIONS: RecordKind<CorrectionRow, CaseworkParts> = {
  name: 'correction',
  find: (_parts, tx, id) => findCorrection(tx.db, id),
  lock: (_parts, tx, id) => lockCorrection(tx.db, id),
  change: (_parts, tx, id, changes) => changeCorrection(tx.db, id, changes),
  facts: ({ user, account, amount, category, state, requestedBy, decidedBy }) => ({
    user,
    account,
    amount: usdText(amount),
    category,
    state,
    requestedBy,
    decidedBy,
  }),
  seal: ({ encryption }, row) => sealOf(encryption, bookingDecided(row)),
  seals: SEALS,
  refusal: () => 'record_decided',
}

/** The movement of the approval of this correction. */
export function bookingDecided({ correction, account, amount }: CorrectionRow): DecidedCredit {
  return { record: 'correction', id: correction, movement: 'adjust', account, amounts: [amount] }
}

const transition = <Input>(made: Transition<CorrectionRow, CaseworkParts, Input>) => made
type Need<Input> = Requirement<CorrectionRow, CaseworkParts, Input>

const otherApprover: Need<undefined> = ({ row, actor }) => {
  if (row.requestedBy === actor.who) rollbackWith('second_person_needed')
}
/** The engine knows no owners: the correction goes to the customer whose approvers have seen it. */
const accountOfCustomer: Need<undefined> = ({ parts, tx, row }) => requireOwner({ ...parts, db: tx.db }, row)
const ownIfRequired: Need<{ readonly ownOnly: boolean }> = ({ row, actor, input }) => {
  if (input.ownOnly && row.requestedBy !== actor.who) rollbackWith('second_person_needed')
}

type Of<Input> = Transition<CorrectionRow, CaseworkParts, Input>

export const CORRECTION_TRANSITIONS: {
  readonly approve: Of<undefined>
  readonly take_over: Of<undefined>
  readonly reject: Of<{ readonly ownOnly: boolean }>
  readonly book: Of<undefined>
  readonly refuse: Of<undefined>
} = {
  approve: transition<undefined>({
    from: ['asked'],
    to: 'booking',
    by: ['staff'],
    action: 'correction_approve',
    moves: 'adjust',
    requires: [otherApprover, accountOfCustomer],
    change: ({ actor, reason }) => ({ decidedBy: actor.who, decidedReason: reason }),
  }),
  /** The access of the requester was changed: the approver becomes the requester, and a second approver is needed. */
  take_over: transition<undefined>({
    from: ['asked'],
    to: 'unchanged',
    by: ['staff'],
    action: 'correction_ask',
    requires: [otherApprover],
    change: ({ actor, now }) => ({ requestedBy: actor.who, createdAt: now }),
  }),
  reject: transition<{ readonly ownOnly: boolean }>({
    from: ['asked'],
    to: 'rejected',
    by: ['staff'],
    action: 'correction_reject',
    requires: [ownIfRequired],
    change: ({ actor, reason, now }) => ({ decidedBy: actor.who, decidedReason: reason, endedAt: now }),
  }),
  book: transition<undefined>({
    from: ['booking'],
    to: 'booked',
    by: ['ledger'],
    change: ({ now }) => ({ endedAt: now }),
    tell: ({ parts, tx, now }, { user, amount, remark: reason }) => {
      const values = { amount: signedText(amount), time: momentText(now), reason }
      return tellCustomer({ ...parts, tx }, { user, message: { name: 'balance_corrected', values } })
    },
  }),
  refuse: transition<undefined>({
    from: ['booking'],
    to: 'asked',
    by: ['ledger'],
    action: 'correction_refused',
    change: () => ({ decidedBy: null, decidedReason: '' }),
  }),
}

/** `+12.50 USD`, `-12.50 USD`. */
const signedText = (amount: number) => (amount > 0 ? `+${usdText(amount)}` : usdText(amount))
