/**
 * Which states of a withdrawal are open, in progress or shown. A decided step is shown only once the ledger has moved:
 * until then a withdrawal that is being paid or rejected is shown as it was before.
 */
import { assert } from '@veritick/domain'
import { and, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { withdrawals } from '../../store/index.ts'
import type { WithdrawalRow } from './encryption.ts'

type State = WithdrawalRow['state']
export type ShownState = Exclude<State, Moving | 'refused'>

/** Decided; the engine moves the money next. */
export const MOVING = ['locking', 'paying', 'rejecting', 'cancelling'] as const satisfies readonly State[]
export type Moving = (typeof MOVING)[number]
export const isMoving = (state: State): state is Moving => (MOVING as readonly State[]).includes(state)

/** Not locked by the engine: shown to neither customers nor staff. */
export const UNSHOWN = ['locking', 'refused'] as const satisfies readonly State[]
export const isShown = (state: State): boolean => !(UNSHOWN as readonly State[]).includes(state)

/** Ended without money for the customer's payee. */
export const ENDED_UNPAID = ['refused', 'rejected', 'cancelled'] as const satisfies readonly State[]
/** Not ended. */
export const OPEN = ['waiting', 'approved', ...MOVING] as const satisfies readonly State[]

export function shownState({ state, approvedAt }: Pick<WithdrawalRow, 'state' | 'approvedAt'>): ShownState {
  assert(state !== 'locking' && state !== 'refused', 'a withdrawal that was never locked is not shown')
  return isMoving(state) ? (approvedAt === null ? 'waiting' : 'approved') : state
}

/** Rows that are shown in this state; `open`: as waiting or approved. */
export function shownAs(state: ShownState | 'open'): SQL | undefined {
  if (state === 'open') return or(shownAs('waiting'), shownAs('approved'))
  if (state === 'waiting')
    return or(inArray(withdrawals.state, ['waiting']), undecidedBefore(isNull(withdrawals.approvedAt)))
  if (state === 'approved')
    return or(inArray(withdrawals.state, ['approved']), undecidedBefore(isNotNull(withdrawals.approvedAt)))
  return inArray(withdrawals.state, [state])
}

const undecidedBefore = (approval: SQL) =>
  and(inArray(withdrawals.state, ['paying', 'rejecting', 'cancelling']), approval)
