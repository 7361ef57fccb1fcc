/** The operator's side: money in and out, frozen accounts, changed terms and fees, at moments that nobody chose. */
import { type InstrumentTerms, type LotUnits, type Micros, type Millis, micros, type Ppm, ppm } from '@veritick/domain'
import type { Command, DepositCategory, Engine, RequestId } from '@veritick/engine'
import type { Random } from './random.ts'
import { requestFrom } from './requests.ts'
import type { Client } from './workload.ts'

export class Operator {
  private readonly random: Random
  private readonly clients: readonly Client[]
  private readonly references: { account: number; reference: RequestId }[] = []

  constructor(random: Random, clients: readonly Client[]) {
    this.random = random
    this.clients = clients
  }

  next(engine: Engine, { terms, at }: { terms: InstrumentTerms; at: Millis }): Command {
    const { random } = this
    const account = random.pickAny(this.clients)?.id ?? 0
    const kind = random.weighted({ credit: 20, lock: 24, settle: 24, freeze: 14, terms: 14, fees: 6 })
    switch (kind) {
      case 'credit':
        return this.credit(engine, account, at)
      case 'lock':
        return this.lock(engine, account, at)
      case 'settle': {
        const known = random.pickAny(this.references) ?? { account, reference: requestFrom(random) }
        const owner = random.percent(95) ? known.account : account
        return { kind: 'settle_withdrawal', at, account: owner, reference: known.reference, paid: random.percent(50) }
      }
      case 'freeze':
        return { kind: 'freeze_account', at, account, frozen: random.percent(15) }
      case 'terms':
        return { kind: 'set_instrument', at, terms: this.changed(engine.market(terms.id)?.terms ?? terms) }
      case 'fees':
        return { kind: 'set_fee_type', at, feeType: random.pick([1, 2]) }
    }
  }

  /** Sometimes just what is free, or one more, so that corrections come to the edge of it. */
  private credit(engine: Engine, account: number, at: Millis): Command {
    const { random } = this
    const category = random.pick<DepositCategory>(['deposit', 'reward', 'adjustment'])
    const free = freeOf(engine, account)
    const size = random.pick([
      0,
      1,
      random.between(1, 2_000_000_000),
      random.between(1, 2_000_000_000),
      2_000_000_000_000_000,
      free,
      free + 1,
    ])
    const amount = micros(random.percent(35) ? -size : size)
    return { kind: 'credit', at, account, category, amount, reference: this.reference(account) }
  }

  /** Often just what is free, so that margin is tight afterwards. */
  private lock(engine: Engine, account: number, at: Millis): Command {
    const { random } = this
    const view = engine.account(account)
    const free = freeOf(engine, account)
    const amount = random.pick([
      free,
      Math.floor(free / 3),
      free + 1,
      (view?.balance ?? 0) + 1,
      view?.balance ?? 0,
      0,
      2_000_000_000_000_000,
    ])
    return { kind: 'lock_withdrawal', at, account, amount: micros(amount), reference: this.reference(account) }
  }

  private reference(account: number): RequestId {
    const used = this.random.percent(8) ? this.random.pickAny(this.references) : undefined
    if (used !== undefined) return used.reference
    const reference = requestFrom(this.random)
    this.references.push({ account, reference })
    return reference
  }

  private changed(terms: InstrumentTerms): InstrumentTerms {
    const { random } = this
    const next = { ...terms, version: terms.version + 1 }
    switch (random.weighted({ off: 2, on: 12, fees: 5, sizes: 3, swaps: 5, rates: 2, same: 2, old: 2, other: 2 })) {
      case 'off':
        return { ...next, enabled: false }
      case 'on':
        return { ...next, enabled: true }
      case 'fees':
        return {
          ...next,
          feePerLot: (random.between(0, 20) * 1_000_000) as Micros,
          feeOfMargin: ppm(random.between(0, 20_000)),
        }
      case 'sizes':
        return { ...next, lotMax: (terms.lotMin * random.between(1, 2_000)) as LotUnits }
      case 'swaps':
        return { ...next, financingLong: financing(random), financingShort: financing(random) }
      case 'rates':
        return { ...next, conversion: { kind: 'missing' } }
      case 'same':
        return terms
      case 'old':
        return { ...terms, feePerLot: (terms.feePerLot + 1) as Micros }
      case 'other':
        return { ...next, contractSize: terms.contractSize * 2 }
    }
  }
}

function financing(random: Random): Ppm {
  return ppm(random.between(-150_000, 150_000))
}

/** What may leave the account now. */
function freeOf(engine: Engine, account: number): number {
  const view = engine.account(account)
  return Math.max(0, Math.min(view?.marginFree ?? 0, view?.balance ?? 0))
}
