/**
 * The commands of customers: they open close to what their margin allows, set stops next to the price, place pending
 * orders, change them and close. Some of it is refused.
 */

import {
  accountId,
  type InstrumentTerms,
  LOT_UNITS_PER_LOT,
  lotUnits,
  type Points,
  points,
  pointValue,
  type Side,
} from '@veritick/domain'
import type { AccountId, CommandOf, Engine, OrderId, OrderView } from '@veritick/engine'
import type { Prices } from './market.ts'
import type { Scene, SimAccount } from './parts.ts'
import type { Random } from './random.ts'
import { requestFrom } from './requests.ts'

export class Customers {
  private readonly random: Random
  private readonly prices: Prices
  private readonly clients: readonly SimAccount[]

  constructor(random: Random, prices: Prices, clients: readonly SimAccount[]) {
    this.random = random
    this.prices = prices
    this.clients = clients
  }

  /** A market order or a pending one, close to what the free margin allows. */
  place(engine: Engine, { terms, at }: Scene): CommandOf<'place'> {
    const { random } = this
    const account = this.account()
    const pending = random.percent(40)
    const side = random.pick<Side>(['buy', 'sell'])
    const leverage = terms.marginMode === 'fixed' ? 0 : (random.pickAny(terms.leverages) ?? 10)
    const target = pending
      ? points(this.near(terms, side === 'buy' ? this.prices.ask(terms.id) : this.prices.bid(terms.id)))
      : undefined
    const { stopLoss, takeProfit } = this.stops(terms, {
      side,
      bid: target ?? this.prices.bid(terms.id),
      ask: target ?? this.prices.ask(terms.id),
    })
    const lots = lotUnits(this.lots(engine, terms, { account, leverage }))
    const seenPrice = pending ? undefined : this.seen(terms)
    const instrument = terms.id
    const request = requestFrom(random)
    return {
      kind: 'place',
      at,
      account,
      instrument,
      side,
      lots,
      target,
      stopLoss,
      takeProfit,
      leverage,
      seenPrice,
      request,
    }
  }

  close(engine: Engine, { terms, at }: Scene): CommandOf<'close'> {
    const account = this.account()
    const order = this.orderId(engine, account, 'holding')
    return { kind: 'close', at, account, order, seenPrice: this.seen(terms), request: requestFrom(this.random) }
  }

  /** Mostly a size on the step; now and then all of it, more than it, or a size between two steps. */
  closePart(engine: Engine, { terms, at }: Scene): CommandOf<'close_part'> {
    const { random } = this
    const account = this.account()
    const request = requestFrom(random)
    const held = this.anyOrder(engine, account, 'holding')
    const { lotMin, lotStep } = (held && engine.market(held.instrument)?.terms) ?? terms
    const order = held?.order ?? random.between(1, 9)
    const steps = Math.max(1, Math.floor((held?.lots ?? lotMin) / lotStep))
    const part = random.between(1, steps + (random.percent(15) ? 2 : -1)) * lotStep
    const lots = random.percent(5) ? (held?.lots ?? lotMin) : part + (random.percent(4) ? 1 : 0)
    return { kind: 'close_part', at, account, order, lots: lotUnits(lots), seenPrice: this.seen(terms), request }
  }

  reverse(engine: Engine, { terms, at }: Scene): CommandOf<'reverse'> {
    const account = this.account()
    const order = this.orderId(engine, account, 'holding')
    return { kind: 'reverse', at, account, order, seenPrice: this.seen(terms), request: requestFrom(this.random) }
  }

  cancel(engine: Engine, { at }: Scene): CommandOf<'cancel'> {
    const account = this.account()
    const order = this.orderId(engine, account, 'pending')
    return { kind: 'cancel', at, account, order, request: requestFrom(this.random) }
  }

  setStops(engine: Engine, { at }: Scene): CommandOf<'set_stops'> {
    const account = this.account()
    const request = requestFrom(this.random)
    const order = this.anyOrder(engine, account, this.random.percent(70) ? 'holding' : 'pending')
    if (order === undefined)
      return { kind: 'set_stops', at, account, order: this.random.between(1, 9), ...NO_STOPS, request }
    const target = order.status === 'pending' ? order.price : undefined
    const bid = target ?? this.prices.bid(order.instrument)
    const ask = target ?? this.prices.ask(order.instrument)
    const terms = engine.market(order.instrument)?.terms
    const stops = terms === undefined ? NO_STOPS : this.stops(terms, { side: order.side, bid, ask })
    return { kind: 'set_stops', at, account, order: order.order, ...stops, request }
  }

  /** Mostly near the market on the side where the order already is; now and then at its old target or elsewhere. */
  amend(engine: Engine, { at }: Scene): CommandOf<'amend'> {
    const { random } = this
    const account = this.account()
    const request = requestFrom(random)
    const order = this.anyOrder(engine, account, random.percent(95) ? 'pending' : 'holding')
    const terms = order && engine.market(order.instrument)?.terms
    if (order === undefined || terms === undefined)
      return { kind: 'amend', at, account, order: random.between(1, 9), target: points(1), ...NO_STOPS, request }
    const { side, instrument, pending } = order
    const market = side === 'buy' ? this.prices.ask(instrument) : this.prices.bid(instrument)
    const away = (side === 'buy') === (pending === 'limit') ? -1 : 1
    const moved = market + away * this.distance(terms) * (random.percent(90) ? 1 : -1)
    const target = random.percent(15) ? order.price : points(Math.max(0, moved))
    const stops = this.stops(terms, { side, bid: target, ask: target })
    return { kind: 'amend', at, account, order: order.order, target, ...stops, request }
  }

  resetDemo({ at }: Scene): CommandOf<'reset_demo'> {
    return { kind: 'reset_demo', at, account: this.account(), request: requestFrom(this.random) }
  }

  private account(): AccountId {
    return this.random.pickAny(this.clients)?.id ?? accountId(0)
  }

  private orderId(engine: Engine, account: AccountId, status: 'pending' | 'holding'): OrderId {
    return this.anyOrder(engine, account, status)?.order ?? this.random.between(1, 9)
  }

  /** Mostly between a tenth and a little more than all of the free margin. */
  private lots(
    engine: Engine,
    terms: InstrumentTerms,
    { account, leverage }: { account: AccountId; leverage: number },
  ): number {
    const { random } = this
    if (random.percent(5)) return terms.lotMin
    const free = Math.max(0, engine.account(account)?.marginFree ?? 0)
    const conversion = engine.market(terms.id)?.conversion ?? { numerator: 1, denominator: 1 }
    const perLotUnit =
      terms.marginMode === 'fixed'
        ? (terms.contractSize * 1_000_000) / LOT_UNITS_PER_LOT
        : (this.prices.bid(terms.id) * pointValue(terms) * conversion.numerator) / conversion.denominator / leverage
    const most = Math.floor((free * random.between(10, 104)) / 100 / perLotUnit)
    // A fortune buys parts of the largest order, so that several together pass what one account may hold.
    const wanted =
      most > terms.lotMax / 2 && random.percent(90) ? random.between(terms.lotMin, Math.floor(terms.lotMax / 2)) : most
    const onStep = Math.floor(wanted / terms.lotStep) * terms.lotStep
    return Math.max(random.percent(10) ? 0 : terms.lotMin, Math.min(onStep, terms.lotMax + terms.lotStep))
  }

  /** Each is off half of the time, close to the market otherwise, and now and then on the wrong side. */
  private stops(terms: InstrumentTerms, market: { side: 'buy' | 'sell'; bid: number; ask: number }): Stops {
    const { random } = this
    const away = market.side === 'buy' ? 1 : -1
    const distance = () => this.distance(terms) * (random.percent(96) ? 1 : -1)
    const stopLoss = (market.side === 'buy' ? market.bid : market.ask) - away * distance()
    const takeProfit = (market.side === 'buy' ? market.ask : market.bid) + away * distance()
    return {
      stopLoss: random.percent(50) ? undefined : points(stopLoss),
      takeProfit: random.percent(50) ? undefined : points(takeProfit),
    }
  }

  private near(terms: InstrumentTerms, price: number): number {
    return price + this.distance(terms) * this.random.pick([1, -1]) * (this.random.percent(97) ? 1 : 0)
  }

  private distance(terms: InstrumentTerms): number {
    return this.random.between(
      1,
      Math.max(2, Math.floor(this.prices.bid(terms.id) / this.random.pick([10_000, 1_000, 100]))),
    )
  }

  private seen(terms: InstrumentTerms): Points | undefined {
    return this.random.percent(50) ? undefined : points(this.prices.ask(terms.id))
  }

  /** Now and then an order of another account. */
  private anyOrder(engine: Engine, account: AccountId, status: 'pending' | 'holding'): OrderView | undefined {
    const owner = this.random.percent(96) ? account : (this.random.pickAny(this.clients)?.id ?? account)
    return this.random.pickAny(engine.orders(owner, this.random.percent(96) ? status : 'holding'))
  }
}

type Stops = { readonly stopLoss: Points | undefined; readonly takeProfit: Points | undefined }
const NO_STOPS: Stops = { stopLoss: undefined, takeProfit: undefined }
