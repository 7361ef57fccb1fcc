/**
 * The fast engine, which the server runs: the same commands, events and state as the reference engine, in columns, so
 * that a quote costs nothing for the accounts it does not concern. The simulator compares both engines after every
 * step.
 */
import { assert, micros, type TradingRefusal, unreachable } from '@veritick/domain'
import type { Command, CommandOf } from '../commands.ts'
import type { Engine, Outcome } from '../engine.ts'
import type { EventBuffer } from '../event-buffer.ts'
import type { Event } from '../events.ts'
import type { RunReader } from '../run-reader.ts'
import { amend } from './amend.ts'
import {
  credit,
  freezeAccount,
  lockWithdrawal,
  openAccount,
  setFeeType,
  setInstrument,
  settleWithdrawal,
} from './cash.ts'
import { cancel, close, resetDemo, setStops } from './changes.ts'
import { closePart } from './close-part.ts'
import { NONE, type OrderSlot } from './columns.ts'
import { CANCEL, CLOSE, CommandRun, PLACE, QUOTE } from './command-run.ts'
import { durableOf, stateFrom } from './durable.ts'
import { EventSink } from './event-sink.ts'
import { evolve } from './evolve.ts'
import type { Market } from './market.ts'
import { evolveRun } from './order-events.ts'
import { place } from './place.ts'
import { priceMoved } from './prices.ts'
import { QuoteRun } from './quote.ts'
import { reverse } from './reverse.ts'
import { rollover } from './rollover.ts'
import { SlotList } from './slot-list.ts'
import { State } from './state.ts'
import { stateBytesOf, stateFromBytes } from './state-run.ts'
import { stateFault } from './validate.ts'
import { accountView, exposureViews, liveOrders, marketView, orderView, orderViews } from './views.ts'

/** An engine that can write what it decides as bytes. */
export type FastEngine = Engine & {
  /**
   * As `apply` of the next command in the run, which `encodeCommand` wrote, where the bytes are all that is wanted of
   * the events. Returns the refusal; `undefined`: the command was accepted. Throws on bytes that are not a command.
   */
  decideNext(commands: RunReader, events: EventBuffer): TradingRefusal | undefined
}

/** An engine without instruments, accounts or orders. */
export function createEngine(): FastEngine {
  let core = new Core(new State())
  return {
    apply: (command, written) => core.apply(command, written),
    decideNext: (commands, events) => core.decideNext(commands, events),
    evolve: (event) => evolve(core.state, event),
    evolveRun: (bytes) => evolveRun(core.state, bytes),
    sequence: () => core.state.sequence,
    account: (id) => {
      const slot = core.state.accounts.find(id)
      return slot === undefined ? undefined : accountView(core.state, slot)
    },
    accounts: (after = 0) => core.state.accounts.sorted.above(after),
    order: (id) => {
      const slot = core.state.orders.find(id)
      return slot === undefined ? undefined : orderView(core.state, slot)
    },
    newestEvent: (id) => {
      const slot = core.state.orders.find(id)
      return slot === undefined ? undefined : core.state.orders.lastEvent.get(slot)
    },
    liveOrders: () => liveOrders(core.state),
    liveOrderCount: () => core.state.orders.count(),
    orders: (id, status, page) => {
      const slot = core.state.accounts.find(id)
      return slot === undefined ? [] : orderViews(core.state, slot, { status, page })
    },
    market: (id) => {
      const market = core.state.market(id)
      return market === undefined ? undefined : marketView(market)
    },
    exposures: (kind) => exposureViews(core.state, kind),
    feeType: () => core.state.feeType,
    lastRollover: () => core.state.lastRollover,
    book: (kind) => (kind === 'demo' ? core.state.demo : core.state.real).book(),
    transfer: (reference) => core.state.transfers.get(reference),
    transferCount: () => core.state.transfers.size,
    validateState: () => stateFault(core.state),
    durable: () => durableOf(core.state),
    stateBytes: () => stateBytesOf(core.state),
    load: (durable) => {
      core = new Core(stateFrom(durable))
    },
    loadBytes: (bytes) => {
      core = new Core(stateFromBytes(bytes))
    },
  }
}

const NOTHING: Outcome = { ok: true, events: [] }

/** One state and what works on it. */
class Core {
  readonly state: State
  private readonly quoteRun: QuoteRun
  private readonly scratch: SlotList<OrderSlot>
  private readonly sink: EventSink
  private readonly commands: CommandRun

  constructor(state: State) {
    this.state = state
    this.sink = new EventSink(state)
    this.quoteRun = new QuoteRun(state, this.sink)
    this.scratch = new SlotList(state.orders)
    this.commands = new CommandRun(state)
  }

  apply(command: Command, written?: EventBuffer): Outcome {
    const events: Event[] = []
    this.sink.into({ bytes: written, objects: events })
    const reason = this.decide(command)
    if (reason === undefined) return events.length === 0 ? NOTHING : { ok: true, events }
    assert(events.length === 0, 'a refusal changes nothing')
    return { ok: false, reason }
  }

  decideNext(commands: RunReader, events: EventBuffer): TradingRefusal | undefined {
    const { count } = events
    this.sink.into({ bytes: events, objects: undefined })
    const refusal = this.decideFrom(commands, events)
    assert(refusal === undefined || events.count === count, 'a refusal changes nothing')
    return refusal
  }

  /** Without a look at an object's kind where the number of the kind says all: that look is slow for so many kinds. */
  private decideFrom(run: RunReader, events: EventBuffer): TradingRefusal | undefined {
    const { state, sink, commands } = this
    switch (commands.nextKind(run)) {
      case PLACE:
        return place(state, sink, commands.readPlace(run, events))
      case CLOSE:
        return close(state, sink, commands.readClose(run, events))
      case CANCEL:
        return cancel(state, sink, commands.readCancel(run, events))
      case QUOTE:
        return this.quote(commands.readQuote(run))
      default:
        return this.decide(commands.readOther(run))
    }
  }

  private decide(command: Command): TradingRefusal | undefined {
    const { state, sink, scratch } = this
    switch (command.kind) {
      case 'quote':
        return this.quote(command)
      case 'place':
        return place(state, sink, command)
      case 'close':
        return close(state, sink, command)
      case 'cancel':
        return cancel(state, sink, command)
      case 'set_stops':
        return setStops(state, sink, command)
      case 'close_part':
        return closePart(state, sink, command)
      case 'reverse':
        return reverse(state, sink, command)
      case 'amend':
        return amend(state, sink, command)
      case 'market':
        return this.market(command)
      case 'reset_demo':
        return resetDemo(state, sink, { command, scratch })
      case 'credit':
        return credit(state, sink, command)
      case 'lock_withdrawal':
        return lockWithdrawal(state, sink, command)
      case 'settle_withdrawal':
        return settleWithdrawal(state, sink, command)
      case 'rollover':
        return rollover(state, sink, { command, scratch })
      case 'open_account':
        return openAccount(state, sink, command)
      case 'freeze_account':
        return freezeAccount(state, sink, command)
      case 'set_instrument':
        return setInstrument(state, sink, command)
      case 'set_fee_type':
        return setFeeType(state, sink, command)
      default:
        return unreachable(command)
    }
  }

  /** Refusal: `instrument_unknown`. */
  private quote(command: CommandOf<'quote'>): TradingRefusal | undefined {
    const { state } = this
    const market = state.market(command.instrument)
    if (market === undefined) return 'instrument_unknown'
    const { seq, bid, ask, at, time = at } = command
    if (!follows(market, seq)) throw new Error(`invariant violated: quote ${seq} of ${market.terms.code} does not rise`)
    const wasOpen = market.isOpen()
    market.take({ seq, bid, ask, time })
    market.at = at
    if (!market.hasLiveQuote) this.firstQuote(market)
    priceMoved(state, market)
    if (!wasOpen) this.resumeDeferredStopOuts(market)
    if (market.isOpen()) this.quoteRun.run(market)
    return undefined
  }

  /** Accounts that waited for this price, or for the rate that it gives, can be checked now. */
  private firstQuote(market: Market): void {
    market.hasLiveQuote = true
    this.state.markHoldersDirty(market)
    for (const dependent of market.dependents) this.state.markHoldersDirty(dependent)
  }

  /** Refusal: `instrument_unknown`. */
  private market({ instrument, status, worthMax = micros(0) }: CommandOf<'market'>): TradingRefusal | undefined {
    const market = this.state.market(instrument)
    if (market === undefined) return 'instrument_unknown'
    market.status = status
    market.worthMax = worthMax
    if (status !== 'closed') market.isConfirmed = status === 'open'
    this.resumeDeferredStopOuts(market)
    return undefined
  }

  /** Accounts that wait for this market to open can be checked now. */
  private resumeDeferredStopOuts(market: Market): void {
    const { accounts, exposures } = this.state
    if (!market.isOpen()) return
    for (let each = market.firstExposure; each !== NONE; each = exposures.nextOfInstrument.get(each)) {
      assert(exposures.instrument.get(each) === market.slot, 'the list of a market holds its own exposures')
      const account = exposures.account.get(each)
      if (accounts.stopOutDeferred.get(account) === 1) this.state.markDirty(account)
    }
  }
}

/** Numbers of quotes rise. After a restart the newest quote that an event named may come once more. */
function follows(market: Market, seq: number): boolean {
  if (market.hasLiveQuote) return seq > market.seq
  return market.namedQuote === undefined ? seq >= 0 : seq >= market.namedQuote.seq
}
