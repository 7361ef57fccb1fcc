/** The instruments of a small world: one of each kind that the rules treat differently, some drawn by the seed. */
import { type InstrumentTerms, lotUnits, type Micros, micros, points, ppm } from '@veritick/domain'
import type { Random } from './random.ts'

export type Listed = { readonly terms: InstrumentTerms; readonly start: number; readonly spread: number }

const LOT = 10_000

const COMMON = {
  version: 1,
  enabled: true,
  session: 'forex',
  quoteCurrency: 'USD',
  conversion: { kind: 'usd' },
  pricePrecision: 5,
  contractSize: 100_000,
  lotStep: lotUnits(100),
  lotMin: lotUnits(100),
  lotMax: lotUnits(10_000 * LOT),
  marginMode: 'leveraged',
  leverages: [10, 50, 100, 500],
  feePerLot: 7_000_000 as Micros,
  feeOfMargin: ppm(1_500),
  financingLong: ppm(-25_000),
  financingShort: ppm(11_000),
  spreadTypical: points(10),
} as const

export const EURUSD: Listed = { terms: { ...COMMON, id: 1, code: 'EURUSD' }, start: 108_500, spread: 10 }
/** Gives its own rate: a move changes price and conversion at once. */
const USDJPY: Listed = {
  terms: {
    ...COMMON,
    id: 2,
    code: 'USDJPY',
    quoteCurrency: 'JPY',
    conversion: { kind: 'divide', instrument: 2 },
    pricePrecision: 3,
  },
  start: 151_234,
  spread: 12,
}
const GBPUSD: Listed = { terms: { ...COMMON, id: 3, code: 'GBPUSD' }, start: 126_700, spread: 14 }
const EURGBP: Listed = {
  terms: { ...COMMON, id: 40, code: 'EURGBP', quoteCurrency: 'GBP', conversion: { kind: 'multiply', instrument: 3 } },
  start: 85_600,
  spread: 11,
}
const GBPJPY: Listed = {
  terms: {
    ...COMMON,
    id: 41,
    code: 'GBPJPY',
    quoteCurrency: 'JPY',
    conversion: { kind: 'divide', instrument: 2 },
    pricePrecision: 3,
  },
  start: 191_600,
  spread: 25,
}
const ACME: Listed = {
  terms: {
    ...COMMON,
    id: 700,
    code: 'ACME',
    session: 'us_stocks',
    pricePrecision: 2,
    contractSize: 100,
    marginMode: 'fixed',
    leverages: [],
    lotStep: lotUnits(LOT),
    // Above the step, so that the rest of a position can be too small.
    lotMin: lotUnits(3 * LOT),
    feePerLot: micros(250_000),
  },
  start: 5_025,
  spread: 3,
}
const GOLD: Listed = {
  terms: {
    ...COMMON,
    id: 9,
    code: 'XAUUSD',
    session: 'metals',
    pricePrecision: 2,
    contractSize: 100,
    leverages: [20, 200],
  },
  start: 203_150,
  spread: 40,
}
/** The value of its currency is unknown. */
const EURSEK: Listed = {
  terms: { ...COMMON, id: 55, code: 'EURSEK', quoteCurrency: 'SEK', conversion: { kind: 'missing' } },
  start: 1_130_000,
  spread: 300,
}
const UNLEVERED: Listed = { terms: { ...COMMON, id: 60, code: 'AUDUSD', leverages: [] }, start: 65_500, spread: 10 }
/** A price in single points, a thousandfold move away from zero. */
const PENNY: Listed = {
  terms: {
    ...COMMON,
    id: 12,
    code: 'PENNY',
    session: 'us_stocks',
    pricePrecision: 2,
    contractSize: 1_000,
    leverages: [2, 5],
  },
  start: 6,
  spread: 1,
}

const MAIN = [EURUSD, USDJPY, GBPUSD, EURGBP, GBPJPY, ACME, GOLD, PENNY] as const
const ODD = [EURSEK, UNLEVERED] as const

/** Two to four instruments that trade, with what their rates need, and sometimes one that cannot. */
export function listedFor(random: Random): readonly Listed[] {
  const chosen = new Set<Listed>()
  const wanted = random.between(2, 4)
  while (chosen.size < wanted) chosen.add(random.pick(MAIN))
  for (const each of [...chosen]) {
    const { conversion } = each.terms
    const source = MAIN.find(({ terms }) => 'instrument' in conversion && terms.id === conversion.instrument)
    // Now and then the rate's instrument is missing from the catalogue.
    if (source !== undefined && random.percent(95)) chosen.add(source)
  }
  if (random.percent(15)) chosen.add(random.pick(ODD))
  return [...chosen]
}
