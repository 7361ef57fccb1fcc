/**
 * The way of a withdrawal through the ledger: the state that was decided stands in `intent`; the engine locks, pays out
 * or gives back under the withdrawal's own reference; then the state is marked and the customer told. Whatever runs
 * twice moves once, and a crash between two of these leaves an intent that is finished at the next start.
 */
import { isReason, type Reason } from '@veritick/contract'
import { assert, isTemporaryRefusal, micros, millis, unreachable } from '@veritick/domain'
import { isNotNull } from 'drizzle-orm'
import { type Refusal, refuse } from '../../calls/index.ts'
import { unclaim } from '../../services/idempotency/index.ts'
import { momentText, type Notice } from '../../services/messages/index.ts'
import { withdrawals } from '../../store/index.ts'
import { tellCustomer } from '../accounts/index.ts'
import { type CaseworkParts, moveOnce, oneRunEach, usdText, withdrawalReference } from '../money/index.ts'
import type { WithdrawalRow } from './encryption.ts'
import { payeeText } from './payee-text.ts'
import { changeWithdrawal, findWithdrawal } from './queries.ts'

export type Advanced = { readonly ok: true; readonly value: WithdrawalRow } | Refusal

export type Payments = {
  /** Brings what is intended to its end; refuses with what the engine said when it would not lock. */
  finish(withdrawal: number): Promise<Advanced>
  /** All that are on their way. */
  resume(): Promise<void>
}

type Intent = NonNullable<WithdrawalRow['intent']>

export function paymentsOf(parts: CaseworkParts): Payments {
  const { store, core, market, runtime, encryption, log } = parts

  const finish = oneRunEach(async (withdrawal: number): Promise<Advanced> => {
    const row = await findWithdrawal({ db: store.db, encryption }, withdrawal)
    assert(row !== undefined, `withdrawal ${withdrawal} is there`)
    if (row.intent === null) return row.state === 'refused' ? refuse(reasonOf(row.refusal)) : { ok: true, value: row }
    const fault = await move(row, row.intent)
    if (fault === undefined) return { ok: true, value: await marked(row, row.intent) }
    // A settlement is decided as it is and shown as on its way; tried again in a moment.
    if (row.intent !== 'waiting' && isTemporaryRefusal(fault)) return { ok: true, value: row }
    assert(row.intent === 'waiting', `withdrawal ${withdrawal} was locked, so it can be settled, but: ${fault}`)
    await store.transaction(async (tx) => {
      await changeWithdrawal({ db: tx.db, encryption }, withdrawal, {
        state: 'refused',
        intent: null,
        refusal: fault,
        endedAt: runtime.now(),
      })
      if (isTemporaryRefusal(fault)) await unclaim(tx, { kind: 'withdrawal', record: withdrawal })
    })
    return refuse(fault)
  })

  const move = (row: WithdrawalRow, intent: Intent): Promise<Reason | undefined> => {
    const place = { at: market.clock(), account: row.user, reference: withdrawalReference(row.withdrawal) }
    if (intent === 'waiting') return moveOnce(core, { kind: 'lock_withdrawal', ...place, amount: micros(row.amount) })
    return moveOnce(core, { kind: 'settle_withdrawal', ...place, paid: intent === 'paid' })
  }

  const marked = (row: WithdrawalRow, intent: Intent): Promise<WithdrawalRow> =>
    store.transaction(async (tx) => {
      const endedAt = intent === 'waiting' ? null : runtime.now()
      const after = await changeWithdrawal({ db: tx.db, encryption }, row.withdrawal, {
        state: intent,
        intent: null,
        endedAt,
      })
      await tellCustomer({ messages: parts.messages, tx }, { user: row.user, notice: noticeOf(after, intent) })
      return after
    })

  const resume = async (): Promise<void> => {
    const rows = await store.db
      .select({ withdrawal: withdrawals.withdrawal })
      .from(withdrawals)
      .where(isNotNull(withdrawals.intent))
    for (const { withdrawal } of rows) {
      const done = await finish(withdrawal)
      if (!done.ok)
        log.info({ withdrawal, reason: done.reason }, 'a withdrawal that was on its way could not be locked')
    }
  }

  return { finish, resume }
}

function noticeOf(row: WithdrawalRow, intent: Intent): Notice {
  const values = { id: String(row.withdrawal), amount: usdText(row.amount) }
  switch (intent) {
    case 'waiting':
      return {
        name: 'withdraw_requested',
        values: { ...values, payee: payeeText(row), time: momentText(millis(row.createdAt)) },
      }
    case 'paid':
      return { name: 'withdraw_paid', values: { ...values, payee: payeeText(row), reference: row.notes } }
    case 'rejected':
      return { name: 'withdraw_rejected', values: { ...values, reason: row.notes } }
    case 'cancelled':
      return { name: 'withdraw_cancelled', values }
    default:
      return unreachable(intent)
  }
}

function reasonOf(word: string | null): Reason {
  assert(word !== null && isReason(word), 'a refused withdrawal says why')
  return word
}
