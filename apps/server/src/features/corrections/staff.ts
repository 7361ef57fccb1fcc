/**
 * The office's calls about corrections. One staff member requests a correction, another approves it. corrections.ts
 * decides; this file translates.
 */
import { moneyText } from '@veritick/contract'
import { may, type OfficeData } from '@veritick/contract/office'
import { type AccountId, accountId, type Micros, micros, must, parseDecimal, userId } from '@veritick/domain'
import { type OfficeHandlers, refuse } from '../../calls/index.ts'
import { unlessBusy } from '../../journal/index.ts'
import { pageOf, recordAccess, sortOf, userIn } from '../../services/office/index.ts'
import { briefOf } from '../customers/index.ts'
import { type Read, shownRecords } from '../money/index.ts'
import { staffOf } from '../staff/index.ts'
import type { Context } from './context.ts'
import type { CorrectionRow } from './queries.ts'
import { SHOWN_CORRECTIONS } from './transitions.ts'

type Shown = OfficeData<'correctionFind'>
type Names = 'correctionList' | 'correctionFind' | 'correctionRequest' | 'correctionApprove' | 'correctionReject'

export function correctionHandlers(context: Context): OfficeHandlers<Names> {
  const { corrections } = context

  const one = async (row: CorrectionRow, who: string): Promise<Shown> =>
    must((await rowsOf(context, [row], who))[0], 'a row is shown')
  const answer = async (done: Awaited<ReturnType<typeof corrections.approve>>, who: string) =>
    done.ok ? { ok: true as const, data: await one(done.value, who) } : done

  return {
    correctionList: async ({ params, actor }) => {
      const { user, state, category } = params
      const sort = sortOf(params.sort, ['id'])
      const oldestFirst = sort === undefined ? state === 'asked' : !sort.descending
      const { rows, total } = await corrections.queue({
        user: userIn(user),
        state,
        category,
        ...pageOf(params),
        oldestFirst,
      })
      return { ok: true, data: { data: await rowsOf(context, rows, actor.who), total } }
    },

    correctionFind: async ({ params, actor }) => {
      const row = await corrections.find(params.id)
      if (row === undefined) return refuse('record_unknown', 'id')
      if (row.correction !== params.id) return refuse('record_changed', 'id')
      await recordAccess(context, { actor, kind: 'correction', id: row.correction })
      return { ok: true, data: await one(row, actor.who) }
    },

    correctionRequest: async ({ params, actor, once }) => {
      const amount = readSigned(params.amount, 'amount')
      if (!amount.ok) return amount
      const { category, remark, reason_text: reason } = params
      const user = userId(params.user)
      const account = params.trading_account === undefined ? undefined : accountId(params.trading_account)
      return answer(
        await corrections.request({ user, account, amount: amount.value, category, remark, reason, actor, once }),
        actor.who,
      )
    },

    correctionApprove: async ({ params, actor }) =>
      answer(await corrections.approve({ correction: params.id, actor, reason: params.reason_text }), actor.who),

    correctionReject: async ({ params, actor, staff }) => {
      const ownOnly = !may(staff.role, 'corrections_approve')
      return answer(
        await corrections.reject({ correction: params.id, actor, reason: params.reason_text, ownOnly }),
        actor.who,
      )
    },
  }
}

const USD_DECIMALS = 6

/** USD with its sign. */
function readSigned(text: string, field: string): Read<Micros> {
  const value = parseDecimal(text, USD_DECIMALS)
  if (value === 'not_a_number') return refuse('number_malformed', field)
  if (value === 'too_precise') return refuse('amount_too_precise', field)
  return value === 'out_of_range' ? refuse('amount_too_large', field) : { ok: true, value: micros(value) }
}

async function rowsOf(context: Context, read: readonly CorrectionRow[], who: string): Promise<Shown[]> {
  const rows = await shownRecords(context, SHOWN_CORRECTIONS, read)
  const named = await staffOf(
    { ...context, query: context.store.query },
    rows.flatMap((row) => [row.requestedBy, row.decidedBy]),
  )
  return Promise.all(
    rows.map(async (row) => ({
      id: row.correction,
      user: briefOf(row.user),
      trading_account: row.account,
      amount: moneyText(micros(row.amount)),
      category: row.category,
      remark: row.remark,
      reason_text: row.reason,
      state: row.state,
      fault: row.fault ?? null,
      asked_by: named(row.requestedBy),
      decided_by: row.decidedBy === null ? null : named(row.decidedBy),
      decided_reason: row.decidedReason,
      created_at: row.createdAt,
      ended_at: row.endedAt,
      yours: row.requestedBy === who,
      free: row.endedAt === null ? await freeText(context, row.account) : null,
    })),
  )
}

/** A decision that is stored is answered, also while the core is too busy to say the free margin. */
async function freeText({ corrections }: Context, account: AccountId): Promise<string | null> {
  const free = await unlessBusy(() => corrections.free(account))
  return free.ok ? moneyText(free.value ?? micros(0)) : null
}
