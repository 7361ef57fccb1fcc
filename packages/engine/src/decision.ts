/**
 * A command's outcome with all that its answer needs, as plain data: the events, and the order that it was about. The
 * handler that answers a customer then needs no second look at an engine that has moved on.
 */
import { must, type TradingRefusal } from '@veritick/domain'
import type { Command, CommandOf, OrderId } from './commands.ts'
import type { Engine } from './engine.ts'
import type { EventBuffer } from './event-buffer.ts'
import type { Event } from './events.ts'
import { type OrderSeen, orderSeen } from './queries.ts'

export type Decision = Decided | { readonly ok: false; readonly reason: TradingRefusal }

export type Decided = {
  readonly ok: true
  readonly events: readonly Event[]
  /**
   * Of `place`, `reverse`, `set_stops` and `amend`: the new or changed order as the command left it. Of `close`,
   * `close_part` and `cancel`: the order as it stood before. `undefined` of every other command.
   */
  readonly order: OrderSeen | undefined
}

/**
 * Lets the engine decide the command, and gives what it decided with the order that it was about. The bytes of the
 * events go into the buffer.
 */
export function decide(engine: Engine, command: Command, written?: EventBuffer): Decision {
  const ended = isEnding(command) ? find(engine, command.order) : undefined
  const outcome = engine.apply(command, written)
  return outcome.ok ? { ...outcome, order: ended ?? orderAfter(engine, command, outcome.events) } : outcome
}

function isEnding(command: Command): command is CommandOf<'close' | 'close_part' | 'cancel'> {
  return command.kind === 'close' || command.kind === 'close_part' || command.kind === 'cancel'
}

function orderAfter(engine: Engine, command: Command, events: readonly Event[]): OrderSeen | undefined {
  const order = orderTouched(command, events)
  return order === undefined ? undefined : must(find(engine, order), 'an order that was just placed or changed is live')
}

/** The order that is shown as the command left it. */
function orderTouched(command: Command, events: readonly Event[]): OrderId | undefined {
  if (command.kind === 'set_stops' || command.kind === 'amend') return command.order
  return command.kind === 'place' || command.kind === 'reverse' ? orderPlaced(events) : undefined
}

function orderPlaced(events: readonly Event[]): OrderId {
  const event = events.find(({ kind }) => kind === 'order_placed' || kind === 'order_opened')
  if (event?.kind !== 'order_placed' && event?.kind !== 'order_opened')
    throw new Error('invariant violated: an order was placed')
  return event.order
}

function find(engine: Engine, order: OrderId): OrderSeen | undefined {
  const view = engine.order(order)
  return view && orderSeen(engine, view)
}
