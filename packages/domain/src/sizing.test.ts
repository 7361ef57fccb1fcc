/** Lots from a risk: a trader's numbers, and that the loss is never above the risk. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CONVERSION_USD, conversionFrom } from './conversion.ts'
import { lotUnits, micros, points, ppm } from './numbers.ts'
import { lotsForRisk, shareOf } from './sizing.ts'
import { profitOf } from './trade.ts'

const eurusd = { contractSize: 100_000, pricePrecision: 5, lotStep: lotUnits(100) }
const usdjpy = { contractSize: 100_000, pricePrecision: 3, lotStep: lotUnits(100) }
const apple = { contractSize: 1, pricePrecision: 2, lotStep: lotUnits(10_000) }
const yen = conversionFrom('divide', points(150_321), 3)

it.each([
  ['1 % of 10,000 USD over 20 pips of EUR/USD: 0.50 lots', eurusd, 100, 200, CONVERSION_USD, 5_000],
  ['a step less would be cut, not rounded', eurusd, 99.99, 200, CONVERSION_USD, 4_900],
  ['100 USD over 30 pips of USD/JPY at 150.321: 0.50 lots', usdjpy, 100, 300, yen, 5_000],
  ['50 USD over 2.50 of Apple: 20 shares', apple, 50, 250, CONVERSION_USD, 200_000],
  ['too little for one step', eurusd, 0.5, 200, CONVERSION_USD, 0],
])('%s', (_, terms, usd, distance, conversion, lots) =>
  expect(lotsForRisk({ terms, risk: micros(Math.round(usd * 1_000_000)), distance, conversion })).toBe(lots),
)

it('a size that passes 2^53 is not known', () =>
  expect(
    lotsForRisk({ terms: apple, risk: micros(9_000_000_000_000_000), distance: 1, conversion: yen }),
  ).toBeUndefined())

it('the loss at the distance is within the risk, and one step more is not', () => {
  fc.assert(
    fc.property(
      fc.constantFrom({ terms: eurusd, conversion: CONVERSION_USD }, { terms: usdjpy, conversion: yen }),
      fc.integer({ min: 0, max: 1_000_000_000_000 }),
      fc.integer({ min: 1, max: 50_000 }),
      ({ terms, conversion }, risk, distance) => {
        const lots = lotsForRisk({ terms, risk: micros(risk), distance, conversion })
        const lossOf = (size: number) =>
          -profitOf({
            terms,
            side: 'buy',
            lots: lotUnits(size),
            open: points(200_000),
            price: points(200_000 - distance),
            conversion,
          })
        // Profit is rounded to the nearest micro-dollar, so a loss may stand half of one above the exact one.
        return lots !== undefined && lossOf(lots) <= risk && lossOf(lots + terms.lotStep) >= risk
      },
    ),
  )
})

it('a share is cut', () => {
  expect(shareOf(micros(10_000_000_001), ppm(10_000))).toBe(100_000_000)
  expect(shareOf(micros(99), ppm(10_000))).toBe(0)
})
