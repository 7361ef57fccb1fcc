/**
 * What happens in a small world: quotes most of the time, customers who trade too large for their money, an operator who changes
 * things at bad moments, markets that close, restarts, and invalid. Steps are made one by one against what the engine shows, so that
 * most of them mean something; every amount in them is concrete, so that they can be replayed without this file.
 */
import { type InstrumentTerms, type Millis, micros, millis } from '@veritick/domain'
import type { AccountId, Engine, MarketStatus } from '@veritick/engine'
import { type Listed, listedFor } from './catalogue.ts'
import { Customers } from './customers.ts'
import { invalidCommand } from './invalid-commands.ts'
import { Prices } from './market.ts'
import { Operator } from './operator.ts'
import { Random } from './random.ts'
import type { Step } from './steps.ts'

/** Wednesday 2026-03-04, 15:00 UTC. */
const START = Date.UTC(2026, 2, 4, 15)

export class Workload {
  private readonly random: Random
  private readonly listed: readonly Listed[]
  private readonly prices: Prices
  private readonly customers: Customers
  private readonly operator: Operator
  private readonly opening: Step[]
  /** What each market was last told. */
  private readonly status = new Map<number, MarketStatus>()
  private now = START

  constructor(seed: number) {
    this.random = new Random(seed)
    this.listed = listedFor(this.random)
    this.prices = new Prices(this.random, this.listed)
    const accounts = accountsFor(this.random)
    this.customers = new Customers(this.random, this.prices, accounts)
    this.operator = new Operator(this.random, accounts)
    this.opening = this.openingSteps(accounts)
  }

  /** The next step, given what the engine shows now. */
  next(engine: Engine): Step {
    this.now += this.random.between(1, 4_000)
    const at = millis(this.now)
    const first = this.opening.shift()
    if (first !== undefined) return { ...first, ...('at' in first ? { at } : {}) }
    const { random, listed } = this
    const { terms } = random.pickAny(listed) ?? { terms: undefined }
    if (terms === undefined) throw new Error('broken promise: a world has instruments')
    const kind = random.weighted({
      quote: 50,
      customer: 30,
      operator: 7,
      market: 4,
      rollover: 1,
      invalid: 4,
      restart: 1,
    })
    switch (kind) {
      case 'quote':
        return this.prices.next(terms, at)
      case 'customer':
        return this.customers.next(engine, { terms: engine.market(terms.id)?.terms ?? terms, at })
      case 'operator':
        return this.operator.next(engine, { terms, at })
      case 'market':
        return this.market(terms, at)
      case 'rollover':
        return {
          kind: 'rollover',
          at,
          nights: { forex: random.between(0, 3), metals: random.between(0, 3), us_stocks: random.between(0, 3) },
        }
      case 'invalid':
        return invalidCommand(random, at)
      case 'restart':
        return this.restart()
    }
  }

  /** Afterwards every market is closed until the feed says otherwise; most of them open soon. */
  private restart(): Step {
    for (const { terms } of this.listed) {
      const status = this.random.percent(75) ? 'open' : 'closed'
      this.status.set(terms.id, status)
      if (status === 'open') this.opening.push({ kind: 'market', at: millis(this.now), instrument: terms.id, status })
    }
    return { kind: 'restart', from: this.random.percent(50) ? 'snapshot' : 'journal' }
  }

  /** Markets are open most of the time: whatever is not, opens next. */
  private market({ id }: InstrumentTerms, at: Millis): Step {
    const shut = [...this.status].find(([, status]) => status !== 'open')
    const instrument = shut?.[0] ?? id
    const status = shut === undefined ? this.random.pick<MarketStatus>(['closed', 'stale', 'held']) : 'open'
    this.status.set(instrument, status)
    return { kind: 'market', at, instrument, status }
  }

  private openingSteps(accounts: readonly Client[]): Step[] {
    const { random } = this
    const at = millis(this.now)
    const steps: Step[] = []
    for (const { terms } of this.listed) {
      steps.push({ kind: 'set_instrument', at, terms })
      steps.push({ kind: 'market', at, instrument: terms.id, status: 'open' })
      this.status.set(terms.id, 'open')
      if (random.percent(90)) steps.push(this.prices.next(terms, at))
    }
    for (const { id, kind, money } of accounts) {
      steps.push({ kind: 'open_account', at, account: id, accountKind: kind })
      if (kind === 'demo') continue
      steps.push({
        kind: 'credit',
        at,
        account: id,
        category: 'deposit',
        amount: micros(money),
        reference: referenceOf(id),
      })
    }
    return steps
  }
}

export type Client = { readonly id: AccountId; readonly kind: 'demo' | 'real'; readonly money: number }

/** Two to five clients with numbers far apart; most deposits are small, one in ten is a fortune. */
function accountsFor(random: Random): readonly Client[] {
  const ids = [7, 1_000_003, 12, 4_294_967_299, 3].slice(0, random.between(2, 5))
  return ids.map((id) => ({
    id,
    kind: random.percent(30) ? ('demo' as const) : ('real' as const),
    money: (random.percent(90) ? random.between(50, 20_000) : 900_000_000) * 1_000_000 + random.below(1_000_000),
  }))
}

function referenceOf(account: AccountId): string {
  return account.toString(16).padStart(32, 'd')
}
