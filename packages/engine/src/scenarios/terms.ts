/** The instruments of the scenarios: one of each kind that the rules tell apart, with round numbers. */
import { type InstrumentTerms, lotUnits, micros, must, points, ppm } from '@veritick/domain'

const forex = {
  version: 1,
  enabled: true,
  session: 'forex',
  quoteCurrency: 'USD',
  conversion: { kind: 'usd' },
  pricePrecision: 5,
  contractSize: 100_000,
  lotStep: lotUnits(100),
  lotMin: lotUnits(100),
  lotMax: lotUnits(1_000_000),
  marginMode: 'leveraged',
  leverages: [1, 10, 20, 30, 100],
  feePerLot: micros(7_000_000),
  feeOfMargin: ppm(1000),
  financingLong: ppm(-36_000),
  financingShort: ppm(18_000),
  spreadTypical: points(10),
} as const satisfies Partial<InstrumentTerms>

const INSTRUMENTS: readonly InstrumentTerms[] = [
  { ...forex, id: 1, code: 'EURUSD' },
  { ...forex, id: 2, code: 'GBPUSD' },
  {
    ...forex,
    id: 3,
    code: 'USDJPY',
    quoteCurrency: 'JPY',
    conversion: { kind: 'divide', instrument: 3 },
    pricePrecision: 3,
  },
  {
    ...forex,
    id: 4,
    code: 'EURJPY',
    quoteCurrency: 'JPY',
    conversion: { kind: 'divide', instrument: 3 },
    pricePrecision: 3,
  },
  { ...forex, id: 5, code: 'EURGBP', quoteCurrency: 'GBP', conversion: { kind: 'multiply', instrument: 2 } },
  { ...forex, id: 6, code: 'EURNOK', quoteCurrency: 'NOK', conversion: { kind: 'missing' } },
  {
    ...forex,
    id: 7,
    code: 'AAPL',
    session: 'us_stocks',
    pricePrecision: 2,
    contractSize: 1,
    lotStep: lotUnits(10_000),
    lotMin: lotUnits(10_000),
    lotMax: lotUnits(100_000_000),
    leverages: [1, 5, 20],
    feePerLot: micros(20_000),
  },
  /** Fixed margin: 1,000 USD a lot of 1,000 units. */
  { ...forex, id: 8, code: 'FIXED', contractSize: 1000, marginMode: 'fixed', leverages: [] },
  { ...forex, id: 9, code: 'NOLEVERAGE', leverages: [] },
  { ...forex, id: 10, code: 'DISABLED', enabled: false },
  { ...forex, id: 11, code: 'XAUUSD', session: 'metals', pricePrecision: 2, contractSize: 100 },
  /** No fee, so that the sums of a scenario can be done in the head. */
  { ...forex, id: 12, code: 'FREE', feePerLot: micros(0), feeOfMargin: ppm(0) },
]

export function scenarioTerms(): readonly InstrumentTerms[] {
  return INSTRUMENTS
}

export function termsOf(code: string): InstrumentTerms {
  return must(
    INSTRUMENTS.find((terms) => terms.code === code),
    `the scenarios have an instrument ${code}`,
  )
}
