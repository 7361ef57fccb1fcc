/** The calculator against the domain's functions, with a trader's numbers: its figures equal those of an order. */
import {
  CONVERSION_USD,
  conversionFrom,
  feeOf,
  financingOf,
  lotUnits,
  marginOf,
  points,
  ppm,
  profitOf,
} from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import type { TicketMarket, TicketTerms } from '../ticket/ticket.ts'
import { EURUSD_FINANCED as eurusd, MARKET as market } from '../ticket/ticket-fixture.ts'
import { type CalculatorForm, calculate, calculatorFor } from './calculator.ts'
import { capitalText } from './capitalText.ts'

const usdjpy: TicketTerms = { ...eurusd, id: 3, pricePrecision: 3 }
const yen: TicketMarket = {
  ...market,
  bid: points(150_321),
  ask: points(150_333),
  conversion: conversionFrom('divide', points(150_321), 3),
}
const start = { side: 'buy', lots: '0.50', leverage: 30, capital: '10000' } as const
const form = (changes: Partial<CalculatorForm> = {}): CalculatorForm => ({
  ...calculatorFor(start, eurusd, market),
  ...changes,
})

it('starts with the choices of the ticket and its fill price', () => {
  expect(form()).toMatchObject({ lots: '0.50', open: '1.08521', close: '1.08521', nights: '1', stop: '20.0' })
  expect(calculatorFor({ ...start, side: 'sell' }, eurusd, market).open).toBe('1.08512')
})

describe('0.50 EUR/USD', () => {
  const lots = lotUnits(5_000)
  const found = calculate(form({ close: '1.09021', nights: '3' }), eurusd, market)
  it('margin and fee as the engine charges them', () => {
    const margin = marginOf({ terms: eurusd, lots, price: points(108_512), leverage: 30, conversion: CONVERSION_USD })
    expect(found.margin).toBe(margin)
    expect(found.margin).toBe(1_808_533_334)
    expect(found.fee).toBe(feeOf({ feeType: 1, terms: eurusd, lots, margin }))
  })
  it('a pip is 5 USD', () => expect(found.pip).toBe(5_000_000))
  it('50 pips are 250 USD, for a short a loss', () => {
    expect(found.profit).toBe(250_000_000)
    expect(calculate(form({ close: '1.09021', side: 'sell' }), eurusd, market).profit).toBe(-250_000_000)
  })
  it('three nights of financing', () =>
    expect(found.financing).toBe(
      financingOf({
        terms: eurusd,
        lots,
        close: points(108_512),
        rate: ppm(-30_000),
        nights: 3,
        conversion: CONVERSION_USD,
      }),
    ))
  it('1 % of 10,000 USD over 20 pips is the size of 0.50 lots', () => {
    expect(found.risk).toBe(100_000_000)
    expect(found.sized).toEqual({ lots: 5_000, loss: -100_000_000, margin: 1_808_533_334, atMost: false })
  })
})

it.each([
  ['10000.005000', '10000.00'],
  ['99.999999', '99.99'],
  ['5', '5'],
  ['-12.500000', ''],
  [undefined, ''],
])('an equity of %s begins as %s', (equity, text) => expect(capitalText(equity)).toBe(text))

it('yen are converted as a fill would be', () => {
  const found = calculate(
    { ...calculatorFor(start, usdjpy, yen), open: '150.333', close: '149.333', percent: '2', stop: '30' },
    usdjpy,
    yen,
  )
  const position = { terms: usdjpy, side: 'buy', lots: lotUnits(5_000) } as const
  expect(found.profit).toBe(
    profitOf({
      ...position,
      open: points(150_333),
      price: points(149_333),
      conversion: yen.conversion ?? CONVERSION_USD,
    }),
  )
  expect(found.sized).toMatchObject({ lots: 10_000 })
})

it('a price with thousands is none, and one lot with decimals is one lot', () => {
  const index = { ...eurusd, contractSize: 1, pricePrecision: 2 }
  const now = { ...market, bid: points(4_461_230), ask: points(4_461_280) }
  const typed = { ...calculatorFor({ ...start, lots: '1.000' }, index, now), close: '44,500' }
  expect(calculate(typed, index, now).faults).toEqual({ close: 'not_a_number' })
  expect(calculate({ ...typed, close: '44500' }, index, now).profit).toBeLessThan(0)
})

it('an instrument without pips counts in its price, and its limits hold', () => {
  const apple = { ...eurusd, contractSize: 1, pricePrecision: 2, lotStep: lotUnits(10_000), lotMin: lotUnits(10_000) }
  const stock = { ...market, bid: points(22_852), ask: points(22_856) }
  const typed = { ...calculatorFor({ ...start, lots: '10' }, apple, stock), stop: '2.50', percent: '0.5' }
  expect(calculate(typed, apple, stock).pip).toBe(100_000)
  expect(calculate(typed, apple, stock).sized).toMatchObject({ lots: 200_000, atMost: false })
  expect(calculate({ ...typed, percent: '100' }, apple, stock).sized).toMatchObject({ lots: 500_000, atMost: true })
  expect(calculate({ ...typed, capital: '100', stop: '5' }, apple, stock).sized).toBe('too_small')
})

describe('an unreadable text is named and gives no figure', () => {
  it.each<[Partial<CalculatorForm>, object]>([
    [{ lots: '' }, { lots: 'missing' }],
    [{ capital: '10,000' }, { capital: 'not_a_number' }],
    [{ capital: '10.000' }, { capital: 'not_a_number' }],
    [{ stop: '1,000' }, { stop: 'not_a_number' }],
    [{ nights: '1.000' }, { nights: 'not_a_number' }],
    [{ lots: '0.505' }, { lots: 'lots_off_step' }],
    [{ lots: '99' }, { lots: 'lots_too_large' }],
    [{ open: '1.085123' }, { open: 'too_precise' }],
    [{ close: '0' }, { close: 'out_of_range' }],
    [{ nights: '1.5' }, { nights: 'too_precise' }],
    [{ nights: '366' }, { nights: 'out_of_range' }],
    [{ capital: '-5' }, { capital: 'out_of_range' }],
    [{ capital: '1e9' }, { capital: 'not_a_number' }],
    [{ capital: '99999999999999' }, { capital: 'out_of_range' }],
    [{ percent: '0' }, { percent: 'out_of_range' }],
    [{ percent: '100.01' }, { percent: 'out_of_range' }],
    [{ stop: '0' }, { stop: 'out_of_range' }],
    [{ stop: '<b>' }, { stop: 'not_a_number' }],
  ])('%j', (changes, faults) => {
    const found = calculate(form(changes), eurusd, market)
    expect(found.faults).toEqual(faults)
    if (changes.lots !== undefined)
      expect([found.margin, found.pip, found.profit]).toEqual([undefined, undefined, undefined])
    if (changes.open !== undefined || changes.close !== undefined) expect(found.profit).toBeUndefined()
    if (changes.stop !== undefined || changes.percent !== undefined || changes.capital !== undefined)
      expect(found.sized).toBeUndefined()
  })

  it('without a rate or a price the figures are unknown, not zero', () => {
    for (const lacking of [{ conversion: undefined }, { bid: undefined, ask: undefined }]) {
      const { margin, fee, pip, profit, financing, sized } = calculate(form(), eurusd, { ...market, ...lacking })
      expect([margin, fee, pip, profit, financing, sized]).toEqual(Array(6).fill(undefined))
    }
  })
})
