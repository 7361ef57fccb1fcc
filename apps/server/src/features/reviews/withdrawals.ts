/**
 * The queue of withdrawals: what waits or is being paid, one of them with who approved and why two must, and each step
 * of it.
 */
import { moneyText } from '@veritick/contract'
import { may, type OfficeData, type Role } from '@veritick/contract/office'
import { ASSET_DECIMALS, formatDecimal, micros, must } from '@veritick/domain'
import { and, eq, gt, lte, notInArray } from 'drizzle-orm'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import type { Actor } from '../../services/audit/index.ts'
import { DAY_MS } from '../../services/clock/index.ts'
import { pageOf, recordAccess, sortOf, userIn } from '../../services/office/index.ts'
import { withdrawals } from '../../store/index.ts'
import { blockOfDecider, withdrawalMethodCode, withdrawalMethodOf } from '../approvals/index.ts'
import { auditOfRecord } from '../audit-log/index.ts'
import { briefOf, customerSummaryOf, waitedMinutes } from '../customers/index.ts'
import { type Colleague, staffOf } from '../staff/index.ts'
import {
  isMoving,
  isSameName,
  isShown,
  ownPaymentDetails,
  type SeenWithdrawal,
  shownState,
  usualOfWithdrawal,
  type WithdrawalRow,
} from '../withdrawals/index.ts'
import type { Context } from './context.ts'
import { drop, lockedBy } from './review-locks.ts'

type Row = OfficeData<'withdrawalQueue'>['data'][number]
type Record = OfficeData<'withdrawalFind'>
type Names =
  | 'withdrawalQueue'
  | 'withdrawalFind'
  | 'withdrawalApprove'
  | 'withdrawalPay'
  | 'withdrawalReject'
  | 'withdrawalDropRejection'

export function withdrawalHandlers(context: Context): OfficeHandlers<Names> {
  const { store } = context
  const { review } = context.withdrawals

  const one = async (row: Shown): Promise<Row> => must((await rowsOf(context, [row]))[0], 'a row is shown')
  const answer = async ({ who }: Actor, done: Awaited<ReturnType<typeof review.pay>>) => {
    if (!done.ok) return done
    // A decision ends the review lock of its staff member, also where a second approver is needed.
    await drop(context, { kind: 'withdrawal', record: done.value.withdrawal, who })
    return { ok: true as const, data: await one(done.value) }
  }

  /** The page names the fault and blocks the step. A call without a page is refused too. */
  const isOfChangedCustomer = async (id: number) => {
    const found = await review.find(id)
    return found !== undefined && (await customerSummaryOf(context, found.row.user)).fault !== null
  }

  return {
    withdrawalQueue: async ({ params }) => {
      const { user, type, state } = params
      const method = type === undefined ? undefined : withdrawalMethodOf(type)
      const sort = sortOf(params.sort, ['id', 'amount'])
      const { rows, total } = await review.queue({ user: userIn(user), method, state, ...pageOf(params), sort })
      return { ok: true, data: { data: await rowsOf(context, rows), total } }
    },

    withdrawalFind: async ({ params, actor, staff }) => {
      const found = await review.find(params.id, actor)
      if (found === undefined || !isShown(found.row.state)) return refuse('record_unknown', 'id')
      const { row } = found
      await recordAccess(context, { actor, kind: 'withdrawal', id: row.withdrawal })
      const block = await blockOfDecider({ ...context, query: store.query }, { actor, user: row.user })
      const shown = await detailOf(context, found, { who: actor.who, role: staff.role, block })
      return { ok: true, data: { ...(await one(row)), ...shown } }
    },

    withdrawalApprove: async ({ params, actor }) => {
      if (await isOfChangedCustomer(params.id)) return refuse('record_changed', 'id')
      return answer(actor, await review.approve({ withdrawal: params.id, actor, reason: params.reason_text }))
    },

    withdrawalPay: async ({ params, actor }) => {
      const { id: withdrawal, reference, reason_text: reason } = params
      return answer(actor, await review.pay({ withdrawal, actor, reason, reference }))
    },

    withdrawalReject: async ({ params, actor }) => {
      const { id: withdrawal, remark, reason_text: reason, not_sent: isUnsent, seen_rejection: seen } = params
      return answer(actor, await review.reject({ withdrawal, actor, reason, remark, isUnsent, seen }))
    },

    withdrawalDropRejection: async ({ params, actor }) =>
      answer(actor, await review.dropRejection({ withdrawal: params.id, actor, reason: params.reason_text })),
  }
}

type DeciderBlock = Awaited<ReturnType<typeof blockOfDecider>>
type Shown = Found['row']
type Found = NonNullable<Awaited<ReturnType<Context['withdrawals']['review']['find']>>>

async function detailOf(
  context: Context,
  { row, boundAt, isFrozenInEngine, sharing, price, overLimit }: Found,
  caller: { readonly who: string; readonly role: Role; readonly block: DeciderBlock },
): Promise<Omit<Record, keyof Row>> {
  const { store, runtime, settings } = context
  const summary = await customerSummaryOf(context, row.user)
  const audit = await auditOfRecord({ ...context, query: store.query }, { kind: 'withdrawal', id: row.withdrawal })
  // A row of the customer that is put back reaches no engine: either of both is a reason not to pay.
  const person = { ...summary, frozen: summary.frozen || isFrozenInEngine }
  return {
    ...factsOf(row),
    price_age_minutes: price === undefined ? null : waitedMinutes({ from: price.at, until: null }, runtime.now()),
    price_old: price?.isOld ?? false,
    payee_bound_at: boundAt ?? null,
    ...(await holderOf(context, { row, role: caller.role, isProven: summary.fault === null })),
    two_people: row.needsTwo ? await whyTwo(context, row) : null,
    approver_limit:
      overLimit === undefined ? null : { limit: moneyText(overLimit.limit), approved: moneyText(overLimit.approved) },
    blocked: blockOf(row, { ...caller, frozen: person.frozen, fault: person.fault }),
    own_place: (await ownPaymentDetails(settings))(row),
    sharing: sharing.map(briefOf),
    timeline: await timelineOf(context, row, audit),
    person,
    audit,
  }
}

async function rowsOf(context: Context, rows: readonly Shown[]): Promise<Row[]> {
  const taken = await lockedBy(context, { kind: 'withdrawal', records: rows.map((row) => row.withdrawal) })
  const named = await staffOf(
    { ...context, query: context.store.query },
    rows.flatMap((row) => [
      row.firstApprover,
      row.secondApprover,
      row.rejectionProposedBy,
      row.voidRejection?.by ?? null,
    ]),
  )
  const now = context.runtime.now()
  const usual = await usualOfWithdrawal(context)
  return rows.map((row) => {
    return {
      id: row.withdrawal,
      user: briefOf(row.user),
      trading_account: row.fromAccount,
      type: withdrawalMethodCode(row.method),
      currency_code: row.currency,
      protocol_code: row.protocol,
      amount: moneyText(micros(row.amount)),
      fee: moneyText(micros(row.fee)),
      received: formatDecimal(row.received, ASSET_DECIMALS[row.method]),
      state: shownState(row),
      moving: isMoving(row.state),
      fault: row.fault ?? null,
      approvals: { needed: row.needsTwo ? 2 : 1, given: approvalsOf(row, named) },
      rejection: proposalOf(row, named),
      void_rejection:
        row.voidRejection === undefined ? null : { ...row.voidRejection, by: named(row.voidRejection.by) },
      created_at: row.createdAt,
      ended_at: row.endedAt,
      waited_minutes: waitedMinutes({ from: row.createdAt, until: row.endedAt }, now),
      usual_minutes: usual,
      taken: taken(row.withdrawal),
    }
  })
}

function approvalsOf(row: WithdrawalRow, named: (who: string) => Colleague): Row['approvals']['given'] {
  const given = [
    [row.firstApprover, row.firstApprovedAt],
    [row.secondApprover, row.secondApprovedAt],
  ] as const
  return given.flatMap(([who, at]) => (who === null || at === null ? [] : [{ by: named(who), at }]))
}

function proposalOf(row: WithdrawalRow, named: (who: string) => Colleague): Row['rejection'] {
  const { rejectionProposedBy: who, rejectionProposedAt: at } = row
  return who === null || at === null ? null : { by: named(who), at }
}

function factsOf(row: WithdrawalRow) {
  return {
    usd_price: moneyText(micros(row.usdPrice)),
    account: row.account,
    payee_id: row.payee,
    bank_name: row.bankName,
    bank_address: row.bankAddress,
    bank_swift: row.bankSwift,
    payee_name: row.payeeName,
    memo: row.memo,
    notes: row.notes,
  }
}

/**
 * The account holder beside the verified name: for staff who check identities or pay. Of a customer who was changed in
 * the store no name is known, so the holder is another one until the store is repaired.
 */
async function holderOf(
  context: Context,
  { row, role, isProven }: { readonly row: WithdrawalRow; readonly role: Role; readonly isProven: boolean },
): Promise<Pick<Record, 'verified_name' | 'holder_differs'>> {
  const sees = may(role, 'withdrawals_review') || may(role, 'identity_review')
  if (row.payeeName === '' || !sees) return { verified_name: null, holder_differs: false }
  if (!isProven) return { verified_name: null, holder_differs: true }
  const name = await context.identity.verifiedName(row.user)
  return { verified_name: name ?? null, holder_differs: name !== undefined && !isSameName(name, row.payeeName) }
}

/**
 * As it was counted then; `null` where not the requests of the customer but the limit of the first approver is the
 * reason. Where the figures were not kept: what was asked for until then and did not end without money, and the limit
 * now.
 */
async function whyTwo({ store, settings }: Context, row: WithdrawalRow): Promise<Record['two_people']> {
  const { twoLimit, dayAmount } = row
  if (twoLimit !== null && dayAmount !== null && dayAmount < twoLimit) return null
  if (twoLimit !== null && dayAmount !== null)
    return { limit: moneyText(micros(twoLimit)), day_amount: moneyText(micros(dayAmount)) }
  const rows = await store.db
    .select({ amount: withdrawals.amount })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.user, row.user),
        gt(withdrawals.createdAt, row.createdAt - DAY_MS),
        lte(withdrawals.withdrawal, row.withdrawal),
        notInArray(withdrawals.state, ['refused', 'rejected', 'cancelled']),
      ),
    )
  const sum = rows.reduce((total, each) => total + each.amount, 0)
  return { limit: moneyText(settings.get('draw_two_person_limit_usd')), day_amount: moneyText(micros(sum)) }
}

/** Why the next step is not this staff member's. */
function blockOf(
  row: SeenWithdrawal,
  caller: {
    readonly who: string
    readonly frozen: boolean
    readonly fault: string | null
    readonly block: DeciderBlock
  },
): Record['blocked'] {
  if (row.state !== 'waiting' && row.state !== 'approved') return 'record_decided'
  if (row.fault !== undefined) return 'record_changed'
  if (caller.block !== undefined) return caller.block
  if (row.state === 'approved') return null
  if (caller.fault !== null) return 'record_changed'
  if (caller.frozen) return 'account_frozen'
  return row.firstApprover === caller.who ? 'second_person_needed' : null
}

/** Each step with its staff member. The audit names the one who took the last step. */
async function timelineOf(context: Context, row: WithdrawalRow, audit: Record['audit']): Promise<Record['timeline']> {
  const { firstApprover, secondApprover, rejectionProposedBy } = row
  const deciders = [firstApprover, secondApprover, rejectionProposedBy]
  const named = await staffOf({ ...context, query: context.store.query }, deciders)
  const { state } = row
  const ended = state === 'paid' || state === 'rejected' || state === 'cancelled'
  const proposal = proposalOf(row, named)
  const ending = audit.find((line) => line.action === 'withdrawal_pay' || line.action === 'withdrawal_reject')
  const ender = row.state === 'cancelled' || ending === undefined ? null : ending.by
  return [
    { step: 'requested', at: row.createdAt, by: null, note: row.memo },
    ...approvalsOf(row, named).map(({ by, at }) => ({ step: 'approved', at, by, note: '' })),
    ...(proposal === null ? [] : [{ step: 'rejection_proposed', at: proposal.at, by: proposal.by, note: '' }]),
    ...(ended && row.endedAt !== null ? [{ step: state, at: row.endedAt, by: ender, note: row.notes }] : []),
  ]
}
