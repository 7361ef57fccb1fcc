/**
 * A customer asks for a withdrawal. Everything that can be refused is refused before the proof is asked for; then the
 * request is written, and only then the engine locks the amount, which is what decides between many requests for the
 * same money.
 */
import { type Micros, payoutOf, reachesMinimum } from '@veritick/domain'
import { and, eq, isNull } from 'drizzle-orm'
import { type Once, type Refusal, refuse, type Session } from '../../calls/index.ts'
import { DAY_MS } from '../../services/clock/index.ts'
import { claim, claimed } from '../../services/idempotency/index.ts'
import { aloneFor, deciding, reject } from '../../services/transactions/index.ts'
import { payees, type Transaction, withdrawals } from '../../store/index.ts'
import { isFrozen, type ProofGiven, personOf, proofIn, requireProof, withdrawalsHeldUntil } from '../accounts/index.ts'
import { identityStatus } from '../identity/index.ts'
import type { CaseworkParts } from '../money/index.ts'
import { openPayee, type PayeeRow, sealWithdrawal, type WithdrawalRow } from './encryption.ts'
import type { DrawCurrency } from './payees.ts'
import type { Payments } from './payments.ts'
import { withdrawalSums } from './queries.ts'
import { bindsOfDraw } from './transaction-binding.ts'

/** Withdrawals of one customer that may be on their way at once. */
export const OPEN_MAX = 20

export type DrawAsk = {
  readonly session: Session
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
 * Refusals: `account_frozen`, `verification_needed`, `draw_held`, `channel_unknown`, `payee_unknown`,
 * `payee_not_usable_yet`, `draw_too_small`, `draw_nothing_left`, `amount_too_large`, `draw_day_limit`,
 * `too_many_waiting`; those of the proof; those of the engine's lock (`balance_not_enough`, `margin_not_enough`).
 */
export async function askWithdrawal(parts: CaseworkParts, payments: Payments, ask: DrawAsk): Promise<Drawn> {
  const { store, runtime, core } = parts
  const { session, once } = ask
  const before = await deciding(store, (tx) => claimed(tx, { once, now: runtime.now() }))
  if (!before.ok) return before
  if (before.value !== undefined) return locked(payments, before.value, true)

  const account = await core.query({ kind: 'account', account: session.user })
  // With an open position nobody knows yet what will be left.
  const rest = account?.holdings === 0 ? account.balance : undefined
  const may = await deciding(store, (tx) => planOf(parts, tx, { ...ask, rest }))
  if (!may.ok) return may
  if (account !== undefined && account.balance < ask.amount) return refuse('balance_not_enough', 'number')
  const proven = await requireProof(parts, {
    session,
    purpose: 'withdraw',
    ...proofIn(ask),
    binds: bindsOfDraw({ payee: ask.payee, amount: ask.amount }),
  })
  if (!proven.ok) return proven

  const written = await deciding(store, async (tx) => {
    await aloneFor(tx, session.user)
    const now = runtime.now()
    const known = await claimed(tx, { once, now })
    if (known !== undefined) return { withdrawal: known, repeated: true }
    const withdrawal = await insert(parts, tx, { ask, plan: await planOf(parts, tx, { ...ask, rest }), now })
    await claim(tx, { once, kind: 'withdrawal', record: withdrawal, now })
    return { withdrawal, repeated: false }
  })
  return written.ok ? locked(payments, written.value.withdrawal, written.value.repeated) : written
}

async function locked(payments: Payments, withdrawal: number, repeated: boolean): Promise<Drawn> {
  const done = await payments.finish(withdrawal)
  return done.ok ? { ok: true, value: { row: done.value, repeated } } : done
}

type Plan = {
  readonly payee: PayeeRow
  readonly code: string
  readonly protocol: string
  readonly price: Micros
  readonly fee: Micros
  readonly received: number
  /** With everything else that was asked for in 24 hours: many small ones need two people like a large one. */
  readonly dayAmount: number
}

/** Rejects what cannot be; otherwise what it would be. */
async function planOf(
  parts: CaseworkParts,
  tx: Transaction,
  ask: DrawAsk & { readonly rest: Micros | undefined },
): Promise<Plan> {
  const { settings, runtime } = parts
  const { user } = ask.session
  const now = runtime.now()
  if (await isFrozen(tx.db, user)) reject('account_frozen')
  if ((await identityStatus(tx.db, user)) !== 2) reject('verification_needed')
  if (withdrawalsHeldUntil(parts, await personOf(tx.db, user)) !== undefined) reject('draw_held')
  const currency = settings.get('draw_currencies').find((each) => each.id === ask.currency && each.enabled)
  if (currency === undefined) return reject('channel_unknown', 'draw_currency_id')
  const payee = await ownPayee(parts, tx, { user, payee: ask.payee })
  if (payee === undefined || !isFor(payee, currency)) return reject('payee_unknown', 'draw_method_id')
  if (payee.usableAt > now) reject('payee_not_usable_yet', 'draw_method_id')
  if (!reachesMinimum({ amount: ask.amount, minimum: settings.get('draw_min_usd'), rest: ask.rest }))
    reject('draw_too_small', 'number')
  const payout = payoutOf({
    amount: ask.amount,
    fee: currency.fee,
    price: currency.usd_price,
    kind: currency.type === 1 ? 'coin' : 'bank',
  })
  if (payout.received === undefined) return reject('amount_too_large', 'number')
  if (payout.received === 0) reject('draw_nothing_left', 'number')
  const sums = await withdrawalSums(tx.db, { user, since: now - DAY_MS })
  if (sums.amount + ask.amount > settings.get('draw_max_day_usd')) reject('draw_day_limit', 'number')
  if (sums.open >= OPEN_MAX) reject('too_many_waiting')
  const { code, protocol, usd_price: price } = currency
  return {
    payee,
    code,
    protocol,
    price,
    fee: payout.fee,
    received: payout.received,
    dayAmount: sums.amount + ask.amount,
  }
}

/** The setting may have changed since it was bound. */
function isFor(payee: PayeeRow, currency: DrawCurrency): boolean {
  const { id, type, code, protocol } = currency
  return payee.currency === id && payee.type === type && payee.code === code && payee.protocol === protocol
}

async function ownPayee(
  { encryption }: Pick<CaseworkParts, 'encryption'>,
  tx: Transaction,
  asked: { readonly user: number; readonly payee: number },
): Promise<PayeeRow | undefined> {
  const [row] = await tx.db
    .select()
    .from(payees)
    .where(and(eq(payees.payee, asked.payee), eq(payees.user, asked.user), isNull(payees.deletedAt)))
  return row && openPayee(encryption, row)
}

async function insert(
  parts: CaseworkParts,
  tx: Transaction,
  made: { readonly ask: DrawAsk; readonly plan: Plan; readonly now: number },
): Promise<number> {
  const { ask, plan, now } = made
  const { payee } = plan
  const { account, bankName, bankAddress, bankSwift, payeeName } = payee
  const twoLimit = parts.settings.get('draw_two_person_limit_usd')
  const withdrawal = await parts.ids.next(tx.query, 'withdrawals')
  await tx.db
    .insert(withdrawals)
    .overridingSystemValue()
    .values({
      withdrawal,
      user: ask.session.user,
      type: payee.type,
      currency: plan.code,
      protocol: plan.protocol,
      payee: payee.payee,
      sealed: sealWithdrawal(parts.encryption, withdrawal, {
        account,
        bankName,
        bankAddress,
        bankSwift,
        payeeName,
        memo: ask.memo,
      }),
      amount: ask.amount,
      fee: plan.fee,
      usdPrice: plan.price,
      received: plan.received,
      state: 'asked',
      intent: 'waiting',
      refusal: null,
      needsTwo: plan.dayAmount >= twoLimit,
      twoLimit,
      dayAmount: plan.dayAmount,
      firstBy: null,
      firstAt: null,
      secondBy: null,
      secondAt: null,
      notes: '',
      paymentReference: null,
      createdAt: now,
      approvedAt: null,
      endedAt: null,
    })
  return withdrawal
}
