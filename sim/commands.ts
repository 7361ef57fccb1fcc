/**
 * The one generator of commands: for each kind of command a way to make one that means something against what the
 * engine shows now. The simulator and the property tests use it. A new kind of command does not compile until it has
 * its line in both tables below.
 */
import { type Millis, micros } from '@veritick/domain'
import type { Command, CommandOf, Engine, MarketStatus } from '@veritick/engine'
import type { Listed } from './catalogue.ts'
import { Customers } from './customers.ts'
import { Prices } from './market.ts'
import { Operator } from './operator.ts'
import type { Scene, SimAccount } from './parts.ts'
import type { Random } from './random.ts'

type Kind = Command['kind']

/** How often each kind is made, against each other. Quotes most of the time, as in a market. */
export const WEIGHTS: { readonly [Each in Kind]: number } = {
  quote: 5_000,
  place: 1_750,
  set_stops: 690,
  market: 400,
  close: 375,
  lock_withdrawal: 165,
  settle_withdrawal: 165,
  amend: 230,
  cancel: 155,
  close_part: 230,
  reverse: 150,
  credit: 140,
  rollover: 100,
  set_instrument: 95,
  freeze_account: 95,
  set_fee_type: 40,
  reset_demo: 30,
  open_account: 20,
}

/** Micro-dollars of 0.0001 lots: four lots reach the bound. */
const WORTH_MAX = micros(200_000_000_000)

export class Commands {
  readonly prices: Prices
  /** The status that each market was given last. */
  readonly status = new Map<number, MarketStatus>()
  private readonly random: Random
  private readonly customers: Customers
  private readonly operator: Operator

  constructor(random: Random, listed: readonly Listed[], clients: readonly SimAccount[]) {
    this.random = random
    this.prices = new Prices(random, listed)
    this.customers = new Customers(random, this.prices, clients)
    this.operator = new Operator(random, clients)
  }

  /** One command of the kind. `scene` names the instrument and the moment. */
  make(kind: Kind, engine: Engine, scene: Scene): Command {
    // Customers know the terms that hold now.
    const now: Scene = { at: scene.at, terms: engine.market(scene.terms.id)?.terms ?? scene.terms }
    const { customers, operator } = this
    const makers: { readonly [Each in Kind]: () => CommandOf<Each> } = {
      quote: () => this.prices.next(scene.terms, scene.at),
      place: () => customers.place(engine, now),
      set_stops: () => customers.setStops(engine, now),
      market: () => this.market(scene),
      close: () => customers.close(engine, now),
      lock_withdrawal: () => operator.lockWithdrawal(engine, scene),
      settle_withdrawal: () => operator.settleWithdrawal(scene),
      amend: () => customers.amend(engine, now),
      cancel: () => customers.cancel(engine, now),
      close_part: () => customers.closePart(engine, now),
      reverse: () => customers.reverse(engine, now),
      credit: () => operator.credit(engine, scene),
      rollover: () => this.rollover(scene.at),
      set_instrument: () => operator.setInstrument(engine, scene),
      freeze_account: () => operator.freezeAccount(scene),
      set_fee_type: () => operator.setFeeType(scene),
      reset_demo: () => customers.resetDemo(scene),
      open_account: () => operator.openAccount(scene),
    }
    return makers[kind]()
  }

  /** Markets are open most of the time: one that is not opens next. */
  private market({ terms, at }: Scene): CommandOf<'market'> {
    const shut = [...this.status].find(([, status]) => status !== 'open')
    const instrument = shut?.[0] ?? terms.id
    const status = shut === undefined ? this.random.pick<MarketStatus>(['closed', 'stale', 'held']) : 'open'
    this.status.set(instrument, status)
    // Now and then, so that a few lots reach the bound of what an account may come to be worth.
    return { kind: 'market', at, instrument, status, ...(at % 5 === 0 && { worthMax: WORTH_MAX }) }
  }

  private rollover(at: Millis): CommandOf<'rollover'> {
    const nights = () => this.random.between(0, 3)
    return { kind: 'rollover', at, nights: { forex: nights(), metals: nights(), us_stocks: nights() } }
  }
}
