/** Terms an operator could write, each with one fault. */
import { expect, test } from 'vitest'
import type { InstrumentTerms } from './instrument.ts'
import { lotUnits, micros, points, ppm } from './numbers.ts'
import { TERMS_FAULTS, type TermsFault, termsFault } from './terms.ts'

const EURUSD: InstrumentTerms = {
  id: 1,
  code: 'EURUSD',
  version: 1,
  enabled: true,
  session: 'forex',
  quoteCurrency: 'USD',
  conversion: { kind: 'usd' },
  pricePrecision: 5,
  contractSize: 100_000,
  lotStep: lotUnits(100),
  lotMin: lotUnits(100),
  lotMax: lotUnits(500_000),
  marginMode: 'leveraged',
  leverages: [1, 5, 30],
  feePerLot: micros(3_500_000),
  feeOfMargin: ppm(1000),
  financingLong: ppm(-30_000),
  financingShort: ppm(12_000),
  spreadTypical: points(10),
}

const ROWS: readonly (readonly [TermsFault, Partial<InstrumentTerms>])[] = [
  ['count_not_positive', { contractSize: 0 }],
  ['count_not_positive', { lotStep: lotUnits(0) }],
  ['count_not_positive', { leverages: [0, 5] }],
  ['count_not_positive', { contractSize: 0.5 }],
  ['price_precision_out_of_range', { pricePrecision: 7 }],
  ['point_value_not_whole', { contractSize: 7 }],
  ['lot_min_off_step', { lotMin: lotUnits(150) }],
  ['lot_max_off_step', { lotMax: lotUnits(500_050) }],
  ['lot_max_below_min', { lotMin: lotUnits(600_000) }],
  ['fee_negative', { feePerLot: micros(-1) }],
  ['fee_negative', { feeOfMargin: ppm(-1) }],
  ['fee_above_margin', { feeOfMargin: ppm(1_000_001) }],
  ['financing_above_notional', { financingLong: ppm(-1_000_001) }],
  ['financing_above_notional', { financingShort: ppm(1_000_001) }],
  ['leverages_not_rising', { leverages: [1, 5, 5] }],
  // 10,000.01 lots of 100,000 are worth a step more than 1,000,000,000 USD of fixed margin
  ['order_too_valuable', { lotMax: lotUnits(100_000_100) }],
  ['order_too_valuable', { feePerLot: micros(100_000_000_000_000) }],
]

test.each(ROWS)('%s: %j', (fault, change) => expect(termsFault({ ...EURUSD, ...change })).toBe(fault))

test('good terms have none, at their limits too, and every fault is met above', () => {
  expect(termsFault(EURUSD)).toBeUndefined()
  expect(termsFault({ ...EURUSD, lotMax: lotUnits(100_000_000), feeOfMargin: ppm(1_000_000) })).toBeUndefined()
  expect(termsFault({ ...EURUSD, leverages: [] })).toBeUndefined()
  expect(TERMS_FAULTS.filter((fault) => !ROWS.some(([met]) => met === fault))).toEqual([])
})
