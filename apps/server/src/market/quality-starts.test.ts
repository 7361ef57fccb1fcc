/**
 * The quality gate where it knows least: the first live row, and the row after an invalid one. An attacker bought at
 * half the price on each of them.
 */
import { millis, PRICE_MAX } from '@veritick/domain'
import { describe, expect, test } from 'vitest'
import { newGate, type Row, rowAt, told, toldLive } from './quality-fixture.ts'

describe('the quality gate at its start', () => {
  const first: readonly [string, readonly Row[], (number | string)[]][] = [
    ['waits for a second one near it', [[108_500], [108_503], [108_499]], ['held', 108_503, 108_499]],
    ['never counts when the rows after it are elsewhere', [[54_250], [108_500], [108_501]], ['held', 'held', 108_501]],
    [
      'says no more when it is written again',
      [[54_250], [54_250], [108_500], [108_501]],
      ['held', 'held', 'held', 108_501],
    ],
    [
      'nor with another row of its moment',
      [[54_250, 10, 0], [54_251, 10, 0], [108_500], [108_501]],
      ['held', 'held', 'held', 108_501],
    ],
    [
      'is believed after ten seconds of its repetition where the market stands still',
      [[108_500], [108_500, 10, 1], [108_500, 10, 10], [108_500, 10, 11]],
      ['held', 'held', 'held', 108_500],
    ],
    [
      'has no trend before it: three rows far apart say nothing',
      [[100_000], [104_000], [108_000], [108_001]],
      ['held', 'held', 'held', 108_001],
    ],
  ]
  test.each(first)('the first live row %s', (_, rows, expected) => expect(toldLive(rows)).toEqual(expected))

  const faulty: readonly [string, readonly Row[], (number | string)[]][] = [
    ['the next valid row that agrees ends it', [[108_500], [108_800, -1], [108_501]], [108_500, 'held', 108_501]],
    [
      'a stream of them alone stays held',
      [[108_500], [108_800, -1], [0], [109_000, -1]],
      [108_500, 'held', 'held', 'held'],
    ],
    [
      'valid rows where it went are confirmed as a jump is',
      [[108_500], [111_000, -1], [111_001], [111_003]],
      [108_500, 'held', 'held', 111_003],
    ],
    [
      'the good row written again does not end it',
      [
        [108_500, 10, 0],
        [108_600, -1, 1],
        [108_500, 10, 0],
        [108_502, 10, 2],
      ],
      [108_500, 'held', 'held', 108_502],
    ],
    ['too high holds as well', [[108_500], [PRICE_MAX + 1], [108_502]], [108_500, 'held', 108_502]],
  ]
  test.each(faulty)('a faulty row holds: %s', (_, rows, expected) => expect(told(rows)).toEqual(expected))

  test('a source that comes back twice with its last row is believed at neither return', () => {
    const gate = newGate()
    const says = (bid: number, second: number) =>
      gate.validateQuote(rowAt(bid, second * 1_000), millis(second * 1_000), second === 0).published?.bid
    expect(says(108_500, 0)).toBe(108_500)
    gate.priceLost()
    expect([300, 600, 604].map((second) => says(108_500, second))).toEqual([undefined, undefined, undefined])
    expect(says(108_500, 610)).toBe(108_500)
  })

  test('a row too far ahead of the market clock holds until the next valid one', () => {
    const gate = newGate()
    gate.validateQuote(rowAt(108_500, 10_000), millis(10_000), true)
    expect(gate.validateQuote(rowAt(109_500, 13_000), millis(10_500)).published).toBeUndefined()
    expect(gate.heldSince).toBe(10_500)
    expect(gate.validateQuote(rowAt(108_503, 11_000), millis(11_000)).published?.bid).toBe(108_503)
    expect(gate.heldSince).toBeUndefined()
  })
})
