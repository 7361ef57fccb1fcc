/**
 * Customers who see every row of the feed the moment it comes, and trade only where it pays to: they buy what the
 * platform still sells too cheap, close on the side that the feed has left, and leave orders where a wrong row would
 * hit them. All lots are alike, so that money is no obstacle.
 */
import { accountId, lotUnits, type Millis, type Points, points, type Side } from '@veritick/domain'
import type { AccountId, Command, Engine, OrderView } from '@veritick/engine'
import type { Random } from '../random.ts'
import { requestFrom } from '../requests.ts'
import type { Row } from './rows.ts'

export const TRADER: AccountId = accountId(7)
const LOTS = lotUnits(100)
const ORDERS_MAX = 40
const LEVERAGE = 10

export class Traders {
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  /** The commands with which the traders answer a row, at once. */
  react(engine: Engine, row: Row, at: Millis): readonly Command[] {
    const { instrument, bid, ask } = row.quote
    const published = engine.market(instrument)?.quote
    if (published === undefined) return []
    const orders = this.#ordersOf(engine, instrument)
    const commands: Command[] = []
    if (bid > published.ask) commands.push(this.#market(instrument, 'buy', at))
    else if (ask < published.bid) commands.push(this.#market(instrument, 'sell', at))
    else if (this.#random.percent(8))
      commands.push(this.#market(instrument, this.#random.pick<Side>(['buy', 'sell']), at))
    for (const order of orders.filter(({ status }) => status === 'holding')) {
      const gains = order.side === 'buy' ? bid < published.bid : ask > published.ask
      if (gains || this.#random.percent(4)) commands.push(this.#close(order, at))
      // Levels may be set while a quote waits: just where the price that the feed has left would reach them.
      else if (this.#random.percent(15)) commands.push(this.#levels(order, published, at))
    }
    if (orders.length < ORDERS_MAX && this.#random.percent(20)) commands.push(this.#trap(instrument, published, at))
    return commands
  }

  #ordersOf(engine: Engine, instrument: number): readonly OrderView[] {
    return [...engine.orders(TRADER, 'holding'), ...engine.orders(TRADER, 'pending')].filter(
      (order) => order.instrument === instrument,
    )
  }

  #market(instrument: number, side: Side, at: Millis): Command {
    return { ...this.#order(instrument, side, at), target: undefined }
  }

  #close(order: OrderView, at: Millis): Command {
    return {
      kind: 'close',
      at,
      account: TRADER,
      order: order.order,
      seenPrice: undefined,
      request: requestFrom(this.#random),
    }
  }

  /** A limit or a stop, from next to the price to where only a wrong row comes. */
  #trap(instrument: number, { bid, ask }: Prices, at: Millis): Command {
    const side = this.#random.pick<Side>(['buy', 'sell'])
    const distance = this.#distance(bid) * this.#random.pick([1, -1])
    return {
      ...this.#order(instrument, side, at),
      target: points(Math.max(1, (side === 'buy' ? ask : bid) + distance)),
    }
  }

  #levels(order: OrderView, { bid, ask }: Prices, at: Millis): Command {
    const [up, down] = [this.#distance(bid), this.#distance(bid)]
    const above = points((order.side === 'buy' ? bid : ask) + up)
    const below = points(Math.max(1, (order.side === 'buy' ? bid : ask) - down))
    const [stopLoss, takeProfit] = order.side === 'buy' ? [below, above] : [above, below]
    return {
      kind: 'set_stops',
      at,
      account: TRADER,
      order: order.order,
      stopLoss,
      takeProfit,
      request: requestFrom(this.#random),
    }
  }

  #distance(price: number): number {
    return this.#random.between(1, Math.max(2, Math.floor(price / this.#random.pick([100_000, 1_000, 100, 20]))))
  }

  #order(instrument: number, side: Side, at: Millis): Omit<Extract<Command, { kind: 'place' }>, 'target'> {
    const request = requestFrom(this.#random)
    const none = { stopLoss: undefined, takeProfit: undefined, seenPrice: undefined }
    return { kind: 'place', at, account: TRADER, instrument, side, lots: LOTS, leverage: LEVERAGE, ...none, request }
  }
}

type Prices = { readonly bid: Points; readonly ask: Points }
