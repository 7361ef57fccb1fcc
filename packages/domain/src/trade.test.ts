/** Margin, fee, profit, financing with worked numbers: trading rules 5 and 7. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Conversion, conversionFrom, conversionOf } from './conversion.ts'
import { pointValue } from './instrument.ts'
import { lotUnits, micros, points, ppm } from './numbers.ts'
import { feeOf, financingOf, marginOf, notionalOf, profitOf } from './trade.ts'

const USD: Conversion = { numerator: 1, denominator: 1 }
const EURUSD = { contractSize: 100_000, pricePrecision: 5, marginMode: 'leveraged' as const }
const EURJPY = { contractSize: 100_000, pricePrecision: 3, marginMode: 'leveraged' as const }
const GOLD = { contractSize: 100, pricePrecision: 2, marginMode: 'leveraged' as const }
/** USDJPY at 150.321 divides. */
const yen = conversionFrom('divide', points(150_321), 3)

test('one step of price on one lot unit', () => {
  expect(pointValue(EURUSD)).toBe(100)
  expect(pointValue(EURJPY)).toBe(10_000)
  expect(pointValue(GOLD)).toBe(100)
  expect(() => pointValue({ contractSize: 1, pricePrecision: 5 })).toThrow('whole point value')
})

describe('margin', () => {
  test.each([
    // 0.10 x 100,000 x 1.08500 / 30
    { terms: EURUSD, lots: 1000, price: 108_500, leverage: 30, conversion: USD, margin: 361_666_667 },
    { terms: EURUSD, lots: 1000, price: 108_500, leverage: 100, conversion: USD, margin: 108_500_000 },
    // 0.10 x 100,000 x 162.515 / 20 / 150.321
    { terms: EURJPY, lots: 1000, price: 162_515, leverage: 20, conversion: yen, margin: 540_559_869 },
    // 1 x 100 x 2,000.30 / 20
    { terms: GOLD, lots: 10_000, price: 200_030, leverage: 20, conversion: USD, margin: 10_001_500_000 },
    // Fixed: 0.50 x 1,000, for any price and currency.
    {
      terms: { contractSize: 1000, pricePrecision: 5, marginMode: 'fixed' as const },
      lots: 5000,
      price: 1,
      leverage: 0,
      conversion: yen,
      margin: 500_000_000,
    },
  ])(
    'of $lots lot units at $price with leverage $leverage is $margin',
    ({ terms, lots, price, leverage, conversion, margin }) => {
      expect(marginOf({ terms, lots: lotUnits(lots), price: points(price), leverage, conversion })).toBe(margin)
    },
  )

  test('is the notional divided by the leverage, rounded up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: 1, max: 500 }),
        (lots, price, leverage) => {
          const position = { terms: EURJPY, lots: lotUnits(lots), price: points(price), conversion: yen }
          const margin = marginOf({ ...position, leverage })
          const whole = marginOf({ ...position, leverage: 1 })
          expect(notionalOf(position)).toBe(whole)
          expect(margin * leverage).toBeGreaterThanOrEqual(whole - leverage)
          expect(margin).toBeLessThanOrEqual(Math.floor(whole / leverage) + 1)
        },
      ),
    )
  })
})

describe('fee', () => {
  const terms = { feePerLot: micros(7_000_000), feeOfMargin: ppm(1500) }
  test('type 1 goes by lots', () => {
    expect(feeOf({ feeType: 1, terms, lots: lotUnits(1000), margin: micros(0) })).toBe(700_000)
    expect(
      feeOf({ feeType: 1, terms: { ...terms, feePerLot: micros(33_333) }, lots: lotUnits(100), margin: micros(0) }),
    ).toBe(334)
  })
  test('type 2 goes by margin', () => {
    expect(feeOf({ feeType: 2, terms, lots: lotUnits(1000), margin: micros(361_666_667) })).toBe(542_501)
  })
})

describe('profit', () => {
  test.each([
    {
      side: 'buy' as const,
      terms: EURUSD,
      lots: 1000,
      open: 108_510,
      price: 108_390,
      conversion: USD,
      profit: -12_000_000,
    },
    {
      side: 'sell' as const,
      terms: EURUSD,
      lots: 1000,
      open: 108_510,
      price: 108_390,
      conversion: USD,
      profit: 12_000_000,
    },
    { side: 'buy' as const, terms: EURUSD, lots: 1000, open: 108_510, price: 108_510, conversion: USD, profit: 0 },
    // 4,800 JPY at 150.321
    {
      side: 'buy' as const,
      terms: EURJPY,
      lots: 1000,
      open: 162_520,
      price: 163_000,
      conversion: yen,
      profit: 31_931_666,
    },
    {
      side: 'buy' as const,
      terms: GOLD,
      lots: 10_000,
      open: 200_030,
      price: 201_000,
      conversion: USD,
      profit: 970_000_000,
    },
  ])('$side $lots from $open to $price is $profit', ({ side, terms, lots, open, price, conversion, profit }) => {
    expect(profitOf({ terms, side, lots: lotUnits(lots), open: points(open), price: points(price), conversion })).toBe(
      profit,
    )
  })

  test('of a long and a short between the same prices cancel out', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 300_000 }),
        fc.integer({ min: 1, max: 300_000 }),
        (lots, open, price) => {
          const position = {
            terms: EURJPY,
            lots: lotUnits(lots),
            open: points(open),
            price: points(price),
            conversion: yen,
          }
          expect(profitOf({ ...position, side: 'buy' }) + profitOf({ ...position, side: 'sell' })).toBe(0)
        },
      ),
    )
  })
})

describe('financing', () => {
  test.each([
    // 100,000 x 1.10000 x -3.6 % / 360
    { terms: EURUSD, lots: 10_000, close: 110_000, rate: -36_000, nights: 1, conversion: USD, amount: -11_000_000 },
    { terms: EURUSD, lots: 10_000, close: 110_000, rate: -36_000, nights: 3, conversion: USD, amount: -33_000_000 },
    { terms: EURUSD, lots: 10_000, close: 110_000, rate: 18_000, nights: 1, conversion: USD, amount: 5_500_000 },
    // 10,000 x 162.500 / 150.321 x -2.45 % / 360
    { terms: EURJPY, lots: 1000, close: 162_500, rate: -24_500, nights: 1, conversion: yen, amount: -735_694 },
    { terms: EURUSD, lots: 10_000, close: 110_000, rate: 0, nights: 1, conversion: USD, amount: 0 },
  ])('of $lots at $close, $rate for $nights is $amount', ({ terms, lots, close, rate, nights, conversion, amount }) => {
    expect(
      financingOf({ terms, lots: lotUnits(lots), close: points(close), rate: ppm(rate), nights, conversion }),
    ).toBe(amount)
  })
})

describe('conversion', () => {
  const terms = { pricePrecision: 3 }
  const look = (instrument: number) =>
    instrument === 7 ? { terms, close: points(150_321) } : instrument === 8 ? { terms, close: undefined } : undefined
  test.each([
    [{ kind: 'usd' }, { numerator: 1, denominator: 1 }],
    [{ kind: 'missing' }, undefined],
    [
      { kind: 'divide', instrument: 7 },
      { numerator: 1000, denominator: 150_321 },
    ],
    [
      { kind: 'multiply', instrument: 7 },
      { numerator: 150_321, denominator: 1000 },
    ],
    [{ kind: 'divide', instrument: 8 }, undefined],
    [{ kind: 'divide', instrument: 9 }, undefined],
  ] as const)('%o is %o', (source, conversion) => {
    expect(conversionOf(source, look)).toEqual(conversion)
  })
})

test('a notional past 2^53 is said, not thrown', () => {
  expect(
    notionalOf({ terms: EURUSD, lots: lotUnits(1_000_000_000), price: points(10_000_000_000), conversion: USD }),
  ).toBeUndefined()
  expect(notionalOf({ terms: EURJPY, lots: lotUnits(1000), price: points(162_515), conversion: yen })).toBe(
    10_811_197_371,
  )
})
