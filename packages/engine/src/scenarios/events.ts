/** One example of every kind of event with real numbers, and any event at all for properties. For tests only. */
import {
  CANCEL_REASONS,
  CLOSE_REASONS,
  type InstrumentTerms,
  lotUnits,
  micros,
  millis,
  points,
  ppm,
} from '@veritick/domain'
import fc from 'fast-check'
import type { ConversionEvidence, Event, EventKind, QuoteEvidence } from '../events.ts'

const MAX = Number.MAX_SAFE_INTEGER
const at = millis(1_399_554_063_500)
const request = '0123456789abcdef0123456789abcdef'
const quote: QuoteEvidence = {
  seq: 48_211,
  bid: points(108_390),
  ask: points(108_400),
  time: millis(1_399_554_063_412),
}
const conversion: ConversionEvidence = { numerator: 1000, denominator: 101_723, instrument: 7, seq: 990 }
const usd: ConversionEvidence = { numerator: 1, denominator: 1, instrument: 0, seq: 0 }
const terms: InstrumentTerms = {
  id: 12,
  code: 'EURJPY',
  version: 3,
  enabled: true,
  session: 'forex',
  quoteCurrency: 'JPY',
  conversion: { kind: 'divide', instrument: 7 },
  pricePrecision: 3,
  contractSize: 100_000,
  lotStep: lotUnits(100),
  lotMin: lotUnits(100),
  lotMax: lotUnits(500_000),
  marginMode: 'leveraged',
  leverages: [10, 20, 30],
  feePerLot: micros(7_000_000),
  feeOfMargin: ppm(0),
  financingLong: ppm(-24_500),
  financingShort: ppm(-8_000),
  spreadTypical: points(14),
}

/** Their bytes are in journal.golden.json. */
export const EXAMPLES: { readonly [Kind in EventKind]: Extract<Event, { kind: Kind }> } = {
  instrument_set: { kind: 'instrument_set', at, terms },
  fee_type_set: { kind: 'fee_type_set', at, feeType: 2 },
  account_opened: { kind: 'account_opened', at, account: 1001, accountKind: 'demo', granted: micros(100_000_000_000) },
  account_frozen: { kind: 'account_frozen', at, account: 1001, frozen: true },
  credited: {
    kind: 'credited',
    at,
    account: 1002,
    category: 'adjustment',
    amount: micros(-2_500_000),
    reference: request,
  },
  withdrawal_locked: { kind: 'withdrawal_locked', at, account: 1002, amount: micros(250_000_000), reference: request },
  withdrawal_settled: {
    kind: 'withdrawal_settled',
    at,
    account: 1002,
    amount: micros(250_000_000),
    reference: request,
    paid: true,
  },
  order_placed: {
    kind: 'order_placed',
    at,
    order: 5,
    account: 1001,
    instrument: 1,
    side: 'sell',
    pending: 'stop',
    lots: lotUnits(2500),
    leverage: 30,
    target: points(108_300),
    stopLoss: points(108_500),
    takeProfit: undefined,
    quote,
    request,
  },
  order_opened: {
    kind: 'order_opened',
    at,
    order: 6,
    account: 1001,
    instrument: 12,
    terms: 3,
    side: 'buy',
    lots: lotUnits(1000),
    leverage: 20,
    price: points(141_250),
    margin: micros(694_287_354),
    fee: micros(700_000),
    feeType: 1,
    stopLoss: undefined,
    takeProfit: points(142_000),
    pending: false,
    reference: points(141_249),
    quote: { seq: 7, bid: points(141_236), ask: points(141_250), time: millis(1_399_554_063_000) },
    conversion,
    request,
  },
  stops_set: {
    kind: 'stops_set',
    at,
    order: 6,
    account: 1001,
    stopLoss: points(141_000),
    takeProfit: undefined,
    request,
  },
  order_cancelled: {
    kind: 'order_cancelled',
    at,
    order: 5,
    account: 1001,
    reason: 'margin_not_enough',
    request: undefined,
  },
  order_closed: {
    kind: 'order_closed',
    at,
    order: 7,
    account: 1001,
    instrument: 1,
    price: points(108_390),
    profit: micros(-12_000_000),
    reason: 'stop_loss',
    reference: points(108_400),
    quote,
    conversion: usd,
    request: undefined,
  },
  order_financed: {
    kind: 'order_financed',
    at,
    order: 6,
    account: 1001,
    instrument: 12,
    amount: micros(-2_835_104),
    nights: 3,
    quote,
    conversion,
  },
  rollover_done: { kind: 'rollover_done', at },
  margin_notice: {
    kind: 'margin_notice',
    at,
    account: 1001,
    level: 75,
    armed: false,
    equity: micros(-1),
    marginUsed: micros(3_616_666_667),
  },
  stopped_out: {
    kind: 'stopped_out',
    at,
    account: 1001,
    equity: micros(1_800_000_000),
    marginUsed: micros(3_616_666_667),
    instrument: 1,
    seq: 48_211,
  },
  balance_protected: { kind: 'balance_protected', at, account: 1001, amount: micros(73_120_000) },
  demo_reset: { kind: 'demo_reset', at, account: 1001, granted: micros(-250_000_000), request },
}

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
  session: fc.constantFrom('forex' as const, 'metals' as const, 'us_stocks' as const),
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

const common = { at: anyMoment, order: anyNumber, account: anyNumber, instrument: anyNumber, request: anyReference }
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
  stops_set: fc.record({ kind: kind('stops_set'), at: anyMoment, order, account, ...stops, request: anyReference }),
  order_cancelled: fc.record({
    kind: kind('order_cancelled'),
    at: anyMoment,
    order,
    account,
    reason: fc.constantFrom(...CANCEL_REASONS),
    request: maybe(anyReference),
  }),
  order_closed: fc.record({
    kind: kind('order_closed'),
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
}
