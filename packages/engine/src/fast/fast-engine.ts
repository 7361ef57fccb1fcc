/**
 * The fast engine, which the server runs: the same commands, events and state as the reference engine, in columns, so
 * that a quote costs nothing for the accounts it does not concern. The simulator compares both engines after every
 * step.
 */
import { assert, type TradingRefusal, unreachable } from '@veritick/domain'
import type { Command, CommandOf } from '../commands.ts'
import type { Engine, Outcome } from '../engine.ts'
import type { Event } from '../events.ts'
import { encodeState } from '../state-bytes.ts'
import {
  credit,
  freezeAccount,
  lockWithdrawal,
  openAccount,
  setFeeType,
  setInstrument,
  settleWithdrawal,
} from './cash.ts'
import { change, resetDemo } from './changes.ts'
import { NONE, type OrderSlot } from './columns.ts'
import { durableOf, stateFrom } from './durable.ts'
import { evolve } from './evolve.ts'
import type { Market } from './market.ts'
import { place } from './place.ts'
import { priceMoved } from './prices.ts'
import { QuoteRun } from './quote.ts'
import { reverse } from './reverse.ts'
import { rollover } from './rollover.ts'
import { SlotList } from './slot-list.ts'
import { State } from './state.ts'
import { stateFault } from './validate.ts'
import { accountView, exposureViews, marketView, orderView, orderViews } from './views.ts'

/** An engine without instruments, accounts or orders. */
export function createEngine(): Engine {
  let core = new Core(new State())
  return {
    apply: (command) => core.apply(command),
    evolve: (event) => evolve(core.state, event),
    sequence: () => core.state.sequence,
    account: (id) => {
      const slot = core.state.accounts.find(id)
      return slot === undefined ? undefined : accountView(core.state, slot)
    },
    accounts: () => [...core.state.accounts.ids()].sort((a, b) => a - b),
    order: (id) => {
      const slot = core.state.orders.find(id)
      return slot === undefined ? undefined : orderView(core.state, slot)
    },
    orders: (id, status) => {
      const slot = core.state.accounts.find(id)
      return slot === undefined ? [] : orderViews(core.state, slot, status)
    },
    market: (id) => {
      const market = core.state.market(id)
      return market === undefined ? undefined : marketView(market)
    },
    exposures: (kind) => exposureViews(core.state, kind),
    feeType: () => core.state.feeType,
    lastRollover: () => core.state.lastRollover,
    book: (kind) => (kind === 'demo' ? core.state.demo : core.state.real).book(),
    validateState: () => stateFault(core.state),
    durable: () => durableOf(core.state),
    stateBytes: () => encodeState(durableOf(core.state)),
    load: (durable) => {
      core = new Core(stateFrom(durable))
    },
  }
}

const NOTHING: Outcome = { ok: true, events: [] }

/** One state and what works on it. */
class Core {
  readonly state: State
  private readonly quoteRun: QuoteRun
  private readonly scratch: SlotList<OrderSlot>
  private events: Event[] = []

  constructor(state: State) {
    this.state = state
    this.quoteRun = new QuoteRun(state, this.emit)
    this.scratch = new SlotList(state.orders)
  }

  apply(command: Command): Outcome {
    assert(this.events.length === 0, 'one command is decided at a time')
    const refusal = this.decide(command)
    if (refusal !== undefined) {
      assert(this.events.length === 0, 'a refusal changes nothing')
      return { ok: false, reason: refusal }
    }
    if (this.events.length === 0) return NOTHING
    const outcome = { ok: true, events: this.events } as const
    this.events = []
    return outcome
  }

  private readonly emit = (event: Event): void => {
    evolve(this.state, event)
    this.events.push(event)
  }

  private decide(command: Command): TradingRefusal | undefined {
    const { state, emit, scratch } = this
    switch (command.kind) {
      case 'quote':
        return this.quote(command)
      case 'place':
        return place(state, emit, command)
      case 'close':
      case 'cancel':
      case 'set_stops':
        return change(state, emit, command)
      case 'reverse':
        return reverse(state, emit, command)
      case 'market':
        return this.market(command)
      case 'reset_demo':
        return resetDemo(state, emit, { command, scratch })
      case 'credit':
        return credit(state, emit, command)
      case 'lock_withdrawal':
        return lockWithdrawal(state, emit, command)
      case 'settle_withdrawal':
        return settleWithdrawal(state, emit, command)
      case 'rollover':
        return rollover(state, emit, { command, scratch })
      case 'open_account':
        return openAccount(state, emit, command)
      case 'freeze_account':
        return freezeAccount(state, emit, command)
      case 'set_instrument':
        return setInstrument(state, emit, command)
      case 'set_fee_type':
        return setFeeType(state, emit, command)
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
    assert(bid > 0 && bid <= ask, 'a quote is positive and not crossed')
    if (!follows(market, seq)) throw new Error(`broken promise: quote ${seq} of ${market.terms.code} does not rise`)
    const wasOpen = market.isOpen()
    market.seq = seq
    market.bid = bid
    market.ask = ask
    market.time = time
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
  private market({ instrument, status }: CommandOf<'market'>): TradingRefusal | undefined {
    const market = this.state.market(instrument)
    if (market === undefined) return 'instrument_unknown'
    market.status = status
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
