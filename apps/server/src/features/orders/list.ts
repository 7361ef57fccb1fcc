/**
 * my_deal: a page of orders with the account's numbers beside it. Living orders and account are one look at the engine,
 * so they add up; ended orders come from the read tables, which hold all that was durable when it was asked, and the
 * account beside them is as it stands a moment later.
 */
import { moneyText, ORDER_STATUS, type OrderList, PAGE_SIZE } from '@veritick/contract'
import { type AccountId, type Micros, micros, must } from '@veritick/domain'
import type { Success } from '../../calls/index.ts'
import { type EndedFilter, endedOrders } from '../../projections/index.ts'
import type { Looked } from '../../services/rate-limits/index.ts'
import type { Context } from './context.ts'
import { instrumentOf } from './instrument.ts'
import { type Shown, shownFromRow, shownFromSeen } from './shown.ts'
import { wireAccount, wireOrder } from './wire.ts'

/** `size`: orders a page, when it is not the customers' own. */
type OrdersRequest = {
  readonly status: (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS]
  readonly page: number
  readonly account: AccountId
  readonly size?: number
  /** Narrows the list of ended orders. */
  readonly filter?: EndedFilter
  /** Left out for staff. */
  readonly looked?: Looked
}
type Parts = Pick<Context, 'core' | 'store' | 'market' | 'ids'>

export function listOrders(context: Parts, request: OrdersRequest): Promise<Success<OrderList>> {
  return request.status === ORDER_STATUS.history ? listHistory(context, request) : listLiving(context, request)
}

async function listLiving(context: Parts, request: OrdersRequest): Promise<Success<OrderList>> {
  const status = request.status === ORDER_STATUS.pending ? 'pending' : 'holding'
  const { size = PAGE_SIZE } = request
  const offset = (request.page - 1) * size
  const seen = await context.core.query({ kind: 'orders', account: request.account, status, offset, limit: size })
  const account = must(seen.account, 'a signed-in account exists')
  const shown = seen.orders.map(shownFromSeen)
  const profit = status === 'holding' ? account.profit : micros(0)
  return answer(context, { shown, total: seen.total, profit, account })
}

async function listHistory(context: Parts, request: OrdersRequest): Promise<Success<OrderList>> {
  await context.core.projected()
  const { orders, total, profit, costs, looked } = await endedOrders(context.store.db, {
    account: request.account,
    page: request.page,
    size: request.size ?? PAGE_SIZE,
    ...request.filter,
  })
  request.looked?.(looked)
  const account = must(
    await context.core.query({ kind: 'account', account: request.account }),
    'a signed-in account exists',
  )
  const { ok, data } = await answer(context, {
    shown: orders.map(shownFromRow),
    total,
    profit,
    account,
  })
  return { ok, data: { ...data, all_costs: moneyText(costs) } }
}

async function answer(
  context: Parts,
  seen: {
    readonly shown: readonly Shown[]
    readonly total: number
    readonly profit: Micros | bigint
    readonly account: Parameters<typeof wireAccount>[0]
  },
): Promise<Success<OrderList>> {
  const data = await Promise.all(
    seen.shown.map(async (shown) =>
      wireOrder(
        shown,
        must(
          await instrumentOf(context, shown.instrument),
          `order ${shown.order} names an instrument that the engine knows`,
        ),
        context.ids,
      ),
    ),
  )
  return {
    ok: true,
    data: { data, total: seen.total, all_fact_profits: moneyText(seen.profit), ...wireAccount(seen.account) },
  }
}
