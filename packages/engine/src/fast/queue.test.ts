/**
 * The parts that the fast engine stands on: levels come in the order in which a price reaches them, numbers find their
 * rows, sums stay exact.
 */
import { must } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BookTotals } from './books.ts'
import { Ints, type OrderSlot, ROW_BYTES, Table } from './columns.ts'
import { Orders, PENDING } from './orders.ts'
import { PriceQueue } from './queue.ts'
import { SlotList } from './slot-list.ts'

describe('a queue of price levels', () => {
  test('a falling price reaches the highest stop-loss first, and only those at or above it', () => {
    const queue = new PriceQueue<number>('falling')
    const generation = ints(8)
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
        const queue = new PriceQueue<number>(way)
        const generation = ints(400)
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
            generation.set(gone.slot, 1)
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
          expect(queue.fault(generation)).toBeUndefined()
        }
      }),
    )
  })
})

/** A column of this many rows. */
function ints(rows: number): Ints<number> {
  const column = new Ints<number>()
  column.lieIn(new ArrayBuffer(rows * ROW_BYTES), 0)
  return column
}

/** The living slots that the price reaches, in the order in which they come out. */
function drain(queue: PriceQueue<number>, generation: Ints<number>, price: number): number[] {
  const slots: number[] = []
  while (queue.reached(price)) {
    const slot = queue.topSlot()
    const alive = queue.topGeneration() === generation.get(slot)
    queue.pop(alive)
    if (alive) slots.push(slot)
  }
  return slots
}

/** A table of two columns. */
class Pairs extends Table<number> {
  readonly first = this.doubles()
  readonly second = this.doubles()

  add(first: number, second: number): number {
    const slot = this.take()
    this.first.set(slot, first)
    this.second.set(slot, second)
    return slot
  }

  remove(slot: number): void {
    this.give(slot)
  }
}

test('a list of slots is sorted by two columns, oldest first where the first is equal', () => {
  const pair = fc.tuple(fc.integer({ min: -5, max: 5 }), fc.nat(1_000))
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 60 }), (rows) => {
      const pairs = new Pairs()
      const list = new SlotList(pairs)
      for (const [first, second] of rows) list.add(pairs.add(first, second))
      list.sort(pairs.first, pairs.second)
      const sorted = Array.from({ length: list.count }, (_, index) => rows[list.at(index)])
      expect(sorted).toEqual([...rows].sort(([a, b], [c, d]) => a - c || b - d))
    }),
  )
})

test('order numbers find their rows, however far apart, and rows are used again', () => {
  const orders = new Orders()
  const numbers = [1, 2, 4_095, 4_096, 9_000_000_000, Number.MAX_SAFE_INTEGER]
  const slots = numbers.map((number) => live(orders, number))
  expect(new Set(slots).size).toBe(numbers.length)
  expect(numbers.map((number) => orders.find(number))).toEqual(slots)
  for (const number of [0, -1, 3, 1.5, 4_097, Number.NaN]) {
    expect(orders.find(number), `no order has number ${number}`).toBeUndefined()
  }
  const second = must(slots[1], 'the row of order 2')
  const life = orders.lifeOf(second)
  orders.remove(second)
  expect(orders.find(2)).toBeUndefined()
  expect(live(orders, 3)).toBe(second)
  expect(orders.lifeOf(second)).toBe(life + 2)
  expect(orders.find(3)).toBe(second)
})

function live(orders: Orders, number: number): OrderSlot {
  const slot = orders.add(number)
  orders.status.set(slot, PENDING)
  return slot
}

describe('a column', () => {
  test('has no rows beyond its table', () => {
    const pairs = new Pairs()
    for (let each = 0; each < 20; each++) expect(pairs.add(each, -each)).toBe(each)
    expect([...pairs.live()].map((slot) => pairs.first.get(slot) + pairs.second.get(slot))).toEqual(Array(20).fill(0))
    for (const slot of [-1, 32, 0.3, Number.NaN]) {
      expect(() => pairs.first.get(slot), `${slot}`).toThrow('a slot is inside its table')
      expect(() => pairs.first.set(slot, 1), `${slot}`).toThrow('a slot is inside its table')
      expect(() => pairs.first.add(slot, 1), `${slot}`).toThrow('a slot is inside its table')
    }
  })

  test('a row that ended is told from the one that has its slot now', () => {
    const pairs = new Pairs()
    const [first, list] = [pairs.add(1, 1), new SlotList(pairs)]
    list.add(first)
    expect(list.at(0)).toBe(first)
    pairs.remove(first)
    expect(pairs.isLive(first)).toBe(false)
    expect(() => pairs.remove(first)).toThrow('a row ends once')
    expect(() => list.add(first)).toThrow('only a live row is listed')
    expect(pairs.add(2, 2)).toBe(first)
    expect(list.isCurrent(0)).toBe(false)
    expect(() => list.at(0)).toThrow('a listed row still lives')
  })
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
