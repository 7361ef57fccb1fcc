/** The chosen and skipped orders, their sequence, and the sum. */
import { lotUnits, micros, points } from '@veritick/domain'
import { expect, it } from 'vitest'
import type { Order } from '../../data/order.ts'
import { belongs, choiceOf, codesOf, openingsOf } from './choose.ts'

const order = (id: number, of: Partial<Order>): Order =>
  ({ id, instrument: 1, showCode: 'EUR/USD', side: 'buy', lots: lotUnits(1000), ...of }) as Order
const euro = { instrument: 1, showCode: 'EUR/USD' }
const gold = { instrument: 2, showCode: 'XAU/USD' }
const share = { instrument: 3, showCode: 'AAPL' }
const POSITIONS = [
  order(1, { ...euro, profit: micros(5_000_000), margin: micros(100) }),
  order(2, { ...gold, profit: micros(-7_000_000), margin: micros(150) }),
  order(3, { ...euro, profit: micros(-1_000_000), margin: micros(120) }),
  order(4, { ...share, profit: micros(9_000_000), margin: micros(900) }),
  order(5, { ...gold, profit: micros(0), margin: micros(50) }),
]
const closable = ({ showCode }: Order) => showCode !== 'AAPL'

it.each([
  // Euro has 220 of margin, gold 200: euro first, its larger position first.
  { group: 'all', chosen: [3, 1, 2, 5], skipped: ['AAPL'], estimate: -3_000_000 },
  { group: 'profit', chosen: [1], skipped: ['AAPL'], estimate: 5_000_000 },
  { group: 'loss', chosen: [2, 3], skipped: [], estimate: -8_000_000 },
] as const)('$group', ({ group, chosen, skipped, estimate }) => {
  const choice = choiceOf(POSITIONS, { verb: 'close', group, closable })
  expect(choice.chosen.map(({ id }) => id)).toEqual(chosen)
  expect([codesOf(choice.skipped), choice.estimate]).toEqual([skipped, estimate])
})

it.each([
  [0, [true, false, false]],
  [1, [true, true, false]],
  [-1, [true, false, true]],
])('a profit of %d belongs to all, profit, loss: %j', (profit, expected) =>
  expect((['all', 'profit', 'loss'] as const).map((group) => belongs({ profit: micros(profit) }, group))).toEqual(
    expected,
  ),
)

it('cancels the pending order that is nearest to its price first, also in a closed market', () => {
  const pending = [
    order(1, { price: points(100_000), priceNow: points(101_000) }),
    order(2, { price: points(500), priceNow: points(501) }),
    order(3, { price: points(100_000), priceNow: points(90_000) }),
  ]
  const choice = choiceOf(pending, { verb: 'cancel', group: 'loss', closable: () => false })
  expect(choice.chosen.map(({ id }) => id)).toEqual([2, 1, 3])
  expect([choice.skipped, choice.estimate]).toEqual([[], 0])
})

it('names each instrument once', () => expect(codesOf(POSITIONS)).toEqual(['EUR/USD', 'XAU/USD', 'AAPL']))

it('names each opening once, the earliest first, with its instruments', () => {
  const opens = { 'EUR/USD': 100, 'XAU/USD': 100, AAPL: 50 } as Record<string, number>
  expect(openingsOf(POSITIONS, ({ showCode }) => opens[showCode])).toEqual([
    { opens: 50, codes: ['AAPL'] },
    { opens: 100, codes: ['EUR/USD', 'XAU/USD'] },
  ])
  expect(openingsOf(POSITIONS, () => undefined)).toEqual([])
})
