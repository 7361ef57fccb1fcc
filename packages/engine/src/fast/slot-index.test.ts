/** The index of numbers agrees with a Map, while rows come and go, and for numbers that collide. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderSlot } from './columns.ts'
import { Table } from './columns.ts'
import { SlotIndex } from './slot-index.ts'

class Rows extends Table<OrderSlot> {
  readonly number = this.doubles()
  readonly index = new SlotIndex<OrderSlot, number>(this.number)

  add(number: number): OrderSlot {
    const slot = this.take()
    this.number.set(slot, number)
    this.index.add(slot)
    return slot
  }

  remove(slot: OrderSlot): void {
    this.index.delete(slot)
    this.give(slot)
  }
}

/** Few numbers, so that they meet; neighbours, multiples of powers of two, and the largest there are. */
const numbers = fc.oneof(
  fc.integer({ min: 1, max: 60 }),
  fc.integer({ min: 0, max: 40 }).map((times) => 1 + times * 2 ** 20),
  fc.integer({ min: 0, max: 40 }).map((times) => Number.MAX_SAFE_INTEGER - times),
)

test('what was added is found until it is deleted, and nothing else', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), numbers), { maxLength: 300 }), (actions) => {
      const rows = new Rows()
      const known = new Map<number, OrderSlot>()
      for (const [adds, number] of actions) {
        const slot = known.get(number)
        if (adds && slot === undefined) known.set(number, rows.add(number))
        if (!adds && slot !== undefined) {
          rows.remove(slot)
          known.delete(number)
        }
        expect(rows.index.get(number)).toBe(known.get(number))
        expect(rows.index.count()).toBe(known.size)
      }
      for (const [, number] of actions) expect(rows.index.get(number)).toBe(known.get(number))
    }),
    { numRuns: 300 },
  )
})

test('100,000 numbers in a row come and go', () => {
  const rows = new Rows()
  const slots: OrderSlot[] = []
  for (let number = 1; number <= 100_000; number += 1) slots.push(rows.add(number))
  for (let number = 1; number <= 100_000; number += 2) rows.remove(slots[number - 1] as OrderSlot)
  for (let number = 1; number <= 100_000; number += 1) {
    if ((rows.index.get(number) !== undefined) !== (number % 2 === 0)) throw new Error(`${number} is found wrongly`)
  }
  expect(rows.index.count()).toBe(50_000)
})

test('what is no number of a row is not found', () => {
  const rows = new Rows()
  rows.add(1)
  for (const number of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32 + 1]) {
    expect(rows.index.get(number)).toBeUndefined()
  }
})

test('a number is given once, and leads to its row until it ends', () => {
  const rows = new Rows()
  const slot = rows.add(7)
  expect(() => rows.add(7)).toThrow('a number is given once')
  rows.index.delete(slot)
  expect(() => rows.index.delete(slot)).toThrow('a number leads to its row')
})
