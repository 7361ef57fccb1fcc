/** Trading rule 2 as tables: which quotes are believed, and when. Prices are EURUSD points: 108500 is 1.08500. */
import { type Millis, millis, PRICE_MAX, points } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FeedQuote, GUARD_MIN } from './feed.ts'
import { QualityGate } from './quality.ts'

const quote = (bid: number, ask = bid + 10, at = 0): FeedQuote => ({
  instrument: 1,
  time: millis(at),
  bid: points(bid),
  ask: points(ask),
  volume: 1,
})

/** What comes out of the gate for each bid that goes in, as bids. */
function judged(quotes: readonly FeedQuote[], gate = new QualityGate(GUARD_MIN)): number[][] {
  return quotes.map((each) => gate.judge(each).map(({ bid }) => bid))
}

describe('the quality gate', () => {
  // 0.2 % of 108500 is 217 points.
  const cases: readonly [string, readonly FeedQuote[], number[][]][] = [
    ['an ordinary walk', [quote(108_500), quote(108_503), quote(108_499)], [[108_500], [108_503], [108_499]]],
    ['a jump of exactly the guard is ordinary', [quote(108_500), quote(108_717)], [[108_500], [108_717]]],
    ['one point more waits', [quote(108_500), quote(108_718)], [[108_500], []]],
    ['a spike that comes back never counts', [quote(108_500), quote(109_500), quote(108_502)], [[108_500], [], [108_502]]],
    ['a real jump counts with its confirmation', [quote(108_500), quote(107_500), quote(107_480)], [[108_500], [], [107_500, 107_480]]],
    [
      'a second spike elsewhere confirms nothing',
      [quote(108_500), quote(109_500), quote(107_500), quote(108_501)],
      [[108_500], [], [], [108_501]],
    ],
    ['crossed never counts, not even twice', [quote(108_500, 108_499), quote(108_500, 108_499)], [[], []]],
    ['touching is not crossed', [quote(108_500, 108_500)], [[108_500]]],
    ['nor do zero and negative prices', [quote(0, 5), quote(-3, 4), quote(108_500, 0)], [[], [], []]],
    [
      'a crossed quote in between does not break a confirmation',
      [quote(108_500), quote(107_500), quote(107_500, 107_400), quote(107_490)],
      [[108_500], [], [], [107_500, 107_490]],
    ],
    ['the ask alone can jump', [quote(108_500), quote(108_500, 109_000), quote(108_501)], [[108_500], [], [108_501]]],
  ]
  test.each(cases)('%s', (_, quotes, expected) => expect(judged(quotes)).toEqual(expected))

  test('in a lively market the guard is eight ordinary moves', () => {
    // Moves of 40 points: the guard is 320, wider than 0.2 %.
    const lively = Array.from({ length: 50 }, (_, index) => quote(index % 2 === 0 ? 108_500 : 108_540))
    const gate = new QualityGate(GUARD_MIN)
    judged(lively, gate)
    expect(judged([quote(108_540 + 320)], gate)).toEqual([[108_860]])
    const other = new QualityGate(GUARD_MIN)
    judged(lively, other)
    expect(judged([quote(108_540 + 321)], other)).toEqual([[]])
  })

  test('each kind is counted', () => {
    const gate = new QualityGate(GUARD_MIN)
    judged([quote(108_500), quote(107_500), quote(107_480), quote(110_000), quote(107_481), quote(5, 4), quote(0, 0)], gate)
    judged([quote(PRICE_MAX + 1), quote(108_500, PRICE_MAX + 1)], gate)
    expect(gate.counts).toEqual({ good: 4, suspect: 2, confirmed: 1, crossed: 1, notPositive: 1, tooHigh: 2 })
  })

  test('a weekend gap shows with the second quote after the opening, both at their own time', () => {
    const gate = new QualityGate(GUARD_MIN)
    gate.judge(quote(108_500, 108_510, 1))
    const monday: Millis = millis(2)
    expect(gate.judge({ ...quote(107_000), time: monday })).toEqual([])
    expect(gate.judge({ ...quote(107_005), time: millis(3) }).map(({ time }) => time)).toEqual([2, 3])
  })

  test('whatever comes in, what goes out is good and in order, and nothing comes twice', () => {
    const anyQuote = fc.record({ bid: fc.integer({ min: -5, max: 3_000 }), spread: fc.integer({ min: -2, max: 30 }) })
    fc.assert(
      fc.property(fc.array(anyQuote, { maxLength: 300 }), (path) => {
        const gate = new QualityGate(GUARD_MIN)
        const out = path.flatMap(({ bid, spread }, index) => [...gate.judge(quote(bid, bid + spread, index))])
        expect(out.every((each) => each.bid > 0 && each.ask >= each.bid)).toBe(true)
        expect(out.every((each, index) => index === 0 || each.time > (out[index - 1]?.time ?? 0))).toBe(true)
        expect(gate.counts.good).toBe(out.length)
      }),
    )
  })

  test('the ordinary move is the median of the last 200, however the moves came', () => {
    // At bids around 100,000 a step of at most 50 is below the 200 points of 0.2 %: no quote of the walk is suspect.
    const walk = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 20, maxLength: 450 })
    fc.assert(
      fc.property(walk, (steps) => {
        const gate = new QualityGate(GUARD_MIN)
        const bids = [100_000]
        for (const step of steps) bids.push((bids[bids.length - 1] ?? 0) + step)
        for (const bid of bids) gate.judge(quote(bid))
        const last = bids[bids.length - 1] ?? 0
        const sizes = steps
          .slice(-200)
          .map(Math.abs)
          .sort((a, b) => a - b)
        const guard = Math.max(8 * (sizes[sizes.length >> 1] ?? 0), last * 0.002)
        expect(gate.judge(quote(last + Math.floor(guard) + 1))).toEqual([])
        expect(gate.counts).toMatchObject({ good: bids.length, suspect: 1 })
      }),
      { numRuns: 60 },
    )
  })

  test('a move of exactly that guard passes', () => {
    const gate = new QualityGate(GUARD_MIN)
    for (let index = 0; index <= 200; index++) gate.judge(quote(index % 2 === 0 ? 100_000 : 100_060))
    expect(gate.judge(quote(100_000 + 480)).length).toBe(1)
  })
})
