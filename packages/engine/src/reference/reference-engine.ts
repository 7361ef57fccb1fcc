/**
 * The reference engine: every account valued anew on every quote, nothing remembered that can be computed. Slow and
 * obviously right: the simulator compares the fast engine with it after every step.
 */
import { assert } from '@veritick/domain'
import type { Command } from '../commands.ts'
import type { Engine, Outcome } from '../engine.ts'
import type { EventBuffer } from '../event-buffer.ts'
import type { Event } from '../events.ts'
import { decodeEvents } from '../journal.ts'
import { decodeState, encodeState } from '../state-bytes.ts'
import { decide } from './decide.ts'
import { evolve } from './evolve.ts'
import { durableOf, emptyState, type State, stateFrom } from './state.ts'
import { stateFault } from './validate.ts'
import { holdingsOf, pendingsOf } from './valuation.ts'
import { accountView, exposureViews, marketView, orderView } from './views.ts'

/** An engine without instruments, accounts or orders. */
export function createReferenceEngine(): Engine {
  let state = emptyState()
  return {
    apply: (command, written) => apply(state, command, written),
    evolve: (event) => evolve(state, event),
    evolveRun: (bytes) => {
      const { events } = decodeEvents(bytes)
      for (const event of events) evolve(state, event)
      return events.length
    },
    sequence: () => state.sequence,
    account: (id) => {
      const known = state.accounts.get(id)
      return known && accountView(state, known)
    },
    accounts: (after = 0) => [...state.accounts.keys()].filter((id) => id > after).sort((a, b) => a - b),
    order: (id) => {
      const known = state.orders.get(id)
      return known && orderView(state, known)
    },
    newestEvent: (id) => state.orders.get(id)?.lastEvent,
    liveOrders: () => state.orders.values(),
    liveOrderCount: () => state.orders.size,
    orders: (account, status, { offset, limit } = { offset: 0, limit: Number.POSITIVE_INFINITY }) =>
      (status === 'pending' ? pendingsOf(state, account) : holdingsOf(state, account))
        .reverse()
        .slice(offset, offset + limit)
        .map((order) => orderView(state, order)),
    market: (id) => {
      const known = state.instruments.get(id)
      return known && marketView(state, known)
    },
    exposures: (kind) => exposureViews(state, kind),
    feeType: () => state.feeType,
    lastRollover: () => state.lastRollover,
    book: (kind) => state.books[kind],
    transfer: (reference) => state.transfers.get(reference),
    transferCount: () => state.transfers.size,
    validateState: () => stateFault(state),
    durable: () => durableOf(state),
    stateBytes: () => encodeState(durableOf(state)),
    load: (durable) => {
      state = stateFrom(durable)
    },
    loadBytes: (bytes) => {
      state = stateFrom(decodeState(bytes))
    },
  }
}

function apply(state: State, command: Command, written?: EventBuffer): Outcome {
  observe(state, command)
  const decision = decide(state, command)
  if (typeof decision === 'string') return { ok: false, reason: decision }
  const events: Event[] = []
  for (const event of decision) {
    evolve(state, event)
    events.push(event)
    written?.add(event)
  }
  return { ok: true, events }
}

/**
 * Quotes and market status are not events: they are remembered here, and what they set off is decided with them in
 * place.
 */
function observe(state: State, command: Command): void {
  if (command.kind !== 'quote' && command.kind !== 'market') return
  const known = state.instruments.get(command.instrument)
  if (known === undefined) return
  if (command.kind === 'market') {
    const { status, worthMax } = command
    const isConfirmed = status === 'closed' ? known.isConfirmed : status === 'open'
    state.instruments.set(command.instrument, { ...known, status, isConfirmed, worthMax })
    return
  }
  const { seq, bid, ask, at, time = at } = command
  assert(bid > 0 && bid <= ask, 'a quote is positive and not crossed')
  const last = known.liveQuote?.seq ?? (known.quote?.seq ?? 0) - 1
  assert(seq > last, `quote ${seq} of instrument ${command.instrument} does not rise`)
  state.instruments.set(command.instrument, { ...known, liveQuote: { seq, bid, ask, time } })
}
