/**
 * The office's side of deposits: credit what was received, with a second person where one is not enough, or end it
 * without money. Each takes the row, looks at its state and writes the decision with the audit. Every function answers
 * the deposit as it is afterwards, or why not.
 */
import { type Micros, MONEY_MAX } from '@veritick/domain'
import { refuse } from '../../calls/index.ts'
import { type Actor, writeAudit } from '../../services/audit/index.ts'
import type { MoneySort } from '../../services/office/index.ts'
import { aloneFor, deciding, reject } from '../../services/transactions/index.ts'
import type { FileTwin } from '../../services/uploads/index.ts'
import type { Transaction } from '../../store/index.ts'
import { tellCustomer } from '../accounts/index.ts'
import { firstStands, reasonGiven, refuseOwn } from '../approvals/index.ts'
import type { CaseworkParts } from '../money/index.ts'
import { type Credits, type Decided, factsOf, intendCredit, UNSAID } from './credits.ts'
import { aloneMax } from './limits.ts'
import { changeDeposit, type DepositFilter, type DepositRow, depositPage, findDeposit, lockDeposit } from './queries.ts'

type Decision = { readonly deposit: number; readonly actor: Actor /** For the audit. */; readonly reason: string }

export type DepositReview = {
  /** What waits, oldest first, or any other selection. */
  queue(
    wanted: DepositFilter & { readonly page: number; readonly size: number; readonly sort?: MoneySort | undefined },
  ): Promise<{ readonly rows: readonly DepositRow[]; readonly total: number }>
  /** With other uses of its picture, those of pictures that look like it, and what one person may credit. */
  find(deposit: number): Promise<
    | {
        readonly row: DepositRow
        readonly twins: readonly FileTwin[]
        readonly alike: readonly FileTwin[]
        readonly aloneMax: Micros
      }
    | undefined
  >
  /**
   * `amount`: what was received. When it is not what was reported, `remark` must say why; the customer reads it. Above
   * what one person may (`aloneMax`) the first only says it, and it is credited when a second, different one says the
   * same amount.
   */
  credit(decision: Decision & { readonly amount: Micros; readonly remark: string }): Promise<Decided>
  /** The money did not come, or not like this. The customer reads the remark. */
  reject(decision: Decision & { readonly remark: string }): Promise<Decided>
  /** Expired, doubled or a mistake. The customer reads the remark. */
  invalidate(decision: Decision & { readonly remark: string }): Promise<Decided>
}

/**
 * Refusals: `reason_missing`, `amount_not_positive`, `amount_too_large`, `record_unknown`, `record_own`,
 * `record_decided`, `record_begun` (a card payment that is still with its provider), `second_person_needed` (who said
 * it first says it again).
 */
export function depositReview(parts: CaseworkParts, credits: Credits): DepositReview {
  const { store, runtime, files, settings } = parts
  const limits = (tx: Pick<Transaction, 'db'>, row: DepositRow) =>
    aloneMax(tx.db, { row, limit: settings.get('deposit_two_person_limit_usd'), now: runtime.now() })

  const end = (decision: Decision & { readonly remark: string }, status: 2 | 3): Promise<Decided> => {
    if (!reasonGiven(decision.reason)) return Promise.resolve(refuse('reason_missing', 'reason'))
    if (!reasonGiven(decision.remark)) return Promise.resolve(refuse('reason_missing', 'remark'))
    return deciding(store, async (tx) => {
      const before = await undecided(tx, decision)
      return endDeposit(parts, tx, { before, status, decision })
    })
  }

  return {
    queue: async (wanted) => {
      const { rows, total } = await depositPage(store.db, { ...wanted, oldestFirst: wanted.status === 0 })
      return { rows: await Promise.all(rows.map((row) => asItStands(store, row))), total }
    },
    find: async (deposit) => {
      const found = await findDeposit(store.db, deposit)
      if (found === undefined) return undefined
      const row = await asItStands(store, found)
      const twins = row.proof === null ? [] : await files.twins(store.query, row.proof)
      const alike = row.proof === null ? [] : await files.lookalikes(store.query, row.proof)
      return { row, twins, alike, aloneMax: await limits(store, row) }
    },
    credit: async (decision) => {
      const { deposit, amount, reason } = decision
      if (!reasonGiven(reason)) return refuse('reason_missing', 'reason')
      if (amount <= 0) return refuse('amount_not_positive', 'amount')
      if (amount > MONEY_MAX) return refuse('amount_too_large', 'amount')
      const decided = await deciding(store, async (tx) => {
        const before = await undecided(tx, decision)
        const isAlone = amount <= (await limits(tx, before))
        return creditOrPropose(tx, { ...decision, before, isAlone, now: runtime.now() })
      })
      return decided.ok ? credits.finish(deposit) : decided
    },
    reject: (decision) => end(decision, 2),
    invalidate: (decision) => end(decision, 3),
  }
}

type Saying = Decision & {
  readonly before: DepositRow
  readonly amount: Micros
  readonly remark: string
  /** Whether one person is enough for this amount. */
  readonly isAlone: boolean
  readonly now: number
}

/** Decides the credit, or keeps what the first of two said. */
async function creditOrPropose(tx: Transaction, saying: Saying): Promise<DepositRow> {
  const { before, amount, actor, isAlone, now } = saying
  const said = await asItStands(tx, before)
  const isRepeated = said.firstBy !== null && said.credited === amount
  // Whoever agrees need not write again what the customer reads.
  const remark = saying.remark.trim() || (isRepeated ? before.remark : '')
  if (amount !== before.amount && !reasonGiven(remark)) reject('reason_missing', 'remark')
  const { reason } = saying
  if (isAlone) return intendCredit(tx, { before, amount, remark, actor, reason, now, firstBy: null })
  if (isRepeated && before.firstBy === actor.who) return reject('second_person_needed')
  if (isRepeated) return intendCredit(tx, { before, amount, remark, actor, reason, now, firstBy: before.firstBy })
  // The first, or another amount than the first said: somebody else must say this one too.
  const after = await changeDeposit(tx.db, before.deposit, {
    credited: amount,
    remark,
    firstBy: actor.who,
    firstAt: now,
  })
  const subject = { kind: 'deposit', id: before.deposit }
  await writeAudit(tx, {
    actor,
    action: 'deposit_propose',
    subject,
    reason,
    before: factsOf(before),
    after: factsOf(after),
    at: now,
  })
  return after
}

/** While nobody has decided it, what somebody said whose access was changed since is not said. */
async function asItStands({ query }: Pick<Transaction, 'query'>, row: DepositRow): Promise<DepositRow> {
  if (!isUndecided(row) || row.firstBy === null || (await firstStands(query, row))) return row
  return { ...row, ...UNSAID, remark: '' }
}

const isUndecided = ({ status, crediting }: DepositRow) => status === 0 && !crediting

/** Rejected or invalid: no money moves. */
export async function endDeposit(
  parts: CaseworkParts,
  tx: Transaction,
  ending: {
    readonly before: DepositRow
    readonly status: 2 | 3
    readonly decision: { readonly actor: Actor; readonly reason: string; readonly remark: string }
  },
): Promise<DepositRow> {
  const { before, status, decision } = ending
  const { actor, reason } = decision
  const remark = decision.remark.trim()
  const now = parts.runtime.now()
  const after = await changeDeposit(tx.db, before.deposit, {
    ...UNSAID,
    status,
    remark,
    decidedBy: actor.who,
    endedAt: now,
  })
  await writeAudit(tx, {
    actor,
    action: status === 2 ? 'deposit_reject' : 'deposit_invalidate',
    subject: { kind: 'deposit', id: before.deposit },
    reason,
    before: factsOf(before),
    after: factsOf(after),
    at: now,
  })
  await tellCustomer(
    { messages: parts.messages, tx },
    {
      user: after.user,
      notice: {
        name: status === 2 ? 'deposit_rejected' : 'deposit_invalid',
        values: { id: String(after.deposit), remark },
      },
    },
  )
  return after
}

/**
 * The row, taken, while nobody has decided it; until the transaction ends nobody decides about this customer's money.
 */
async function undecided(tx: Transaction, { deposit, actor }: Decision): Promise<DepositRow> {
  const known = await findDeposit(tx.db, deposit)
  if (known === undefined) return reject('record_unknown')
  await aloneFor(tx, known.user)
  await refuseOwn(tx, { actor, user: known.user })
  const row = await lockDeposit(tx.db, deposit)
  if (row === undefined) return reject('record_unknown')
  if (row.status === 4 && !row.crediting) return reject('record_begun')
  return isUndecided(row) ? row : reject('record_decided')
}
