/** Any command of a small world: three people, five instruments, prices that stay near each other so that much is triggered. */
import { type InstrumentTerms, lotUnits, micros, millis, points } from '@veritick/domain'
import fc from 'fast-check'
import type { Command } from '../commands.ts'
import { termsOf } from './terms.ts'
import type { Person } from './world.ts'

export const PEOPLE: readonly Person[] = [
  { name: 'Ana', account: 1, accountKind: 'demo' },
  { name: 'Bob', account: 2, accountKind: 'real' },
  { name: 'Eve', account: 3, accountKind: 'real' },
]

/** Where prices start, in whole numbers of about the same meaning. */
const MARKETS: readonly { readonly terms: InstrumentTerms; readonly middle: number }[] = [
  { terms: termsOf('EURUSD'), middle: 108_500 },
  { terms: termsOf('USDJPY'), middle: 150_000 },
  { terms: termsOf('EURJPY'), middle: 162_500 },
  { terms: termsOf('AAPL'), middle: 19_000 },
  { terms: termsOf('FIXED'), middle: 725_000 },
]

/** A quote that is still without its number, which rises by itself. */
export type Chance = Command | (Omit<Extract<Command, { kind: 'quote' }>, 'seq'> & { readonly seq: 'next' })

const account = fc.constantFrom(1, 2, 3, 1, 2, 3, 1, 2, 3, 99)
const at = millis(1_772_611_200_000)
const request = fc.nat(0xffff).map((value) => value.toString(16).padStart(32, '0'))
const market = fc.constantFrom(...MARKETS)
const order = fc.integer({ min: 0, max: 14 })
const near = (middle: number) =>
  fc.integer({ min: -Math.floor(middle / 30), max: Math.floor(middle / 30) }).map((away) => points(middle + away))
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const money = fc.oneof(fc.integer({ min: -5_000_000_000, max: 20_000_000_000 }), fc.constant(0)).map(micros)

const quote: fc.Arbitrary<Chance> = market.chain(({ terms, middle }) =>
  fc.tuple(near(middle), fc.nat(Math.floor(middle / 4000))).map(([bid, spread]) => ({
    kind: 'quote',
    at,
    instrument: terms.id,
    seq: 'next',
    bid,
    ask: points(bid + spread),
  })),
)

const place: fc.Arbitrary<Chance> = market.chain(({ terms, middle }) =>
  fc.record({
    kind: fc.constant('place' as const),
    at: fc.constant(at),
    account,
    instrument: fc.constant(terms.id),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc
      .oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 3000 }))
      .map((steps) => lotUnits(steps * terms.lotStep)),
    target: maybe(near(middle)),
    stopLoss: maybe(near(middle)),
    takeProfit: maybe(near(middle)),
    leverage: fc.constantFrom(...terms.leverages, terms.leverages.at(-1) ?? 0),
    seenPrice: maybe(near(middle)),
    request,
  }),
)

const changes: fc.Arbitrary<Chance> = fc.oneof(
  fc.record({
    kind: fc.constant('close' as const),
    at: fc.constant(at),
    account,
    order,
    seenPrice: fc.constant(undefined),
    request,
  }),
  fc.record({ kind: fc.constant('cancel' as const), at: fc.constant(at), account, order, request }),
  market.chain(({ middle }) =>
    fc.record({
      kind: fc.constant('set_stops' as const),
      at: fc.constant(at),
      account,
      order,
      stopLoss: maybe(near(middle)),
      takeProfit: maybe(near(middle)),
      request,
    }),
  ),
  fc.record({ kind: fc.constant('reset_demo' as const), at: fc.constant(at), account, request }),
)

const cash: fc.Arbitrary<Chance> = fc.oneof(
  fc.record({
    kind: fc.constant('credit' as const),
    at: fc.constant(at),
    account,
    category: fc.constantFrom('deposit' as const, 'deposit' as const, 'reward' as const, 'adjustment' as const),
    amount: money,
    reference: request,
  }),
  fc.record({
    kind: fc.constant('lock_withdrawal' as const),
    at: fc.constant(at),
    account,
    amount: money,
    reference: request,
  }),
  fc.record({
    kind: fc.constant('settle_withdrawal' as const),
    at: fc.constant(at),
    account,
    reference: request,
    paid: fc.boolean(),
  }),
)

const operator: fc.Arbitrary<Chance> = fc.oneof(
  market.chain(({ terms }) =>
    fc.record({
      kind: fc.constant('market' as const),
      at: fc.constant(at),
      instrument: fc.constant(terms.id),
      status: fc.constantFrom(
        'open' as const,
        'open' as const,
        'open' as const,
        'closed' as const,
        'stale' as const,
        'held' as const,
      ),
    }),
  ),
  fc.record({
    kind: fc.constant('freeze_account' as const),
    at: fc.constant(at),
    account,
    frozen: fc.constantFrom(true, false, false),
  }),
  fc.record({
    kind: fc.constant('set_fee_type' as const),
    at: fc.constant(at),
    feeType: fc.constantFrom(1 as const, 2 as const),
  }),
  fc.record({
    kind: fc.constant('rollover' as const),
    at: fc.integer({ min: 0, max: 1000 }).map((minutes) => millis(at + minutes * 60_000)),
    nights: fc.record({ forex: fc.nat(3), metals: fc.nat(3), us_stocks: fc.nat(3) }),
  }),
)

/** Each market quoted and each real account paid in, then anything. */
export const anyDay: fc.Arbitrary<readonly Chance[]> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: quote },
      { weight: 6, arbitrary: place },
      { weight: 2, arbitrary: changes },
      { weight: 1, arbitrary: cash },
      { weight: 1, arbitrary: operator },
    ),
    { minLength: 30, maxLength: 80, size: 'max' },
  )
  .map((chances) => [...MORNING, ...chances])

const MORNING: readonly Chance[] = [
  ...MARKETS.map(
    ({ terms, middle }): Chance => ({
      kind: 'quote',
      at,
      instrument: terms.id,
      seq: 'next',
      bid: points(middle),
      ask: points(middle + 10),
    }),
  ),
  ...[2, 3].map(
    (id): Chance => ({
      kind: 'credit',
      at,
      account: id,
      category: 'deposit',
      amount: micros(id * 1_500_000_000),
      reference: `${id}`.repeat(32),
    }),
  ),
]
