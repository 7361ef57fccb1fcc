/** The parts that the fast engine stands on: levels come in the order in which a price reaches them, numbers find their rows, sums stay exact. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BookTotals } from './books.ts'
import { SlotList } from './columns.ts'
import { Orders } from './orders.ts'
import { PriceQueue } from './queue.ts'

describe('a queue of price levels', () => {
  test('a falling price reaches the highest stop-loss first, and only those at or above it', () => {
    const queue = new PriceQueue('falling')
    const generation = new Uint32Array(4)
    queue.push(108_400, 0, 0)
    queue.push(108_450, 1, 0)
    queue.push(108_300, 2, 0)
    expect(queue.reached(108_451)).toBe(false)
    expect(drain(queue, generation, 108_400)).toEqual([1, 0])
    expect(queue.reached(108_301)).toBe(false)
    expect(drain(queue, generation, 108_000)).toEqual([2])
  })

  test('whatever is pushed, invalidated and reached: the living come out in the order of a sorted list', () => {
    const action = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ kind: fc.constant('push' as const), level: fc.integer({ min: 1, max: 60 }) }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('invalidate' as const), pick: fc.nat() }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('reach' as const), price: fc.integer({ min: 1, max: 60 }) }),
      },
    )
    const direction = fc.constantFrom('rising' as const, 'falling' as const)
    fc.assert(
      fc.property(direction, fc.array(action, { maxLength: 400 }), (way, actions) => {
        const queue = new PriceQueue(way)
        const generation = new Uint32Array(400)
        const sign = way === 'rising' ? 1 : -1
        let alive: { level: number; slot: number }[] = []
        let slots = 0
        for (const each of actions) {
          if (each.kind === 'push') {
            queue.push(each.level, slots, 0)
            alive.push({ level: each.level, slot: slots })
            slots++
          } else if (each.kind === 'invalidate') {
            const gone = alive[each.pick % Math.max(1, alive.length)]
            if (gone === undefined) continue
            generation[gone.slot] = 1
            queue.invalidate(generation)
            alive = alive.filter((other) => other !== gone)
          } else {
            const reached = alive.filter(({ level }) => level * sign <= each.price * sign)
            const levels = drain(queue, generation, each.price).map(
              (slot) => reached.find((other) => other.slot === slot)?.level,
            )
            expect(levels).toEqual(reached.map(({ level }) => level).sort((a, b) => (a - b) * sign))
            alive = alive.filter((other) => !reached.includes(other))
          }
        }
      }),
    )
  })
})

/** The living slots that the price reaches, in the order in which they come out. */
function drain(queue: PriceQueue, generation: Uint32Array, price: number): number[] {
  const slots: number[] = []
  while (queue.reached(price)) {
    const slot = queue.topSlot()
    const alive = queue.topGeneration() === generation[slot]
    queue.pop(alive)
    if (alive) slots.push(slot)
  }
  return slots
}

test('a list of slots is sorted by two columns, oldest first where the first is equal', () => {
  const pair = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.nat(1_000))
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 60 }), (rows) => {
      const list = new SlotList()
      for (let slot = 0; slot < rows.length; slot++) list.add(slot)
      list.sort(
        Float64Array.from(rows, ([first]) => first),
        Float64Array.from(rows, ([, second]) => second),
      )
      const sorted = Array.from({ length: list.count }, (_, index) => rows[list.at(index)])
      expect(sorted).toEqual([...rows].sort(([a, b], [c, d]) => a - c || b - d))
    }),
  )
})

test('order numbers find their rows, however far apart, and rows are used again', () => {
  const orders = new Orders()
  const numbers = [1, 2, 4_095, 4_096, 9_000_000_000, Number.MAX_SAFE_INTEGER]
  const slots = numbers.map((number) => orders.add(number))
  expect(new Set(slots).size).toBe(numbers.length)
  expect(numbers.map((number) => orders.find(number))).toEqual(slots)
  for (const number of [0, -1, 3, 1.5, 4_097, Number.NaN]) expect(orders.find(number), `${number} is nobody's`).toBe(-1)
  const [, second = -1] = slots
  const generation = orders.generation[second] ?? -1
  orders.remove(second)
  expect(orders.find(2)).toBe(-1)
  expect(orders.add(3)).toBe(second)
  expect(orders.generation[second]).toBe(generation + 1)
  expect(orders.find(3)).toBe(second)
})

test('a book stays exact past 2^53 micro-dollars: a million demo accounts of 100,000 USD', () => {
  const book = new BookTotals()
  for (let account = 0; account < 1_000_000; account++) book.move('demoMint', 'clientBalance', 100_000_000_001)
  expect(book.total('clientBalance')).toBe(100_000_000_001_000_000n)
  expect(book.total('demoMint')).toBe(-100_000_000_001_000_000n)
  const copy = new BookTotals()
  copy.load(book.book())
  copy.move('clientBalance', 'fees', 3)
  expect(copy.total('clientBalance')).toBe(100_000_000_000_999_997n)
})
