/** Sides of the market: trading rule 4 as tables, at the level and one step to either side of it. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { points } from './numbers.ts'
import { pendingFills, pendingKindOf, protectionHit, stopFault } from './stops.ts'

const bid = points(108_500)
const ask = points(108_510)

test.each([
  ['buy', 108_509, 'limit'],
  ['buy', 108_510, undefined],
  ['buy', 108_511, 'stop'],
  ['sell', 108_499, 'stop'],
  ['sell', 108_500, undefined],
  ['sell', 108_501, 'limit'],
] as const)('a %s with target %i is %s', (side, target, kind) => {
  expect(pendingKindOf({ side, target: points(target), bid, ask })).toBe(kind)
})

test.each([
  ['buy', 'limit', 108_509, false],
  ['buy', 'limit', 108_510, true],
  ['buy', 'stop', 108_511, false],
  ['buy', 'stop', 108_510, true],
  ['sell', 'limit', 108_501, false],
  ['sell', 'limit', 108_500, true],
  ['sell', 'stop', 108_499, false],
  ['sell', 'stop', 108_500, true],
] as const)('a %s %s at %i on 1.08500 / 1.08510: %s', (side, kind, target, fills) => {
  expect(pendingFills({ side, kind, target: points(target), bid, ask })).toBe(fills)
})

describe('an order that was just placed', () => {
  test('does not fill on the quote that named it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        fc.integer({ min: 108_000, max: 109_000 }),
        fc.nat(50),
        (side, level, spread) => {
          const quote = { bid, ask: points(bid + spread) }
          const kind = pendingKindOf({ side, target: points(level), ...quote })
          if (kind !== undefined) expect(pendingFills({ side, kind, target: points(level), ...quote })).toBe(false)
        },
      ),
    )
  })

  test('is not closed by stops that were accepted on the same quote', () => {
    const level = fc.option(fc.integer({ min: 108_400, max: 108_600 }).map(points), { nil: undefined })
    fc.assert(
      fc.property(
        fc.constantFrom('buy' as const, 'sell' as const),
        level,
        level,
        fc.nat(50),
        (side, stopLoss, takeProfit, spread) => {
          const order = { side, stopLoss, takeProfit, bid, ask: points(bid + spread) }
          if (stopFault(order) === undefined) expect(protectionHit(order)).toBeUndefined()
        },
      ),
      { numRuns: 1000 },
    )
  })
})

test.each([
  ['buy', 108_499, undefined, undefined],
  ['buy', 108_500, undefined, 'stop_loss_wrong_side'],
  ['buy', undefined, 108_510, 'take_profit_wrong_side'],
  ['buy', undefined, 108_511, undefined],
  ['sell', 108_511, undefined, undefined],
  ['sell', 108_510, undefined, 'stop_loss_wrong_side'],
  ['sell', undefined, 108_500, 'take_profit_wrong_side'],
  ['sell', undefined, 108_499, undefined],
  ['buy', 108_500, 108_510, 'stop_loss_wrong_side'],
  ['buy', undefined, undefined, undefined],
] as const)('a %s with stop-loss %s and take-profit %s: %s', (side, stopLoss, takeProfit, fault) => {
  const levels = {
    stopLoss: stopLoss === undefined ? undefined : points(stopLoss),
    takeProfit: takeProfit === undefined ? undefined : points(takeProfit),
  }
  expect(stopFault({ side, ...levels, bid, ask })).toBe(fault)
})

test.each([
  ['buy', 108_500, undefined, 'stop_loss'],
  ['buy', 108_499, undefined, undefined],
  ['buy', undefined, 108_500, 'take_profit'],
  ['buy', undefined, 108_501, undefined],
  ['sell', 108_510, undefined, 'stop_loss'],
  ['sell', 108_511, undefined, undefined],
  ['sell', undefined, 108_510, 'take_profit'],
  ['sell', undefined, 108_509, undefined],
  // Only a level from before a change of rules can make both true; the customer's protection wins.
  ['buy', 108_600, 108_400, 'stop_loss'],
] as const)('1.08500 / 1.08510 and a %s with stop-loss %s, take-profit %s: %s', (side, stopLoss, takeProfit, hit) => {
  const levels = {
    stopLoss: stopLoss === undefined ? undefined : points(stopLoss),
    takeProfit: takeProfit === undefined ? undefined : points(takeProfit),
  }
  expect(protectionHit({ side, ...levels, bid, ask })).toBe(hit)
})
