/**
 * A receipt with the proof that it is whole. Rows of the read tables say which events speak of an order, and nothing
 * seals these rows: an attacker with write access to the store deletes one, or puts an event of another order among
 * them. The events come from the journal and name the order and its event before. The engine knows the newest event of
 * a living order, and an order that has ended ends with the event that says so.
 */
import type { OrderId, Sequence } from '@veritick/engine'
import type { Core } from './core.ts'
import type { Receipt, ReceiptEvent, ReceiptField } from './receipt.ts'

/** An event, readable. */
export type ReceiptFields = ReceiptEvent['event']

/** `fault`: rows of the order were changed in the store; the receipt is not whole, or has foreign events. */
export type CheckedReceipt = { readonly receipt: Receipt | undefined; readonly fault: string | undefined }

/** Rejects with CoreBusy. */
export async function checkedReceipt(core: Pick<Core, 'query' | 'receipt'>, order: OrderId): Promise<CheckedReceipt> {
  // Before the receipt, which has all that was durable when it was asked for.
  const newest = await core.query({ kind: 'newest_event', order })
  const receipt = await core.receipt(order)
  const events = receipt?.batches.flatMap((batch) => batch.events) ?? []
  if (events.length === 0 && newest === undefined) return { receipt, fault: undefined }
  const found = faultIn(events, order) ?? faultOfEnd(events, order, newest)
  const fault =
    found &&
    `table order_events, order_id ${order}: ${found}. Rows of the order were changed in the store. Keep a copy of the ` +
      'store, find out who can write to it, and build the read tables anew'
  return { receipt, fault }
}

/** Whether the event is one of this order: those of a position belong to its part, up to the split that made it. */
export function speaksOf(event: ReceiptFields, order: OrderId): boolean {
  return event.order === order || event.part === order
}

/** The first event that is missing, foreign, or without the terms or the stop-out that led to it. */
function faultIn(events: readonly ReceiptEvent[], order: OrderId): string | undefined {
  const split = events.find(({ event }) => event.part === order)
  let current = split?.event.order ?? order
  let last: Sequence | null = null
  let terms: unknown
  let stopOut: ReceiptFields | undefined
  for (const { sequence, event } of events) {
    if (event.kind === 'instrument_set') {
      terms = idIn(event.terms)
      continue
    }
    if (event.kind === 'stopped_out') {
      stopOut = event
      continue
    }
    if (event.order !== current) return `event ${sequence} is not of this order`
    if ((event.previous ?? null) !== last) return `event ${event.previous} is missing before event ${sequence}`
    if ('instrument' in event && event.instrument !== terms) return `event ${sequence} has terms of another instrument`
    if (!isStopOutOf(event, stopOut)) return `event ${sequence} does not have the stop-out that led to it`
    last = sequence
    stopOut = undefined
    if (event.part === order) current = order
  }
  return stopOut === undefined ? undefined : 'a stop-out stands behind the end'
}

/** `stopOut`: the one that stands before the event. */
function isStopOutOf(event: ReceiptFields, stopOut: ReceiptFields | undefined): boolean {
  if (event.reason !== 'stop_out') return stopOut === undefined
  return stopOut?.account === event.account && stopOut?.at === event.at
}

/** `newest`: the newest event of the order that the engine names, which it does while the order lives. */
function faultOfEnd(events: readonly ReceiptEvent[], order: OrderId, newest: Sequence | undefined): string | undefined {
  if (newest !== undefined)
    return events.some(({ sequence }) => sequence === newest) ? undefined : `event ${newest} is missing`
  const end = events.findLast(({ event }) => speaksOf(event, order))?.event.kind
  return end === 'order_closed' || end === 'order_cancelled' ? undefined : 'the event that ended it is missing'
}

function idIn(terms: ReceiptField | undefined): unknown {
  return typeof terms === 'object' && terms !== null && 'id' in terms ? terms.id : undefined
}
