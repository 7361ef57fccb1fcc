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
    ['waits for one within a spread of it', [[108_500], [108_715], [108_716]], ['held', 'held', 108_716]],
    [
      'is followed by ten seconds in which a price of before the start waits, also within the guard',
      [[108_715], [108_716], [108_500], [108_717], [108_716, 10, 12], [108_500, 10, 14]],
      ['held', 108_716, 'held', 108_717, 108_716, 108_500],
    ],
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
      'is believed after six repetitions over ten seconds where the market stands still',
      [[108_500], ...[1, 2, 3, 4, 5, 10, 11].map((second): Row => [108_500, 10, second])],
      [...Array.from({ length: 7 }, () => 'held'), 108_500],
    ],
    [
      'is believed with its sixth repetition where its source speaks every 61 seconds',
      Array.from({ length: 7 }, (_, index): Row => [108_500, 10, 61 * index]),
      [...Array.from({ length: 6 }, () => 'held'), 108_500],
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

  describe('a source that comes back with its last row', () => {
    /** Bids and seconds after a price of 108500 that was lost, and what is published of each. */
    const afterLost = (rows: readonly (readonly [bid: number, second: number])[]) => {
      const gate = newGate()
      gate.validateQuote(rowAt(108_500, 0), millis(0), false)
      gate.priceLost()
      return rows.map(([bid, second]) => {
        const at = second * 1_000
        return gate.validateQuote(rowAt(bid, at), millis(at)).published?.bid ?? '-'
      })
    }
    test('is believed at no return, also within a minute, before it has said it six times', () => {
      const seconds = [300, 330, 390, 600, 604]
      expect(afterLost(seconds.map((second) => [108_500, second]))).toEqual(seconds.map(() => '-'))
      expect(afterLost([...seconds, 610].map((second) => [108_500, second]))[5]).toBe(108_500)
    })

    test('is not believed either while a suspect waits', () => {
      const rows = [
        [108_500, 300],
        [110_500, 301],
        [108_500, 302],
        [110_500, 303],
        [108_500, 304],
        [110_501, 305],
      ] as const
      expect(afterLost(rows)).toEqual(['-', '-', '-', '-', '-', 110_501])
    })

    test('nor within ten seconds after a new price near it; afterwards a market may have gone back', () => {
      const rows = [
        [108_520, 300],
        [108_500, 301],
        [108_521, 302],
        [108_500, 310],
        [108_522, 311],
        [108_500, 312],
      ] as const
      expect(afterLost(rows)).toEqual([108_520, '-', 108_521, '-', 108_522, 108_500])
    })

    test('it is believed within a spread of the new price, where an order at it earns nothing', () => {
      const rows = [
        [108_510, 300],
        [108_500, 301],
        [108_511, 302],
      ] as const
      expect(afterLost(rows)).toEqual([108_510, 108_500, 108_511])
    })

    test('a row of a lost price after a new one holds the gate until the next', () => {
      const gate = newGate()
      gate.validateQuote(rowAt(108_500, 0), millis(0), false)
      gate.priceLost()
      const seconds = [300, 301, 302]
      const held = [108_520, 108_500, 108_521].map((bid, index) => {
        const at = (seconds[index] ?? 0) * 1_000
        gate.validateQuote(rowAt(bid, at), millis(at))
        return gate.heldSince
      })
      expect(held).toEqual([undefined, 301_000, undefined])
    })

    test('on a slow instrument, whose price is lost after each quote, no price stays in doubt', () => {
      const gate = newGate()
      gate.validateQuote(rowAt(108_500, 0), millis(0), false)
      const told = [1, 2, 0, 1, 2, 0].map((pips, minute) => {
        gate.priceLost()
        const at = (minute + 1) * 60_000
        return gate.validateQuote(rowAt(108_500 + pips, at), millis(at)).published?.bid
      })
      expect(told).toEqual([108_501, 108_502, 108_500, 108_501, 108_502, 108_500])
    })
  })

  test('a row too far ahead of the market clock holds until the next valid one', () => {
    const gate = newGate()
    gate.validateQuote(rowAt(108_500, 10_000), millis(10_000), false)
    expect(gate.validateQuote(rowAt(109_500, 13_000), millis(10_500)).published).toBeUndefined()
    expect(gate.heldSince).toBe(10_500)
    expect(gate.validateQuote(rowAt(108_503, 11_000), millis(11_000)).published?.bid).toBe(108_503)
    expect(gate.heldSince).toBeUndefined()
  })
})
