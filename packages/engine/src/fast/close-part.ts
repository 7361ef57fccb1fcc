/**
 * Decides that a part of a holding closes: the part is split off as an order of its own, and that order closes at the
 * current quote. The rest stays open.
 */
import { assert, must, partFault, partOf, type TradingRefusal } from '@veritick/domain'
import type { CommandOf } from '../commands.ts'
import { closeFault, liveOrder } from './changes.ts'
import { closeAndProtect, closeHolding } from './closing.ts'
import type { OrderSlot } from './columns.ts'
import type { EventSink } from './event-sink.ts'
import type { State } from './state.ts'

/**
 * A refusal, or undefined after the split and the close; the whole size closes the holding like `close`. Refusals, in
 * this order: those of `liveOrder`, of `closeFault` and of `partFault`.
 */
export function closePart(state: State, sink: EventSink, command: CommandOf<'close_part'>): TradingRefusal | undefined {
  const slot = liveOrder(state, command)
  if (typeof slot === 'string') return slot
  const { orders } = state
  const { at, lots, seenPrice, request } = command
  const held = orders.lots.get(slot)
  const fault = closeFault(state, slot) ?? partFault({ lots, held, terms: state.marketOf(slot).terms })
  if (fault !== undefined) return fault
  const closing = { at, reason: 'user', reference: seenPrice, request } as const
  if (lots === held) {
    closeAndProtect(state, sink, { slot, ...closing })
    return undefined
  }
  // A position is left, so negative balance protection is not due.
  closeHolding(state, sink, { slot: split(state, sink, command, slot), ...closing })
  assert(orders.lots.get(slot) === held - lots, 'the rest stays open')
  return undefined
}

/** Returns the part. */
function split(state: State, sink: EventSink, command: CommandOf<'close_part'>, slot: OrderSlot): OrderSlot {
  const { orders, orderNext: part } = state
  const { at, order, account, lots, request } = command
  const booked = { margin: orders.margin.get(slot), fee: orders.fee.get(slot), swap: orders.swap.get(slot) }
  const share = partOf(booked, { lots, held: orders.lots.get(slot) })
  const previous = orders.lastEvent.get(slot)
  sink.add({ kind: 'order_split', at, order, account, previous, part, lots, ...share, request })
  return must(orders.find(part), 'a part is an order of its own')
}
