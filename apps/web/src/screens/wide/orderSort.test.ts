/** The order of the table: directions, missing values, prices of instruments with other decimals, stable ties. */
import { lotUnits, micros, millis, points } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../data/order.ts'
import {
  COLUMNS_OF,
  type Column,
  isVeryWide,
  type Sorts,
  sortAfter,
  sorted,
  sortsIn,
  sortsText,
  timeOf,
  timesOf,
} from './orderSort.ts'

const order = (id: number, changes: Partial<Order>): Order =>
  ({
    id,
    showCode: 'EUR/USD',
    precision: 5,
    side: 'buy',
    lots: lotUnits(1_000),
    price: points(108_500),
    priceNow: points(108_600),
    profit: micros(0),
    cancelled: false,
    ...changes,
  }) as Order

const gold = order(1, { showCode: 'XAU/USD', precision: 2, price: points(230_494), profit: micros(-118_900_000) })
const euro = order(2, { profit: micros(4_000_000), stopLoss: points(108_000) })
const other = order(3, { profit: micros(-170_000), lots: lotUnits(20_000) })
const all = [gold, euro, other]
const ids = (column: Column, falls: boolean) => sorted(all, { column, falls }).map(({ id }) => id)

describe('the sorting of the tables, stored on the device', () => {
  const sorts: Sorts = {
    holding: { column: 'profit', falls: true },
    history: { column: 'time', falls: false },
  }
  it('is read as it was written', () => {
    expect(sortsIn(sortsText(sorts))).toEqual(sorts)
    expect(sortsText({})).toBe('')
    expect(sortsIn(undefined)).toEqual({})
  })
  it.each(['holding reason falls', 'pending profit falls', 'open profit falls', 'holding profit up', 'holding profit'])(
    'omits a line that names no column of its list, or no direction: %s',
    (line) => expect(sortsIn(`${line}\npending price rises`)).toEqual({ pending: { column: 'price', falls: false } }),
  )
})

it('the time of a position is its opening, though it was created as a pending order before', () => {
  const [created, opened, ended] = [millis(1_000), millis(2_000), millis(3_000)]
  const pending = order(5, { createdAt: created })
  expect(timeOf(pending)).toBe(created)
  expect(timeOf({ ...pending, openedAt: opened })).toBe(opened)
  expect(timeOf({ ...pending, openedAt: opened, endedAt: ended })).toBe(ended)
})

describe('the rows', () => {
  it('keep the order of the server until a column is chosen', () => {
    expect(sorted(all, undefined)).toBe(all)
  })
  it('are ordered by profit as numbers', () => {
    expect(ids('profit', true)).toEqual([2, 3, 1])
    expect(ids('profit', false)).toEqual([1, 3, 2])
  })
  it('are ordered by price, not by points', () => {
    // 2304.94 is more than 1.08500; in points it is 230494 against 108500, with four decimals it would be less.
    const yen = order(4, { precision: 3, price: points(152_173) })
    expect(sorted([gold, yen, euro], { column: 'price', falls: false }).map(({ id }) => id)).toEqual([2, 4, 1])
  })
  it('without a value are last in both directions', () => {
    expect(ids('stopLoss', false)).toEqual([2, 1, 3])
    expect(ids('stopLoss', true)).toEqual([2, 1, 3])
  })
  it('with equal values keep their order', () => {
    expect(ids('side', false)).toEqual([1, 2, 3])
  })
})

it('the second press on a column reverses the order, the third resets it', () => {
  const once = sortAfter(undefined, 'profit')
  expect(once).toEqual({ column: 'profit', falls: true })
  const twice = sortAfter(once, 'profit')
  expect(twice).toEqual({ column: 'profit', falls: false })
  expect(sortAfter(twice, 'profit')).toBeUndefined()
  expect(sortAfter(twice, 'code')).toEqual({ column: 'code', falls: false })
})

it('positions show their opening in a very wide panel only; a list names its time zone where it shows a time', () => {
  expect(COLUMNS_OF.holding.filter((column) => isVeryWide('holding', column))).toEqual(['time'])
  expect(COLUMNS_OF.history.filter((column) => isVeryWide('history', column))).toEqual([])
  expect([timesOf('holding'), timesOf('pending'), timesOf('history')]).toEqual(['very-wide', true, true])
})
