/** Facts about the signed-in account, read over the public calls with the token of the phone. */
import type { CallData, Envelope, LogEntry, OrderList, WireOrder } from '@veritick/contract'
import { isTemporaryRefusal } from '@veritick/domain'
import type { Phone } from './phone.ts'

const POLL_MILLIS = 300
/** The server may close an idle connection in the moment in which a call begins on it. Orders have keys. */
const AGAIN = { maxRetries: 2 }

/** `data` of a GET call; a refusal fails the journey, unless it is temporary: the app reads beside the journey. */
export async function ask<Data>(phone: Phone, path: string): Promise<Data> {
  const token = await phone.page.evaluate(() => localStorage.getItem('veritick.token'))
  for (;;) {
    const headers = { authorization: token ?? '', lang: 'en' }
    const answer = await phone.context.request.get(path, { ...AGAIN, headers })
    const envelope: Envelope<Data> = await answer.json()
    if (!('reason' in envelope)) return envelope.data
    if (!isTemporaryRefusal(envelope.reason)) throw new Error(`${path}: ${envelope.msg}`)
    await phone.page.waitForTimeout(POLL_MILLIS)
  }
}

export async function ordersOf(phone: Phone, status: 0 | 1 | 3): Promise<readonly WireOrder[]> {
  return (await ask<OrderList>(phone, `/v1/api/forex/my_deal?status=${status}&page=1`)).data
}

/** Until EUR/USD has a new price: after a start its orders are refused as stale until then. */
export async function untilFresh(phone: Phone): Promise<void> {
  for (;;) {
    const instruments = await ask<CallData<'tradeList'>>(phone, '/v1/api/forex/trade_list')
    if (instruments.find(({ Code }) => Code === 'EURUSD')?.Stale === false) return
    await phone.page.waitForTimeout(POLL_MILLIS)
  }
}

/** Pending buys far below the market, one at each price, placed over the API. */
export async function placePendings(phone: Phone, count: number): Promise<void> {
  for (let index = 0; index < count; index++)
    await place(phone, `pending-${index}`, { type: 1, status: 0, cont: '0.01', target_price: `0.${50_000 + index}` })
}

/** A pending sell of 0.01 EURUSD, placed over the API. */
export async function placeSell(phone: Phone, target: string): Promise<void> {
  await place(phone, `sell ${target}`, { type: 2, status: 0, cont: '0.01', target_price: target })
}

/** Market buys of EUR/USD over the API: 0.01 lots, 0.02 lots and so on. */
export async function openPositions(phone: Phone, count: number): Promise<void> {
  for (let index = 1; index <= count; index++)
    await place(phone, `position-${index}`, { type: 1, status: 1, cont: (index / 100).toFixed(2) })
}

/** Closes all positions over the API, as another device does. */
export async function closePositions(phone: Phone): Promise<void> {
  for (const { Id } of await ordersOf(phone, 1)) await closePosition(phone, Id)
}

export async function closePosition(phone: Phone, id: number): Promise<void> {
  await post(phone, 'close', { key: `close-${id}`, data: { id } })
}

/** Sets the stop-loss of a position over the API; its take-profit stays. */
export async function setStopLoss(phone: Phone, { Id, TargetProfitPrice }: WireOrder, price: string): Promise<void> {
  const data = { id: Id, stop_loss_price: price, target_profit_price: TargetProfitPrice ?? '0' }
  await post(phone, 'set_stop_price', { key: `stop-${Id}-${price}`, data })
}

type Posted = { readonly key: string; readonly data: Readonly<Record<string, string | number>> }

async function post(phone: Phone, call: 'close' | 'set_stop_price' | 'submit', { key, data }: Posted) {
  const token = await phone.page.evaluate(() => localStorage.getItem('veritick.token'))
  const headers = { authorization: token ?? '', 'idempotency-key': key }
  return phone.context.request.post(`/v1/api/forex/${call}`, { ...AGAIN, headers, data })
}

/** Sends an order for EUR/USD until there is a price for it: on a busy machine a quote may come late. */
async function place(phone: Phone, key: string, order: Posted['data']): Promise<void> {
  for (;;) {
    const answer = await post(phone, 'submit', { key, data: { forex_id: 1, multiple: 30, ...order } })
    const envelope: Envelope<WireOrder> = await answer.json()
    if (!('reason' in envelope)) return
    if (!isTemporaryRefusal(envelope.reason)) throw new Error(`order ${key}: ${envelope.msg}`)
    await phone.page.waitForTimeout(POLL_MILLIS)
  }
}

/** Money as whole micro-dollars, read from the digits. */
export function microsOf(text: string): bigint {
  const [units = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(units + fraction.padEnd(6, '0'))
  return text.startsWith('-') ? -value : value
}

/** Every entry of the account log, newest first. */
export async function logOf(phone: Phone): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = []
  for (let page = 1; ; page++) {
    const { list, total } = await ask<{ list: LogEntry[]; total: number }>(
      phone,
      `/v1/api/main/accountLog/forexChange?page=${page}`,
    )
    entries.push(...list)
    if (list.length === 0 || entries.length >= total) return entries
  }
}
