/**
 * Accounts, orders and the operator's books once more, in BigInt and from the rules alone (trading rules 3 to 8). It
 * takes one event after the other and says what is wrong with it: money that comes from nowhere, a fill that is not at
 * its quote, a margin, fee or profit that is not that of the rule, an order that ends twice. It shares no code with the
 * engine.
 */
import { type InstrumentTerms, unreachable } from '@veritick/domain'
import type { Event, EventOf } from '@veritick/engine'
import { feeByRule, heldAs, marginByRule, partFaultByRule, profitByRule } from '../arithmetic.ts'

export type Account = {
  readonly kind: 'demo' | 'real'
  balance: bigint
  locked: bigint
  /** The margin of all positions of the account. */
  margin: bigint
  readonly open: Set<number>
}

type Order = {
  readonly account: number
  state: 'pending' | 'open' | 'ended'
  opened: EventOf<'order_opened'> | undefined
  /** Financing so far. */
  swap: number
  /** Sequence of its newest event. */
  newest: number
}

/** `moved`: an amount that left the account's balance for the operator, or came from it. */
type Transfer = { readonly account: number; readonly amount: bigint; state: 'credited' | 'locked' | 'settled' }

export const DEMO_MONEY = 100_000_000_000n

export class Books {
  readonly accounts = new Map<number, Account>()
  readonly orders = new Map<number, Order>()
  readonly terms = new Map<number, InstrumentTerms>()
  private readonly transfers = new Map<string, Transfer>()
  /** The operator's side of the books: the sums of both sides are zero. */
  private readonly operator = { demo: 0n, real: 0n }
  private readonly customers = { demo: 0n, real: 0n }
  sequence = 0

  /** A second one that stands at the same event. */
  copy(): Books {
    const copy = new Books()
    for (const [id, account] of this.accounts) copy.accounts.set(id, { ...account, open: new Set(account.open) })
    for (const [id, order] of this.orders) copy.orders.set(id, { ...order })
    for (const [id, terms] of this.terms) copy.terms.set(id, terms)
    for (const [id, transfer] of this.transfers) copy.transfers.set(id, { ...transfer })
    Object.assign(copy.operator, this.operator)
    Object.assign(copy.customers, this.customers)
    copy.sequence = this.sequence
    return copy
  }

  /** The fault of the event, or `undefined`. */
  apply(event: Event): string | undefined {
    this.sequence += 1
    const wrong = this.take(event)
    if (wrong !== undefined) return wrong
    for (const kind of ['demo', 'real'] as const)
      if (this.operator[kind] + this.customers[kind] !== 0n) return `the ${kind} books do not sum to zero`
    const account = 'account' in event ? this.accounts.get(event.account) : undefined
    if (account === undefined) return undefined
    if (account.locked < 0n) return 'less than nothing is locked'
    return undefined
  }

  private take(event: Event): string | undefined {
    switch (event.kind) {
      case 'instrument_set':
        this.terms.set(event.terms.id, event.terms)
        return undefined
      case 'account_opened':
        return this.accountOpened(event)
      case 'credited':
        return this.credited(event)
      case 'withdrawal_locked':
        return this.locked(event)
      case 'withdrawal_settled':
        return this.settled(event)
      case 'order_placed':
        if (this.orders.has(event.order)) return 'the number of the order is taken'
        this.orders.set(event.order, {
          account: event.account,
          state: 'pending',
          opened: undefined,
          swap: 0,
          newest: this.sequence,
        })
        return undefined
      case 'order_opened':
        return this.opened(event)
      case 'stops_set':
        return this.follows(event, ['pending', 'open'])
      case 'order_amended':
        return this.follows(event, ['pending'])
      case 'order_cancelled':
        return this.follows(event, ['pending']) ?? this.ended(event.order)
      case 'order_closed':
        return this.closed(event)
      case 'order_financed':
        return this.financed(event)
      case 'order_split':
        return this.split(event)
      case 'balance_protected':
        return this.isProtected(event)
      case 'demo_reset':
        return this.reset(event)
      case 'fee_type_set':
      case 'account_frozen':
      case 'rollover_done':
      case 'margin_notice':
      case 'stopped_out':
        return undefined
      default:
        return unreachable(event)
    }
  }

  private accountOpened({ account, accountKind, granted }: EventOf<'account_opened'>): string | undefined {
    if (this.accounts.has(account)) return 'the account is there already'
    this.accounts.set(account, { kind: accountKind, balance: 0n, locked: 0n, margin: 0n, open: new Set() })
    if (BigInt(granted) !== (accountKind === 'demo' ? DEMO_MONEY : 0n)) return 'it begins with other money'
    return this.moved(account, BigInt(granted))
  }

  private credited({ account, amount, reference }: EventOf<'credited'>): string | undefined {
    if (this.transfers.has(reference)) return 'its reference was used before'
    this.transfers.set(reference, { account, amount: BigInt(amount), state: 'credited' })
    return this.moved(account, BigInt(amount))
  }

  private locked({ account, amount, reference }: EventOf<'withdrawal_locked'>): string | undefined {
    const holder = this.accounts.get(account)
    if (holder === undefined) return 'there is no such account'
    if (this.transfers.has(reference)) return 'its reference was used before'
    if (amount <= 0) return 'nothing is locked'
    this.transfers.set(reference, { account, amount: BigInt(amount), state: 'locked' })
    holder.balance -= BigInt(amount)
    holder.locked += BigInt(amount)
    return holder.balance < 0n ? 'more is locked than was there' : undefined
  }

  private settled({ account, amount, reference, paid }: EventOf<'withdrawal_settled'>): string | undefined {
    const transfer = this.transfers.get(reference)
    const holder = this.accounts.get(account)
    if (transfer?.state !== 'locked' || transfer.account !== account || holder === undefined)
      return 'nothing is locked under its reference'
    if (transfer.amount !== BigInt(amount)) return 'another amount was locked'
    transfer.state = 'settled'
    holder.locked -= BigInt(amount)
    if (!paid) holder.balance += BigInt(amount)
    else {
      this.customers[holder.kind] -= BigInt(amount)
      this.operator[holder.kind] += BigInt(amount)
    }
    return undefined
  }

  private opened(event: EventOf<'order_opened'>): string | undefined {
    const { order, account } = event
    if (event.pending) {
      const wrong = this.follows(event, ['pending'])
      if (wrong !== undefined) return wrong
    } else if (this.orders.has(order)) return 'the number of the order is taken'
    const holder = this.accounts.get(account)
    if (holder === undefined) return 'there is no such account'
    const terms = this.terms.get(event.instrument)
    if (terms === undefined || terms.version !== event.terms) return 'the terms are not those that hold'
    if (event.price !== (event.side === 'buy' ? event.quote.ask : event.quote.bid))
      return 'the fill is not at its quote'
    if (BigInt(event.margin) !== marginByRule(event, terms)) return `the margin should be ${marginByRule(event, terms)}`
    if (BigInt(event.fee) !== feeByRule(event, terms)) return `the fee should be ${feeByRule(event, terms)}`
    this.orders.set(order, { account, state: 'open', opened: event, swap: 0, newest: this.sequence })
    holder.open.add(order)
    holder.margin += BigInt(event.margin)
    return this.moved(account, -BigInt(event.fee))
  }

  private financed(event: EventOf<'order_financed'>): string | undefined {
    const wrong = this.follows(event, ['open'])
    const order = this.orders.get(event.order)
    if (order !== undefined) order.swap += event.amount
    return wrong ?? this.moved(event.account, BigInt(event.amount))
  }

  /** No money moves, and the account holds the same margin as before. */
  private split(event: EventOf<'order_split'>): string | undefined {
    const { order, part, account, lots, margin, fee, swap } = event
    const wrong = this.follows(event, ['open'])
    if (wrong !== undefined) return wrong
    const position = this.orders.get(order)
    const opened = position?.opened
    const terms = opened && this.terms.get(opened.instrument)
    if (position === undefined || opened === undefined || terms === undefined) return 'nothing was open'
    if (this.orders.has(part)) return 'the number of the part is taken'
    const held = { lots: opened.lots, margin: opened.margin, fee: opened.fee, swap: position.swap }
    const rest = { lots: held.lots - lots, margin: held.margin - margin, fee: held.fee - fee }
    this.orders.set(part, { account, state: 'open', opened: heldAs(opened, event), swap, newest: this.sequence })
    this.orders.set(order, { ...position, opened: heldAs(opened, { ...rest, swap: 0 }), swap: held.swap - swap })
    this.accounts.get(account)?.open.add(part)
    return partFaultByRule(event, held, terms)
  }

  private closed(event: EventOf<'order_closed'>): string | undefined {
    const opened = this.orders.get(event.order)?.opened
    const wrong = this.follows(event, ['open'])
    if (wrong !== undefined) return wrong
    const terms = this.terms.get(event.instrument)
    if (opened === undefined || terms === undefined) return 'nothing was open'
    if (event.price !== (opened.side === 'buy' ? event.quote.bid : event.quote.ask))
      return 'the fill is not at its quote'
    const profit = profitByRule(opened, event, terms)
    if (BigInt(event.profit) !== profit) return `the profit should be ${profit}`
    return this.ended(event.order) ?? this.moved(event.account, profit)
  }

  private isProtected({ account, amount }: EventOf<'balance_protected'>): string | undefined {
    const holder = this.accounts.get(account)
    if (holder === undefined || holder.open.size > 0) return 'positions are open'
    if (holder.balance + BigInt(amount) !== 0n || amount <= 0) return `the balance was ${holder.balance}`
    return this.moved(account, BigInt(amount))
  }

  private reset({ account, granted }: EventOf<'demo_reset'>): string | undefined {
    const holder = this.accounts.get(account)
    if (holder?.kind !== 'demo' || holder.open.size > 0) return 'it is not a demo account without positions'
    const wrong = this.moved(account, BigInt(granted))
    return wrong ?? (holder.balance === DEMO_MONEY ? undefined : `the balance is ${holder.balance} afterwards`)
  }

  /** The order is in one of these states, and the event names its event before. */
  private follows(
    { order, account, previous }: { order: number; account: number; previous?: number | undefined },
    states: readonly Order['state'][],
  ): string | undefined {
    const known = this.orders.get(order)
    if (known === undefined) return 'there is no such order'
    if (!states.includes(known.state)) return `the order is ${known.state}`
    if (known.account !== account) return 'the order is of another account'
    if (known.newest !== previous) return `it should name event ${known.newest}`
    known.newest = this.sequence
    return undefined
  }

  private ended(id: number): string | undefined {
    const order = this.orders.get(id)
    if (order === undefined) return 'there is no such order'
    order.state = 'ended'
    const holder = this.accounts.get(order.account)
    if (order.opened !== undefined && holder !== undefined) {
      holder.open.delete(id)
      holder.margin -= BigInt(order.opened.margin)
    }
    return undefined
  }

  private moved(account: number, amount: bigint): string | undefined {
    const holder = this.accounts.get(account)
    if (holder === undefined) return 'there is no such account'
    holder.balance += amount
    this.customers[holder.kind] += amount
    this.operator[holder.kind] -= amount
    return undefined
  }
}
