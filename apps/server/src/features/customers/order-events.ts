/**
 * The history of one order as staff read it: each of its events with the levels and the quote that it names. Nothing is
 * shown where an event is missing: without the change that turned a stop-loss off, the stop would seem to be ignored.
 */
import { lotsText, priceText } from '@veritick/contract'
import type { OfficeData } from '@veritick/contract/office'
import { type AccountId, accountId, lotUnits, points, type UserId } from '@veritick/domain'
import type { OrderId } from '@veritick/engine'
import { checkedReceipt, type ReceiptFields, speaksOf } from '../../core/index.ts'
import { RowChanged } from '../../services/seals/index.ts'
import { accountNamed } from '../accounts/index.ts'
import type { Context } from './context.ts'

type Line = OfficeData<'personOrderEvents'>['data'][number]
type Fields = { readonly [name: string]: unknown }

/**
 * Oldest first; `undefined`: the customer has no such order. `order`: as customers and staff name it. Throws
 * RowChanged.
 */
export async function orderEventsOf(
  parts: Pick<Context, 'core' | 'ids' | 'store' | 'encryption' | 'knownAccounts'>,
  { user, order }: { readonly user: UserId; readonly order: number },
): Promise<OfficeData<'personOrderEvents'> | undefined> {
  const { core, ids, store } = parts
  const id = ids.orderNamed(order)
  const { events, fault } = await eventsOf(core, id)
  if (fault !== undefined) throw new RowChanged(fault)
  const account = accountIn(events, id)
  if (account === undefined) return undefined
  if ((await accountNamed({ ...parts, db: store.db }, { user, account })) === undefined) return undefined
  let precision = 0
  const data = events.flatMap((event, index) => {
    if (event.kind !== 'instrument_set') return [lineOf(event, { id: index, precision })]
    precision = numberOf((event.terms ?? {}) as Fields, 'pricePrecision') ?? precision
    return []
  })
  return { data, total: data.length }
}

async function eventsOf(
  core: Context['core'],
  order: OrderId,
): Promise<{ readonly events: readonly ReceiptFields[]; readonly fault: string | undefined }> {
  const { receipt, fault } = await checkedReceipt(core, order)
  return { events: receipt?.batches.flatMap((batch) => batch.events.map(({ event }) => event)) ?? [], fault }
}

/** The account of the order: that of the events which name it. */
function accountIn(events: readonly ReceiptFields[], order: OrderId): AccountId | undefined {
  const account = events.find((event) => speaksOf(event, order))?.account
  return typeof account === 'number' ? accountId(account) : undefined
}

/**
 * `order`: as customers and staff name it. From the engine, or from the journal once the order has ended. `fault`: rows
 * of the order were changed in the store.
 */
export async function accountOfOrder(
  { core, ids }: Pick<Context, 'core' | 'ids'>,
  order: number,
): Promise<{ readonly account: AccountId; readonly fault: string | undefined } | undefined> {
  const id = ids.orderNamed(order)
  const live = await core.query({ kind: 'order', order: id })
  if (live !== undefined) return { account: live.view.account, fault: undefined }
  const { events, fault } = await eventsOf(core, id)
  const account = accountIn(events, id)
  return account === undefined ? undefined : { account, fault }
}

function lineOf(event: Fields, { id, precision }: { readonly id: number; readonly precision: number }): Line {
  const price = (name: string) => {
    const value = numberOf(event, name)
    return value === undefined ? null : priceText(points(value), precision)
  }
  const lots = numberOf(event, 'lots')
  const textOf = (name: string) => (typeof event[name] === 'string' ? String(event[name]) : null)
  return {
    id,
    kind: String(event.kind),
    at: numberOf(event, 'at') ?? 0,
    lots: lots === undefined ? null : lotsText(lotUnits(lots)),
    price: price('target') ?? price('price'),
    stop_loss: price('stopLoss'),
    take_profit: price('takeProfit'),
    quote: numberOf((event.quote ?? {}) as Fields, 'seq') ?? null,
    reason: textOf('reason'),
    // A pending order that triggers names the request that placed it; the engine opens it.
    by_customer: textOf('request') !== null && event.pending !== true,
  }
}

function numberOf(fields: Fields, name: string): number | undefined {
  const value = fields[name]
  return typeof value === 'number' ? value : undefined
}
