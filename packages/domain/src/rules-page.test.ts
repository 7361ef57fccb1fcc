/** The worked examples of docs/domain/trading-rules.md are what the functions give. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  CONVERSION_USD,
  conversionFrom,
  feeOf,
  financingOf,
  hazardRateOf,
  lotUnits,
  marginLevelOf,
  marginOf,
  micros,
  points,
  ppm,
  profitOf,
} from './index.ts'

const page = readFileSync(new URL('../../../docs/domain/trading-rules.md', import.meta.url), 'utf8')
/** The last cell of the nth row that begins with these words. */
const figures = (row: string): string[] =>
  [...page.matchAll(/^\| (.+?) \|.*\| ([-\d.]+) \|$/gm)].flatMap(([, name, figure]) =>
    name === row && figure !== undefined ? [figure] : [],
  )
const decimal = (value: number, places: number) => (value / 10 ** places).toFixed(places)
const usd = (value: number) => decimal(value, 6)

const terms = {
  contractSize: 100_000,
  pricePrecision: 5,
  marginMode: 'leveraged',
  feePerLot: micros(3_500_000),
  feeOfMargin: ppm(1_000),
} as const
const lots = lotUnits(1_000)
const bought = { terms, lots, side: 'buy', open: points(108_510), conversion: CONVERSION_USD } as const

test('0.10 lots of EUR/USD', () => {
  const margin = marginOf({ terms, lots, price: points(108_500), leverage: 30, conversion: CONVERSION_USD })
  expect(figures('margin')[0]).toBe(usd(margin))
  expect(figures('fee, type 1 at 3.50 a lot')).toEqual([usd(feeOf({ feeType: 1, terms, lots, margin }))])
  expect(figures('fee, type 2')).toEqual([usd(feeOf({ feeType: 2, terms, lots, margin }))])
  expect(figures('spread, paid at once')).toEqual([usd(profitOf({ ...bought, price: points(108_500) }))])
  expect(figures('profit at a bid of 1.08760')).toEqual([usd(profitOf({ ...bought, price: points(108_760) }))])
  const night = { terms, lots, close: points(108_600), rate: ppm(-30_000), nights: 3, conversion: CONVERSION_USD }
  expect(figures('three nights at -3 % a year, Close 1.08600')).toEqual([usd(financingOf(night))])
  const equity = micros(500_000_000)
  expect(figures('risk rate at an equity of 500')).toEqual([decimal(hazardRateOf(equity, margin), 2)])
  expect(figures('margin level at the same equity')).toEqual([decimal(marginLevelOf(equity, margin) ?? 0, 2)])
})

test('0.10 lots of USD/JPY', () => {
  const yen = { ...terms, pricePrecision: 3 }
  const opened = conversionFrom('divide', points(150_320), 3)
  const margin = marginOf({ terms: yen, lots, price: points(150_320), leverage: 30, conversion: opened })
  expect(figures('margin')[1]).toBe(usd(margin))
  const closed = conversionFrom('divide', points(150_788), 3)
  const sold = { terms: yen, lots, side: 'sell', open: points(150_320), price: points(150_800) } as const
  expect(figures('profit')).toEqual([usd(profitOf({ ...sold, conversion: closed }))])
})
