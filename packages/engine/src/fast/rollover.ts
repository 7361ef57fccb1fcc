/** Overnight financing of every holding at 17:00 New York: trading rule 7. */
import { assert, financingOf, type Millis } from '@veritick/domain'
import type { CommandOf } from '../commands.ts'
import type { OrderSlot } from './columns.ts'
import type { EventSink } from './event-sink.ts'
import { BUY, HOLDING } from './orders.ts'
import type { SlotList } from './slot-list.ts'
import type { State } from './state.ts'

/**
 * Finances every holding, oldest first. An instant that is not after the last one was financed already: nothing
 * happens.
 */
export function rollover(
  state: State,
  sink: EventSink,
  { command, scratch }: { command: CommandOf<'rollover'>; scratch: SlotList<OrderSlot> },
): undefined {
  const { at, nights } = command
  const { orders } = state
  if (state.lastRollover !== undefined && at <= state.lastRollover) return
  scratch.clear()
  for (const slot of orders.live()) if (orders.status.get(slot) === HOLDING) scratch.add(slot)
  scratch.sort(orders.id, orders.id)
  for (let index = 0; index < scratch.count; index++) finance(state, sink, { slot: scratch.at(index), at, nights })
  sink.add({ kind: 'rollover_done', at })
  assert(state.lastRollover === at, 'an instant is financed once')
}

function finance(
  state: State,
  sink: EventSink,
  holding: { readonly slot: OrderSlot; readonly at: Millis; readonly nights: CommandOf<'rollover'>['nights'] },
): void {
  const { slot, at } = holding
  const { orders } = state
  const market = state.marketOf(slot)
  const { terms } = market
  const nights = holding.nights[terms.session]
  assert(Number.isSafeInteger(nights) && nights >= 0, 'nights are a whole number')
  if (nights === 0) return
  const [quote, conversion] = [market.quote(), market.conversion()]
  const rate = orders.side.get(slot) === BUY ? terms.financingLong : terms.financingShort
  const amount = financingOf({ terms, lots: orders.lots.get(slot), close: quote.bid, rate, nights, conversion })
  if (amount === 0) return
  const account = state.accountIdOf(slot)
  const order = orders.id.get(slot)
  const previous = orders.lastEvent.get(slot)
  sink.add({
    kind: 'order_financed',
    at,
    order,
    account,
    previous,
    instrument: terms.id,
    amount,
    nights,
    quote,
    conversion,
  })
}
