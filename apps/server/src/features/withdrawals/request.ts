/**
 * A customer requests a withdrawal. The rules are checked before the second factor, so that a refusal uses up no code,
 * and once more when the request is written. Only then the engine locks the amount, which decides between simultaneous
 * requests for the same money. A request that is refused after its code was checked can be sent again without another
 * code.
 */
import { assert, type Micros, must, payoutOf, reachesMinimum, type UserId } from '@veritick/domain'
import { and, eq, isNull } from 'drizzle-orm'
import { type Once, type Refusal, refuse, type Session } from '../../calls/index.ts'
import { unlessBusy } from '../../journal/index.ts'
import { DAY_MS } from '../../services/clock/index.ts'
import { recordOfKey, recordOnce } from '../../services/idempotency/index.ts'
import { sealInserted } from '../../services/seals/index.ts'
import { inTransaction, lockCustomer, rollbackWith } from '../../services/transactions/index.ts'
import { payees, type Transaction, withdrawals } from '../../store/index.ts'
import {
  barIn,
  forgetCode,
  type ProofGiven,
  proofIn,
  provenPerson,
  requireOwner,
  requireProof,
  withdrawalsHeldUntil,
} from '../accounts/index.ts'
import { withdrawalMethodOf } from '../approvals/index.ts'
import { identityState } from '../identity/index.ts'
import { type CaseworkParts, rememberedOf, requireSum } from '../money/index.ts'
import { decryptPayee, encryptWithdrawal, type PayeeRow, type WithdrawalRow } from './encryption.ts'
import type { DrawCurrency } from './payees.ts'
import type { Payments } from './payments.ts'
import { isPriceOld } from './price-age.ts'
import { type StoredWithdrawal, SUMMED, withdrawalSums } from './queries.ts'
import { bindingOfDraw } from './transaction-binding.ts'

/** Withdrawals of one customer that may be on their way at once. */
export const OPEN_MAX = 20

/** Requests of one customer in 24 hours, also cancelled and refused ones: mails or text messages tell of each. */
export const REQUESTS_PER_DAY_MAX = 30

export type WithdrawalRequest = {
  readonly session: Session
  readonly browser: string | undefined
  readonly once: Once
  readonly currency: number
  readonly payee: number
  readonly amount: Micros
  readonly memo: string
} & ProofGiven

export type Drawn =
  | { readonly ok: true; readonly value: { readonly row: WithdrawalRow; readonly repeated: boolean } }
  | Refusal

/**
 * Refusals: `real_account_only`, those of the idempotency key, `account_frozen`, `account_closed`,
 * `terms_acceptance_needed`, `verification_needed`, `draw_held`, `channel_unknown`, `draw_price_old`, `payee_unknown`,
 * `payee_not_usable_yet`, `draw_too_small`, `draw_nothing_left`, `amount_too_large`, `draw_day_limit`,
 * `too_many_waiting`, `draw_requests_day_limit`, `record_changed`, `busy`; those of the proof; of the engine's lock
 * (`balance_not_enough`, `margin_not_enough`, `price_unconfirmed`, `price_stale`).
 */
export async function requestWithdrawal(
  parts: CaseworkParts,
  payments: Payments,
  request: WithdrawalRequest,
): Promise<Drawn> {
  const { store, runtime, core, usedKeys } = parts
  const { session, browser, once } = request
  if (session.accountKind !== 'real') return refuse('real_account_only')
  const before = await inTransaction(store, (tx) => recordOfKey(tx, { once, runtime, usedKeys }))
  if (!before.ok) return before
  if (before.value !== undefined) return locked(payments, before.value, { user: session.user, repeated: true })

  const seen = await unlessBusy(() => core.query({ kind: 'account', account: session.account }))
  if (!seen.ok) return seen
  const account = seen.value
  // With an open position it is not known yet what will be left.
  const rest = account?.holdings === 0 ? account.balance : undefined
  const isTrading = account !== undefined && account.holdings + account.pendings > 0
  const may = await inTransaction(store, (tx) => planOf(parts, tx, { ...request, rest, isTrading }))
  if (!may.ok) return may
  if (account !== undefined && account.balance < request.amount) return refuse('balance_not_enough', 'number')
  const transactionBinding = bindingOfDraw({ payee: request.payee, amount: request.amount })
  const confirmed = { session, browser, purpose: 'withdraw', transactionBinding } as const
  const proven = await requireProof(parts, { ...confirmed, ...proofIn(request) })
  if (!proven.ok) return proven

  const written = await inTransaction(store, async (tx) => {
    await lockCustomer(tx, session.user)
    return recordOnce(tx, { once, kind: 'withdrawal', runtime, usedKeys }, async () => {
      const plan = await planOf(parts, tx, { ...request, rest, isTrading })
      return insert(parts, tx, { request, plan, now: runtime.now() })
    })
  })
  if (!written.ok) return written
  const drawn = await locked(payments, written.value.record, { user: session.user, repeated: written.value.repeated })
  // A refused one may be sent again without its code, which the app does not keep.
  if (drawn.ok && !drawn.value.repeated) await forgetCode(parts, confirmed)
  return drawn
}

/** Another customer's withdrawal under the request's key was put there in the store. */
async function locked(
  payments: Payments,
  withdrawal: number,
  { user, repeated }: { readonly user: UserId; readonly repeated: boolean },
): Promise<Drawn> {
  const done = await payments.finish(withdrawal)
  if (done.ok && done.value.user !== user) return refuse('idempotency_mismatch')
  return done.ok ? { ok: true, value: { row: done.value, repeated } } : done
}

type Plan = {
  readonly payee: PayeeRow
  readonly code: string
  readonly protocol: string
  readonly price: Micros
  readonly fee: Micros
  readonly received: number
  /** The amount with all other requests of 24 hours: many small withdrawals need two approvers as a large one does. */
  readonly dayAmount: number
}

/** Rejects what cannot be; otherwise what it would be. */
async function planOf(
  parts: CaseworkParts,
  tx: Transaction,
  request: WithdrawalRequest & { readonly rest: Micros | undefined; readonly isTrading: boolean },
): Promise<Plan> {
  const { settings, runtime } = parts
  const { user } = request.session
  const now = runtime.now()
  // The freeze, the closure and the times of the holds stand in the one row that is proven here.
  const person = must(await provenPerson({ ...parts, db: tx.db }, user), `user ${user} has a row`)
  await requireOwner({ ...parts, db: tx.db }, request.session)
  const bar = barIn(person)
  if (bar !== undefined) rollbackWith(bar)
  // A customer who does not accept changed terms closes everything and leaves with the money: the terms promise it.
  if (request.isTrading && parts.usageTerms.isNeeded(user)) rollbackWith('terms_acceptance_needed')
  if ((await identityState({ ...parts, db: tx.db }, user)) !== 'verified') rollbackWith('verification_needed')
  if (withdrawalsHeldUntil(parts, person) !== undefined) rollbackWith('draw_held')
  const currency = settings.get('draw_currencies').find((each) => each.id === request.currency && each.enabled)
  if (currency === undefined) return rollbackWith('channel_unknown', 'draw_currency_id')
  if (isPriceOld(settings, currency, now)) rollbackWith('draw_price_old', 'draw_currency_id')
  const payee = await ownPayee(parts, tx, { user, payee: request.payee })
  if (payee === undefined || !isFor(payee, currency)) return rollbackWith('payee_unknown', 'draw_method_id')
  if (payee.usableAt > runtime.guardedNow()) rollbackWith('payee_not_usable_yet', 'draw_method_id')
  if (!reachesMinimum({ amount: request.amount, minimum: settings.get('draw_min_usd'), rest: request.rest }))
    rollbackWith('draw_too_small', 'number')
  const payout = payoutOf({
    amount: request.amount,
    fee: currency.fee,
    price: currency.usd_price,
    kind: withdrawalMethodOf(currency.type),
  })
  if (payout.received === undefined) return rollbackWith('amount_too_large', 'number')
  if (payout.received === 0) rollbackWith('draw_nothing_left', 'number')
  const since = now - DAY_MS
  const known = rememberedOf(parts, 'withdrawals', { user })
  const prove = (rows: readonly StoredWithdrawal[]) => requireSum(parts, SUMMED, { rows, known })
  const sums = await withdrawalSums(tx.db, { user, since, prove })
  if (sums.amount + request.amount > settings.get('draw_max_day_usd')) rollbackWith('draw_day_limit', 'number')
  if (sums.open >= OPEN_MAX) rollbackWith('too_many_waiting')
  if (sums.requests >= REQUESTS_PER_DAY_MAX) rollbackWith('draw_requests_day_limit')
  const { code, protocol, usd_price: price } = currency
  return {
    payee,
    code,
    protocol,
    price,
    fee: payout.fee,
    received: payout.received,
    dayAmount: sums.amount + request.amount,
  }
}

/** The setting may have changed since it was bound. */
function isFor(payee: PayeeRow, currency: DrawCurrency): boolean {
  const { id, type, code, protocol } = currency
  return (
    payee.currency === id &&
    payee.method === withdrawalMethodOf(type) &&
    payee.code === code &&
    payee.protocol === protocol
  )
}

async function ownPayee(
  { encryption }: Pick<CaseworkParts, 'encryption'>,
  tx: Transaction,
  request: { readonly user: UserId; readonly payee: number },
): Promise<PayeeRow | undefined> {
  const [row] = await tx.db
    .select()
    .from(payees)
    .where(and(eq(payees.payee, request.payee), eq(payees.user, request.user), isNull(payees.deletedAt)))
  return row?.deletedAt === null ? decryptPayee(encryption, row, request) : undefined
}

async function insert(
  parts: CaseworkParts,
  tx: Transaction,
  made: { readonly request: WithdrawalRequest; readonly plan: Plan; readonly now: number },
): Promise<number> {
  const { request, plan, now } = made
  const { payee } = plan
  assert(plan.price > 0 && plan.received > 0, 'a withdrawal pays something out, at a price')
  assert(plan.fee >= 0 && plan.fee < request.amount, 'the fee of a withdrawal is a part of its amount')
  assert(plan.dayAmount >= request.amount, 'the amount of the day contains the withdrawal itself')
  const { account, bankName, bankAddress, bankSwift, payeeName } = payee
  const twoLimit = parts.settings.get('draw_two_person_limit_usd')
  const withdrawal = await parts.ids.next(tx.query, 'withdrawals')
  const bound = {
    withdrawal,
    user: request.session.user,
    fromAccount: request.session.account,
    amount: request.amount,
    fee: plan.fee,
    usdPrice: plan.price,
    received: plan.received,
  }
  const secrets = { account, bankName, bankAddress, bankSwift, payeeName, memo: request.memo }
  const row = {
    ...bound,
    method: payee.method,
    currency: plan.code,
    protocol: plan.protocol,
    payee: payee.payee,
    encrypted: encryptWithdrawal(parts.encryption, bound, secrets),
    state: 'locking',
    refusal: null,
    needsTwo: plan.dayAmount >= twoLimit,
    twoLimit,
    dayAmount: plan.dayAmount,
    firstApprover: null,
    firstApprovedAt: null,
    secondApprover: null,
    secondApprovedAt: null,
    rejectionProposedBy: null,
    rejectionProposedAt: null,
    rejectionConfirmedBy: null,
    notes: '',
    paymentReference: null,
    createdAt: now,
    approvedAt: null,
    endedAt: null,
  } as const
  await tx.db.insert(withdrawals).values(row)
  await sealInserted(parts, tx, { table: 'withdrawals', schema: withdrawals, id: withdrawal, row })
  return withdrawal
}
