/**
 * The formulas of the ranking, beside an independent recomputation with fractions over seeded ledgers, and the ways in
 * which a trader might try to make a record look better.
 */
import { expect, test } from 'vitest'
import { type Micros, micros, ppm } from './numbers.ts'
import {
  CAPITAL_COUNTED_MIN,
  drawdownRate,
  type Flow,
  type Growth,
  growthRate,
  INDEX_MAX,
  INDEX_START,
  measureGrowth,
  newGrowth,
  RATE_MAX,
  typicalLeverage,
  winRate,
} from './performance.ts'

const usd = (dollars: number): Micros => micros(Math.round(dollars * 1_000_000))
const total = (growth: Growth) => growthRate({ from: INDEX_START, to: growth.index })
/** Money at a moment without an open position. */
const flat = (before: number, amount: number): Flow => ({ before: usd(before), amount: usd(amount) })
/** Money while a position is open. */
const open = (amount: number): Flow => ({ before: undefined, amount: usd(amount) })

const after = (start: number, ...days: { flows?: Flow[]; equity: number }[]): Growth =>
  days.reduce<Growth>(
    (growth, { flows = [], equity }) => measureGrowth(growth, { flows, equity: usd(equity) }),
    newGrowth(usd(start)),
  )

test.each([
  { name: 'ten percent twice', growth: after(1000, { equity: 1100 }, { equity: 1210 }), rate: 2100, profit: 210 },
  { name: 'a third, cut', growth: after(3000, { equity: 3001 }), rate: 3, profit: 1 },
  { name: 'a loss, to the smaller number', growth: after(3000, { equity: 2999 }), rate: -4, profit: -1 },
  {
    name: 'a deposit is no growth',
    growth: after(1000, { flows: [flat(1100, 9000)], equity: 10_100 }),
    rate: 1000,
    profit: 100,
  },
  {
    name: 'a withdrawal is no loss',
    growth: after(1000, { flows: [flat(1000, -600)], equity: 440 }),
    rate: 800,
    profit: 40,
  },
  {
    name: 'all taken out, and back',
    growth: after(1000, { flows: [flat(1000, -1000), flat(0, 700)], equity: 770 }),
    rate: 1000,
    profit: 70,
  },
])('$name', ({ growth, rate, profit }) => {
  expect([total(growth), growth.profit]).toEqual([rate, usd(profit)])
})

test('a deposit before a losing position is closed does not dilute its loss', () => {
  // 900 of 1000 are lost; 9000 come in before the loss is realised.
  expect(total(after(1000, { flows: [open(9000)], equity: 9100 }))).toBe(-9000)
})

test('a withdrawal while a winning position is open does not concentrate its gain', () => {
  expect(total(after(10_000, { flows: [open(-9000)], equity: 2000 }))).toBe(1000)
})

test('money sent to and fro around a loss never makes it larger than what could be lost', () => {
  // 3500 cannot have been lost of the 3000 that were there for a moment.
  expect(total(after(10_000, { flows: [open(-7000), open(7000)], equity: 6500 }))).toBe(-3500)
})

test('a lucky trade of a tiny account counts on 500 USD, its losses on what was there', () => {
  expect(CAPITAL_COUNTED_MIN).toBe(usd(500))
  expect(total(after(10, { equity: 110 }))).toBe(2000)
  expect(total(after(10, { equity: 5 }))).toBe(-5000)
})

test('an account that lost everything stays at zero, whatever comes in later', () => {
  const lost = after(1000, { equity: 0 }, { flows: [flat(0, 5000)], equity: 9000 })
  expect([lost.index, total(lost), drawdownRate(lost.drawdown)]).toEqual([0, -10_000, 10_000])
  expect(growthRate({ from: lost.index, to: lost.index })).toBe(-10_000)
  // A gap below zero, and the platform's protection of the balance.
  const gap = after(1000, { flows: [{ before: usd(-40), amount: usd(40) }], equity: 0 })
  expect([gap.index, gap.profit]).toEqual([0, usd(-1040)])
})

test('the worst drawdown is the deepest fall from a peak before it, rounded up, and is never forgotten', () => {
  const growth = after(900, { equity: 1200 }, { equity: 800 }, { equity: 1300 }, { equity: 1299 })
  expect(growth.drawdown).toBe(ppm(333_334))
  expect(drawdownRate(growth.drawdown)).toBe(3334)
})

test('growth has a ceiling', () => {
  let growth = newGrowth(usd(500))
  for (let day = 0; day < 60; day++) {
    const flows = [{ before: growth.equity, amount: micros(usd(500) - growth.equity) }]
    growth = measureGrowth(growth, { flows, equity: usd(1000) })
  }
  expect([growth.index, total(growth)]).toEqual([INDEX_MAX, RATE_MAX])
})

test.each([
  { closed: 9, won: 9, rate: undefined },
  { closed: 10, won: 0, rate: 0 },
  { closed: 12, won: 8, rate: 6666 },
  { closed: 10, won: 10, rate: 10_000 },
])('$won of $closed won', ({ closed, won, rate }) => {
  expect(winRate({ closed, won })).toBe(rate)
})

test.each([
  { counts: [], typical: undefined },
  { counts: [{ leverage: 100, positions: 1 }], typical: 100 },
  {
    counts: [
      { leverage: 100, positions: 2 },
      { leverage: 10, positions: 2 },
    ],
    typical: 10,
  },
  {
    counts: [
      { leverage: 10, positions: 2 },
      { leverage: 30, positions: 1 },
      { leverage: 500, positions: 3 },
    ],
    typical: 30,
  },
])('leverage $typical', ({ counts, typical }) => {
  expect(typicalLeverage(counts)).toBe(typical)
})

/** Equal seeds give equal numbers (mulberry32). */
function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((((mixed ^ (mixed >>> 14)) >>> 0) * limit) / 2 ** 32) | 0
  }
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('an independent recomputation agrees to the last digit, seed %i', (seed) => {
  const below = seeded(seed)
  const start = micros(1 + below(2_000_000_000))
  let growth = newGrowth(start)
  // The recomputation: BigInt, its own loops, only the text of docs/domain/ranking.md as its source.
  let index = 1_000_000_000n
  let peak = index
  let worst = 0n
  let profit = 0n
  let equity = BigInt(start)
  const least = 500_000_000n
  const period = (capitals: readonly bigint[], end: bigint, moved: bigint): void => {
    const result = end - equity - moved
    profit += result
    equity = end
    if (result > 0n) {
      const capital = capitals.reduce((a, b) => (a > b ? a : b), least)
      index = (index * (capital + result)) / capital
      if (index > 1_000_000_000_000_000n) index = 1_000_000_000_000_000n
    }
    if (result < 0n) {
      const able = capitals.filter((each) => each >= -result)
      const capital = able.reduce<bigint | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined)
      index = capital === undefined ? 0n : (index * (capital + result)) / capital
    }
    if (index > peak) peak = index
    const fall = ((peak - index) * 1_000_000n + peak - 1n) / peak
    if (fall > worst) worst = fall
  }
  for (let day = 0; day < 400; day++) {
    const flows: Flow[] = []
    let capitals = [equity]
    let moved = 0n
    for (let count = below(4); count > 0; count--) {
      const amount = micros(below(2) === 0 ? below(1_000_000_000) : -below(100_000_000))
      if (below(2) === 0) {
        flows.push({ amount, before: undefined })
        moved += BigInt(amount)
        capitals.push(equity + moved)
      } else {
        const before = micros(Math.max(1, Number(equity + moved) + below(40_000_000) - 20_000_000))
        flows.push({ amount, before })
        period(capitals, BigInt(before), moved)
        equity = BigInt(before) + BigInt(amount)
        capitals = [equity]
        moved = 0n
      }
    }
    const end = micros(Math.max(1, Number(equity + moved) + below(60_000_000) - 30_000_000))
    growth = measureGrowth(growth, { flows, equity: end })
    period(capitals, BigInt(end), moved)
    expect([growth.index, growth.peak, growth.drawdown, growth.profit, growth.equity].map(BigInt)).toEqual([
      index,
      peak,
      worst,
      profit,
      equity,
    ])
  }
})
