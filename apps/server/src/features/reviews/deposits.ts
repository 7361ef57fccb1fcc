/**
 * The queue of deposits: what waits, one of them with its proof and everything that speaks for or against it, and the
 * decision.
 */
import { moneyText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { ASSET_DECIMALS, formatDecimal, micros, must } from '@veritick/domain'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import type { Actor } from '../../services/audit/index.ts'
import { pageOf, recordAccess, sortOf, userIn } from '../../services/office/index.ts'
import type { FileTwin } from '../../services/uploads/index.ts'
import {
  blockOfDecider,
  depositMethodCode,
  depositMethodOf,
  depositStatesOf,
  depositStatusCode,
} from '../approvals/index.ts'
import { auditOfRecord } from '../audit-log/index.ts'
import { briefOf, customerSummaryOf, waitedMinutes, wordsOf } from '../customers/index.ts'
import {
  type DepositRow,
  hasPriceMoved,
  isPriceOld,
  priceNow,
  type ShownDeposit,
  textOfPayment,
  usualOfDeposit,
} from '../deposits/index.ts'
import { readUsd } from '../money/index.ts'
import { type Colleague, staffOf } from '../staff/index.ts'
import type { Context } from './context.ts'
import { drop, lockedBy } from './review-locks.ts'

type Row = OfficeData<'depositQueue'>['data'][number]
type Record = OfficeData<'depositFind'>
type Names = 'depositQueue' | 'depositFind' | 'depositCredit' | 'depositReject' | 'depositInvalidate'

export function depositHandlers(context: Context): OfficeHandlers<Names> {
  const { review } = context.deposits

  const one = async (row: ShownDeposit): Promise<Row> => must((await rowsOf(context, [row]))[0], 'a row is shown')
  const answer = async ({ who }: Actor, done: Awaited<ReturnType<typeof review.credit>>) => {
    if (!done.ok) return done
    // A decision ends the review lock of its staff member, also where a second approver is needed.
    await drop(context, { kind: 'deposit', record: done.value.deposit, who })
    return { ok: true as const, data: await one(done.value) }
  }

  return {
    depositQueue: async ({ params }) => {
      const { user, type, status, reference } = params
      const method = type === undefined ? undefined : depositMethodOf(type)
      const states = status === undefined ? undefined : depositStatesOf(status)
      const sort = sortOf(params.sort, ['id', 'usd'])
      const { rows, total } = await review.queue({
        user: userIn(user),
        method,
        states,
        reference,
        ...pageOf(params),
        sort: sort && { by: sort.by === 'usd' ? 'amount' : 'id', descending: sort.descending },
      })
      return { ok: true, data: { data: await rowsOf(context, rows), total } }
    },

    depositFind: async ({ params, actor, staff }) => {
      const found = await review.find(params.id, actor)
      if (found === undefined) return refuse('record_unknown', 'id')
      await recordAccess(context, { actor, kind: 'deposit', id: found.row.deposit })
      return {
        ok: true,
        data: { ...(await one(found.row)), ...(await detailOf(context, found, { actor, viewer: staff.id })) },
      }
    },

    depositCredit: async ({ params, actor }) => {
      const amount = readUsd(params.amount, 'amount')
      if (!amount.ok) return amount
      const { id: deposit, remark = '', reason_text: reason, payment_reference: paymentReference = '' } = params
      const said = { amount: amount.value, paymentReference, seen: params.seen_approval, remark }
      return answer(actor, await review.credit({ deposit, actor, reason, ...said }))
    },

    depositReject: async ({ params, actor }) => {
      const { id: deposit, remark, reason_text: reason } = params
      return answer(actor, await review.reject({ deposit, actor, reason, remark }))
    },

    depositInvalidate: async ({ params, actor }) => {
      const { id: deposit, remark, reason_text: reason } = params
      return answer(actor, await review.invalidate({ deposit, actor, reason, remark }))
    },
  }
}

type Found = NonNullable<Awaited<ReturnType<Context['deposits']['review']['find']>>>

async function detailOf(
  context: Context,
  found: Found,
  caller: { readonly actor: Actor; readonly viewer: number },
): Promise<Omit<Record, keyof Row>> {
  const { store, files, deposits } = context
  const { row, twins, alike, singleApproverLimit } = found
  const link = (file: string) => files.tickets.address(file, { kind: 'staff', id: caller.viewer })
  return {
    ...factsOf(row),
    usd_price_now: priceNowText(context, row),
    single_approver_limit: moneyText(singleApproverLimit.amount),
    single_approver_limit_own: singleApproverLimit.isOwn,
    blocked: await blockOf(context, row, caller.actor),
    pictures: row.proof === null ? [] : [{ side: 'proof' as const, url: link(row.proof) }],
    twins: [...twins.map((twin) => wireTwin(twin, true)), ...alike.map((twin) => wireTwin(twin, false))],
    same_transaction: (await deposits.review.sameTransactions([row]))(row).map((other) => ({
      deposit_id: other.deposit,
      user: briefOf(other.user),
      status: other.state === null ? null : depositStatusCode(other.state),
      fault: other.fault ?? null,
      at: other.at,
    })),
    person: await customerSummaryOf(context, row.user),
    audit: await auditOfRecord({ ...context, query: store.query }, { kind: 'deposit', id: row.deposit }),
  }
}

async function rowsOf(context: Context, rows: readonly ShownDeposit[]): Promise<Row[]> {
  const taken = await lockedBy(context, { kind: 'deposit', records: rows.map((row) => row.deposit) })
  const named = await staffOf(
    { ...context, query: context.store.query },
    rows.flatMap((row) => [row.proposedBy, row.decidedBy]),
  )
  const now = context.runtime.now()
  const usual = await usualOfDeposit(context)
  const others = await context.deposits.review.sameTransactions(rows)
  return rows.map((row) => ({
    id: row.deposit,
    user: briefOf(row.user),
    trading_account: row.account,
    type: depositMethodCode(row.method),
    currency_code: row.currency,
    protocol_code: row.protocol,
    number: formatDecimal(row.units, ASSET_DECIMALS[row.method === 'coin' ? 'coin' : 'bank']),
    usd: moneyText(micros(row.amount)),
    flags: [
      ...wordsOf(row.flags),
      ...(others(row).some((other) => other.user !== row.user) ? ['transaction_elsewhere'] : []),
      ...(hasPriceMoved(context.settings, row) ? ['price_moved'] : []),
      ...(isPriceOld(context.settings, row, now) ? ['price_old'] : []),
    ],
    status: depositStatusCode(row.state),
    crediting: row.state === 'crediting',
    fault: row.fault ?? null,
    credited: row.credited === null ? null : moneyText(micros(row.credited)),
    approvals: approvalsOf(row, named),
    reference: row.reference ?? '',
    decided_by: row.decidedBy === null ? null : named(row.decidedBy),
    created_at: row.createdAt,
    ended_at: row.endedAt,
    waited_minutes: waitedMinutes({ from: row.createdAt, until: row.endedAt }, now),
    usual_minutes: usual,
    taken: taken(row.deposit),
  }))
}

/** The approvers of a credit, and how many are needed. */
function approvalsOf(row: DepositRow, named: (who: string) => Colleague): Row['approvals'] {
  const { proposedBy, proposedAt, decidedBy, endedAt } = row
  if (proposedBy === null || proposedAt === null) return { needed: 1, given: [] }
  const second = decidedBy === null || endedAt === null ? [] : [{ by: named(decidedBy), at: endedAt }]
  return { needed: 2, given: [{ by: named(proposedBy), at: proposedAt }, ...second] }
}

/** Why the decision is not this staff member's. */
async function blockOf({ store, ...proof }: Context, row: DepositRow, actor: Actor): Promise<Record['blocked']> {
  if (row.state === 'begun') return 'record_begun'
  if (row.state !== 'unchecked') return 'record_decided'
  return (await blockOfDecider({ ...proof, query: store.query }, { actor, user: row.user })) ?? null
}

function priceNowText({ settings }: Context, row: DepositRow): string | null {
  const now = priceNow(settings, row)
  return now === undefined ? null : moneyText(now)
}

function factsOf(row: DepositRow) {
  return {
    channel: row.channel,
    paid_to: row.paidTo,
    usd_price: moneyText(micros(row.usdPrice)),
    tx_hash: row.txHash ?? '',
    payment_reference: textOfPayment(row.paymentReference),
    provider: row.provider ?? '',
    provider_reference: row.providerReference ?? '',
    remark: row.remark,
  }
}

function wireTwin(twin: FileTwin, exact: boolean): Record['twins'][number] {
  const id = /^deposit:(\d{1,15})$/.exec(twin.usedFor)?.[1]
  return {
    deposit_id: id === undefined ? null : Number(id),
    used_for: twin.usedFor,
    exact,
    user: briefOf(twin.owner),
    at: twin.createdAt,
  }
}
