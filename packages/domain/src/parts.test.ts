/** Parts of a position: which sizes may close, and shares that sum to the whole. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lotUnits, micros } from './numbers.ts'
import { partFault, partOf } from './parts.ts'

const terms = { lotMin: lotUnits(100), lotStep: lotUnits(100) }

describe('the size of a part', () => {
  test.each([
    [100, 1_000, undefined],
    [900, 1_000, undefined],
    [1_000, 1_000, undefined],
    [99, 1_000, 'lots_too_small'],
    [0, 1_000, 'lots_too_small'],
    [-100, 1_000, 'lots_too_small'],
    [1_100, 1_000, 'part_too_large'],
    [Number.MAX_SAFE_INTEGER, 1_000, 'part_too_large'],
    [150, 1_000, 'lots_off_step'],
    // Held since before the step was raised.
    [900, 950, 'rest_too_small'],
    [950, 950, undefined],
    [50, 50, undefined],
    [100, 50, 'part_too_large'],
  ] as const)('%i of %i: %s', (lots, held, fault) => {
    expect(partFault({ lots: lotUnits(lots), held: lotUnits(held), terms })).toBe(fault)
  })

  test('the rest keeps the minimum, which may be more than a step', () => {
    const wide = { lotMin: lotUnits(500), lotStep: lotUnits(100) }
    const fault = (lots: number) => partFault({ lots: lotUnits(lots), held: lotUnits(1_200), terms: wide })
    expect([400, 500, 700, 800, 1_200].map(fault)).toEqual([
      'lots_too_small',
      undefined,
      undefined,
      'rest_too_small',
      undefined,
    ])
  })
})

const money = fc.integer({ min: 0, max: 10 ** 13 }).map(micros)
const signed = fc.integer({ min: -(10 ** 13), max: 10 ** 13 }).map(micros)

test('no amount of a part is larger than its share, and none has the other sign', () => {
  fc.assert(
    fc.property(money, money, signed, fc.integer({ min: 2, max: 10 ** 7 }), fc.nat(), (margin, fee, swap, held, at) => {
      const lots = 1 + (at % (held - 1))
      const part = partOf({ margin, fee, swap }, { lots: lotUnits(lots), held: lotUnits(held) })
      for (const [whole, share] of [
        [margin, part.margin],
        [fee, part.fee],
        [swap, part.swap],
      ] as const) {
        // Toward zero, by less than a micro-dollar.
        const exact = BigInt(whole) * BigInt(lots)
        const given = BigInt(share) * BigInt(held)
        const left = exact < 0n ? given - exact : exact - given
        expect(left >= 0n && left < BigInt(held)).toBe(true)
      }
    }),
  )
})
