/**
 * The way of a credit: decided and written with the audit, then booked by the engine, then marked and told. A crash
 * between two of these is harmless, because the booking names the deposit and happens once.
 */
import type { Reason } from '@veritick/contract'
import { assert, isTemporaryRefusal, type Micros, micros } from '@veritick/domain'
import { eq } from 'drizzle-orm'
import { type Refusal, refuse } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { deposits, type Transaction } from '../../store/index.ts'
import { tellCustomer } from '../accounts/index.ts'
import { type CaseworkParts, depositReference, moveOnce, oneRunEach, usdText } from '../money/index.ts'
import { changeDeposit, type DepositRow, findDeposit } from './queries.ts'

export type Decided = { readonly ok: true; readonly value: DepositRow } | Refusal

/** Whatever the first of two said about a credit is gone. */
export const UNSAID = { credited: null, firstBy: null, firstAt: null } as const

/**
 * As it was before anybody said anything. A card payment was paid by then, so it is no longer begun: it waits for a
 * person.
 */
const UNDECIDED = { ...UNSAID, status: 0, crediting: false, remark: '', decidedBy: null } as const

export async function intendCredit(
  tx: Transaction,
  credit: {
    readonly before: DepositRow
    readonly amount: Micros
    readonly remark: string
    readonly actor: Actor
    readonly reason: string
    readonly now: number
    /** Who said it first; null: one was enough. */
    readonly firstBy: string | null
  },
): Promise<DepositRow> {
  const { before, amount, remark, actor, reason, now, firstBy } = credit
  const decision = {
    crediting: true,
    credited: amount,
    remark,
    decidedBy: actor.who,
    firstBy,
    firstAt: firstBy === null ? null : before.firstAt,
  }
  const after = await changeDeposit(tx.db, before.deposit, decision)
  await writeAudit(tx, {
    actor,
    action: 'deposit_credit',
    subject: { kind: 'deposit', id: before.deposit },
    reason,
    before: factsOf(before),
    after: factsOf(after),
    at: now,
  })
  return after
}

export type Credits = {
  /** Brings a decided credit to its end; a deposit without one is left as it is. */
  finish(deposit: number): Promise<Decided>
  /** All that are on their way. */
  resume(): Promise<void>
}

export function creditsOf(parts: CaseworkParts): Credits {
  const { store, core, market, runtime, log } = parts

  const finish = oneRunEach(async (deposit: number): Promise<Decided> => {
    const row = await findDeposit(store.db, deposit)
    assert(row !== undefined, `deposit ${deposit} is there`)
    if (!row.crediting) return { ok: true, value: row }
    const { user, credited } = row
    assert(credited !== null, 'a decided credit has its amount')
    const reference = depositReference(deposit)
    const fault = await moveOnce(core, {
      kind: 'credit',
      at: market.clock(),
      account: user,
      category: 'deposit',
      amount: micros(credited),
      reference,
    })
    // Decided as it is and shown as on its way; tried again in a moment.
    if (fault !== undefined && isTemporaryRefusal(fault)) return { ok: true, value: row }
    return fault === undefined ? { ok: true, value: await marked(row) } : takeBack(row, fault)
  })

  const marked = (row: DepositRow): Promise<DepositRow> =>
    store.transaction(async (tx) => {
      const after = await changeDeposit(tx.db, row.deposit, { crediting: false, status: 1, endedAt: runtime.now() })
      const values = { id: String(row.deposit), amount: usdText(row.credited ?? 0), remark: row.remark }
      await tellCustomer(
        { messages: parts.messages, tx },
        { user: row.user, notice: { name: 'deposit_finished', values } },
      )
      return after
    })

  /** The ledger would not take it: the deposit waits as before. */
  const takeBack = async (row: DepositRow, fault: Reason): Promise<Refusal> => {
    log.warn({ deposit: row.deposit, reason: fault }, 'a credit was refused by the ledger')
    await store.transaction(async (tx) => {
      await changeDeposit(tx.db, row.deposit, { ...UNDECIDED })
      await writeAudit(tx, {
        actor: { who: 'ledger', role: 'ledger' },
        action: 'deposit_credit_refused',
        subject: { kind: 'deposit', id: row.deposit },
        reason: fault,
        at: runtime.now(),
      })
    })
    return refuse(fault)
  }

  const resume = async (): Promise<void> => {
    const rows = await store.db.select({ deposit: deposits.deposit }).from(deposits).where(eq(deposits.crediting, true))
    for (const { deposit } of rows) await finish(deposit)
  }

  return { finish, resume }
}

/** How a deposit stands, for the audit. */
export function factsOf(row: DepositRow) {
  const { status, amount, credited, firstBy, remark } = row
  return { status, amount: usdText(amount), credited: credited === null ? null : usdText(credited), firstBy, remark }
}
