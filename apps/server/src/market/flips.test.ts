/** A source that goes to and fro between two prices is held until it is steady: rows of EURUSD, a second apart. */
import { points } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { GUARD_MIN } from './feed.ts'
import { QualityGate } from './quality.ts'
import { ANY_PRICE, newGate, type Row, told } from './quality-fixture.ts'

const CALM: readonly Row[] = Array.from({ length: 40 }, (_, index) => [108_500 + (index % 3)])
/** The results of the rows that follow 40 calm ones. */
const after = (rows: readonly Row[], gate = newGate()) => told([...CALM, ...rows], gate).slice(CALM.length)

const cases: readonly (readonly [name: string, rows: readonly Row[], expected: readonly (number | string)[]])[] = [
  [
    'a leap back by more than four spreads holds until a second has passed without a leap',
    [[108_560], [108_500], [108_501]],
    [108_560, 'held', 108_501],
  ],
  [
    'small ones add up over a minute',
    [[108_524], [108_500], [108_524], [108_500], [108_524], [108_500]],
    [108_524, 108_500, 108_524, 'held', 'held', 'held'],
  ],
  [
    'after the second one two seconds must pass',
    [[108_560], [108_500], [108_501], [108_560], [108_561], [108_562]],
    [108_560, 'held', 108_501, 'held', 'held', 108_562],
  ],
  [
    'each further leap begins the time anew',
    [[108_560], [108_500], [108_560], [108_500], [108_501], [108_502], [108_503], [108_504]],
    [108_560, 'held', 'held', 'held', 'held', 'held', 'held', 108_504],
  ],
  [
    'one refuted spike is no leap back, a second one within a minute is two',
    [[109_500], [108_501], [108_502], [109_500], [108_501], [108_502], [108_503]],
    ['held', 108_501, 108_502, 'held', 'held', 'held', 108_503],
  ],
  [
    'nor is a second one after a minute',
    [[109_500], [108_501], [108_502, 10, 110], [109_500, 10, 111], [108_503, 10, 112]],
    ['held', 108_501, 108_502, 'held', 108_503],
  ],
  ['a price that goes on is no leap back', [[108_560], [108_620], [108_700]], [108_560, 108_620, 108_700]],
  [
    'nor one that comes back by small moves',
    [[108_560], [108_552], [108_544], [108_536], [108_528]],
    [108_560, 108_552, 108_544, 108_536, 108_528],
  ],
  [
    'nor one beside a spread as wide as the move',
    [
      [108_560, 70],
      [108_500, 70],
      [108_560, 70],
      [108_500, 70],
    ],
    [108_560, 108_500, 108_560, 108_500],
  ],
  [
    'a wide row of before the good ones meanwhile confirms no other',
    [[108_560], [108_500], [108_560], [108_500], [108_500, 300], [108_501], [108_502], [108_500, 290], [108_503]],
    [108_560, 'held', 'held', 'held', 'held', 'held', 'held', 'held', 108_503],
  ],
]

describe('to and fro', () => {
  test.each(cases)('%s', (_, rows, expected) => expect(after(rows)).toEqual(expected))

  test('is usual where the instrument always moves so far', () => {
    const lively = Array.from({ length: 100 }, (_, index): Row => [index % 2 === 0 ? 108_500 : 108_540])
    expect(told(lively)).toEqual(lively.map(([bid]) => bid))
  })

  test('is usual in a feed made of bars', () => {
    const terms = { guardMin: GUARD_MIN, isMadeOfBars: true, spreadTypical: () => points(10), ...ANY_PRICE }
    expect(after([[108_560], [108_500], [108_560]], new QualityGate(terms))).toEqual([108_560, 108_500, 108_560])
  })
})
