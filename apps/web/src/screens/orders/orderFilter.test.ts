/** Filter, sort, sum and days of an order list. */
import { micros, millis } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../data/order.ts'
import { choicesIn, dayBreaks, filtered, NO_FILTER, type OrderFilter, profitOf, requestOf } from './orderFilter.ts'

const order = (id: number, instrument: number, side: 'buy' | 'sell', profit: number, openedAt: number | undefined) =>
  ({
    id,
    instrument,
    side,
    profit: micros(profit),
    createdAt: millis(50 + id),
    openedAt: openedAt === undefined ? undefined : millis(openedAt),
  }) as Order
const ORDERS = [
  order(1, 1, 'buy', 5, 100),
  order(2, 1, 'sell', -7, 300),
  order(3, 2, 'buy', 9, 200),
  order(4, 2, 'buy', 9, undefined),
]
const filter = (of: Partial<OrderFilter>): OrderFilter => ({ ...NO_FILTER, ...of })

describe('a list of positions', () => {
  it.each([
    ['newest first; a pending order by its placement', {}, [2, 3, 1, 4], 16],
    ['oldest first', { sort: 'oldest' }, [4, 1, 3, 2], 16],
    ['highest profit, the newer of two equal ones first', { sort: 'profit_high' }, [3, 4, 1, 2], 16],
    ['lowest profit', { sort: 'profit_low' }, [2, 1, 3, 4], 16],
    ['one instrument', { instrument: 2 }, [3, 4], 18],
    ['sells', { side: 'sell' }, [2], -7],
    ['nothing', { instrument: 9 }, [], 0],
  ] satisfies [string, Partial<OrderFilter>, number[], number][])('%s', (_, of, ids, sum) => {
    const rows = filtered(ORDERS, filter(of))
    expect([rows.map(({ id }) => id), profitOf(rows)]).toEqual([ids, sum])
  })
})

it('sends only the chosen filters to the server', () => {
  expect([requestOf(NO_FILTER), choicesIn(NO_FILTER)]).toEqual([{}, 0])
  const all = filter({ instrument: 3, side: 'sell', ended: 'cancelled', sort: 'profit_low' })
  expect(requestOf(all)).toEqual({ forex_id: 3, type: 2, ended: 'cancelled', sort: 'profit_low' })
  expect(choicesIn(all)).toBe(4)
})

describe('days of the history', () => {
  const ended = [
    { id: 1, endedAt: millis(25) },
    { id: 2, endedAt: millis(21) },
    { id: 3, endedAt: millis(19) },
    { id: 4, endedAt: millis(11) },
  ]
  const dayOf = (moment: number) => `day ${Math.floor(moment / 10)}`
  it.each(['newest', 'oldest'] as const)('%s: each day has one heading', (sort) =>
    expect([...dayBreaks(ended, sort, dayOf)]).toEqual([
      [1, 'day 2'],
      [3, 'day 1'],
    ]),
  )
  it('none in a list by profit', () => expect(dayBreaks(ended, 'profit_high', dayOf).size).toBe(0))
})
