/**
 * What a quote sets off, in the order of trading rule 4: stop-losses and take-profits of its instrument, then the accounts that have to
 * be checked, then pending entries. A quote that reaches nothing costs a handful of comparisons, whatever is held.
 */
import {
  type CancelReason,
  type LotUnits,
  type Millis,
  must,
  type Points,
  protectionHit,
  type Side,
  stopFault,
} from '@veritick/domain'
import { cancelOrder, closeAndProtect } from './closing.ts'
import { SlotList } from './columns.ts'
import type { Emit } from './emit.ts'
import { MarginCheck } from './margin-check.ts'
import type { Market } from './market.ts'
import { type Cost, costOf, inMarginCall, type NewPosition } from './opening.ts'
import { BUY, FREE, HOLDING, PENDING } from './orders.ts'
import type { PriceQueue } from './queue.ts'
import type { State } from './state.ts'

export class QuoteRun {
  private readonly state: State
  private readonly emit: Emit
  private readonly marginCheck: MarginCheck
  private readonly protections = new SlotList()
  private readonly entries = new SlotList()

  constructor(state: State, emit: Emit) {
    this.state = state
    this.emit = emit
    this.marginCheck = new MarginCheck(state, emit)
  }

  /** The market is open and has just taken its new quote. */
  run(market: Market): void {
    this.gather(market)
    this.closeProtections(market)
    this.marginCheck.checkDirtyAccounts(market)
    this.openEntries(market)
  }

  private gather(market: Market): void {
    const { triggers, bid, ask } = market
    this.protections.clear()
    this.entries.clear()
    this.take(triggers.bidFalling, bid)
    this.take(triggers.bidRising, bid)
    this.take(triggers.askRising, ask)
    this.take(triggers.askFalling, ask)
    const { id } = this.state.orders
    if (this.protections.count > 1) this.protections.sort(id, id)
    if (this.entries.count > 1) this.entries.sort(id, id)
  }

  private take(queue: PriceQueue, price: number): void {
    const { orders } = this.state
    while (queue.reached(price)) {
      const slot = queue.topSlot()
      const alive = orders.generation[slot] === queue.topGeneration()
      queue.pop(alive)
      if (!alive) continue
      if (orders.status[slot] === PENDING) this.entries.add(slot)
      else this.protections.add(slot)
    }
  }

  private closeProtections(market: Market): void {
    const { state, protections } = this
    const { orders } = state
    for (let index = 0; index < protections.count; index++) {
      const slot = protections.at(index)
      // Both levels of one order can be reached at once: the second time it is gone.
      if (orders.status[slot] !== HOLDING) continue
      const [stopLoss, takeProfit] = [levelOf(orders.stopLoss[slot]), levelOf(orders.takeProfit[slot])]
      const { bid, ask } = quoteOf(market)
      const hit = must(
        protectionHit({ side: sideOf(state, slot), stopLoss, takeProfit, bid, ask }),
        'a popped level was reached',
      )
      const reference = hit === 'stop_loss' ? stopLoss : takeProfit
      closeAndProtect(state, this.emit, { slot, at: market.at as Millis, reason: hit, reference, request: undefined })
    }
  }

  private openEntries(market: Market): void {
    const { state, entries } = this
    for (let index = 0; index < entries.count; index++) {
      const slot = entries.at(index)
      // A stop-out on this very quote may have cancelled it.
      if (state.orders.status[slot] === FREE) continue
      const cost = this.entryCost(market, slot)
      const at = market.at as Millis
      if (typeof cost === 'string') cancelOrder(state, this.emit, { slot, at, reason: cost, request: undefined })
      else this.open(market, slot, cost)
    }
  }

  private entryCost(market: Market, slot: number): Cost | CancelReason {
    const { state } = this
    const { orders, accounts } = state
    const account = orders.account[slot] ?? 0
    if (accounts.frozen[account] === 1) return 'account_frozen'
    if (!market.terms.enabled) return 'instrument_disabled'
    if (inMarginCall(state, account)) return 'margin_call'
    const side = sideOf(state, slot)
    const stopLoss = levelOf(orders.stopLoss[slot])
    const takeProfit = levelOf(orders.takeProfit[slot])
    const fault = stopFault({ side, stopLoss, takeProfit, ...quoteOf(market) })
    if (fault !== undefined) return fault
    const position: NewPosition = {
      account,
      market,
      side,
      lots: (orders.lots[slot] ?? 0) as LotUnits,
      leverage: orders.leverage[slot] ?? 0,
      marginPrice: (orders.price[slot] ?? 0) as Points,
    }
    return costOf(state, position)
  }

  private open(market: Market, slot: number, { price, margin, fee }: Cost): void {
    const { state } = this
    const { orders, accounts } = state
    this.emit({
      kind: 'order_opened',
      at: market.at as Millis,
      order: orders.id[slot] ?? 0,
      account: accounts.id[orders.account[slot] ?? 0] ?? 0,
      instrument: market.terms.id,
      terms: market.terms.version,
      side: sideOf(state, slot),
      lots: (orders.lots[slot] ?? 0) as LotUnits,
      leverage: orders.leverage[slot] ?? 0,
      price,
      margin,
      fee,
      feeType: state.feeType,
      stopLoss: levelOf(orders.stopLoss[slot]),
      takeProfit: levelOf(orders.takeProfit[slot]),
      pending: true,
      reference: (orders.price[slot] ?? 0) as Points,
      quote: market.quote(),
      conversion: market.conversion(),
      request: must(orders.request[slot], 'a pending order knows who asked'),
    })
  }
}

/** A column's NaN is a level that is off. */
export function levelOf(level: number | undefined): Points | undefined {
  return level === undefined || Number.isNaN(level) ? undefined : (level as Points)
}

export function sideOf(state: State, slot: number): Side {
  return state.orders.side[slot] === BUY ? 'buy' : 'sell'
}

function quoteOf(market: Market): { bid: Points; ask: Points } {
  return { bid: market.bid as Points, ask: market.ask as Points }
}
