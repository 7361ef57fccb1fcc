/** The effect of the event that splits a position: a part of it has a row of its own from then on. */
import { assert } from '@veritick/domain'
import type { EventOf } from '../events.ts'
import type { OrderSlot } from './columns.ts'
import { hold, removeHolding } from './holdings.ts'
import { setTriggers } from './order-triggers.ts'
import { HOLDING } from './orders.ts'
import type { State } from './state.ts'

/** `slot` is the position; the split already stands as its newest event. */
export function splitHolding(state: State, event: EventOf<'order_split'>, slot: OrderSlot): void {
  const { orders } = state
  const { lots, margin, fee, swap } = event
  assert(orders.status.get(slot) === HOLDING, 'only a holding is split')
  assert(lots > 0 && lots < orders.lots.get(slot), 'a part is smaller than its position')
  const market = state.marketOf(slot)
  const { conversion } = orders.evidenceOf(slot)
  const part = addPart(state, event, slot)
  // The part enters the exposure before the position leaves it, so that the exposure does not end in between.
  hold(state, part, market, conversion)
  setTriggers(state, part, market)
  removeHolding(state, slot, market)
  orders.lots.add(slot, -lots)
  orders.margin.add(slot, -margin)
  orders.fee.add(slot, -fee)
  orders.swap.add(slot, -swap)
  assert(orders.margin.get(slot) >= 0 && orders.fee.get(slot) >= 0, 'a part takes no more than its position has')
  hold(state, slot, market, conversion)
  state.markDirty(orders.account.get(slot))
}

/** The row of the part, with all but its size and its amounts as in the row of the position. */
function addPart(state: State, event: EventOf<'order_split'>, slot: OrderSlot): OrderSlot {
  const { orders } = state
  assert(event.part === state.orderNext, 'orders are numbered without gaps')
  state.orderNext++
  const part = orders.add(event.part)
  orders.instrument.set(part, orders.instrument.get(slot))
  orders.lastEvent.set(part, state.sequence)
  orders.side.set(part, orders.side.get(slot))
  orders.leverage.set(part, orders.leverage.get(slot))
  orders.price.set(part, orders.price.get(slot))
  orders.stopLoss.set(part, orders.stopLoss.get(slot))
  orders.takeProfit.set(part, orders.takeProfit.get(slot))
  orders.placedAt.set(part, orders.placedAt.get(slot))
  orders.openedAt.set(part, orders.openedAt.get(slot))
  orders.setEvidence(part, orders.evidenceOf(slot))
  orders.pendingKind.set(part, orders.pendingKind.get(slot))
  orders.lots.set(part, event.lots)
  orders.margin.set(part, event.margin)
  orders.fee.set(part, event.fee)
  orders.swap.set(part, event.swap)
  state.linkOrder(part, orders.account.get(slot))
  orders.status.set(part, HOLDING)
  return part
}
