/** Any event at all, sensible or not, for properties. For tests only. */
import {
  accountId,
  CANCEL_REASONS,
  CLOSE_REASONS,
  type InstrumentTerms,
  lotUnits,
  micros,
  millis,
  points,
  ppm,
  SESSION_KINDS,
} from '@veritick/domain'
import fc from 'fast-check'
import type { ConversionEvidence, Event, EventKind, QuoteEvidence } from '../events.ts'

const MAX = Number.MAX_SAFE_INTEGER
const anyMoney = fc.integer({ min: -MAX, max: MAX }).map(micros)
const anyPrice = fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.integer({ min: 0, max: MAX })).map(points)
const anySize = fc.integer({ min: 0, max: MAX }).map(lotUnits)
const anyMoment = fc.integer({ min: 0, max: MAX }).map(millis)
const anyShare = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(ppm)
const anyNumber = fc.oneof(fc.nat(300), fc.integer({ min: 0, max: MAX }))
const anyReference = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 32, maxLength: 32 })
  .map((digits) => digits.join(''))
const anySide = fc.constantFrom('buy' as const, 'sell' as const)
const anyFeeType = fc.constantFrom(1 as const, 2 as const)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const anyQuote: fc.Arbitrary<QuoteEvidence> = fc.record({
  seq: anyNumber,
  bid: anyPrice,
  ask: anyPrice,
  time: anyMoment,
})
const anyConversion: fc.Arbitrary<ConversionEvidence> = fc.record({
  numerator: anyNumber,
  denominator: anyNumber,
  instrument: anyNumber,
  seq: anyNumber,
})
const anyTerms: fc.Arbitrary<InstrumentTerms> = fc.record({
  id: anyNumber,
  code: fc.string({ maxLength: 20, unit: 'grapheme-ascii' }),
  version: anyNumber,
  enabled: fc.boolean(),
  session: fc.constantFrom(...SESSION_KINDS),
  quoteCurrency: fc.constantFrom('USD', 'JPY', 'CHF'),
  conversion: fc.oneof(
    fc.constantFrom({ kind: 'usd' } as const, { kind: 'missing' } as const),
    fc.record({ kind: fc.constantFrom('multiply' as const, 'divide' as const), instrument: anyNumber }),
  ),
  pricePrecision: fc.nat(6),
  contractSize: anyNumber,
  lotStep: anySize,
  lotMin: anySize,
  lotMax: anySize,
  marginMode: fc.constantFrom('fixed' as const, 'leveraged' as const),
  leverages: fc.array(anyNumber, { maxLength: 5 }),
  feePerLot: anyMoney,
  feeOfMargin: anyShare,
  financingLong: anyShare,
  financingShort: anyShare,
  spreadTypical: anyPrice,
})

const common = {
  at: anyMoment,
  order: anyNumber,
  account: anyNumber.map(accountId),
  instrument: anyNumber,
  request: anyReference,
}
const { order, account, instrument } = common
const stops = { stopLoss: maybe(anyPrice), takeProfit: maybe(anyPrice) }
const kind = <Kind extends EventKind>(name: Kind) => fc.constant(name)

/** Any event that can be written, sensible or not. */
export const anyEventOf: { readonly [Kind in EventKind]: fc.Arbitrary<Extract<Event, { kind: Kind }>> } = {
  instrument_set: fc.record({ kind: kind('instrument_set'), at: anyMoment, terms: anyTerms }),
  fee_type_set: fc.record({ kind: kind('fee_type_set'), at: anyMoment, feeType: anyFeeType }),
  account_opened: fc.record({
    kind: kind('account_opened'),
    at: anyMoment,
    account,
    accountKind: fc.constantFrom('demo' as const, 'real' as const),
    granted: anyMoney,
  }),
  account_frozen: fc.record({ kind: kind('account_frozen'), at: anyMoment, account, frozen: fc.boolean() }),
  credited: fc.record({
    kind: kind('credited'),
    at: anyMoment,
    account,
    category: fc.constantFrom('deposit' as const, 'reward' as const, 'adjustment' as const),
    amount: anyMoney,
    reference: anyReference,
  }),
  withdrawal_locked: fc.record({
    kind: kind('withdrawal_locked'),
    at: anyMoment,
    account,
    amount: anyMoney,
    reference: anyReference,
  }),
  withdrawal_settled: fc.record({
    kind: kind('withdrawal_settled'),
    at: anyMoment,
    account,
    amount: anyMoney,
    reference: anyReference,
    paid: fc.boolean(),
  }),
  order_placed: fc.record({
    kind: kind('order_placed'),
    ...common,
    side: anySide,
    pending: fc.constantFrom('limit' as const, 'stop' as const),
    lots: anySize,
    leverage: anyNumber,
    target: anyPrice,
    ...stops,
    quote: anyQuote,
  }),
  order_opened: fc.record({
    kind: kind('order_opened'),
    previous: maybe(anyNumber),
    ...common,
    terms: anyNumber,
    side: anySide,
    lots: anySize,
    leverage: anyNumber,
    price: anyPrice,
    margin: anyMoney,
    fee: anyMoney,
    feeType: anyFeeType,
    ...stops,
    pending: fc.boolean(),
    reference: maybe(anyPrice),
    quote: anyQuote,
    conversion: anyConversion,
  }),
  stops_set: fc.record({
    kind: kind('stops_set'),
    previous: anyNumber,
    at: anyMoment,
    order,
    account,
    ...stops,
    request: anyReference,
  }),
  order_cancelled: fc.record({
    kind: kind('order_cancelled'),
    previous: anyNumber,
    at: anyMoment,
    order,
    account,
    reason: fc.constantFrom(...CANCEL_REASONS),
    request: maybe(anyReference),
  }),
  order_closed: fc.record({
    kind: kind('order_closed'),
    previous: anyNumber,
    ...common,
    price: anyPrice,
    profit: anyMoney,
    reason: fc.constantFrom(...CLOSE_REASONS),
    reference: maybe(anyPrice),
    quote: anyQuote,
    conversion: anyConversion,
    request: maybe(anyReference),
  }),
  order_financed: fc.record({
    kind: kind('order_financed'),
    previous: anyNumber,
    at: anyMoment,
    order,
    account,
    instrument,
    amount: anyMoney,
    nights: anyNumber,
    quote: anyQuote,
    conversion: anyConversion,
  }),
  rollover_done: fc.record({ kind: kind('rollover_done'), at: anyMoment }),
  margin_notice: fc.record({
    kind: kind('margin_notice'),
    at: anyMoment,
    account,
    level: fc.constantFrom(100 as const, 75 as const),
    armed: fc.boolean(),
    equity: anyMoney,
    marginUsed: anyMoney,
  }),
  stopped_out: fc.record({
    kind: kind('stopped_out'),
    at: anyMoment,
    account,
    equity: anyMoney,
    marginUsed: anyMoney,
    instrument,
    seq: anyNumber,
  }),
  balance_protected: fc.record({ kind: kind('balance_protected'), at: anyMoment, account, amount: anyMoney }),
  demo_reset: fc.record({ kind: kind('demo_reset'), at: anyMoment, account, granted: anyMoney, request: anyReference }),
  order_amended: fc.record({
    kind: kind('order_amended'),
    previous: anyNumber,
    ...common,
    target: anyPrice,
    ...stops,
    quote: anyQuote,
  }),
  order_split: fc.record({
    kind: kind('order_split'),
    previous: anyNumber,
    at: anyMoment,
    order,
    account,
    part: anyNumber,
    lots: anySize,
    margin: anyMoney,
    fee: anyMoney,
    swap: anyMoney,
    request: anyReference,
  }),
}
