/**
 * Trading rule 2 as tables: which quotes are believed, and when the gate is held. Prices are EURUSD points: 108500 is
 * 1.08500.
 */
import { millis, PRICE_MAX, points } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeedQuote, GUARD_MIN } from './feed.ts'
import { LATE_MAX, QualityGate } from './quality.ts'
import { ANY_PRICE, newGate, play, type Row, rowAt, told } from './quality-fixture.ts'

describe('the quality gate', () => {
  // 0.2 % of 108500 is 217 points.
  const cases: readonly [string, readonly Row[], (number | string)[]][] = [
    ['an ordinary walk', [[108_500], [108_503], [108_499]], [108_500, 108_503, 108_499]],
    ['a jump of exactly the guard is ordinary', [[108_500], [108_717]], [108_500, 108_717]],
    ['one point more holds', [[108_500], [108_718]], [108_500, 'held']],
    ['a spike that comes back never counts', [[108_500], [109_500], [108_502]], [108_500, 'held', 108_502]],
    ['a real jump counts with its confirmation', [[108_500], [107_500], [107_480]], [108_500, 'held', 107_480]],
    [
      'a row written twice confirms nothing',
      [[108_500], [109_500, 10, 1], [109_500, 10, 1], [109_500, 10, 1], [108_501]],
      [108_500, 'held', 'held', 'held', 108_501],
    ],
    [
      'nor does it with a new source time each time it is written: only other prices do',
      [[108_500], [106_700], [106_700], [106_700], [106_700], [108_501]],
      [108_500, 'held', 'held', 'held', 'held', 108_501],
    ],
    [
      'unless the source says them again six times over ten seconds',
      [[108_500], [106_700], ...[6, 7, 8, 9, 15, 16].map((second): Row => [106_700, 10, second]), [106_701, 10, 17]],
      [108_500, 'held', ...Array.from({ length: 5 }, () => 'held'), 106_700, 106_701],
    ],
    [
      'nor when a source that was away for a minute says its last row again',
      [[108_500], [106_700], [106_700, 10, 61], [108_501, 10, 62]],
      [108_500, 'held', 'held', 108_501],
    ],
    [
      'nor in a trend, whose second row comes again',
      [[108_500], [108_825], [109_150], [109_150], [109_475]],
      [108_500, 'held', 'held', 'held', 109_475],
    ],
    [
      'nor in one that ends with an earlier row once more: only the row after it does',
      [[108_500], [108_900], [111_800], [108_900], [108_902]],
      [108_500, 'held', 'held', 'held', 108_902],
    ],
    [
      'a level whose first row comes again counts with the first row that differs',
      [[108_500], [106_700], [106_700], [106_701]],
      [108_500, 'held', 'held', 106_701],
    ],
    [
      'a row between the row and its repetition is late',
      [[108_500], [106_700, 10, 2], [106_700, 10, 5], [106_702, 10, 4], [108_501, 10, 6]],
      [108_500, 'held', 'held', 'held', 108_501],
    ],
    [
      'nor does another row of the same moment, near or back',
      [[108_500], [109_500, 10, 1], [109_505, 10, 1], [108_500, 10, 1], [108_501]],
      [108_500, 'held', 'held', 'held', 108_501],
    ],
    [
      'nor does an earlier one: it is older than the suspect',
      [[108_500], [109_500, 10, 3], [108_502, 10, 2], [109_505, 10, 2], [109_506, 10, 4]],
      [108_500, 'held', 'held', 'held', 109_506],
    ],
    [
      'a trend confirms itself with its third quote',
      [[108_500], [108_825], [109_150], [109_475]],
      [108_500, 'held', 'held', 109_475],
    ],
    [
      'but not where the ask alone goes on, row by row, after a gap',
      [[108_500], [108_900, 9_000], [108_900, 18_000], [108_900, 27_000], [108_901], [108_902]],
      [108_500, 'held', 'held', 'held', 'held', 108_902],
    ],
    [
      'nor where it goes back, to a row of before or of another line',
      [[108_500], [110_500], [111_800], [108_750], [111_810], [111_812]],
      [108_500, 'held', 'held', 'held', 'held', 111_812],
    ],
    [
      'nor to the very row of another line, which is sent twice around a gap',
      [[108_500], [109_400], [109_000], [109_400], [109_001], [109_002]],
      [108_500, 'held', 'held', 'held', 'held', 109_002],
    ],
    [
      'nor where it leaps at its end by twice the step before',
      [[108_500], [109_200], [109_900], [111_290], [109_910], [109_911]],
      [108_500, 'held', 'held', 'held', 'held', 109_911],
    ],
    [
      'nor with two on one side after one on the other',
      [[108_500], [109_500], [107_500], [107_000]],
      [108_500, 'held', 'held', 'held'],
    ],
    [
      'a second spike elsewhere confirms nothing',
      [[108_500], [109_500], [107_500], [108_501]],
      [108_500, 'held', 'held', 108_501],
    ],
    [
      'nor do spikes up and down in turn, however many',
      [[108_500], [109_500], [107_500], [109_505], [107_505], [109_510], [107_510]],
      [108_500, 'held', 'held', 'held', 'held', 'held', 'held'],
    ],
    [
      'two sources that disagree: only the level that was good is published',
      [[108_500], [109_500], [108_501], [109_501], [108_502], [109_502], [108_503]],
      [108_500, 'held', 108_501, 'held', 108_502, 'held', 108_503],
    ],
    [
      'crossed never counts, not even twice',
      [
        [108_500, -1],
        [108_500, -1],
      ],
      ['-', '-'],
    ],
    ['touching is not crossed', [[108_500, 0]], [108_500]],
    [
      'nor do zero and negative prices',
      [
        [0, 5],
        [-3, 7],
        [108_500, -108_500],
      ],
      ['-', '-', '-'],
    ],
    [
      'a crossed quote in between neither confirms nor refutes',
      [[108_500], [107_500], [108_500, -1], [107_490]],
      [108_500, 'held', 'held', 107_490],
    ],
    ['the ask alone can jump', [[108_500], [108_500, 500], [108_501]], [108_500, 'held', 108_501]],
    ['a spread ten times as wide is ordinary', [[108_500], [108_500, 100]], [108_500, 108_500]],
    [
      'one point wider holds, although the price lies within the guard',
      [[108_500], [108_500, 101], [108_500]],
      [108_500, 'held', 108_500],
    ],
    [
      'a wide spread is confirmed by another one',
      [[108_500], [108_500, 150], [108_490, 152]],
      [108_500, 'held', 108_490],
    ],
    [
      'by one that is not much wider than it',
      [[108_500], [108_500, 110], [108_500, 166], [108_500, 165]],
      [108_500, 'held', 'held', 108_500],
    ],
    [
      'and is then as good as it was: only a wider one waits',
      [[108_500], [108_500, 150], [108_490, 152], [108_495, 151], [108_495, 153], [108_500, 10], [108_500, 140]],
      [108_500, 'held', 108_490, 108_495, 'held', 108_500, 'held'],
    ],
    [
      'a level is confirmed, a spread beside it is not',
      [[108_500], [109_500], [109_490, 150], [109_495]],
      [108_500, 'held', 'held', 109_495],
    ],
    [
      'nor does a trend confirm a spread: its third row is wide for the first time',
      [[108_500], [108_825], [109_450], [109_500, 500], [109_510]],
      [108_500, 'held', 'held', 'held', 109_510],
    ],
    [
      'a trend whose rows grow wide together is believed',
      [[108_500], [108_100], [107_500, 300], [106_950, 400]],
      [108_500, 'held', 'held', 106_950],
    ],
    [
      'the first of all is checked by its spread alone',
      [[108_500, 101], [108_500], [108_501]],
      ['held', 'held', 108_501],
    ],
    [
      'a late row changes nothing',
      [[108_500], [108_510, 10, 5], [108_505, 10, 3], [108_512, 10, 6]],
      [108_500, 108_510, '-', 108_512],
    ],
    [
      'a source that sends its past again is held until it comes to the present',
      [
        [108_500, 10, 5],
        [108_491, 10, 1],
        [108_492, 10, 2],
        [108_493, 10, 3],
        [108_494, 10, 4],
        [108_498, 10, 6],
      ],
      [108_500, '-', '-', 'held', 'held', 108_498],
    ],
    [
      'one late row that is farther than a spread away holds: the clock of its source may have been set back',
      [
        [108_500, 10, 5],
        [108_511, 10, 4],
        [108_502, 10, 6],
      ],
      [108_500, 'held', 108_502],
    ],
  ]
  test.each(cases)('%s', (_, rows, expected) => expect(told(rows)).toEqual(expected))

  test('three late rows in a row hold, no fewer near the price', () => expect(LATE_MAX).toBe(3))

  test('the older suspects of a confirmation belong to the chart only', () => {
    const trend = play(newGate(), [[108_500], [108_825], [109_150], [109_475]])
    expect(trend.map(({ passed }) => passed.map(({ bid }) => bid))).toEqual([[], [], [], [108_825, 109_150]])
    const jump = play(newGate(), [[108_500], [109_500], [107_500], [107_490]])
    expect(jump.map(({ passed }) => passed.map(({ bid }) => bid))).toEqual([[], [], [], [107_500]])
  })

  test('a trend needs bid and ask beyond the guard: a widening spread is none', () => {
    expect(told([[108_500], [108_500, 400], [108_500, 700], [108_500, 1_000], [108_501]])).toEqual([
      108_500,
      'held',
      'held',
      'held',
      108_501,
    ])
  })

  const still = (count: number): Row[] =>
    Array.from({ length: count }, (_, index): Row => [index % 2 === 0 ? 108_500 : 108_540])

  test('in a lively market the guard is eight ordinary moves', () => {
    // Moves of 40 points: the guard is 320, wider than 0.2 %.
    const rising = Array.from({ length: 50 }, (_, index): Row => [106_580 + 40 * index])
    for (const [bid, expected] of [
      [108_540 + 320, 108_860],
      [108_540 + 321, 'held'],
    ] as const) {
      const gate = newGate()
      play(gate, rising)
      expect(play(gate, [[bid]], 50).map(({ published, held }) => published?.bid ?? held)).toEqual([
        expected === 'held' ? true : expected,
      ])
    }
  })

  test('refuted spikes widen no guard, and one written often says no more than once', () => {
    const gate = newGate()
    play(gate, still(30))
    const spikes = Array.from({ length: 300 }, (_, index): Row => [index % 2 === 0 ? 110_000 : 108_540])
    play(gate, spikes, 30)
    expect(play(gate, [[108_540 + 321]], 330)[0]?.held).toBe(true)
  })

  test('a short phase of wide spreads after the start does not become the usual one', () => {
    const calm: Row[] = Array.from({ length: 5 }, (_, index) => [108_500 + index])
    const wide: Row[] = Array.from({ length: 20 }, (_, index) => [108_500 + index, 150])
    expect(told([...calm, ...wide, ...calm, [108_500, 220], [108_501]]).slice(-2)).toEqual(['held', 108_501])
  })

  test('suspect wide spreads that were refuted do not become the usual one', () => {
    const gate = newGate()
    play(
      gate,
      Array.from({ length: 401 }, (_, index): Row => [108_500, index % 2 === 0 ? 10 : 150]),
    )
    expect(play(gate, [[108_500, 101]], 401)[0]?.held).toBe(true)
  })

  test('a confirmed trend goes on: each further quote is waited for, and the guard follows', () => {
    const gate = newGate()
    const rise = Array.from({ length: 200 }, (_, index): Row => [108_500 + index * 330])
    const published = play(gate, rise).filter(({ published: quote }) => quote !== undefined)
    expect(published.length).toBeGreaterThan(150)
    expect(play(gate, [[108_500 + 200 * 330]], 200)[0]?.held).toBe(false)
  })

  test('a source that is ahead of the market clock by two seconds counts as of now, one by more not at all', () => {
    const gate = newGate()
    expect(gate.validateQuote(rowAt(108_500, 10_000), millis(10_000), false).published?.time).toBe(10_000)
    expect(gate.validateQuote(rowAt(108_510, 12_101), millis(10_100)).published).toBeUndefined()
    // The next honest one is not late.
    expect(gate.validateQuote(rowAt(108_505, 12_200), millis(10_200)).published).toMatchObject({
      time: 10_200,
      bid: 108_505,
    })
    expect(gate.counts).toMatchObject({ good: 2, ahead: 1, late: 0 })
  })

  test('rows of a source that is ahead are compared by its own time: an older one that follows is late', () => {
    const gate = newGate()
    gate.validateQuote(rowAt(108_500, 10_000), millis(10_000), false)
    expect(gate.validateQuote(rowAt(108_600, 12_000), millis(10_100)).published?.time).toBe(10_100)
    expect(gate.validateQuote(rowAt(108_400, 11_000), millis(11_000)).published).toBeUndefined()
    expect(gate.counts).toMatchObject({ good: 2, late: 1 })
    expect(gate.validateQuote(rowAt(108_610, 12_001), millis(11_100)).published).toMatchObject({
      time: 11_100,
      bid: 108_610,
    })
  })

  test('a suspect of a source that is ahead is confirmed by no row that is older', () => {
    const gate = newGate()
    gate.validateQuote(rowAt(108_500, 10_000), millis(10_000), false)
    expect(gate.validateQuote(rowAt(109_500, 12_000), millis(10_100)).published).toBeUndefined()
    expect(gate.validateQuote(rowAt(109_505, 11_000), millis(11_000)).published).toBeUndefined()
    expect(gate.validateQuote(rowAt(109_506, 12_001), millis(11_100)).published?.bid).toBe(109_506)
    expect(gate.counts).toMatchObject({ confirmed: 1, late: 1 })
  })

  test('each kind is counted', () => {
    const gate = newGate()
    play(gate, [
      [108_500],
      [107_500],
      [107_480],
      [110_000],
      [107_481],
      [5, -1],
      [0, 0],
      [107_481, 10, 4],
      [107_481, 10, 3],
    ])
    play(
      gate,
      [
        [PRICE_MAX + 1, 0],
        [108_500, PRICE_MAX],
      ],
      9,
    )
    expect(gate.counts).toEqual({
      good: 3,
      suspect: 2,
      confirmed: 1,
      refuted: 1,
      crossed: 1,
      notPositive: 1,
      tooHigh: 2,
      tooLow: 0,
      ahead: 0,
      late: 1,
      repeated: 1,
      unsteady: 0,
    })
  })

  test('a price that the instrument cannot have is broken however often it comes', () => {
    const gate = new QualityGate({
      guardMin: 1_000_000 as typeof GUARD_MIN,
      spreadTypical: () => points(10),
      lowest: points(3_000),
      highest: points(3_000_000),
    })
    const rows: Row[] = [[108_500], [2_999_991], [2_999_992], [2_999, 2], [2_998, 3], [3_000], [2_999_990]]
    expect(told(rows, gate)).toEqual([108_500, 'held', 'held', 'held', 'held', 3_000, 2_999_990])
    expect(gate.counts).toMatchObject({ tooHigh: 2, tooLow: 2, good: 3 })
  })

  test('a feed whose guard is the whole price is not checked', () => {
    const gate = new QualityGate({
      guardMin: 1_000_000 as typeof GUARD_MIN,
      spreadTypical: () => points(10),
      ...ANY_PRICE,
    })
    expect(play(gate, [[100], [190, 90], [20, 900]]).every(({ held }) => !held)).toBe(true)
  })

  test('whatever comes in: what goes out is valid and in order, and while the gate is open it is the newest valid quote', () => {
    const row = fc.record({
      bid: fc.oneof(fc.integer({ min: 99_800, max: 100_200 }), fc.integer({ min: -5, max: 200_000 })),
      spread: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: -2, max: 400 })),
      step: fc.integer({ min: -1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 300 }), (path) => {
        const gate = newGate()
        let time = 10_000
        let newest: FeedQuote | undefined
        let published: FeedQuote | undefined
        for (const { bid, spread, step } of path) {
          time += step
          const quote: FeedQuote = {
            instrument: 1,
            time: millis(time),
            bid: points(bid),
            ask: points(bid + spread),
            volume: 1,
          }
          const out = gate.validateQuote(quote, millis(Math.max(time, newest?.time ?? 0))).published
          if (bid > 0 && spread >= 0 && bid + spread > 0 && time >= (newest?.time ?? 0)) newest = quote
          if (out !== undefined) expect(out.time).toBeGreaterThanOrEqual(published?.time ?? 0)
          published = out ?? published
          if (gate.heldSince === undefined) expect(published).toEqual(newest)
        }
        const { good, suspect, confirmed, refuted } = gate.counts
        expect(suspect - confirmed - refuted).toBeGreaterThanOrEqual(0)
        expect(good).toBeGreaterThanOrEqual(confirmed === 0 ? 0 : 1)
      }),
    )
  })

  test('the ordinary move is the median of the last 200, however the moves came', () => {
    // At bids around 100,000 a step of at most 50 is below the 200 points of 0.2 %: no quote of the walk is suspect.
    const walk = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 20, maxLength: 450 })
    fc.assert(
      fc.property(walk, (steps) => {
        const gate = newGate()
        const bids = [100_000]
        for (const step of steps) bids.push((bids[bids.length - 1] ?? 0) + step)
        play(
          gate,
          // A spread so wide that no step is a leap.
          bids.map((bid): Row => [bid, 100]),
        )
        const last = bids[bids.length - 1] ?? 0
        const sizes = steps
          .slice(-200)
          .map(Math.abs)
          .sort((a, b) => a - b)
        const guard = Math.max(8 * (sizes[sizes.length >> 1] ?? 0), last * 0.002)
        expect(play(gate, [[last + Math.floor(guard) + 1, 100]], bids.length)[0]?.held).toBe(true)
        expect(gate.counts).toMatchObject({ good: bids.length, suspect: 1 })
      }),
      { numRuns: 60 },
    )
  })
})
