/**
 * Closing in parts is closing the whole: any division of a position at one price, on both engines. Margin, fee and
 * financing of the parts sum to those of the whole exactly. The profit does so where the quote currency is USD;
 * elsewhere each part rounds to the nearest micro-dollar as every position does (decision 7), so the sum is within half
 * a micro-dollar for each part.
 */
import { must } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Event, EventOf } from '../events.ts'
import { ENGINES } from './engines.ts'
import { person, quote, rollover } from './people.ts'
import { newWorld, type World } from './world.ts'

const ana = person('Ana', 1, 'demo')

/** Hundredths of a lot. */
const WHOLE = 37
const division = fc.array(fc.integer({ min: 1, max: WHOLE - 1 }), { minLength: 1, maxLength: 8 })
const bid = fc.integer({ min: 140_000, max: 180_000 })
const long = fc.boolean()

type Trade = { readonly code: 'EURUSD' | 'EURJPY'; readonly isLong: boolean; readonly bid: number }

function priced(code: Trade['code'], thousandths: number): readonly [string, string] {
  const text = (value: number) => (code === 'EURJPY' ? (value / 1_000).toFixed(3) : (value / 100_000).toFixed(5))
  return [text(thousandths), text(thousandths + 17)]
}

/** A position that has paid a night, at the price at which it closes. */
function opened(world: World, { code, isLong, bid: price }: Trade): void {
  for (const action of [
    quote('USDJPY', '151.337', '151.341'),
    quote(code, ...priced(code, 160_003)),
    isLong ? ana.buys('0.37', code, { leverage: 30 }) : ana.sells('0.37', code, { leverage: 30 }),
    rollover(),
    quote(code, ...priced(code, price)),
  ])
    expect(action(world).ok).toBe(true)
}

const ofKind = <Kind extends Event['kind']>(events: readonly Event[], kind: Kind) =>
  events.filter((event): event is EventOf<Kind> => event.kind === kind)

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0)

/** The profit and cost of the whole position, and those of its parts. */
function closedInParts(world: World, trade: Trade, sizes: readonly number[]) {
  opened(world, trade)
  const whole = must(world.engine.order(1), 'it is open')
  let left = WHOLE
  for (const size of sizes) {
    if (size >= left) continue
    left -= size
    expect(ana.closesPart((size / 100).toFixed(2), 1)(world).ok).toBe(true)
  }
  const rest = must(world.engine.order(1), 'the rest is open')
  expect(ana.closes(1)(world).ok).toBe(true)
  const splits = ofKind(world.events, 'order_split')
  const profits = ofKind(world.events, 'order_closed').map(({ profit }) => profit)
  const total = (field: 'lots' | 'margin' | 'fee' | 'swap') => sum(splits.map((event) => event[field])) + rest[field]
  return { whole, splits, profits, total }
}

describe.each(ENGINES)('on the $name engine', ({ create }) => {
  test.each(['EURUSD', 'EURJPY'] as const)('%s in parts is the whole', (code) => {
    fc.assert(
      fc.property(division, bid, long, (sizes, price, isLong) => {
        const world = newWorld(create(), [ana])
        const { whole, profits, total } = closedInParts(world, { code, isLong, bid: price }, sizes)
        for (const field of ['lots', 'margin', 'fee', 'swap'] as const) expect(total(field)).toBe(whole[field])
        const apart = Math.abs(sum(profits) - must(whole.profit, 'it was open'))
        expect(apart).toBeLessThanOrEqual(code === 'EURUSD' ? 0 : (profits.length + 1) / 2)
        const account = must(world.engine.account(ana.account), 'she has an account')
        expect([account.marginUsed, account.holdings]).toEqual([0, 0])
      }),
      { numRuns: 60 },
    )
  })

  test('thirty-seven parts of 0.01 bring what the whole brings, and the rounding favours neither side', () => {
    const apart = [1, 3, 7, 11, 19, 29, 31, 37].flatMap((step) =>
      [true, false].map((isLong) => {
        const world = newWorld(create(), [ana])
        const trade = { code: 'EURJPY', isLong, bid: 160_003 + step * 101 } as const
        const { whole, profits } = closedInParts(world, trade, Array<number>(WHOLE - 1).fill(1))
        expect(profits).toHaveLength(WHOLE)
        return sum(profits) - must(whole.profit, 'it was open')
      }),
    )
    for (const each of apart) expect(Math.abs(each)).toBeLessThanOrEqual((WHOLE + 1) / 2)
    expect(apart.some((each) => each > 0) && apart.some((each) => each < 0)).toBe(true)
  })
})
