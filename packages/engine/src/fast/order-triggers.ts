/**
 * The levels of an order in its instrument's trigger queues: the target of a pending order, the stop-loss and
 * take-profit of a holding. A level that changed or was reached leaves its entry behind; the order's generation says
 * which entries are still valid.
 */
import { assert, type Points } from '@veritick/domain'
import type { OrderSlot } from './columns.ts'
import { BUY, HOLDING, LIMIT, PENDING, QUEUED_FIRST, QUEUED_SECOND } from './orders.ts'
import type { PriceQueue } from './queue.ts'
import type { State } from './state.ts'

/** Puts the levels of a pending order or a holding into the queues of its market. */
export function setTriggers(state: State, slot: OrderSlot): void {
  const { orders } = state
  const status = orders.status.get(slot)
  assert(status === PENDING || status === HOLDING, 'only a live order has levels')
  assert(orders.queued.get(slot) === 0, 'old entries are invalidated before new ones are queued')
  if (status === PENDING) {
    push(state, slot, QUEUED_FIRST, orders.price.get(slot))
    orders.queued.set(slot, QUEUED_FIRST)
    return
  }
  const stopLoss = orders.stopLoss.get(slot)
  const takeProfit = orders.takeProfit.get(slot)
  if (stopLoss !== undefined) push(state, slot, QUEUED_FIRST, stopLoss)
  if (takeProfit !== undefined) push(state, slot, QUEUED_SECOND, takeProfit)
  orders.queued.set(slot, (stopLoss === undefined ? 0 : QUEUED_FIRST) | (takeProfit === undefined ? 0 : QUEUED_SECOND))
}

function push(state: State, slot: OrderSlot, which: number, level: Points): void {
  triggerQueue(state, slot, which).push(level, slot, state.orders.generation.get(slot))
}

/**
 * The entries of the order that still stand in queues become invalid. Its status is still the one they were queued
 * with.
 */
export function clearTriggers(state: State, slot: OrderSlot): void {
  const { orders } = state
  const queued = orders.queued.get(slot)
  orders.queued.set(slot, 0)
  orders.generation.add(slot, 1)
  if ((queued & QUEUED_FIRST) !== 0) triggerQueue(state, slot, QUEUED_FIRST).invalidate(orders.generation)
  if ((queued & QUEUED_SECOND) !== 0) triggerQueue(state, slot, QUEUED_SECOND).invalidate(orders.generation)
}

/** A valid entry of the order was popped from the queue: it stands there no longer. */
export function triggerPopped(state: State, slot: OrderSlot, queue: PriceQueue<OrderSlot>): void {
  const { orders } = state
  const queued = orders.queued.get(slot)
  const which = triggerQueue(state, slot, QUEUED_FIRST) === queue ? QUEUED_FIRST : QUEUED_SECOND
  assert((queued & which) !== 0, 'a valid entry is one that the order has in a queue')
  assert(triggerQueue(state, slot, which) === queue, 'a valid entry stands in the queue of its level')
  orders.queued.set(slot, queued & ~which)
}

/** Which queue of its market holds the first or the second level of an order. */
export function triggerQueue(state: State, slot: OrderSlot, which: number): PriceQueue<OrderSlot> {
  const { orders } = state
  const { triggers } = state.marketOf(slot)
  const buy = orders.side.get(slot) === BUY
  if (orders.status.get(slot) === PENDING) {
    assert(which === QUEUED_FIRST, 'a pending order has one level')
    if (orders.pendingKind.get(slot) === LIMIT) return buy ? triggers.askFalling : triggers.bidRising
    return buy ? triggers.askRising : triggers.bidFalling
  }
  if (which === QUEUED_FIRST) return buy ? triggers.bidFalling : triggers.askRising
  return buy ? triggers.bidRising : triggers.askFalling
}
