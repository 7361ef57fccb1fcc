/**
 * The effects of a quote, in the order of trading rule 4: stop-losses and take-profits of its instrument, then the
 * accounts to check, then pending entries. A quote that reaches no trigger costs a few comparisons, independent of the
 * number of positions.
 */
import { assert, type CancelReason, type Millis, must, protectionHit, stopFault } from '@veritick/domain'
import type { EventOf } from '../events.ts'
import { cancelOrder, closeAndProtect } from './closing.ts'
import type { OrderSlot } from './columns.ts'
import type { EventSink } from './event-sink.ts'
import { MarginCheck } from './margin-check.ts'
import type { Market } from './market.ts'
import { accountAfter, type Cost, costOf, openingFault } from './opening.ts'
import { queueListed, setTriggers, triggerPopped } from './order-triggers.ts'
import { HOLDING, PENDING } from './orders.ts'
import { sizeFault } from './place.ts'
import type { PriceQueue } from './queue.ts'
import { SlotList } from './slot-list.ts'
import type { State } from './state.ts'
import { waitsForFeed } from './valuation.ts'

/** Carries out what one quote sets off. One object serves every quote. */
export class QuoteRun {
  private readonly state: State
  private readonly sink: EventSink
  private readonly marginCheck: MarginCheck
  private readonly protections: SlotList<OrderSlot>
  private readonly entries: SlotList<OrderSlot>

  constructor(state: State, sink: EventSink) {
    this.state = state
    this.sink = sink
    this.marginCheck = new MarginCheck(state, sink)
    this.protections = new SlotList(state.orders)
    this.entries = new SlotList(state.orders)
  }

  /** The market is open and has just taken its new quote. */
  run(market: Market): void {
    assert(market.isOpen(), 'only a quote of an open market sets something off')
    this.gather(market)
    this.closeProtections(market)
    this.marginCheck.checkDirtyAccounts(market)
    this.openEntries(market)
  }

  private gather(market: Market): void {
    const { triggers, bid, ask } = market
    if (market.unqueued.count > 0) queueListed(this.state, market)
    this.protections.clear()
    this.entries.clear()
    this.take(market, triggers.bidFalling, bid)
    this.take(market, triggers.bidRising, bid)
    this.take(market, triggers.askRising, ask)
    this.take(market, triggers.askFalling, ask)
    const { id, targetSet } = this.state.orders
    if (this.protections.count > 1) this.protections.sort(id, id)
    if (this.entries.count > 1) this.entries.sort(targetSet, id)
  }

  private take(market: Market, queue: PriceQueue<OrderSlot>, price: number): void {
    const { orders } = this.state
    while (queue.reached(price)) {
      const slot = queue.topSlot()
      const valid = orders.generation.get(slot) === queue.topGeneration()
      queue.pop(valid)
      if (!valid) continue
      triggerPopped(this.state, slot, queue, market)
      if (orders.status.get(slot) === PENDING) this.entries.add(slot)
      else this.protections.add(slot)
    }
  }

  private closeProtections(market: Market): void {
    const { state, protections } = this
    const { orders } = state
    for (let index = 0; index < protections.count; index++) {
      // Both levels of one order can be reached at once: the second time it has ended.
      if (!protections.isCurrent(index)) continue
      const slot = protections.at(index)
      assert(orders.status.get(slot) === HOLDING, 'only a holding is protected')
      const [stopLoss, takeProfit] = [orders.stopLoss.get(slot), orders.takeProfit.get(slot)]
      const { bid, ask } = market.quote()
      const hit = protectionHit({ side: orders.sideOf(slot), stopLoss, takeProfit, bid, ask })
      const reason = must(hit, 'a popped level was reached')
      const reference = reason === 'stop_loss' ? stopLoss : takeProfit
      closeAndProtect(state, this.sink, { slot, at: market.at as Millis, reason, reference, request: undefined })
    }
  }

  /** While its account waits for the feed, an entry waits for the next quote. */
  private openEntries(market: Market): void {
    const { state, entries } = this
    for (let index = 0; index < entries.count; index++) {
      // A stop-out on this very quote may have cancelled it.
      if (!entries.isCurrent(index)) continue
      const slot = entries.at(index)
      assert(state.orders.status.get(slot) === PENDING, 'only a pending order enters')
      if (waitsForFeed(state, state.orders.account.get(slot))) {
        setTriggers(state, slot, market)
        continue
      }
      const cost = this.entryCost(market, slot)
      const at = market.at as Millis
      if (typeof cost === 'string') cancelOrder(state, this.sink, { slot, at, reason: cost, request: undefined })
      else this.open(market, slot, cost)
    }
  }

  /**
   * The order of the checks is that of a new order; its own place among the account's orders is free for it. A size or
   * leverage that is no longer offered opens nothing: an order placed before would escape a change for ever.
   */
  private entryCost(market: Market, slot: OrderSlot): Cost | CancelReason {
    const { state } = this
    const { orders, accounts } = state
    const account = orders.account.get(slot)
    if (accounts.frozen.get(account) === 1) return 'account_frozen'
    if (!market.terms.enabled) return 'instrument_disabled'
    const size = { lots: orders.lots.get(slot), leverage: orders.leverage.get(slot) }
    if (sizeFault(size, market.terms) !== undefined) return 'terms_changed'
    const side = orders.sideOf(slot)
    const stopLoss = orders.stopLoss.get(slot)
    const takeProfit = orders.takeProfit.get(slot)
    const { bid, ask } = market.quote()
    const wrongStops = stopFault({ side, stopLoss, takeProfit, bid, ask })
    if (wrongStops !== undefined) return wrongStops
    const marginPrice = orders.price.get(slot)
    const position = { account, market, side, ...size, marginPrice }
    const after = accountAfter(state, account, [slot])
    const fault = openingFault(state, position, after)
    assert(fault !== 'too_many_orders', 'an order that enters was counted before')
    assert(fault !== 'price_stale', 'an account that waits for the feed enters nothing')
    return fault ?? costOf(state, position, after)
  }

  private open(market: Market, slot: OrderSlot, { price, margin, fee }: Cost): void {
    const { state } = this
    const { orders } = state
    const event: EventOf<'order_opened'> = {
      kind: 'order_opened',
      at: market.at as Millis,
      order: orders.id.get(slot),
      account: state.accountIdOf(slot),
      previous: orders.lastEvent.get(slot),
      instrument: market.terms.id,
      terms: market.terms.version,
      side: orders.sideOf(slot),
      lots: orders.lots.get(slot),
      leverage: orders.leverage.get(slot),
      price,
      margin,
      fee,
      feeType: state.feeType,
      stopLoss: orders.stopLoss.get(slot),
      takeProfit: orders.takeProfit.get(slot),
      pending: true,
      reference: orders.price.get(slot),
      quote: market.quote(),
      conversion: market.conversion(),
      request: orders.requestOf(slot),
    }
    this.sink.opened(event, orders.account.get(slot), market)
    assert(orders.status.get(slot) === HOLDING, 'an order that entered is a holding')
  }
}
