/** The commands of the operator: money in and out, frozen accounts, changed terms and fees, at any moment. */

import { accountId, type InstrumentTerms, type LotUnits, type Micros, micros, type Ppm, ppm } from '@veritick/domain'
import type { AccountId, CommandOf, DepositCategory, Engine, RequestId } from '@veritick/engine'
import type { Scene, SimAccount } from './parts.ts'
import type { Random } from './random.ts'
import { requestFrom } from './requests.ts'

export class Operator {
  private readonly random: Random
  private readonly clients: readonly SimAccount[]
  private readonly references: { account: number; reference: RequestId }[] = []

  constructor(random: Random, clients: readonly SimAccount[]) {
    this.random = random
    this.clients = clients
  }

  settleWithdrawal({ at }: Scene): CommandOf<'settle_withdrawal'> {
    const { random } = this
    const known = random.pickAny(this.references) ?? { account: this.account(), reference: requestFrom(random) }
    const account = random.percent(95) ? known.account : this.account()
    return {
      kind: 'settle_withdrawal',
      at,
      account: accountId(account),
      reference: known.reference,
      paid: random.percent(50),
    }
  }

  freezeAccount({ at }: Scene): CommandOf<'freeze_account'> {
    return { kind: 'freeze_account', at, account: this.account(), frozen: this.random.percent(15) }
  }

  setInstrument(engine: Engine, { terms, at }: Scene): CommandOf<'set_instrument'> {
    return { kind: 'set_instrument', at, terms: this.changed(engine.market(terms.id)?.terms ?? terms) }
  }

  setFeeType({ at }: Scene): CommandOf<'set_fee_type'> {
    return { kind: 'set_fee_type', at, feeType: this.random.pick([1, 2]) }
  }

  /** Often one that exists: an account opens once. */
  openAccount({ at }: Scene): CommandOf<'open_account'> {
    const { random } = this
    const account = random.percent(50) ? this.account() : random.between(100, 103)
    return { kind: 'open_account', at, account: accountId(account), accountKind: random.pick(['demo', 'real']) }
  }

  private account(): AccountId {
    return this.random.pickAny(this.clients)?.id ?? accountId(0)
  }

  /** Sometimes just what is free, or one more, so that corrections come to the edge of it. */
  credit(engine: Engine, { at }: Scene): CommandOf<'credit'> {
    const { random } = this
    const account = this.account()
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
  lockWithdrawal(engine: Engine, { at }: Scene): CommandOf<'lock_withdrawal'> {
    const { random } = this
    const account = this.account()
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

/** The amount that may leave the account now. */
function freeOf(engine: Engine, account: number): number {
  const view = engine.account(accountId(account))
  return Math.max(0, Math.min(view?.marginFree ?? 0, view?.balance ?? 0))
}
