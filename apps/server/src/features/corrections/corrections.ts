/**
 * Corrections of a balance. One staff member requests a correction and another approves it; the engine books one new
 * entry under the correction's own reference. Approval and audit are one transaction (state `booking`). After it the
 * engine books the entry, and a second transaction marks the correction and notifies the customer. A crash between
 * these steps is harmless: the entry is booked once, and the next start finishes the correction.
 */
import type { Reason } from '@veritick/contract'
import {
  type AccountId,
  assert,
  isTemporaryRefusal,
  type Micros,
  MONEY_MAX,
  micros,
  must,
  type UserId,
} from '@veritick/domain'
import { eq } from 'drizzle-orm'
import { type Once, type Refusal, refuse } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { recordOnce } from '../../services/idempotency/index.ts'
import { requireRecordSealed, sealInserted } from '../../services/seals/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import { corrections, type Transaction } from '../../store/index.ts'
import { accountNamed, requireOwner } from '../accounts/index.ts'
import { advance, checkDecider, isApprovalValid, isReasonValid, LEDGER, openCase } from '../approvals/index.ts'
import { type CaseworkParts, creditOnce, finishRecords, oneRunEach } from '../money/index.ts'
import {
  type CorrectionFilter,
  type CorrectionRow,
  correctionPage,
  findCorrection,
  waitingCorrections,
} from './queries.ts'
import { bookingDecided, CORRECTION_TRANSITIONS, CORRECTIONS, SHOWN_CORRECTIONS } from './transitions.ts'

/** Corrections of one account that may wait for approval at once. */
export const WAITING_MAX = 20

export type Corrected = { readonly ok: true; readonly value: CorrectionRow } | Refusal

type Decision = { readonly correction: number; readonly actor: Actor /** For the audit. */; readonly reason: string }

export type CorrectionRequest = {
  readonly user: UserId
  /** One of the customer's accounts; `undefined`: the default one. */
  readonly account?: AccountId | undefined
  /** Signed; not zero. */
  readonly amount: Micros
  readonly category: CorrectionRow['category']
  /** The customer reads it once it is booked. */
  readonly remark: string
  readonly actor: Actor
  readonly reason: string
  /** The same request again finds the correction that it made. */
  readonly once?: Once | undefined
}

export type Corrections = {
  /**
   * Refusals: `reason_missing`, `number_out_of_range` (zero), `amount_too_large`, `person_unknown`, `account_unknown`
   * (the customer owns no such account), `account_is_demo`, `more_than_free`, `too_many_waiting`.
   */
  request(request: CorrectionRequest): Promise<Corrected>
  /**
   * Where the access of the requester was changed, the approver becomes the requester and the correction waits.
   * Refusals: `reason_missing`, `record_unknown`, `record_decided`, `record_own`, `second_person_needed`,
   * `more_than_free`, `amount_too_large`.
   */
  approve(decision: Decision): Promise<Corrected>
  /**
   * `ownOnly`: refuses what another staff member requested, as `second_person_needed`. Other refusals as for `approve`.
   */
  reject(decision: Decision & { readonly ownOnly: boolean }): Promise<Corrected>
  queue(
    wanted: CorrectionFilter & { readonly page: number; readonly size: number; readonly oldestFirst: boolean },
  ): Promise<{ readonly rows: readonly CorrectionRow[]; readonly total: number }>
  find(correction: number): Promise<CorrectionRow | undefined>
  /** The free margin of the account now; `undefined`: the engine knows no such account. Rejects with CoreBusy. */
  free(account: AccountId): Promise<Micros | undefined>
  /** Finishes every booking that was approved and is not marked yet. */
  resumeIntents(): Promise<void>
}

export function openCorrections(parts: CaseworkParts): Corrections {
  const { store, core, runtime } = parts
  const bookings = bookingsOf(parts)

  const free = async (account: AccountId): Promise<Micros | undefined> => {
    const view = await core.query({ kind: 'account', account })
    return view && micros(Math.max(0, Math.min(view.balance, view.marginFree)))
  }

  return {
    free,
    queue: (wanted) => correctionPage(store.db, wanted),
    find: (correction) => findCorrection(store.db, correction),

    request: (request) => requestCorrection(parts, request, free),

    approve: async ({ correction: id, actor, reason }) => {
      if (!isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
      const approved = await inTransaction(store, async (tx) => {
        const opened = await openCase(CORRECTIONS, { parts, tx, id, actor })
        const { requestedBy: by, createdAt: at } = opened.row
        const { approve, take_over } = CORRECTION_TRANSITIONS
        const isRequestValid = await isApprovalValid({ ...parts, query: tx.query }, { who: by, at })
        return advance(opened, isRequestValid ? approve : take_over, { reason, input: undefined, now: runtime.now() })
      })
      return approved.ok ? bookings.finish(id) : approved
    },

    reject: async ({ correction: id, actor, reason, ownOnly }) => {
      if (!isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
      return inTransaction(store, async (tx) => {
        const opened = await openCase(CORRECTIONS, { parts, tx, id, actor })
        return advance(opened, CORRECTION_TRANSITIONS.reject, { reason, input: { ownOnly }, now: runtime.now() })
      })
    },

    resumeIntents: bookings.resume,
  }
}

async function requestCorrection(
  parts: CaseworkParts,
  request: CorrectionRequest,
  free: Corrections['free'],
): Promise<Corrected> {
  const fault = faultOf(request)
  if (fault !== undefined) return fault
  const { user, account } = request
  const seen = await accountNamed({ ...parts, db: parts.store.db }, { user, account })
  const available = seen && (await free(seen.account))
  return inTransaction(parts.store, async (tx) => {
    await lockCustomer(tx, user)
    await checkDecider(parts, tx, request)
    const { runtime, usedKeys } = parts
    const { once } = request
    const { record } = await recordOnce(tx, { once, kind: 'correction', runtime, usedKeys }, async () => {
      const owned = seen && (await accountNamed({ ...parts, db: tx.db }, { user, account: seen.account }))
      if (owned === undefined && request.account !== undefined)
        return rollbackWith('account_unknown', 'trading_account')
      if (owned === undefined || available === undefined) return rollbackWith('person_unknown', 'user')
      if (owned.kind !== 'real') rollbackWith('account_is_demo', 'user')
      if (-request.amount > available) rollbackWith('more_than_free', 'amount')
      // Rows that only a statement of SQL wrote keep staff from no correction.
      const isOwn = (row: CorrectionRow) => SHOWN_CORRECTIONS.seals.faultOf(parts, row.correction, row) === undefined
      const waiting = (await waitingCorrections(tx.db, user)).filter(isOwn)
      if (waiting.length >= WAITING_MAX) rollbackWith('too_many_waiting')
      return (await insert(parts, tx, { ...request, account: owned.account }, runtime.now())).correction
    })
    const row = must(await findCorrection(tx.db, record), 'an idempotency key names a correction')
    if (!isOfRequest(row, request)) rollbackWith('idempotency_mismatch')
    return row
  })
}

/** Another correction under the request's key was put there in the store. */
function isOfRequest(row: CorrectionRow, { user, account, amount, category }: CorrectionRequest): boolean {
  const isSame = row.user === user && row.amount === amount && row.category === category
  return isSame && (account === undefined || row.account === account)
}

/** Refusals that depend on the request alone. */
function faultOf({ amount, reason, remark }: CorrectionRequest): Refusal | undefined {
  if (!isReasonValid(reason)) return refuse('reason_missing', 'reason_text')
  if (!isReasonValid(remark)) return refuse('reason_missing', 'remark')
  if (amount === 0) return refuse('number_out_of_range', 'amount')
  return Math.abs(amount) > MONEY_MAX ? refuse('amount_too_large', 'amount') : undefined
}

async function insert(
  parts: CaseworkParts,
  tx: Transaction,
  request: CorrectionRequest & { readonly account: AccountId },
  now: number,
): Promise<CorrectionRow> {
  const { user, account, amount, category, actor } = request
  const reason = request.reason.trim()
  const id = await parts.ids.next(tx.query, 'corrections')
  const decided = {
    correction: id,
    user,
    account,
    amount,
    category,
    remark: request.remark.trim(),
    reason,
    state: 'asked',
    requestedBy: actor.who,
    decidedBy: null,
    decidedReason: '',
    createdAt: now,
    endedAt: null,
  } as const
  const [row] = await tx.db.insert(corrections).values(decided).returning()
  assert(row !== undefined, 'an insert returns its row')
  await sealInserted(parts, tx, { table: 'corrections', schema: corrections, id, row: decided })
  const subject = { kind: 'correction', id: row.correction }
  await writeAudit(
    { ...parts, tx },
    { actor, action: 'correction_ask', subject, reason, after: CORRECTIONS.facts(row), at: now },
  )
  return row
}

type Bookings = { finish(correction: number): Promise<Corrected>; resume(): Promise<void> }

function bookingsOf(parts: CaseworkParts): Bookings {
  const { store } = parts

  const finish = oneRunEach(async (correction: number): Promise<Corrected> => {
    const row = await findCorrection(store.db, correction)
    assert(row !== undefined, `correction ${correction} is there`)
    if (row.state !== 'booking') return { ok: true, value: row }
    requireRecordSealed(parts, 'corrections', { schema: corrections, id: correction, row })
    await requireOwner({ ...parts, db: store.db }, row)
    const fault = await creditOnce(parts, bookingDecided(row))
    // Approved as it is and shown as in progress; tried again in a moment.
    if (fault !== undefined && isTemporaryRefusal(fault)) return { ok: true, value: row }
    return booked(parts, { correction, fault })
  })

  const resume = async (): Promise<void> => {
    const rows = await store.db
      .select({ correction: corrections.correction })
      .from(corrections)
      .where(eq(corrections.state, 'booking'))
    const ids = rows.map(({ correction }) => correction)
    await finishRecords(parts, { record: 'correction', ids }, finish)
  }

  return { finish, resume }
}

/** Takes the answer of the engine. After a refusal the correction waits as before. */
async function booked(
  parts: CaseworkParts,
  answer: { readonly correction: number; readonly fault: Reason | undefined },
): Promise<Corrected> {
  const { correction: id, fault } = answer
  if (fault !== undefined) parts.log.warn({ correction: id, reason: fault }, 'a correction was refused by the ledger')
  const marked = await inTransaction(parts.store, async (tx) => {
    const opened = await openCase(CORRECTIONS, { parts, tx, id, actor: LEDGER })
    const { book, refuse: refused } = CORRECTION_TRANSITIONS
    return advance(opened, fault === undefined ? book : refused, {
      reason: fault ?? '',
      input: undefined,
      now: parts.runtime.now(),
    })
  })
  if (!marked.ok || fault === undefined) return marked
  return refuse(fault === 'balance_not_enough' || fault === 'margin_not_enough' ? 'more_than_free' : fault)
}
