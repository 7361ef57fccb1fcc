/** The page of an instrument: hours on real calendar days, amounts of the engine, ranges from candles. */
import { conversionFrom, lotUnits, points, ppm } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import { EURUSD_FINANCED as eurusd, MARKET as market } from '../ticket/ticket-fixture.ts'
import { hoursOf, marginLines, placeIn, rangesOf, typicalSpread, valuesOf, weekHoursOf } from './instrument.ts'
import { codeIn, instrumentAddress } from './instrumentAddress.ts'

const at = (text: string) => Date.parse(text)
const OPEN = { kind: 'open' } as const

describe('hours', () => {
  it('a market without hours has none', () =>
    expect(hoursOf({ session: 'forex', alwaysOpen: true, market: OPEN, now: at('2026-03-04T12:00:00Z') })).toEqual({
      kind: 'always',
    }))

  it('forex on a Wednesday: closes 16:58 New York, opens again seven minutes later', () =>
    expect(hoursOf({ session: 'forex', alwaysOpen: false, market: OPEN, now: at('2026-03-04T12:00:00Z') })).toEqual({
      kind: 'open',
      closes: at('2026-03-04T21:58:00Z'),
      opens: at('2026-03-04T22:05:00Z'),
    }))

  it('forex on a Friday: opens again on Sunday, after the clocks have changed', () =>
    expect(hoursOf({ session: 'forex', alwaysOpen: false, market: OPEN, now: at('2026-03-06T12:00:00Z') })).toEqual({
      kind: 'open',
      closes: at('2026-03-06T21:58:00Z'),
      opens: at('2026-03-08T21:05:00Z'),
    }))

  it('forex in a week: from Sunday to Friday, with the break of Monday', () =>
    expect(weekHoursOf('forex', at('2026-05-05T12:00:00Z'))).toMatchObject({
      opens: at('2026-05-10T21:05:00Z'),
      pause: at('2026-05-11T20:58:00Z'),
      resumes: at('2026-05-11T21:05:00Z'),
      closes: at('2026-05-15T20:58:00Z'),
    }))

  it('shares in a week: the first opening and the last one, also from the middle of a session', () =>
    expect(weekHoursOf('us_stocks', at('2026-05-06T15:00:00Z'))).toMatchObject({
      opens: at('2026-05-11T13:30:00Z'),
      pause: at('2026-05-11T20:00:00Z'),
      last: at('2026-05-15T13:30:00Z'),
      closes: at('2026-05-15T20:00:00Z'),
    }))

  it('shares before a short day: opens at 09:30, closes at 13:00', () =>
    expect(
      hoursOf({
        session: 'us_stocks',
        alwaysOpen: false,
        market: { kind: 'closed', opens: undefined },
        now: at('2026-11-27T10:00:00Z'),
      }),
    ).toEqual({ kind: 'closed', opens: at('2026-11-27T14:30:00Z'), closes: at('2026-11-27T18:00:00Z') }))

  it('the last quote of a closed market is before its close: the opening time of the server counts', () =>
    expect(
      hoursOf({
        session: 'metals',
        alwaysOpen: false,
        market: { kind: 'closed', opens: at('2026-03-08T21:05:00Z') },
        now: at('2026-03-06T21:57:59Z'),
      }),
    ).toEqual({ kind: 'closed', opens: at('2026-03-08T21:05:00Z'), closes: at('2026-03-09T20:58:00Z') }))
})

describe('amounts of a size', () => {
  it('margin at each leverage, equal to the ticket', () =>
    expect(marginLines(lotUnits(1_000), eurusd, market)).toEqual([
      { leverage: 1, margin: 10_851_200_000, fee: 350_000 },
      { leverage: 10, margin: 1_085_120_000, fee: 350_000 },
      { leverage: 30, margin: 361_706_667, fee: 350_000 },
    ]))
  it('one line in fixed mode', () =>
    expect(
      marginLines(lotUnits(10_000), { ...eurusd, marginMode: 'fixed', contractSize: 50, leverages: [] }, market),
    ).toEqual([{ leverage: 0, margin: 50_000_000, fee: 3_500_000 }]))
  it('a fee of the margin differs by leverage', () =>
    expect(
      marginLines(lotUnits(1_000), { ...eurusd, feeOfMargin: ppm(1_000) }, { ...market, feeType: 2 }).map(
        ({ fee }) => fee,
      ),
    ).toEqual([10_851_200, 1_085_120, 361_707]))
  it('point, pip and a night for 1 lot', () =>
    expect(valuesOf(lotUnits(10_000), eurusd, market)).toEqual({
      point: 1_000_000,
      pip: 10_000_000,
      long: -9_042_667,
      short: 3_617_067,
    }))
  it('in yen a pip is converted; a share has no pip', () => {
    const yen = { ...market, bid: points(150_321), conversion: conversionFrom('divide', points(150_321), 3) }
    expect(valuesOf(lotUnits(10_000), { ...eurusd, pricePrecision: 3 }, yen).pip).toBe(6_652_430)
    expect(valuesOf(lotUnits(10_000), { ...eurusd, pricePrecision: 2, contractSize: 1 }, market)).toMatchObject({
      point: 10_000,
      pip: undefined,
    })
  })
  it('without size, price or rate the figures are unknown, not zero', () => {
    expect(valuesOf(undefined, eurusd, market).pip).toBeUndefined()
    expect(valuesOf(lotUnits(1_000), eurusd, { ...market, conversion: undefined }).long).toBeUndefined()
    expect(marginLines(lotUnits(1_000), eurusd, { ...market, bid: undefined })[0]?.margin).toBeUndefined()
  })
})

it.each([
  ['0.00010', 5, '1.0'],
  ['0.012', 3, '1.2'],
  ['0.05', 2, '0.05'],
])('a typical spread of %s at %d decimals is %s', (SpreadTypical, PricePrecision, text) =>
  expect(typicalSpread({ SpreadTypical, PricePrecision })).toBe(text),
)

describe('ranges', () => {
  const candle = (Low: string, High: string) => ({ Time: 0, Open: Low, Close: High, Low, High, Volume: 1 })
  it('the newest day, and all days; texts of different length are compared as numbers', () => {
    const ranges = rangesOf([candle('98.50', '99.90'), candle('99.20', '101.00'), candle('100.10', '100.90')], 2)
    expect(ranges).toEqual({
      day: { low: '100.10', high: '100.90', days: 1 },
      all: { low: '98.50', high: '101.00', days: 3 },
    })
  })
  it('none without candles', () => expect(rangesOf([], 2)).toBeUndefined())
  it.each([
    ['100.50', 50],
    ['99.00', 0],
    ['102.00', 100],
    [undefined, undefined],
  ])('the price %s stands at %s', (price, place) =>
    expect(placeIn({ low: '100.00', high: '101.00', days: 1 }, price)).toBe(place),
  )
})

it('the address contains every possible code of an instrument', () => {
  for (const code of ['EURUSD', 'EUR/USD', 'BRK.B', 'A&B=C'])
    expect(codeIn(instrumentAddress(code).replace('/instrument', ''))).toBe(code)
  expect(codeIn('')).toBeUndefined()
})
