/** The size to close: shares on the step, typed sizes, faults, the result of a part. */
import { lotUnits, micros } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import { chosenPart, isDivisible, resultOf, sharesOf } from './part.ts'

const terms = { lotMin: lotUnits(100), lotStep: lotUnits(100) }
const held = lotUnits(10_000)

describe('the shares', () => {
  const texts = (lots: number, of = terms) => sharesOf(lotUnits(lots), of).map(({ percent, text }) => [percent, text])
  it('are rounded down to the step, and name the share that the size then is', () => {
    expect(texts(10_000)).toEqual([
      [25, '0.25'],
      [50, '0.50'],
      [75, '0.75'],
      [100, '1.00'],
    ])
    expect(texts(1_000).slice(0, 3)).toEqual([
      [20, '0.02'],
      [50, '0.05'],
      [70, '0.07'],
    ])
    expect(texts(300)).toEqual([
      [33, '0.01'],
      [67, '0.02'],
      [100, '0.03'],
    ])
  })
  it('include only sizes that can close, each size once', () => {
    expect(texts(200)).toEqual([
      [50, '0.01'],
      [100, '0.02'],
    ])
    expect(texts(100)).toEqual([[100, '0.01']])
    const wide = { lotMin: lotUnits(500), lotStep: lotUnits(100) }
    expect(texts(1_200, wide)).toEqual([
      [50, '0.06'],
      [100, '0.12'],
    ])
  })
})

describe('the chosen size', () => {
  it('is the whole position before a size is typed', () =>
    expect(chosenPart(undefined, held, terms)).toEqual({ lots: 10_000 }))
  it.each([
    ['0.30', { lots: 3_000 }],
    ['0,3', { lots: 3_000 }],
    ['٠٫٣', { lots: 3_000 }],
    ['1', { lots: 10_000 }],
    ['', { fault: 'missing' }],
    ['abc', { fault: 'not_a_number' }],
    ['NaN', { fault: 'not_a_number' }],
    ['9'.repeat(30), { fault: 'out_of_range' }],
    ['0.00001', { fault: 'lots_off_step' }],
    ['0.015', { fault: 'lots_off_step' }],
    ['0', { fault: 'lots_too_small' }],
    ['-0.30', { fault: 'lots_too_small' }],
    ['1.01', { fault: 'part_too_large' }],
  ])('%s is %j', (text, chosen) => expect(chosenPart(text, held, terms)).toEqual(chosen))
  it('of shares is never a thousandth of the typed one', () => {
    const whole = { lotMin: lotUnits(10_000), lotStep: lotUnits(10_000) }
    const faultOf = (text: string) => chosenPart(text, lotUnits(15_000_000), whole).fault
    expect([faultOf('1,000'), faultOf('1.000'), faultOf('1000')]).toEqual(['not_a_number', 'not_a_number', undefined])
    // Bought while parts of a share were sold.
    expect(chosenPart('1.125', lotUnits(11_250), whole)).toEqual({ lots: 11_250 })
  })
  it('leaves at least the minimum open', () => {
    const wide = { lotMin: lotUnits(500), lotStep: lotUnits(100) }
    expect(chosenPart('0.96', held, wide)).toEqual({ fault: 'rest_too_small' })
  })
})

it('a position is divisible if both parts have the minimum', () => {
  expect([100, 199, 200, 10_000].map((lots) => isDivisible(lotUnits(lots), terms))).toEqual([false, false, true, true])
})

it('the result of a part is its share', () => {
  expect(resultOf(micros(-1_500_000), { lots: lotUnits(300), held: lotUnits(1_000) })).toBe(-450_000)
  expect(resultOf(micros(5), { lots: lotUnits(100), held: lotUnits(1_000) })).toBe(1)
})
