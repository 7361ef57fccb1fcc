/** The records of one customer, list by list: orders, payees, sessions. The ledger: ledger.ts; notes: notes.ts. */
import type { ORDER_STATUS } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import type { AccountId, UserId } from '@veritick/domain'
import type { PageWanted } from '../../services/office/index.ts'
import { accountNamed, uidOf } from '../accounts/index.ts'
import { withdrawalMethodCode } from '../approvals/index.ts'
import { listOrders } from '../orders/index.ts'
import { ownPaymentDetails, payeesOf, sharingPayee } from '../withdrawals/index.ts'
import type { Context } from './context.ts'

type Of = { readonly user: UserId } & PageWanted
/** `account`: as the request names it; `undefined`: the default one. */
export type OfAccount = Of & { readonly account: AccountId | undefined }

export async function ordersOf(
  context: Context,
  options: OfAccount & { readonly status: (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS] },
): Promise<OfficeData<'personOrders'> | undefined> {
  const { status, page, size } = options
  const owned = await accountNamed({ ...context, db: context.store.db }, options)
  if (owned === undefined || (await context.core.query({ kind: 'account', account: owned.account })) === undefined)
    return undefined
  const { data: listed } = await listOrders(context, { account: owned.account, status, page, size })
  const { data, total, all_fact_profits: profit, all_costs: _, ...account } = listed
  return { ...account, data: data.map((order) => ({ ...order, id: order.Id })), total, profit }
}

export async function payeesShown(context: Context, user: UserId): Promise<OfficeData<'personPayees'>> {
  const reading = { ...context, db: context.store.db }
  const rows = await payeesOf(reading, user)
  const isOwn = await ownPaymentDetails(context.settings)
  const data = []
  for (const row of rows) {
    const others = await sharingPayee(reading, row)
    data.push({
      id: row.payee,
      type: withdrawalMethodCode(row.method),
      currency_code: row.code,
      protocol_code: row.protocol,
      account: row.account,
      bank_name: row.bankName,
      payee_name: row.payeeName,
      created_at: row.createdAt,
      usable_at: row.usableAt,
      sharing: others.map((other) => ({ id: other, uid: uidOf(other) })),
      own_place: isOwn(row),
    })
  }
  return { data, total: data.length }
}

export async function sessionsShown({ sessions }: Context, user: UserId): Promise<OfficeData<'personSessions'>> {
  const data = (await sessions.list(user)).map(({ id, device, createdAt, lastUsedAt, expiresAt }) => ({
    id,
    device,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
  }))
  return { data, total: data.length }
}
