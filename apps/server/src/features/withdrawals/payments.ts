/**
 * The way of a withdrawal through the ledger: the decision stands in the state (`locking`, `paying`, `rejecting`,
 * `cancelling`); the engine locks, pays out or gives back under the reference of the withdrawal; then the next state is
 * written and the customer told. A step that runs twice moves money once. A crash between two steps leaves a state that
 * the next start finishes.
 */
import { isReason, type Reason } from '@veritick/contract'
import { assert, isTemporaryRefusal, micros } from '@veritick/domain'
import { inArray } from 'drizzle-orm'
import { type Refusal, refuse } from '../../calls/index.ts'
import { requireRecordSealed } from '../../services/seals/index.ts'
import { inTransaction } from '../../services/transactions/index.ts'
import { withdrawals } from '../../store/index.ts'
import { advance, LEDGER, openCase, type Transition } from '../approvals/index.ts'
import {
  type CaseworkParts,
  finishRecords,
  moveOnce,
  oneRunEach,
  referenceOf,
  requireDecision,
} from '../money/index.ts'
import type { WithdrawalRow } from './encryption.ts'
import { findWithdrawal } from './queries.ts'
import { isMoving, MOVING, type Moving } from './states.ts'
import { settlementDecided, WITHDRAWAL_TRANSITIONS, WITHDRAWALS } from './transitions.ts'

export type Advanced = { readonly ok: true; readonly value: WithdrawalRow } | Refusal

export type Payments = {
  /** Brings what is decided to its end; refuses with the reason of the engine when it did not lock. */
  finish(withdrawal: number): Promise<Advanced>
  /** All that are in progress. */
  resume(): Promise<void>
}

export function paymentsOf(parts: CaseworkParts): Payments {
  const { store, encryption, log } = parts

  const finish = oneRunEach(async (withdrawal: number): Promise<Advanced> => {
    const row = await findWithdrawal({ db: store.db, encryption }, withdrawal)
    assert(row !== undefined, `withdrawal ${withdrawal} is there`)
    const { state } = row
    if (!isMoving(state)) return state === 'refused' ? refuse(reasonOf(row.refusal)) : { ok: true, value: row }
    requireRecordSealed(parts, 'withdrawals', { schema: withdrawals, id: withdrawal, row })
    const fault = await move(parts, row, state)
    if (fault === undefined) return marked(parts, { withdrawal, transition: FINISHED_BY[state], input: undefined })
    // A settlement is decided as it is and shown as in progress; tried again in a moment.
    if (state !== 'locking' && isTemporaryRefusal(fault)) return { ok: true, value: row }
    assert(state === 'locking', `withdrawal ${withdrawal} was locked, so it can be settled, but: ${fault}`)
    const input = { fault, again: isTemporaryRefusal(fault) }
    const refused = await marked(parts, { withdrawal, transition: WITHDRAWAL_TRANSITIONS.refuse, input })
    return refused.ok ? refuse(fault) : refused
  })

  const resume = async (): Promise<void> => {
    const rows = await store.db
      .select({ withdrawal: withdrawals.withdrawal })
      .from(withdrawals)
      .where(inArray(withdrawals.state, [...MOVING]))
    const ids = rows.map(({ withdrawal }) => withdrawal)
    await finishRecords(parts, { record: 'withdrawal', ids }, async (withdrawal) => {
      const done = await finish(withdrawal)
      if (!done.ok)
        log.info({ withdrawal, reason: done.reason }, 'a withdrawal that was in progress could not be locked')
    })
  }

  return { finish, resume }
}

const FINISHED_BY = {
  locking: WITHDRAWAL_TRANSITIONS.lock,
  paying: WITHDRAWAL_TRANSITIONS.finish_payment,
  rejecting: WITHDRAWAL_TRANSITIONS.finish_rejection,
  cancelling: WITHDRAWAL_TRANSITIONS.finish_cancel,
} as const

async function move(
  { core, market, store, encryption }: CaseworkParts,
  row: WithdrawalRow,
  state: Moving,
): Promise<Reason | undefined> {
  const movement = {
    at: market.clock(),
    account: row.fromAccount,
    reference: referenceOf('withdrawal', row.withdrawal),
  }
  const amount = micros(row.amount)
  if (state === 'locking') return moveOnce(core, { kind: 'lock_withdrawal', ...movement, amount }, amount)
  // The cancellation of a customer has no audit entry: the seal of the row proves it.
  if (state !== 'cancelling')
    await requireDecision(
      { query: store.query, encryption },
      settlementDecided(row, state === 'paying' ? 'pay_out' : 'give_back'),
    )
  return moveOnce(core, { kind: 'settle_withdrawal', ...movement, paid: state === 'paying' }, amount)
}

/** Takes the answer of the engine. */
function marked<Input>(
  parts: CaseworkParts,
  answer: {
    readonly withdrawal: number
    readonly transition: Transition<WithdrawalRow, CaseworkParts, Input>
    readonly input: Input
  },
): Promise<Advanced> {
  const { withdrawal: id, transition, input } = answer
  return inTransaction(parts.store, async (tx) => {
    const opened = await openCase(WITHDRAWALS, { parts, tx, id, actor: LEDGER })
    return advance(opened, transition, { reason: '', input, now: parts.runtime.now() })
  })
}

function reasonOf(word: string | null): Reason {
  assert(word !== null && isReason(word), 'a refused withdrawal says why')
  return word
}
