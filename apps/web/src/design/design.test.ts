/** The pure parts of the components: steps, pulls, small charts and risk rates. */
import { describe, expect, it } from 'vitest'
import { pullOf, releases } from './pulling.ts'
import { riskOf } from './risk.ts'
import { sparklinePaths } from './sparkline.ts'
import { plainNumber, stepped, steppedByKey } from './stepping.ts'

describe('stepping lots of EURUSD: 0.01 from 0.01 to 50', () => {
  const steps = { decimals: 2, step: '0.01', min: '0.01', max: '50' }
  it.each([
    ['0.10', 1, '0.11'],
    ['0.10', -1, '0.09'],
    ['0.01', -1, undefined],
    ['50', 1, undefined],
    ['49.995', 1, '50.00'],
    ['0.104', -1, '0.09'],
    ['', 1, '0.01'],
    ['abc', -1, '0.01'],
    ['0', 1, '0.01'],
    ['80', -1, '50.00'],
    ['80', 1, undefined],
  ] as const)('%j by %d -> %s', (text, direction, next) => expect(stepped(text, direction, steps)).toBe(next))
})

describe('arrow keys in the field step as its buttons do', () => {
  const steps = { decimals: 2, step: '0.01', min: '0.01', max: '50' }
  it.each([
    ['ArrowUp', '0.10', '0.11'],
    ['ArrowDown', '0.10', '0.09'],
    ['ArrowDown', '0.01', undefined],
    ['ArrowLeft', '0.10', undefined],
    ['Enter', '0.10', undefined],
  ])('%s from %s -> %s', (key, text, next) => expect(steppedByKey(key, text, steps)).toBe(next))
})

describe('stepping off the grid goes to the grid: steps of 5 from 5', () => {
  const steps = { decimals: 0, step: '5', min: '5', max: '22' }
  it.each([
    ['7', 1, '10'],
    ['7', -1, '5'],
    ['20', 1, '22'],
    ['22', 1, undefined],
    ['22', -1, '20'],
    ['5', -1, undefined],
  ] as const)('%j by %d -> %s', (text, direction, next) => expect(stepped(text, direction, steps)).toBe(next))
})

describe('text of phone keyboards', () => {
  it.each([
    ['1,085', '1.085'],
    ['١٫٠٨٥', '1.085'],
    ['۱۲', '12'],
    ['０．１５', '0.15'],
    ['０，１５', '0.15'],
    ['０。１５', '0.15'],
    [' 0.10 ', '0.10'],
  ])('%s is %s', (typed, plain) => expect(plainNumber(typed)).toBe(plain))
})

describe('risk', () => {
  it.each([
    ['0.00', 'calm', '0.00', 0],
    ['0.20', 'calm', '0.20', 0.002],
    ['1.59', 'calm', '1.59', 0.0159],
    ['24.99', 'calm', '24.99', 0.2499],
    ['25.00', 'watch', '25.00', 0.25],
    // 76 % of the equity is used as margin.
    ['38.00', 'watch', '38.00', 0.38],
    ['49.99', 'watch', '49.99', 0.4999],
    ['50.00', 'high', '50.00', 0.5],
    ['50.01', 'high', '50.01', 0.5001],
    ['66.66', 'high', '66.66', 0.6666],
    ['66.67', 'danger', '66.67', 0.6667],
    ['250.10', 'danger', '250.10', 1],
    ['999.99', 'danger', '999+', 1],
  ] as const)('%s is %s', (text, word, shown, share) => expect(riskOf(text)).toEqual({ word, shown, share }))
  it('is unknown without a rate', () => expect(riskOf('')).toBeUndefined())
})

describe('the small chart', () => {
  const box = { width: 60, height: 23 }
  it('spreads the closes from edge to edge, the lowest at the bottom', () => {
    expect(sparklinePaths(['1.0', '1.5', '2.0'], box)).toEqual({
      line: 'M0,21.5L30,11.5L60,1.5',
      area: 'M0,21.5L30,11.5L60,1.5L60,23L0,23Z',
      baseline: undefined,
    })
  })
  it('keeps the reference price of the change inside the box', () => {
    // The closes fall, but the price is up on the day: the line ends above the baseline.
    expect(sparklinePaths(['2.0', '1.5'], box, { from: '1.0' })).toMatchObject({
      line: 'M0,1.5L60,11.5',
      baseline: 21.5,
    })
    expect(sparklinePaths(['1.0', '1.5'], box, { from: '2.0' })).toMatchObject({
      line: 'M0,21.5L60,11.5',
      baseline: 1.5,
    })
    expect(sparklinePaths(['5', '5'], box, { from: '5' })?.baseline).toBe(11.5)
  })
  it('draws a line in the middle for equal closes', () =>
    expect(sparklinePaths(['5', '5'], box)?.line).toBe('M0,11.5L60,11.5'))
  it('draws nothing for a single close', () => expect(sparklinePaths(['5'], box)).toBeUndefined())
})

describe('pulling a list', () => {
  it.each([
    [-20, 0],
    [60, 30],
    [500, 96],
  ])('%d px of finger are %d px of list', (travel, pull) => expect(pullOf(travel)).toBe(pull))
  it('refreshes from 64 px on', () => expect([releases(63), releases(64)]).toEqual([false, true]))
})
