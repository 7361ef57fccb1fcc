/** Overnight financing of every holding at 17:00 New York: trading rule 7. */
import { financingOf } from '@veritick/domain'
import type { Event } from '../events.ts'
import type { CommandOf, Decision } from './decision.ts'
import { type Order, ordersOf, type State } from './state.ts'
import { standingOf } from './valuation.ts'

/** A rollover at or before the last one is accepted and does nothing, so that no instant is financed twice. */
export function rollover(state: State, command: CommandOf<'rollover'>): Decision {
  if (state.lastRollover !== undefined && command.at <= state.lastRollover) return []
  return rolloverEvents(state, command)
}

function* rolloverEvents(state: State, { at, nights }: CommandOf<'rollover'>): Generator<Event> {
  for (const holding of ordersOf(state, (order) => order.pending === undefined)) {
    const event = finance(state, holding, { at, nights })
    if (event !== undefined) yield event
  }
  yield { kind: 'rollover_done', at }
}

/** The financing of one holding; `undefined`: it costs nothing. */
function finance(
  state: State,
  holding: Order,
  { at, nights: nightsOf }: Pick<CommandOf<'rollover'>, 'at' | 'nights'>,
): Event | undefined {
  const { instrument, quote, conversion } = standingOf(state, holding)
  const { terms } = instrument
  const { order, account, lastEvent: previous, side, lots } = holding
  const nights = nightsOf[terms.session]
  const rate = side === 'buy' ? terms.financingLong : terms.financingShort
  const amount = financingOf({ terms, lots, close: quote.bid, rate, nights, conversion })
  if (amount === 0) return undefined
  return {
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
  }
}
