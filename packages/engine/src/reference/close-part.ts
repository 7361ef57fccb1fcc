/**
 * Decides that a part of a holding closes: the part is split off as an order of its own, and that order closes at the
 * current quote. The rest stays open.
 */
import { must, partFault, partOf } from '@veritick/domain'
import type { OrderId } from '../commands.ts'
import type { Event } from '../events.ts'
import { closeFault, liveOrder } from './changes.ts'
import { closeAndProtect, closeHolding } from './closing.ts'
import type { CommandOf, Decision } from './decision.ts'
import type { Order, State } from './state.ts'

/** Refusals, in this order: those of `liveOrder`, of `closeFault` and of `partFault`. */
export function closePart(state: State, command: CommandOf<'close_part'>): Decision {
  const order = liveOrder(state, command)
  if (typeof order === 'string') return order
  const { instrument, lots: held } = order
  const { terms } = must(state.instruments.get(instrument), 'an order is of a known instrument')
  const { at, lots, seenPrice, request } = command
  const fault = closeFault(state, order) ?? partFault({ lots, held, terms })
  if (fault !== undefined) return fault
  if (lots !== held) return closePartEvents(state, command, order)
  return closeAndProtect(state, order, { at, reason: 'user', reference: seenPrice, request })
}

/** A position is left, so negative balance protection is not due. */
function* closePartEvents(state: State, command: CommandOf<'close_part'>, order: Order): Generator<Event> {
  const part = state.orderNext
  yield split(command, order, part)
  const { at, seenPrice, request } = command
  const opened = must(state.orders.get(part), 'a part is an order of its own')
  yield closeHolding(state, opened, { at, reason: 'user', reference: seenPrice, request })
}

/** The event by which the part becomes an order of its own. */
function split({ at, account, lots, request }: CommandOf<'close_part'>, order: Order, part: OrderId): Event {
  const { order: id, lastEvent: previous, lots: held, opening } = order
  const share = partOf(must(opening, 'a holding was opened'), { lots, held })
  return { kind: 'order_split', at, order: id, account, previous, part, lots, ...share, request }
}
