/**
 * The queues against the rows that have levels in them: order of the heap, count of invalid entries, each level once
 * and where it belongs.
 */
import type { ExposureSlot, OrderSlot } from './columns.ts'
import type { Market, Queues } from './market.ts'
import { triggerQueue } from './order-triggers.ts'
import { PENDING, QUEUED_FIRST, QUEUED_LATER, QUEUED_SECOND } from './orders.ts'
import type { PriceQueue } from './queue.ts'
import { ownBit, rateBit } from './revaluation-triggers.ts'
import type { State } from './state.ts'

/** The fault, or `undefined`. */
export function queuesFault(state: State): string | undefined {
  return heapsFault(state) ?? orderLevelsFault(state) ?? revaluationsFault(state)
}

const QUEUE_NAMES = [
  'bidFalling',
  'bidRising',
  'askRising',
  'askFalling',
] as const satisfies readonly (keyof Queues<number>)[]

function heapsFault({ markets, orders, exposures }: State): string | undefined {
  for (const { triggers, revaluationTriggers, terms } of markets) {
    for (const name of QUEUE_NAMES) {
      const found = triggers[name].fault(orders.generation) ?? revaluationTriggers[name].fault(exposures.generation)
      if (found !== undefined) return `${terms.code} ${name}: ${found}`
    }
  }
  return undefined
}

/** Each level of each live order stands in its queue once or waits in the list of its market, and nothing else does. */
function orderLevelsFault(state: State): string | undefined {
  const { orders, markets } = state
  const standing = new Map<OrderSlot, number>()
  let found: string | undefined
  for (const market of markets) {
    for (const name of QUEUE_NAMES) {
      market.triggers[name].visitValid(orders.generation, (slot, level) => {
        const which = levelIn(state, slot, market.triggers[name], level)
        const before = bitsOf(standing, slot)
        if (which === 0 || (before & which) !== 0)
          found = `an entry at ${level} is no level of order ${orders.id.get(slot)}`
        standing.set(slot, before | which)
      })
    }
  }
  if (found !== undefined) return found
  const listed = listedOrders(state)
  for (const slot of orders.live()) {
    const waits = orders.queued.get(slot) === QUEUED_LATER
    if (waits && !listed.has(slot)) return `order ${orders.id.get(slot)} waits for a queue in no list`
    const set = waits ? 0 : levelsOf(state, slot)
    const stands = bitsOf(standing, slot)
    if (stands !== set) return `order ${orders.id.get(slot)} has a level that stands in no queue`
    if (!waits && orders.queued.get(slot) !== set)
      return `order ${orders.id.get(slot)} has other levels in queues than it says`
  }
  return undefined
}

/** The orders that live and stand in the list of their market, which queues some of them at its next quote. */
function listedOrders(state: State): ReadonlySet<OrderSlot> {
  const listed = new Set<OrderSlot>()
  for (const market of state.markets) {
    const { unqueued } = market
    for (let index = 0; index < unqueued.count; index++) {
      if (!unqueued.isCurrent(index)) continue
      const slot = unqueued.at(index)
      if (state.marketOf(slot) === market) listed.add(slot)
    }
  }
  return listed
}

/** Which entries of a row were found, as bits. */
function bitsOf<S>(standing: ReadonlyMap<S, number>, slot: S): number {
  const bits = standing.get(slot)
  return bits === undefined ? 0 : bits
}

/** Which levels an order has that must stand in queues, as bits. */
function levelsOf({ orders }: State, slot: OrderSlot): number {
  if (orders.status.get(slot) === PENDING) return QUEUED_FIRST
  return (
    (orders.stopLoss.get(slot) === undefined ? 0 : QUEUED_FIRST) |
    (orders.takeProfit.get(slot) === undefined ? 0 : QUEUED_SECOND)
  )
}

/** Which level of the order an entry of this queue is, as a bit; 0 where it is none. */
function levelIn(state: State, slot: OrderSlot, queue: PriceQueue<OrderSlot>, level: number): number {
  const { orders } = state
  if (!orders.isLive(slot)) return 0
  const pending = orders.status.get(slot) === PENDING
  const first = pending ? orders.price.get(slot) : orders.stopLoss.get(slot)
  const market = state.marketOf(slot)
  if (first === level && triggerQueue(state, slot, QUEUED_FIRST, market) === queue) return QUEUED_FIRST
  if (pending || orders.takeProfit.get(slot) !== level) return 0
  return triggerQueue(state, slot, QUEUED_SECOND, market) === queue ? QUEUED_SECOND : 0
}

/** Each exposure has the triggers in the queues that its bits say, and none that the price has reached. */
function revaluationsFault(state: State): string | undefined {
  const { exposures, markets } = state
  const standing = new Map<ExposureSlot, number>()
  let found: string | undefined
  for (const market of markets) {
    for (const name of QUEUE_NAMES) {
      market.revaluationTriggers[name].visitValid(exposures.generation, (slot, level) => {
        const before = bitsOf(standing, slot)
        const bit = revaluationIn(state, slot, { market, name, before })
        if (bit === 0) found = `an entry at ${level} is no revaluation trigger of exposure ${slot}`
        if (isReached(market, name, level))
          found = `the revaluation trigger of exposure ${slot} at ${level} was reached and still stands`
        standing.set(slot, before | bit)
      })
    }
  }
  if (found !== undefined) return found
  for (const slot of exposures.live()) {
    if (bitsOf(standing, slot) !== exposures.revaluations.get(slot))
      return `exposure ${slot} misses a revaluation trigger`
  }
  return undefined
}

type Place = { readonly market: Market; readonly name: (typeof QUEUE_NAMES)[number]; readonly before: number }

/**
 * Which trigger of the exposure an entry of this queue is, as a bit that was not found `before`; 0 where it is none.
 */
function revaluationIn(state: State, slot: ExposureSlot, { market, name, before }: Place): number {
  const { exposures } = state
  if (!exposures.isLive(slot)) return 0
  const queue = market.revaluationTriggers[name]
  const own = exposures.instrument.get(slot) === market.slot ? ownBit(market, queue) : 0
  const rate = name.startsWith('bid') && state.marketOfExposure(slot).rateSource === market ? rateBit(market, queue) : 0
  const open = exposures.revaluations.get(slot) & ~before
  return (open & own) !== 0 ? own : open & rate
}

function isReached(market: Market, name: (typeof QUEUE_NAMES)[number], level: number): boolean {
  const price = name.startsWith('bid') ? market.bid : market.ask
  return name.endsWith('Falling') ? price <= level : price >= level
}
