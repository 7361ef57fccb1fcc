/**
 * The way of a credit: decided and written with the audit (transitions.ts), then booked by the engine, then marked and
 * told. A crash between two of these is harmless, because the booking names the deposit and happens once.
 */
import type { Reason } from '@veritick/contract'
import { assert, isTemporaryRefusal } from '@veritick/domain'
import { eq } from 'drizzle-orm'
import type { Refusal } from '../../calls/index.ts'
import { refuse } from '../../calls/index.ts'
import { requireRecordSealed } from '../../services/seals/index.ts'
import { inTransaction } from '../../services/transactions/index.ts'
import { deposits } from '../../store/index.ts'
import { advance, LEDGER, openCase } from '../approvals/index.ts'
import { type CaseworkParts, creditOnce, finishRecords, oneRunEach } from '../money/index.ts'
import { type DepositRow, findDeposit } from './queries.ts'
import { creditDecided, DEPOSIT_TRANSITIONS, DEPOSITS } from './transitions.ts'

export type Decided = { readonly ok: true; readonly value: DepositRow } | Refusal

export type Credits = {
  /** Brings a decided credit to its end; a deposit without one is left as it is. */
  finish(deposit: number): Promise<Decided>
  /** All that are on their way. */
  resume(): Promise<void>
}

export function creditsOf(parts: CaseworkParts): Credits {
  const { store, log } = parts

  const finish = oneRunEach(async (deposit: number): Promise<Decided> => {
    const row = await findDeposit(store.db, deposit)
    assert(row !== undefined, `deposit ${deposit} is there`)
    if (row.state !== 'crediting') return { ok: true, value: row }
    requireRecordSealed(parts, 'deposits', { schema: deposits, id: deposit, row })
    const fault = await creditOnce(parts, creditDecided(row))
    // Decided as it is and shown as in progress; tried again in a moment.
    if (fault !== undefined && isTemporaryRefusal(fault)) return { ok: true, value: row }
    return booked(parts, { deposit, fault })
  })

  const resume = async (): Promise<void> => {
    const rows = await store.db
      .select({ deposit: deposits.deposit })
      .from(deposits)
      .where(eq(deposits.state, 'crediting'))
    const ids = rows.map(({ deposit }) => deposit)
    await finishRecords(parts, { record: 'deposit', ids }, finish)
  }

  /** Takes the answer of the engine. After a refusal the deposit waits as before. */
  async function booked(
    of: CaseworkParts,
    answer: { readonly deposit: number; readonly fault: Reason | undefined },
  ): Promise<Decided> {
    const { deposit, fault } = answer
    if (fault !== undefined) log.warn({ deposit, reason: fault }, 'a credit was refused by the ledger')
    const { finish: finished, refuse: refused } = DEPOSIT_TRANSITIONS
    const marked = await inTransaction(store, async (tx) => {
      const opened = await openCase(DEPOSITS, { parts: of, tx, id: deposit, actor: LEDGER })
      const given = { reason: fault ?? '', input: undefined, now: of.runtime.now() }
      return advance(opened, fault === undefined ? finished : refused, given)
    })
    return marked.ok && fault !== undefined ? refuse(fault) : marked
  }

  return { finish, resume }
}
