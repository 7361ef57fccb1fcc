/** Terms and market of EURUSD, USDJPY and Apple from the trade list, without losing a digit. */
import type { TradeItem } from '@veritick/contract'
import { millis, points } from '@veritick/domain'
import { expect, it } from 'vitest'
import { EURUSD_ITEM } from '../../data/trade-item-fixture.ts'
import { marketFrom, nightsNext, termsFrom } from './facts.ts'

const eurusd: TradeItem = {
  ...EURUSD_ITEM,
  ForexFeeRate: '7.000000',
  HasForexMultiple: [{ Value: 30 }, { Value: 20 }],
  FinancingLong: '-0.021500',
  FinancingShort: '0.008000',
  SpreadTypical: '0.00009',
}
const quote = {
  bid: '1.08512',
  ask: '1.08521',
  status: 1 as const,
  held: false,
  stale: false,
  time: Date.parse('2026-11-18T15:00:00Z'),
}
const nothing = () => undefined

it('reads the terms once', () => {
  expect(termsFrom(eurusd, 1)).toEqual({
    id: 1,
    pricePrecision: 5,
    contractSize: 100_000,
    lotStep: 100,
    lotMin: 100,
    lotMax: 500_000,
    marginMode: 'leveraged',
    leverages: [30, 20],
    feePerLot: 7_000_000,
    feeOfMargin: 0,
    financingLong: -21_500,
    financingShort: 8_000,
  })
})

it('reads the fee rate as a share of the margin if the platform charges this type of fee', () => {
  const terms = termsFrom({ ...eurusd, ForexFeeRate: '0.001500', MarginMode: 1 }, 2)
  expect(terms).toMatchObject({ feePerLot: 0, feeOfMargin: 1_500, marginMode: 'fixed' })
})

it('reads the market from the last quote, three nights on a Wednesday', () => {
  expect(marketFrom({ item: eurusd, quote, look: nothing, feeType: 1, time: undefined })).toEqual({
    status: 'open',
    bid: 108_512,
    ask: 108_521,
    conversion: { numerator: 1, denominator: 1 },
    feeType: 1,
    nights: 3,
  })
})

it('distinguishes a closed market from a stale price', () => {
  const status = (change: object) =>
    marketFrom({ item: eurusd, quote: { ...quote, status: 0, ...change }, look: nothing, feeType: 1, time: undefined })
      .status
  expect([status({}), status({ stale: true }), status({ held: true })]).toEqual(['closed', 'stale', 'held'])
})

it('divides yen by the Close of USDJPY and has no rate without a Close', () => {
  const item = { ...eurusd, PricePrecision: 3, ConversionSource: { kind: 'divide' as const, Id: 3 } }
  const look = (close: number | undefined) => () => ({
    precision: 3,
    close: close === undefined ? undefined : points(close),
  })
  expect(marketFrom({ item, quote, look: look(150_321), feeType: 1, time: undefined }).conversion).toEqual({
    numerator: 1_000,
    denominator: 150_321,
  })
  expect(marketFrom({ item, quote, look: look(undefined), feeType: 1, time: undefined }).conversion).toBeUndefined()
})

it('counts the nights of the next 17:00 New York: none over the weekend, three for stocks on Friday', () => {
  const at = (text: string) => millis(Date.parse(text))
  expect(nightsNext('forex', at('2026-11-17T15:00:00Z'))).toBe(1)
  expect(nightsNext('us_stocks', at('2026-11-20T15:00:00Z'))).toBe(3)
  expect(nightsNext('forex', at('2026-11-21T15:00:00Z'))).toBe(0)
})

// New York is five hours behind UTC: forex closes at 21:58, stocks at 21:00, and nights are charged at 22:00.
it.each([
  ['forex', 'before the rollover of a Friday', '2026-11-20T21:57:00Z', '2026-11-20T21:59:00Z', 1],
  ['forex', 'after the rollover of a Friday', '2026-11-20T21:57:00Z', '2026-11-20T22:00:00Z', 0],
  ['forex', 'on a Saturday', '2026-11-20T21:57:00Z', '2026-11-21T15:00:00Z', 0],
  ['us_stocks', 'before the rollover of a Friday', '2026-11-20T20:59:59Z', '2026-11-20T21:30:00Z', 3],
  ['us_stocks', 'after the rollover of a Friday', '2026-11-20T20:59:59Z', '2026-11-20T22:30:00Z', 0],
  ['us_stocks', 'on a Thursday evening', '2026-11-19T20:59:59Z', '2026-11-19T22:30:00Z', 3],
] as const)('a closed %s market %s: its last quote does not decide the nights', (session, _, last, clock, nights) => {
  const closed = { ...quote, status: 0 as const, time: Date.parse(last) }
  const market = (time: string) =>
    marketFrom({
      item: { ...eurusd, Session: session },
      quote: closed,
      look: nothing,
      feeType: 1,
      time: Date.parse(time),
    })
  expect(market(clock).nights).toBe(nights)
})
