/**
 * The amount that a single approver may credit: the reported amount and a small tolerance, because prices move while
 * money is in transit. All credits of staff to the customer in 24 hours must stay below the operator's limit, so many
 * small deposits do not evade it. All that one approver credits alone must stay below a limit of its own, so many
 * accomplices do not evade it either.
 */
import { assert, type Micros, micros, mulDivDown, type UserId } from '@veritick/domain'
import { and, eq, gt, inArray, or } from 'drizzle-orm'
import { DAY_MS } from '../../services/clock/index.ts'
import { type Database, deposits } from '../../store/index.ts'
import { type CaseworkParts, rememberedOf, requireSum } from '../money/index.ts'
import type { DepositRow } from './queries.ts'

/** Above what was reported, in hundredths: prices move while money is on its way. */
export const CREDIT_TOLERANCE_PERCENT = 2

export type SingleApproverLimit = {
  /** Micro-dollars. The largest amount for which one approver is enough; zero when each credit needs two. */
  readonly amount: Micros
  /** True where other credits of this approver make it smaller than it is for a colleague. */
  readonly isOwn: boolean
}

type Limits = {
  readonly row: DepositRow
  readonly customerLimit: Micros
  readonly approverLimit: Micros
  /** `staff:7`; `undefined`: of a staff member who has credited nothing. */
  readonly approver: string | undefined
  readonly now: number
  /** In a transaction, which is refused with `record_changed` where a credit of the day was changed in the store. */
  readonly isDecision: boolean
}

export async function singleApproverLimit(
  parts: CaseworkParts,
  db: Database,
  options: Limits,
): Promise<SingleApproverLimit> {
  const { row, customerLimit, approverLimit, approver, now, isDecision } = options
  const of = { since: now - DAY_MS, isDecision }
  const tolerated = row.amount + mulDivDown(row.amount, CREDIT_TOLERANCE_PERCENT, 100)
  const ofCustomer = customerLimit - 1 - (await credited(parts, db, { ...of, whose: { user: row.user } }))
  const alone = approver === undefined ? 0 : await credited(parts, db, { ...of, whose: { by: approver } })
  const ofAll = Math.min(tolerated, ofCustomer)
  const ofApprover = approverLimit - 1 - alone
  return { amount: micros(Math.max(0, Math.min(ofAll, ofApprover))), isOwn: ofApprover < ofAll }
}

type Whose = { readonly user: UserId } | { readonly by: string }

/** Of a customer, credits by a provider's signed notice do not count: no staff member decided them. */
const isCounted = (whose: Whose, { user, decidedBy, proposedBy }: DepositRow): boolean =>
  'user' in whose
    ? user === whose.user && decidedBy?.startsWith('staff:') === true
    : decidedBy === whose.by && proposedBy === null

async function credited(
  parts: CaseworkParts,
  db: Database,
  options: { readonly whose: Whose; readonly since: number; readonly isDecision: boolean },
): Promise<number> {
  const { whose, since, isDecision } = options
  const known = rememberedOf(parts, 'deposits', { ...whose, since })
  const own = 'user' in whose ? eq(deposits.user, whose.user) : eq(deposits.decidedBy, whose.by)
  const isRecent = or(eq(deposits.state, 'crediting'), gt(deposits.endedAt, since))
  const rows = await db
    .select()
    .from(deposits)
    .where(or(and(own, isRecent), inArray(deposits.deposit, [...known.keys()])))
  if (isDecision) requireSum(parts, SUMMED, { rows, known })
  return rows
    .filter((row) => isCounted(whose, row))
    .filter(({ state, endedAt }) => state === 'crediting' || (state === 'finished' && (endedAt ?? 0) > since))
    .reduce((sum, { credited }) => {
      assert(credited !== null && credited > 0, 'a credit that was decided has its amount')
      return sum + credited
    }, 0)
}

/** The sums of deposits that a limit is compared with. */
export const SUMMED = {
  table: 'deposits',
  record: 'deposit',
  schema: deposits,
  idOf: ({ deposit }: { readonly deposit: number }) => deposit,
} as const
