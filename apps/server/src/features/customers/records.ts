/** The records of one customer, list by list: orders, ledger, payees, sessions, notes. */
import { moneyText, type ORDER_STATUS } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { ENTRY_KINDS } from '@veritick/contract/schemas'
import { type AccountId, micros, must, type UserId } from '@veritick/domain'
import { and, count, desc, eq } from 'drizzle-orm'
import { accountLogPage } from '../../projections/index.ts'
import { namesOf, type PageWanted } from '../../services/office/index.ts'
import { notes } from '../../store/index.ts'
import { accountNamedToShow, uidOf } from '../accounts/index.ts'
import { withdrawalMethodCode } from '../approvals/index.ts'
import { codesOf, listOrders } from '../orders/index.ts'
import { ownPaymentDetails, payeesOf, sharingPayee } from '../withdrawals/index.ts'
import type { Context } from './context.ts'

type Of = { readonly user: UserId } & PageWanted
/** `account`: as the request names it; `undefined`: the default one. */
type OfAccount = Of & { readonly account: AccountId | undefined }

export async function ordersOf(
  context: Context,
  options: OfAccount & { readonly status: (typeof ORDER_STATUS)[keyof typeof ORDER_STATUS] },
): Promise<OfficeData<'personOrders'> | undefined> {
  const { status, page, size } = options
  const owned = await accountNamedToShow(context.store.db, options)
  if (owned === undefined || (await context.core.query({ kind: 'account', account: owned.account })) === undefined)
    return undefined
  const { data: listed } = await listOrders(context, { account: owned.account, status, page, size })
  const { data, total, all_fact_profits: profit, all_costs: _, ...account } = listed
  return { ...account, data: data.map((order) => ({ ...order, id: order.Id })), total, profit }
}

export async function ledgerOf(context: Context, options: OfAccount): Promise<OfficeData<'personLedger'> | undefined> {
  const { page, size } = options
  const owned = await accountNamedToShow(context.store.db, options)
  if (owned === undefined) return undefined
  await context.core.projected()
  const { lines, total } = await accountLogPage(context.store.db, { account: owned.account, page, size })
  const codeOf = await codesOf(
    context,
    lines.map((line) => line.instrument),
  )
  const data = lines.map((line) => ({
    id: context.ids.entry(line.sequence),
    kind: must(
      ENTRY_KINDS.find((kind) => kind === line.kind),
      'the ledger knows its kinds',
    ),
    amount: moneyText(micros(line.amount)),
    balance: moneyText(micros(line.balanceAfter)),
    order_id: line.order === null ? null : context.ids.order(line.order),
    instrument: codeOf(line.instrument),
    at: line.at,
    booked_at: line.wallTime,
  }))
  return { data, total }
}

export async function payeesShown(
  { store, encryption, settings }: Context,
  user: UserId,
): Promise<OfficeData<'personPayees'>> {
  const rows = await payeesOf({ db: store.db, encryption }, user)
  const isOwn = await ownPaymentDetails(settings)
  const data = []
  for (const row of rows) {
    const others = new Set((await sharingPayee(store.db, row.payee)).map((each) => each.user))
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
      sharing: [...others].map((other) => ({ id: other, uid: uidOf(other) })),
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

export async function notesOf(
  { store }: Pick<Context, 'store'>,
  { user, page, size }: Of,
): Promise<OfficeData<'personNotes'>> {
  const own = and(eq(notes.user, user))
  const [counted] = await store.db.select({ total: count() }).from(notes).where(own)
  const rows = await store.db
    .select()
    .from(notes)
    .where(own)
    .orderBy(desc(notes.note))
    .limit(size)
    .offset((page - 1) * size)
  const named = await namesOf(
    store.query,
    rows.map((row) => row.who),
  )
  return {
    data: rows.map((row) => ({ id: row.note, by: named(row.who), text: row.text, at: row.at })),
    total: counted?.total ?? 0,
  }
}
