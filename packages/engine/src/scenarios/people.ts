/** The actions of people, the market and the operator in a scenario. Each tells the engine one command. */

import type { FeeType, InstrumentTerms, Points, Side } from '@veritick/domain'
import { accountId, LOT_UNITS_PER_LOT, MICROS_PER_USD, micros } from '@veritick/domain'
import type { DepositCategory, MarketStatus, OrderId } from '../commands.ts'
import type { Outcome } from '../engine.ts'
import { termsOf } from './terms.ts'
import { applyCommand, clock, lots, nextRequest, type Person, priceOf, usd, type World } from './world.ts'

export type Action = (world: World) => Outcome

export type OrderTerms = {
  /** Makes it a pending order. */
  readonly target?: string
  readonly stopLoss?: string
  readonly takeProfit?: string
  /** Default: the instrument's highest leverage, 0 in fixed mode. */
  readonly leverage?: number
  readonly seen?: string
}

/** A trader with an account. Without `order` the latest order of any trader is meant. */
export function person(name: string, account: number, accountKind: 'demo' | 'real') {
  const self: Person = { name, account: accountId(account), accountKind }
  return {
    ...self,
    buys: (size: string, code: string, terms: OrderTerms = {}): Action =>
      place(self, { side: 'buy', size, code, terms }),
    sells: (size: string, code: string, terms: OrderTerms = {}): Action =>
      place(self, { side: 'sell', size, code, terms }),
    closes:
      (order?: OrderId, seen?: Points): Action =>
      (world) =>
        applyCommand(world, { ...asking(world, self), kind: 'close', order: order ?? newest(world), seenPrice: seen }),
    /** A part of this size. */
    closesPart:
      (size: string, order?: OrderId, seenPrice?: Points): Action =>
      (world) =>
        applyCommand(world, {
          ...asking(world, self),
          kind: 'close_part',
          order: order ?? newest(world),
          lots: lots(size),
          seenPrice,
        }),
    reverses:
      (order?: OrderId, seenPrice?: Points): Action =>
      (world) =>
        applyCommand(world, { ...asking(world, self), kind: 'reverse', order: order ?? newest(world), seenPrice }),
    cancels:
      (order?: OrderId): Action =>
      (world) =>
        applyCommand(world, { ...asking(world, self), kind: 'cancel', order: order ?? newest(world) }),
    sets:
      (code: string, stops: { stopLoss?: string; takeProfit?: string }, order?: OrderId): Action =>
      (world) =>
        applyCommand(world, {
          ...asking(world, self),
          kind: 'set_stops',
          order: order ?? newest(world),
          ...levels(code, stops),
        }),
    amends: (code: string, wanted: Levels, order?: OrderId): Action => amend(self, { code, wanted, order }),
    resets: (): Action => (world) => applyCommand(world, { ...asking(world, self), kind: 'reset_demo' }),
    ...moneyActions(self),
    frozen:
      (frozen = true): Action =>
      (world) =>
        applyCommand(world, { kind: 'freeze_account', at: world.now, account: accountId(account), frozen }),
    opens: (): Action => (world) =>
      applyCommand(world, { kind: 'open_account', at: world.now, account: accountId(account), accountKind }),
  }
}

/** Money that comes in and goes out. */
function moneyActions(self: Person) {
  return {
    gets:
      (amount: string, category: DepositCategory = 'deposit', reference?: string): Action =>
      (world) => {
        const { at, account, request } = asking(world, self)
        return applyCommand(world, {
          kind: 'credit',
          at,
          account,
          category,
          amount: usd(amount),
          reference: reference ?? request,
        })
      },
    withdraws:
      (amount: string, reference: string): Action =>
      (world) =>
        applyCommand(world, {
          kind: 'lock_withdrawal',
          at: world.now,
          account: self.account,
          amount: usd(amount),
          reference,
        }),
    settles:
      (paid: boolean, reference: string): Action =>
      (world) =>
        applyCommand(world, { kind: 'settle_withdrawal', at: world.now, account: self.account, reference, paid }),
  }
}

/** The next published quote of an instrument. `since`: the source's own time, where it had to be confirmed first. */
export function quote(code: string, bid: string, ask: string, since?: string): Action {
  return (world) => {
    const instrument = termsOf(code).id
    const seq = (world.seqs.get(instrument) ?? 0) + 1
    world.seqs.set(instrument, seq)
    const time = since === undefined ? {} : { time: clock(since) }
    return applyCommand(world, {
      kind: 'quote',
      at: world.now,
      instrument,
      seq,
      bid: priceOf(code, bid),
      ask: priceOf(code, ask),
      ...time,
    })
  }
}

/** `worthMax`: USD that a lot can be worth at quotes to come. */
export function market(code: string, status: MarketStatus, worthMax?: number): Action {
  const ofUnit = worthMax === undefined ? {} : { worthMax: micros((worthMax * MICROS_PER_USD) / LOT_UNITS_PER_LOT) }
  return (world) =>
    applyCommand(world, { kind: 'market', at: world.now, instrument: termsOf(code).id, status, ...ofUnit })
}

export function feeType(type: FeeType): Action {
  return (world) => applyCommand(world, { kind: 'set_fee_type', at: world.now, feeType: type })
}

/** The operator changes terms; the version rises by itself unless it is given. */
export function terms(code: string, change: Partial<InstrumentTerms>): Action {
  return (world) => {
    const known = world.engine.market(termsOf(code).id)?.terms ?? termsOf(code)
    return applyCommand(world, {
      kind: 'set_instrument',
      at: world.now,
      terms: { ...known, version: known.version + 1, ...change },
    })
  }
}

/** 17:00 New York. Default: the nights of a Monday. */
export function rollover(nights: { forex?: number; metals?: number; us_stocks?: number } = {}): Action {
  const each = { forex: 1, metals: 1, us_stocks: 1, ...nights }
  return (world) => applyCommand(world, { kind: 'rollover', at: world.now, nights: each })
}

function place(self: Person, order: { side: Side; size: string; code: string; terms: OrderTerms }): Action {
  const { side, size, code, terms } = order
  return (world) => {
    const { id, leverages } = termsOf(code)
    return applyCommand(world, {
      ...asking(world, self),
      kind: 'place',
      instrument: id,
      side,
      lots: lots(size),
      target: level(code, terms.target),
      ...levels(code, terms),
      leverage: terms.leverage ?? leverages.at(-1) ?? 0,
      seenPrice: level(code, terms.seen),
    })
  }
}

type Levels = { target: string; stopLoss?: string; takeProfit?: string }

function amend(self: Person, of: { code: string; wanted: Levels; order: OrderId | undefined }): Action {
  const { code, wanted, order } = of
  return (world) =>
    applyCommand(world, {
      ...asking(world, self),
      kind: 'amend',
      order: order ?? newest(world),
      target: priceOf(code, wanted.target),
      ...levels(code, wanted),
    })
}

function asking(world: World, { account }: Person) {
  return { at: world.now, account, request: nextRequest(world) }
}

function levels(code: string, stops: { stopLoss?: string; takeProfit?: string }) {
  return { stopLoss: level(code, stops.stopLoss), takeProfit: level(code, stops.takeProfit) }
}

function level(code: string, text: string | undefined): Points | undefined {
  return text === undefined ? undefined : priceOf(code, text)
}

function newest(world: World): OrderId {
  return world.engine.durable().orderNext - 1
}
