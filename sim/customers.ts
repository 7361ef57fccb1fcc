/**
 * People at their phones: they open close to what their margin allows, put stops a breath away, wait with pending orders, change their minds
 * and close. Some of it is refused, as in life.
 */
import {
  type InstrumentTerms,
  LOT_UNITS_PER_LOT,
  lotUnits,
  type Millis,
  type Points,
  points,
  pointValue,
  type Side,
} from '@veritick/domain'
import type { AccountId, Command, Engine, OrderView } from '@veritick/engine'
import type { Prices } from './market.ts'
import type { Random } from './random.ts'
import { requestFrom } from './requests.ts'
import type { Client } from './workload.ts'

type Scene = { readonly terms: InstrumentTerms; readonly at: Millis }

export class Customers {
  private readonly random: Random
  private readonly prices: Prices
  private readonly clients: readonly Client[]

  constructor(random: Random, prices: Prices, clients: readonly Client[]) {
    this.random = random
    this.prices = prices
    this.clients = clients
  }

  next(engine: Engine, scene: Scene): Command {
    const { random } = this
    const account = random.pickAny(this.clients)?.id ?? 0
    const kind = random.weighted({ open: 34, wait: 22, close: 12, cancel: 5, edit: 22, reset: 1 })
    const { at } = scene
    const request = requestFrom(random)
    if (kind === 'reset') return { kind: 'reset_demo', at, account, request }
    const status = kind === 'close' || (kind === 'edit' && random.percent(70)) ? 'holding' : 'pending'
    const order = kind === 'open' || kind === 'wait' ? undefined : this.anyOrder(engine, account, status)
    // Who has nothing to change opens something, most of the time.
    if (order === undefined && random.percent(98))
      return this.place(engine, scene, { account, pending: kind === 'wait' })
    const id = order?.order ?? random.between(1, 9)
    if (kind === 'close') return { kind, at, account, order: id, seenPrice: this.seen(scene.terms), request }
    if (kind === 'edit' && order !== undefined) return this.edit(engine, scene, { account, order })
    return { kind: 'cancel', at, account, order: id, request }
  }

  private place(engine: Engine, { terms, at }: Scene, order: { account: AccountId; pending: boolean }): Command {
    const { random } = this
    const { account } = order
    const side = random.pick<Side>(['buy', 'sell'])
    const leverage = terms.marginMode === 'fixed' ? 0 : (random.pickAny(terms.leverages) ?? 10)
    const target = order.pending
      ? points(this.near(terms, side === 'buy' ? this.prices.ask(terms.id) : this.prices.bid(terms.id)))
      : undefined
    const { stopLoss, takeProfit } = this.stops(terms, {
      side,
      bid: target ?? this.prices.bid(terms.id),
      ask: target ?? this.prices.ask(terms.id),
    })
    const lots = lotUnits(this.lots(engine, terms, { account, leverage }))
    const seenPrice = order.pending ? undefined : this.seen(terms)
    const request = requestFrom(random)
    return {
      kind: 'place',
      at,
      account,
      instrument: terms.id,
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

  private edit(engine: Engine, { at }: Scene, { account, order }: { account: AccountId; order: OrderView }): Command {
    const target = order.pending === undefined ? undefined : order.price
    const bid = target ?? this.prices.bid(order.instrument)
    const ask = target ?? this.prices.ask(order.instrument)
    const terms = engine.market(order.instrument)?.terms
    const stops = terms === undefined ? NO_STOPS : this.stops(terms, { side: order.side, bid, ask })
    return { kind: 'set_stops', at, account, order: order.order, ...stops, request: requestFrom(this.random) }
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

  /** Now and then somebody else's. */
  private anyOrder(engine: Engine, account: AccountId, status: 'pending' | 'holding'): OrderView | undefined {
    const owner = this.random.percent(96) ? account : (this.random.pickAny(this.clients)?.id ?? account)
    return this.random.pickAny(engine.orders(owner, this.random.percent(96) ? status : 'holding'))
  }
}

type Stops = { readonly stopLoss: Points | undefined; readonly takeProfit: Points | undefined }
const NO_STOPS: Stops = { stopLoss: undefined, takeProfit: undefined }
