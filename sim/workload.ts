/**
 * The steps of a small world: commands of every kind by their weights, restarts, and invalid commands. Steps are made
 * one by one against what the engine shows, so that most of them mean something; every amount in them is concrete, so
 * that they can be replayed without this file.
 */
import { accountId, micros, millis } from '@veritick/domain'
import type { AccountId, Engine } from '@veritick/engine'
import { type Listed, listedFor } from './catalogue.ts'
import { Commands, WEIGHTS } from './commands.ts'
import { invalidCommand } from './invalid-commands.ts'
import type { SimAccount } from './parts.ts'
import { Random } from './random.ts'
import type { Step } from './steps.ts'

/** Wednesday 2026-03-04, 15:00 UTC. */
const START = Date.UTC(2026, 2, 4, 15)
const STEPS = { ...WEIGHTS, invalid: 400, restart: 100 } as const

export class Workload {
  private readonly random: Random
  private readonly listed: readonly Listed[]
  private readonly commands: Commands
  private readonly opening: Step[]
  private now = START

  constructor(seed: number) {
    this.random = new Random(seed)
    this.listed = listedFor(this.random)
    const accounts = accountsFor(this.random)
    this.commands = new Commands(this.random, this.listed, accounts)
    this.opening = this.openingSteps(accounts)
  }

  /** The next step, given what the engine shows now. */
  next(engine: Engine): Step {
    this.now += this.random.between(1, 4_000)
    const at = millis(this.now)
    const first = this.opening.shift()
    if (first !== undefined) return { ...first, ...('at' in first ? { at } : {}) }
    const { random } = this
    const listed = random.pickAny(this.listed)
    if (listed === undefined) throw new Error('invariant violated: a world has instruments')
    const kind = random.weighted(STEPS)
    if (kind === 'restart') return this.restart()
    if (kind === 'invalid') return invalidCommand(random, at)
    return this.commands.make(kind, engine, { terms: listed.terms, at })
  }

  /** Afterwards every market is closed until the feed says otherwise; most of them open soon. */
  private restart(): Step {
    for (const { terms } of this.listed) {
      const status = this.random.percent(75) ? 'open' : 'closed'
      this.commands.status.set(terms.id, status)
      if (status === 'open') this.opening.push({ kind: 'market', at: millis(this.now), instrument: terms.id, status })
    }
    return { kind: 'restart', from: this.random.percent(50) ? 'snapshot' : 'journal' }
  }

  private openingSteps(accounts: readonly SimAccount[]): Step[] {
    const { random, commands } = this
    const at = millis(this.now)
    const steps: Step[] = []
    for (const { terms } of this.listed) {
      steps.push({ kind: 'set_instrument', at, terms })
      steps.push({ kind: 'market', at, instrument: terms.id, status: 'open' })
      commands.status.set(terms.id, 'open')
      if (random.percent(90)) steps.push(commands.prices.next(terms, at))
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

/** Two to five clients with numbers far apart; most deposits are small, one in ten is a fortune. */
function accountsFor(random: Random): readonly SimAccount[] {
  const ids = [7, 1_000_003, 12, 4_294_967_299, 3].slice(0, random.between(2, 5))
  return ids.map((id) => ({
    id: accountId(id),
    kind: random.percent(30) ? ('demo' as const) : ('real' as const),
    money: (random.percent(90) ? random.between(50, 20_000) : 900_000_000) * 1_000_000 + random.below(1_000_000),
  }))
}

function referenceOf(account: AccountId): string {
  return account.toString(16).padStart(32, 'd')
}
