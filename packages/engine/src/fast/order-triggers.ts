/**
 * The levels of an order in its instrument's trigger queues: the target of a pending order, the stop-loss and
 * take-profit of a holding. They wait in a list of the market until its next quote, because nothing reads a queue
 * before that: an order that ends earlier never enters one. A level that changed or was reached leaves its entry in the
 * queue behind; the order's generation says which entries are still valid.
 */
import { assert, type Points } from '@veritick/domain'
import type { OrderSlot } from './columns.ts'
import type { Market } from './market.ts'
import { BUY, HOLDING, LIMIT, PENDING, QUEUED_FIRST, QUEUED_LATER, QUEUED_SECOND } from './orders.ts'
import type { PriceQueue } from './queue.ts'
import type { State } from './state.ts'

/** With this many orders in its list a market queues them without a quote, so that the list stays short. */
const LISTED_MAX = 1_024

/** The levels of a pending order or a holding stand in the queues of its market from the next quote on. */
export function setTriggers(state: State, slot: OrderSlot, market: Market): void {
  const { orders } = state
  const status = orders.status.get(slot)
  assert(status === PENDING || status === HOLDING, 'only a live order has levels')
  assert(orders.queued.get(slot) === 0, 'old entries are invalidated before new ones are queued')
  const isBare = orders.stopLoss.get(slot) === undefined && orders.takeProfit.get(slot) === undefined
  if (status === HOLDING && isBare) return
  orders.queued.set(slot, QUEUED_LATER)
  market.unqueued.add(slot)
  if (market.unqueued.count === LISTED_MAX) queueListed(state, market)
}

/** Before a queue of the market is read: the levels of the orders in its list enter the queues. */
export function queueListed(state: State, market: Market): void {
  const { unqueued } = market
  assert(unqueued.count <= LISTED_MAX, 'a list that is full is queued')
  for (let index = 0; index < unqueued.count; index++) {
    if (!unqueued.isCurrent(index)) continue
    const slot = unqueued.at(index)
    // An order whose levels changed stands in the list twice.
    if (state.orders.queued.get(slot) === QUEUED_LATER) queueLevels(state, slot, market)
  }
  unqueued.clear()
}

function queueLevels(state: State, slot: OrderSlot, market: Market): void {
  const { orders } = state
  assert(orders.instrument.get(slot) === market.slot, 'the list of a market holds its own orders')
  if (orders.status.get(slot) === PENDING) {
    push(state, slot, triggerQueue(state, slot, QUEUED_FIRST, market), orders.price.get(slot))
    orders.queued.set(slot, QUEUED_FIRST)
    return
  }
  const stopLoss = orders.stopLoss.get(slot)
  const takeProfit = orders.takeProfit.get(slot)
  if (stopLoss !== undefined) push(state, slot, triggerQueue(state, slot, QUEUED_FIRST, market), stopLoss)
  if (takeProfit !== undefined) push(state, slot, triggerQueue(state, slot, QUEUED_SECOND, market), takeProfit)
  orders.queued.set(slot, (stopLoss === undefined ? 0 : QUEUED_FIRST) | (takeProfit === undefined ? 0 : QUEUED_SECOND))
}

function push(state: State, slot: OrderSlot, queue: PriceQueue<OrderSlot>, level: Points): void {
  queue.push(level, slot, state.orders.generation.get(slot))
}

/**
 * The levels of the order no longer count, be they in queues or in the list. Its status is still the one they were set
 * with.
 */
export function clearTriggers(state: State, slot: OrderSlot, market: Market): void {
  const { orders } = state
  const queued = orders.queued.get(slot)
  orders.queued.set(slot, 0)
  if ((queued & (QUEUED_FIRST | QUEUED_SECOND)) === 0) return
  assert((queued & QUEUED_LATER) === 0, 'an order in a queue waits for none')
  orders.generation.add(slot, 1)
  const { generation } = orders
  if ((queued & QUEUED_FIRST) !== 0) triggerQueue(state, slot, QUEUED_FIRST, market).invalidate(generation)
  if ((queued & QUEUED_SECOND) !== 0) triggerQueue(state, slot, QUEUED_SECOND, market).invalidate(generation)
}

/** A valid entry of the order was popped from the queue of its market: it stands there no longer. */
export function triggerPopped(state: State, slot: OrderSlot, queue: PriceQueue<OrderSlot>, market: Market): void {
  const { orders } = state
  const queued = orders.queued.get(slot)
  const which = triggerQueue(state, slot, QUEUED_FIRST, market) === queue ? QUEUED_FIRST : QUEUED_SECOND
  assert((queued & which) !== 0, 'a valid entry is one that the order has in a queue')
  assert(triggerQueue(state, slot, which, market) === queue, 'a valid entry stands in the queue of its level')
  orders.queued.set(slot, queued & ~which)
}

/** Which queue of its market holds the first or the second level of an order. */
export function triggerQueue(state: State, slot: OrderSlot, which: number, market: Market): PriceQueue<OrderSlot> {
  const { orders } = state
  const { triggers } = market
  const buy = orders.side.get(slot) === BUY
  if (orders.status.get(slot) === PENDING) {
    assert(which === QUEUED_FIRST, 'a pending order has one level')
    if (orders.pendingKind.get(slot) === LIMIT) return buy ? triggers.askFalling : triggers.bidRising
    return buy ? triggers.askRising : triggers.bidFalling
  }
  if (which === QUEUED_FIRST) return buy ? triggers.bidFalling : triggers.askRising
  return buy ? triggers.bidRising : triggers.askFalling
}
