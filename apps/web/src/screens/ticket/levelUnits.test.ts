/** A stop-loss by price, pips, percent or money gives one price, on the right side, with the loss of the engine. */
import { CONVERSION_USD, conversionFrom, lotUnits, points, profitIfFits } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LEVEL_UNITS,
  type LevelBase,
  type LevelUnit,
  levelPrice,
  levelText,
  smallestDistance,
  unitDecimals,
} from './levelUnits.ts'

const terms = { contractSize: 100_000, pricePrecision: 5 }
const buy: LevelBase = {
  level: 'stopLoss',
  side: 'buy',
  entry: points(108_500),
  lots: lotUnits(1_000),
  conversion: CONVERSION_USD,
  terms,
}
const gain: LevelBase = { ...buy, level: 'takeProfit' }
const sell: LevelBase = { ...buy, side: 'sell' }
const yen: LevelBase = {
  ...buy,
  entry: points(150_321),
  terms: { contractSize: 100_000, pricePrecision: 3 },
  conversion: conversionFrom('divide', points(150_321), 3),
}
const apple: LevelBase = {
  ...buy,
  entry: points(22_852),
  lots: lotUnits(50_000),
  terms: { contractSize: 1, pricePrecision: 2 },
}

describe('a typed level as a price', () => {
  it.each<[string, LevelUnit, string, LevelBase, number | string | undefined]>([
    ['a price is itself', 'price', '1.08400', buy, 108_400],
    ['20 pips below a buy', 'pips', '20', buy, 108_300],
    ['20.5 pips above a sell', 'pips', '20.5', sell, 108_705],
    ['20 pips of profit', 'pips', '20', gain, 108_700],
    ['yen have pips of 0.01', 'pips', '20', yen, 150_121],
    ['a share has no pips: the distance is a price', 'pips', '2.50', apple, 22_602],
    ['half a percent', 'percent', '0.5', buy, 107_957],
    ['a percent of a share', 'percent', '1', apple, 22_623],
    ['12 USD on 0.10 lots', 'money', '12', buy, 108_380],
    ['12.05 USD loses no more than that', 'money', '12.05', buy, 108_380],
    ['12.05 USD gains no less than that', 'money', '12.05', gain, 108_621],
    ['25 USD on 5 shares', 'money', '25', apple, 22_352],
    ['an Arabic comma', 'pips', '٢٠٫٥', buy, 108_295],
    ['nothing', 'pips', '', buy, 'missing'],
    ['no number', 'money', 'ten', buy, 'not_a_number'],
    ['no distance', 'pips', '0', buy, 'out_of_range'],
    ['a negative distance', 'percent', '-1', buy, 'out_of_range'],
    ['less than a point', 'money', '0.01', buy, 'out_of_range'],
    ['below zero', 'percent', '100', buy, 'out_of_range'],
    ['more decimals than a pip has', 'pips', '20.55', buy, 'too_precise'],
    ['money without a size', 'money', '12', { ...buy, lots: undefined }, undefined],
    ['money without a rate', 'money', '12', { ...buy, conversion: undefined }, undefined],
    ['more than any price', 'money', '999999999', gain, 'out_of_range'],
  ])('%s', (_, unit, text, base, price) => expect(levelPrice(unit, text, base)).toBe(price))

  it('in yen the loss at the price is at most the typed amount, and the next point would lose more', () => {
    const price = levelPrice('money', '50', yen)
    if (typeof price !== 'number' || yen.lots === undefined || yen.conversion === undefined)
      throw new Error('it is a price')
    const lossAt = (at: number) =>
      profitIfFits({
        terms: yen.terms,
        side: 'buy',
        lots: yen.lots ?? lotUnits(0),
        open: yen.entry,
        price: points(at),
        conversion: yen.conversion ?? CONVERSION_USD,
      })
    expect(lossAt(price)).toBeGreaterThanOrEqual(-50_000_000)
    expect(lossAt(price - 1)).toBeLessThan(-50_000_000)
  })
})

it('changing the unit there and back keeps the price, for units that are fine enough', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50_000 }),
      fc.constantFrom<LevelUnit>('price', 'pips', 'money'),
      fc.constantFrom(buy, sell, gain, { ...gain, side: 'sell' as const }),
      (distance, unit, base) => {
        const above = (base.level === 'takeProfit') === (base.side === 'buy')
        const price = points(base.entry + (above ? distance : -distance))
        expect(levelPrice(unit, levelText(unit, price, base), base)).toBe(price)
      },
    ),
  )
})

it('never throws for any text, and never gives a price on the wrong side', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{0,18}[.,]?[0-9]{0,3}$/))
  fc.assert(
    fc.property(
      fc.constantFrom(...LEVEL_UNITS),
      text,
      fc.constantFrom(buy, sell, gain, yen, apple),
      (unit, typed, base) => {
        const price = levelPrice(unit, typed, base)
        if (typeof price !== 'number' || unit === 'price') return
        expect(Number.isSafeInteger(price)).toBe(true)
        expect(price > base.entry).toBe((base.level === 'takeProfit') === (base.side === 'buy'))
      },
    ),
    { numRuns: 3_000 },
  )
})

describe('the smallest distance beyond the other side of the market, nine points away', () => {
  const bid = points(108_491)
  it.each([
    ['pips', buy, '1.0'],
    ['percent', buy, '0.01'],
    ['money', buy, '1.00'],
    ['money', { ...buy, lots: lotUnits(500_000) }, '500.00'],
    // One hundredth of a lot: ten points are ten cents.
    ['money', { ...buy, lots: lotUnits(100) }, '0.10'],
    ['money', { ...buy, lots: undefined }, undefined],
  ] as const)('%s', (unit, base, least) => expect(smallestDistance(unit, bid, base)).toBe(least))

  it('is accepted, and a distance one unit smaller is not', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(buy, gain, sell, yen, apple),
        fc.constantFrom('pips', 'percent', 'money'),
        fc.integer({ min: 0, max: 2_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        (of, unit, away, size) => {
          const base = { ...of, lots: lotUnits(size * 100) }
          const direction = (base.level === 'takeProfit') === (base.side === 'buy') ? 1 : -1
          const bound = base.entry + away * direction
          const least = smallestDistance(unit, points(bound), base)
          const beyond = (text: string) => {
            const price = levelPrice(unit, text, base)
            return typeof price === 'number' && (price - bound) * direction > 0
          }
          if (least === undefined) throw new Error(`no ${unit} beyond ${away} points`)
          expect(beyond(least)).toBe(true)
          const one = 10 ** -unitDecimals(unit, base.terms.pricePrecision)
          expect(beyond((Number(least) - one).toFixed(unitDecimals(unit, base.terms.pricePrecision)))).toBe(false)
        },
      ),
    )
  })
})
