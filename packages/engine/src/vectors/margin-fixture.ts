/**
 * How a vector of margin becomes numbers of ours: its conversion, profit and margin, and a fixture with its leverage or
 * its costs.
 */
import {
  conversionFrom,
  conversionOf,
  lotUnits,
  marginOf,
  millis,
  type Ppm,
  points,
  ppm,
  profitOf,
} from '@veritick/domain'
import { ENGINES } from '../scenarios/engines.ts'
import {
  dollars,
  eventsOf,
  exact,
  openFixture,
  type Rate,
  type SingleAccountFixture,
  termsFor,
} from './single-account-fixture.ts'
import { get, num, text, type Vector } from './vector.ts'

/** The conversion of a vector: what it calls `account_is`, or the rate that it names. */
export function rateOf(inputs: unknown): Rate {
  const named = get(inputs, 'conversion')
  if (typeof named === 'object' && named !== null) return { kind: 'multiply', close: num(Object.values(named)[0]) }
  if (get(inputs, 'account_is') === 'base') return { kind: 'self' }
  if (get(inputs, 'account_is') === 'neither') return { kind: 'multiply', close: num(inputs, 'quote_to_account_rate') }
  // Accounts in euro: the pair whose base is the account's currency is ours with dollars as its base.
  if (get(inputs, 'account') === 'EUR' && get(inputs, 'pair') === 'EURCAD') return { kind: 'self' }
  return { kind: 'usd' }
}

/** Profit in USD of this many units between two prices. */
export function profit(
  inputs: unknown,
  trade: { side: 'buy' | 'sell'; units: number; open: number; close: number },
): number {
  const decimals = 6
  const terms = termsFor(decimals)
  const rate = rateOf(inputs)
  const conversion = conversionOf(
    rate.kind === 'usd' ? { kind: 'usd' } : { kind: rate.kind === 'multiply' ? 'multiply' : 'divide', instrument: 1 },
    () => ({ terms, close: points(exact(rate.kind === 'multiply' ? rate.close : num(inputs, 'rate'), decimals)) }),
  )
  if (conversion === undefined) throw new Error('the vector names a rate')
  const lots = lotUnits(exact(trade.units / terms.contractSize, 4))
  const [open, price] = [points(exact(trade.open, decimals)), points(exact(trade.close, decimals))]
  return dollars(profitOf({ terms, side: trade.side, lots, open, price, conversion }))
}

export function margin(inputs: unknown, order: { units: number; price: number; leverage: number }): number {
  const rate = rateOf(inputs)
  const terms = termsFor(6)
  const close = points(exact(order.price, 6))
  const conversion =
    rate.kind === 'self'
      ? conversionFrom('divide', close, 6)
      : rate.kind === 'multiply'
        ? conversionFrom('multiply', points(exact(rate.close, 6)), 6)
        : { numerator: 1, denominator: 1 }
  const lots = lotUnits(exact(order.units / terms.contractSize, 4))
  return dollars(marginOf({ terms, lots, price: close, leverage: order.leverage, conversion }))
}

/** On every engine. */
export function onFixtures(
  options: Parameters<typeof openFixture>[1],
  check: (fixture: SingleAccountFixture) => void,
): void {
  for (const { create } of ENGINES) check(openFixture(create, options))
}

export const sideOf = (word: string) => (word === 'long' || word === 'buy' ? ('buy' as const) : ('sell' as const))

/** Opens at price -+ spread as the "leveraged trading" vectors do, and goes to the mark. */
export function leveraged(vector: Vector, check: (fixture: SingleAccountFixture) => void): void {
  const { inputs } = vector
  const open = get(inputs, 'open', 0) ?? get(inputs, 'open')
  const spread = num(open, 'spread')
  onFixtures({ decimals: 5, deposit: num(inputs, 'balance') }, (fixture) => {
    fixture.quote(round(num(open, 'price') - spread), round(num(open, 'price') + spread))
    eventsOf(
      fixture.place({ side: sideOf(text(open, 'side')), units: num(open, 'units'), leverage: num(open, 'leverage') }),
    )
    const mark = get(inputs, 'mark_price') ?? get(inputs, 'close_price')
    if (typeof mark === 'number') fixture.quote(round(mark - spread), round(mark + spread))
    check(fixture)
  })
}

/** The decimal that was meant, without the tail of a sum of doubles. */
export const round = (value: number) => Number(value.toFixed(6))

export function moment(iso: string) {
  return millis(Date.parse(iso))
}

/** The operator sets the financing of shorts. */
export function charge(fixture: SingleAccountFixture, financingShort: number): void {
  change(fixture, { financingShort: ppm(financingShort) })
}

/** A fee as a share of the notional: of the margin at leverage 1. */
export function chargeOfMargin(fixture: SingleAccountFixture, rate: number): void {
  change(fixture, { feeOfMargin: ppm(exact(rate, 6)) })
  eventsOf(fixture.engine.apply({ kind: 'set_fee_type', at: millis(0), feeType: 2 }))
}

export function change(fixture: SingleAccountFixture, numbers: { financingShort?: Ppm; feeOfMargin?: Ppm }): void {
  const known = fixture.engine.market(1)?.terms ?? termsFor(5)
  const terms = { ...known, ...numbers, version: known.version + 1 }
  eventsOf(fixture.engine.apply({ kind: 'set_instrument', at: millis(0), terms }))
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
