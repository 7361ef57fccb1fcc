/**
 * Corrections of a balance: one person asks, another approves, and the engine books one new entry under the
 * correction's own reference. Approval and audit are written together (`booking`), then the engine is asked, then it is
 * marked and the customer told. A crash between two of these is harmless, because the booking happens once; what was on
 * its way is finished at the next start.
 */
import type { Reason } from '@veritick/contract'
import { assert, isTemporaryRefusal, type Micros, MONEY_MAX, micros, must } from '@veritick/domain'
import { eq } from 'drizzle-orm'
import { type Once, type Refusal, refuse } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import { claim, claimed } from '../../services/idempotency/index.ts'
import { momentText } from '../../services/messages/index.ts'
import { aloneFor, deciding, reject } from '../../services/transactions/index.ts'
import { corrections, type Transaction, users } from '../../store/index.ts'
import { tellCustomer } from '../accounts/index.ts'
import { reasonGiven, refuseOwn, wordStands } from '../approvals/index.ts'
import { type CaseworkParts, correctionReference, moveOnce, oneRunEach, usdText } from '../money/index.ts'
import {
  type CorrectionFilter,
  type CorrectionRow,
  changeCorrection,
  correctionPage,
  findCorrection,
  lockCorrection,
  waitingCorrections,
} from './queries.ts'

/** Corrections of one account that may wait for approval at once. */
export const ASKED_MAX = 20

export type Corrected = { readonly ok: true; readonly value: CorrectionRow } | Refusal

type Decision = { readonly correction: number; readonly actor: Actor /** For the audit. */; readonly reason: string }

export type CorrectionAsk = {
  readonly user: number
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
   * Refusals: `reason_missing`, `number_out_of_range` (zero), `amount_too_large`, `person_unknown`,
   * `account_is_demo`, `more_than_free`, `too_many_waiting`.
   */
  ask(ask: CorrectionAsk): Promise<Corrected>
  /**
   * Where the access of whoever asked was changed since, the one who approves takes their place and it goes on waiting.
   * Refusals: `reason_missing`, `record_unknown`, `record_decided`, `record_own`, `second_person_needed`,
   * `more_than_free`, `amount_too_large`.
   */
  approve(decision: Decision): Promise<Corrected>
  /** `ownOnly`: refuses what somebody else asked for, as `second_person_needed`. Other refusals as for `approve`. */
  reject(decision: Decision & { readonly ownOnly: boolean }): Promise<Corrected>
  queue(
    wanted: CorrectionFilter & { readonly page: number; readonly size: number; readonly oldestFirst: boolean },
  ): Promise<{ readonly rows: readonly CorrectionRow[]; readonly total: number }>
  find(correction: number): Promise<CorrectionRow | undefined>
  /** What the account has free now; `undefined`: the engine knows no such account. */
  free(user: number): Promise<Micros | undefined>
  /** Finishes every booking that was approved and is not marked yet. */
  resumeIntents(): Promise<void>
}

export function openCorrections(parts: CaseworkParts): Corrections {
  const { store, core, runtime } = parts
  const bookings = bookingsOf(parts)

  const free = async (user: number): Promise<Micros | undefined> => {
    const account = await core.query({ kind: 'account', account: user })
    return account && micros(Math.max(0, Math.min(account.balance, account.marginFree)))
  }

  return {
    free,
    queue: (wanted) => correctionPage(store.db, wanted),
    find: (correction) => findCorrection(store.db, correction),

    ask: async (ask) => {
      const fault = faultOf(ask)
      if (fault !== undefined) return fault
      const available = await free(ask.user)
      return deciding(store, async (tx) => {
        await aloneFor(tx, ask.user)
        await refuseOwn(tx, ask)
        const now = runtime.now()
        const before = ask.once && (await claimed(tx, { once: ask.once, now }))
        if (before !== undefined) return must(await findCorrection(tx.db, before), 'a claim names a correction')
        const [person] = await tx.db.select({ kind: users.kind }).from(users).where(eq(users.user, ask.user))
        if (person === undefined || available === undefined) return reject('person_unknown', 'user')
        if (person.kind !== 'real') reject('account_is_demo', 'user')
        if (-ask.amount > available) reject('more_than_free', 'amount')
        if ((await waitingCorrections(tx.db, ask.user)) >= ASKED_MAX) reject('too_many_waiting')
        const row = await insert(tx, ask, now)
        if (ask.once !== undefined) await claim(tx, { once: ask.once, kind: 'correction', record: row.correction, now })
        return row
      })
    },

    approve: async ({ correction, actor, reason }) => {
      if (!reasonGiven(reason)) return refuse('reason_missing', 'reason_text')
      const approved = await deciding(store, async (tx) => {
        const before = await undecided(tx, correction)
        await refuseOwn(tx, { actor, user: before.user })
        if (before.askedBy === actor.who) return reject('second_person_needed')
        const at = runtime.now()
        const stands = await wordStands(tx.query, { who: before.askedBy, at: before.createdAt })
        // Nobody stands behind the request any more: whoever approves it is the first who does, and another must too.
        const change = stands
          ? ({ state: 'booking', decidedBy: actor.who, decidedReason: reason.trim() } as const)
          : { askedBy: actor.who, createdAt: at }
        const after = await changeCorrection(tx.db, correction, change)
        await writeAudit(
          tx,
          auditOf({ action: stands ? 'correction_approve' : 'correction_ask', actor, reason, before, after, at }),
        )
        return after
      })
      return approved.ok ? bookings.finish(correction) : approved
    },

    reject: async ({ correction, actor, reason, ownOnly }) => {
      if (!reasonGiven(reason)) return refuse('reason_missing', 'reason_text')
      return deciding(store, async (tx) => {
        const before = await undecided(tx, correction)
        await refuseOwn(tx, { actor, user: before.user })
        if (ownOnly && before.askedBy !== actor.who) return reject('second_person_needed')
        const at = runtime.now()
        const end = { state: 'rejected', decidedBy: actor.who, decidedReason: reason.trim(), endedAt: at } as const
        const after = await changeCorrection(tx.db, correction, end)
        await writeAudit(tx, auditOf({ action: 'correction_reject', actor, reason, before, after, at }))
        return after
      })
    },

    resumeIntents: bookings.resume,
  }
}

/** What can be refused without looking at anybody. */
function faultOf({ amount, reason, remark }: CorrectionAsk): Refusal | undefined {
  if (!reasonGiven(reason)) return refuse('reason_missing', 'reason_text')
  if (!reasonGiven(remark)) return refuse('reason_missing', 'remark')
  if (amount === 0) return refuse('number_out_of_range', 'amount')
  return Math.abs(amount) > MONEY_MAX ? refuse('amount_too_large', 'amount') : undefined
}

async function insert(tx: Transaction, ask: CorrectionAsk, now: number): Promise<CorrectionRow> {
  const { user, amount, category, actor } = ask
  const reason = ask.reason.trim()
  const [row] = await tx.db
    .insert(corrections)
    .values({
      user,
      amount,
      category,
      remark: ask.remark.trim(),
      reason,
      state: 'asked',
      askedBy: actor.who,
      decidedBy: null,
      decidedReason: '',
      createdAt: now,
      endedAt: null,
    })
    .returning()
  assert(row !== undefined, 'an insert returns its row')
  await writeAudit(tx, auditOf({ action: 'correction_ask', actor, reason, before: undefined, after: row, at: now }))
  return row
}

type Bookings = { finish(correction: number): Promise<Corrected>; resume(): Promise<void> }

function bookingsOf(parts: CaseworkParts): Bookings {
  const { store, core, market, runtime, log } = parts

  const finish = oneRunEach(async (correction: number): Promise<Corrected> => {
    const row = await findCorrection(store.db, correction)
    assert(row !== undefined, `correction ${correction} is there`)
    if (row.state !== 'booking') return { ok: true, value: row }
    const { user: account, amount } = row
    const reference = correctionReference(correction)
    const command = {
      kind: 'credit',
      at: market.clock(),
      account,
      category: 'adjustment',
      amount: micros(amount),
      reference,
    } as const
    const fault = await moveOnce(core, command)
    // Approved as it is and shown as on its way; tried again in a moment.
    if (fault !== undefined && isTemporaryRefusal(fault)) return { ok: true, value: row }
    return fault === undefined ? { ok: true, value: await marked(row) } : takeBack(row, fault)
  })

  const marked = (row: CorrectionRow): Promise<CorrectionRow> =>
    store.transaction(async (tx) => {
      const at = runtime.now()
      const after = await changeCorrection(tx.db, row.correction, { state: 'booked', endedAt: at })
      const values = { amount: signedText(row.amount), time: momentText(at), reason: row.remark }
      await tellCustomer(
        { messages: parts.messages, tx },
        { user: row.user, notice: { name: 'balance_corrected', values } },
      )
      return after
    })

  /** The ledger would not take it: it waits as before. */
  const takeBack = async (row: CorrectionRow, fault: Reason): Promise<Refusal> => {
    log.warn({ correction: row.correction, reason: fault }, 'a correction was refused by the ledger')
    await store.transaction(async (tx) => {
      const after = await changeCorrection(tx.db, row.correction, {
        state: 'asked',
        decidedBy: null,
        decidedReason: '',
      })
      const actor = { who: 'ledger', role: 'ledger' }
      await writeAudit(
        tx,
        auditOf({ action: 'correction_refused', actor, reason: fault, before: row, after, at: runtime.now() }),
      )
    })
    return refuse(fault === 'balance_not_enough' || fault === 'margin_not_enough' ? 'more_than_free' : fault)
  }

  const resume = async (): Promise<void> => {
    const rows = await store.db
      .select({ correction: corrections.correction })
      .from(corrections)
      .where(eq(corrections.state, 'booking'))
    for (const { correction } of rows) await finish(correction)
  }

  return { finish, resume }
}

async function undecided(tx: Transaction, correction: number): Promise<CorrectionRow> {
  const row = await lockCorrection(tx.db, correction)
  if (row === undefined) return reject('record_unknown', 'id')
  return row.state === 'asked' ? row : reject('record_decided')
}

function auditOf(entry: {
  readonly action: string
  readonly actor: Actor
  readonly reason: string
  readonly before: CorrectionRow | undefined
  readonly after: CorrectionRow
  readonly at: number
}) {
  const { before, after, reason, ...rest } = entry
  return {
    ...rest,
    reason: reason.trim(),
    subject: { kind: 'correction', id: after.correction },
    before: before && factsOf(before),
    after: factsOf(after),
  }
}

function factsOf({ user, amount, category, state, askedBy, decidedBy }: CorrectionRow) {
  return { user, amount: usdText(amount), category, state, askedBy, decidedBy }
}

/** `+12.50 USD`, `-12.50 USD`. */
const signedText = (amount: number) => (amount > 0 ? `+${usdText(amount)}` : usdText(amount))
