/** Overnight financing of everything that is held at 17:00 New York: trading rule 7. */
import { financingOf } from '@veritick/domain'
import type { Event } from '../events.ts'
import type { CommandOf, Decision } from './decision.ts'
import { ordersOf, type State } from './state.ts'
import { standingOf } from './valuation.ts'

/** Each instant is financed once: one that is not after the last is accepted and does nothing. */
export function rollover(state: State, command: CommandOf<'rollover'>): Decision {
  if (state.lastRollover !== undefined && command.at <= state.lastRollover) return []
  return finance(state, command)
}

function* finance(state: State, { at, nights }: CommandOf<'rollover'>): Generator<Event> {
  for (const holding of ordersOf(state, (order) => order.pending === undefined)) {
    const { instrument, quote, conversion } = standingOf(state, holding)
    const { terms } = instrument
    const { order, account, lastEvent: previous, side, lots } = holding
    const charged = nights[terms.session]
    const rate = side === 'buy' ? terms.financingLong : terms.financingShort
    const amount = financingOf({ terms, lots, close: quote.bid, rate, nights: charged, conversion })
    if (amount === 0) continue
    yield {
      kind: 'order_financed',
      at,
      order,
      account,
      previous,
      instrument: terms.id,
      amount,
      nights: charged,
      quote,
      conversion,
    }
  }
  yield { kind: 'rollover_done', at }
}
