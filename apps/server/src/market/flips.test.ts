/** A source that goes to and fro between two prices is held until it is steady: rows of EURUSD, a second apart. */
import { points } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { GUARD_MIN } from './feed.ts'
import { QualityGate } from './quality.ts'
import { ANY_PRICE, newGate, type Row, told } from './quality-fixture.ts'

const CALM: readonly Row[] = Array.from({ length: 40 }, (_, index) => [108_500 + (index % 3)])
/** From 108,640 back by less than a spread a row. */
const GLIDE: readonly Row[] = Array.from({ length: 17 }, (_, index) => [108_632 - 8 * index])
/** A trader fills no order at them. */
const OVER_BOTH: readonly Row[] = Array.from({ length: 6 }, () => [108_495, 100])
/** The results of the rows that follow 40 calm ones. */
const after = (rows: readonly Row[], gate = newGate()) => told([...CALM, ...rows], gate).slice(CALM.length)

const cases: readonly (readonly [name: string, rows: readonly Row[], expected: readonly (number | string)[]])[] = [
  [
    'a leap back by more than half of the guard holds until a second has passed without another',
    [[108_640], [108_500], [108_501]],
    [108_640, 'held', 108_501],
  ],
  [
    'smaller ones add up over a minute',
    [[108_560], [108_500], [108_560], [108_500], [108_501]],
    [108_560, 108_500, 108_560, 'held', 108_501],
  ],
  [
    'and are forgotten after it',
    [[108_560], [108_500], [108_560], [108_502, 10, 104], [108_563, 10, 105], [108_503, 10, 106]],
    [108_560, 108_500, 108_560, 108_502, 108_563, 108_503],
  ],
  [
    'the second time four spreads are enough, and two seconds must pass',
    [[108_640], [108_500], [108_501], [108_640], [108_641], [108_642]],
    [108_640, 'held', 108_501, 'held', 'held', 108_642],
  ],
  [
    'each further leap back begins the time anew',
    [[108_640], [108_500], [108_640], [108_500], [108_501]],
    [108_640, 'held', 'held', 'held', 108_501],
  ],
  [
    'one refuted spike is no leap back that counts, a second one within a minute is',
    [[109_500], [108_501], [108_502], [109_500], [108_501], [108_502]],
    ['held', 108_501, 108_502, 'held', 'held', 108_502],
  ],
  [
    'nor is a second one after a minute',
    [[109_500], [108_501], [108_502, 10, 110], [109_500, 10, 111], [108_503, 10, 112]],
    ['held', 108_501, 108_502, 'held', 108_503],
  ],
  [
    'a source that glides back and makes the same leap again is held as well',
    [[108_640], ...GLIDE, [108_641], [108_642]],
    [108_640, ...GLIDE.map(([bid]) => bid), 'held', 108_642],
  ],
  ['a price that goes on is no leap back', [[108_640], [108_780], [108_920]], [108_640, 108_780, 108_920]],
  [
    'nor is a second leap that goes elsewhere',
    [[108_640], ...GLIDE, [108_700], [108_701]],
    [108_640, ...GLIDE.map(([bid]) => bid), 108_700, 108_701],
  ],
  [
    'nor one that comes back to another price',
    [[108_640], [108_560], [108_700], [108_610], [108_750]],
    [108_640, 108_560, 108_700, 108_610, 108_750],
  ],
  [
    'nor one beside a spread as wide as the move',
    Array.from({ length: 30 }, (_, index): Row => [index % 2 === 0 ? 108_590 : 108_500, 95]),
    Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? 108_590 : 108_500)),
  ],
  [
    'rows so wide that they lie over both prices hide no leap, however many they are',
    [[108_585], ...OVER_BOTH, [108_500], ...OVER_BOTH, [108_585], [108_586]],
    [108_585, ...OVER_BOTH.map(([bid]) => bid), 108_500, ...OVER_BOTH.map(([bid]) => bid), 'held', 108_586],
  ],
  [
    'a wide row of before the good ones meanwhile confirms no other',
    [[108_640], [108_500], [108_640], [108_500, 300], [108_501], [108_502], [108_500, 290], [108_503]],
    [108_640, 'held', 'held', 'held', 'held', 'held', 'held', 108_503],
  ],
]

describe('to and fro', () => {
  test.each(cases)('%s', (_, rows, expected) => expect(after(rows)).toEqual(expected))

  test('is usual where the instrument always moves so far', () => {
    const lively = Array.from({ length: 100 }, (_, index): Row => [108_500 + 15 * ((index * 2) % 5)])
    expect(told(lively)).toEqual(lively.map(([bid]) => bid))
  })

  describe('in a feed made of bars', () => {
    const gateOfBars = () =>
      new QualityGate({ guardMin: GUARD_MIN, isMadeOfBars: true, spreadTypical: () => points(10), ...ANY_PRICE })

    test('is usual', () => {
      expect(after([[108_560], [108_500], [108_560]], gateOfBars())).toEqual([108_560, 108_500, 108_560])
    })

    test('for ten minutes earns about eight times the distance for a trader who knows each row', () => {
      const lines = Array.from({ length: 600 }, (_, index): Row => [(index % 10 < 5 ? 108_500 : 110_800) + (index % 3)])
      const published = after(lines, gateOfBars()).filter((each) => typeof each === 'number')
      const turns = published.filter((bid, index) => Math.abs(bid - (published[index - 1] ?? bid)) > 1_000)
      expect(turns.length).toBeGreaterThan(4)
      expect(turns.length).toBeLessThanOrEqual(10)
    })
  })
})
