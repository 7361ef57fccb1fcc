/**
 * Invariants that are checked apart from both engines, with a small memory of their own: every fill is at the bid or
 * ask of the last published quote and costs the amount of the rule, the times of an order never fall, balances are the
 * sums of their ledger entries, books sum to zero, and after a quote of an open market no trigger that it reached is
 * left.
 */
import type { InstrumentTerms } from '@veritick/domain'
import {
  bookSum,
  type Command,
  clientSideOf,
  type Engine,
  type Event,
  entryOf,
  type Outcome,
  type QuoteEvidence,
} from '@veritick/engine'
import { feeByRule, heldAs, marginByRule, partFaultByRule, profitByRule } from './arithmetic.ts'
import { leftUndone } from './levels.ts'
import { show } from './same.ts'

export class Auditor {
  /** The newest quote by instrument, since the last restart. */
  private readonly published = new Map<number, QuoteEvidence>()
  /** The instruments that are open, and those that were open when they closed, since the last restart. */
  private readonly confirmed = new Set<number>()
  private readonly terms = new Map<number, InstrumentTerms>()
  private readonly balances = new Map<number, { balance: number; locked: number }>()
  private readonly opened = new Map<number, Extract<Event, { kind: 'order_opened' }>>()
  /** The financing of each order so far. */
  private readonly swaps = new Map<number, number>()
  /** The time of each order's newest event. */
  private readonly times = new Map<number, number>()
  /** The sequence of each order's newest event. */
  private readonly newest = new Map<number, number>()
  /** Whether a notice is armed, by account and level: false since it was given. */
  private readonly armed = new Map<string, boolean>()
  private sequence = 0

  restarted(): void {
    this.published.clear()
    this.confirmed.clear()
  }

  /** The fault, or `undefined`. */
  step(command: Command, outcome: Outcome, engine: Engine): string | undefined {
    if (command.kind === 'quote') {
      const { seq, bid, ask, at, instrument, time = at } = command
      this.published.set(instrument, { seq, bid, ask, time })
    }
    if (command.kind === 'market' && command.status === 'open') this.confirmed.add(command.instrument)
    if (command.kind === 'market' && ['held', 'stale'].includes(command.status))
      this.confirmed.delete(command.instrument)
    if (!outcome.ok)
      return engine.sequence() === this.sequence ? undefined : `the refusal ${outcome.reason} changed something`
    for (const [index, event] of outcome.events.entries()) {
      const sequence = this.sequence + index + 1
      const wrong = this.timeFault(event, command) ?? this.chainFault(event, sequence) ?? this.event(event, engine)
      if (wrong !== undefined) return `${wrong} in ${show(event)}`
    }
    this.sequence += outcome.events.length
    if (engine.sequence() !== this.sequence) return `${engine.sequence()} events were counted, ${this.sequence} given`
    const checked = command.kind === 'quote' && engine.market(command.instrument)?.status === 'open'
    if (!checked) return undefined
    const { armed, published } = this
    return leftUndone({ engine, quote: command, events: outcome.events, armed, published })
  }

  /** Books and balances, from the entries of all events so far. */
  books(engine: Engine): string | undefined {
    const clients = { demo: { balance: 0n, locked: 0n }, real: { balance: 0n, locked: 0n } }
    for (const id of engine.accounts()) {
      const account = engine.account(id)
      const sum = this.balances.get(id) ?? { balance: 0, locked: 0 }
      if (account === undefined) return `account ${id} is listed and unknown`
      if (account.balance !== sum.balance || account.locked !== sum.locked) {
        return (
          `account ${id} has ${account.balance} and ${account.locked} locked, its entries give ` +
          `${sum.balance} and ${sum.locked}`
        )
      }
      clients[account.accountKind].balance += BigInt(account.balance)
      clients[account.accountKind].locked += BigInt(account.locked)
    }
    for (const kind of ['demo', 'real'] as const) {
      const book = engine.book(kind)
      if (bookSum(book) !== 0n) return `the ${kind} book sums to ${bookSum(book)}`
      const { balance, locked } = clients[kind]
      if (book.clientBalance !== balance || book.clientLocked !== locked)
        return `the ${kind} book does not hold what its clients have`
    }
    return undefined
  }

  private event(event: Event, engine: Engine): string | undefined {
    this.post(event)
    switch (event.kind) {
      case 'instrument_set':
        this.terms.set(event.terms.id, event.terms)
        return undefined
      case 'margin_notice':
        this.armed.set(`${event.account} ${event.level}`, event.armed)
        return undefined
      case 'order_placed':
      case 'order_amended':
        return this.quoteFault(event.account)
      case 'order_opened': {
        const unknown = this.quoteFault(event.account)
        this.opened.set(event.order, event)
        return unknown ?? this.openingFault(event) ?? this.fillFault(event, engine)
      }
      case 'order_closed':
        return this.closingFault(event) ?? this.fillFault(event, engine)
      case 'order_financed':
        this.swaps.set(event.order, (this.swaps.get(event.order) ?? 0) + event.amount)
        return undefined
      case 'order_split':
        return this.splitFault(event)
      case 'withdrawal_locked':
        return this.valuationFault(event.account)
      default:
        return undefined
    }
  }

  /** An event has the time of its command and is not earlier than the order's previous event. */
  private timeFault(event: Event, command: Command): string | undefined {
    if (event.at !== command.at) return `the moment should be ${command.at}`
    if (!('order' in event)) return undefined
    const before = this.times.get(event.order) ?? 0
    this.times.set(event.order, event.at)
    return event.at < before ? `order ${event.order} was at ${before} already` : undefined
  }

  /** Every event of an order names the order's event before it, by its sequence. */
  private chainFault(event: Event, sequence: number): string | undefined {
    if (!('order' in event)) return undefined
    const before = this.newest.get(event.order)
    const named = 'previous' in event ? event.previous : undefined
    this.newest.set(event.order, sequence)
    if (event.kind === 'order_split') this.newest.set(event.part, sequence)
    return named === before ? undefined : `it names event ${named}, its order had event ${before} last`
  }

  private openingFault(event: Extract<Event, { kind: 'order_opened' }>): string | undefined {
    const terms = this.terms.get(event.instrument)
    if (terms === undefined || terms.version !== event.terms) return 'the terms are not the ones that hold'
    if (BigInt(event.margin) !== marginByRule(event, terms)) return `the margin should be ${marginByRule(event, terms)}`
    if (BigInt(event.fee) !== feeByRule(event, terms)) return `the fee should be ${feeByRule(event, terms)}`
    return event.price === (event.side === 'buy' ? event.quote.ask : event.quote.bid)
      ? undefined
      : 'the fill is not at its quote'
  }

  /** Both orders together are what the position was. */
  private splitFault(event: Extract<Event, { kind: 'order_split' }>): string | undefined {
    const { order, part, lots, margin, fee, swap } = event
    const opened = this.opened.get(order)
    const terms = opened && this.terms.get(opened.instrument)
    if (opened === undefined || terms === undefined) return 'nothing was open'
    if (this.times.has(part)) return 'the number of the part is taken'
    const before = this.swaps.get(order) ?? 0
    const held = { lots: opened.lots, margin: opened.margin, fee: opened.fee, swap: before }
    const rest = { lots: held.lots - lots, margin: held.margin - margin, fee: held.fee - fee, swap: before - swap }
    this.opened.set(part, heldAs(opened, event))
    this.opened.set(order, heldAs(opened, rest))
    this.swaps.set(part, swap)
    this.swaps.set(order, rest.swap)
    this.times.set(part, event.at)
    return partFaultByRule(event, held, terms)
  }

  private closingFault(event: Extract<Event, { kind: 'order_closed' }>): string | undefined {
    const opened = this.opened.get(event.order)
    const terms = this.terms.get(event.instrument)
    if (opened === undefined || terms === undefined) return 'nothing was open'
    this.opened.delete(event.order)
    const profit = profitByRule(opened, event, terms)
    if (BigInt(event.profit) !== profit) return `the profit should be ${profit}`
    return event.price === (opened.side === 'buy' ? event.quote.bid : event.quote.ask)
      ? undefined
      : 'the fill is not at its quote'
  }

  /** Money leaves only where each position of the account has a confirmed price, or had it when its session ended. */
  private valuationFault(account: number): string | undefined {
    return this.unpriced(account, (each) => !this.confirmed.has(each))
  }

  /** An account opens only where the feed has quoted each of its positions since the last restart. */
  private quoteFault(account: number): string | undefined {
    return this.unpriced(account, (each) => !this.published.has(each))
  }

  /** The first position of the account whose price or rate is of an instrument that is not known. */
  private unpriced(account: number, isUnknown: (instrument: number) => boolean): string | undefined {
    for (const { order, account: owner, instrument } of this.opened.values()) {
      if (owner !== account) continue
      const conversion = this.terms.get(instrument)?.conversion
      const rate = conversion !== undefined && 'instrument' in conversion ? conversion.instrument : instrument
      const unknown = [instrument, rate].find(isUnknown)
      if (unknown !== undefined) return `order ${order} has no confirmed price by instrument ${unknown}`
    }
    return undefined
  }

  /** A fill names the last published quote of an open market; only a demo reset may use an older one. */
  private fillFault(
    event: Extract<Event, { kind: 'order_opened' | 'order_closed' }>,
    engine: Engine,
  ): string | undefined {
    const reset = event.kind === 'order_closed' && event.reason === 'demo_reset'
    const last = this.published.get(event.instrument)
    if (last === undefined) return reset ? undefined : 'the fill names a quote from before the restart'
    const { seq, bid, ask, time } = event.quote
    if (show(last) !== show({ seq, bid, ask, time })) return 'the fill names another quote than the last'
    return reset || engine.market(event.instrument)?.status === 'open' ? undefined : 'the market is not open'
  }

  private post(event: Event): void {
    const entry = entryOf(event)
    if (entry === undefined) return
    const sum = this.balances.get(entry.account) ?? { balance: 0, locked: 0 }
    const client = clientSideOf(entry)
    this.balances.set(entry.account, { balance: sum.balance + client.balance, locked: sum.locked + client.locked })
  }
}
