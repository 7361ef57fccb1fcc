/** The strip below the chart: one line about the orders of an instrument, with the newest profit. */
import { micros } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../data/order.ts'
import { LONG, PENDING_SELL } from '../../data/order-fixture.ts'
import { stripOf } from './strip.ts'

describe('the strip below the chart', () => {
  const long: Order = LONG
  const waiting: Order = PENDING_SELL
  const other: Order = { ...long, id: 9, profit: micros(-118_800_000) }

  it('shows the total of the instrument, not its first order', () => {
    expect(stripOf([{ ...long, profit: micros(-100_000) }, other, waiting], undefined)).toEqual({
      instrument: 1,
      positions: 2,
      pending: 1,
      profit: -118_900_000,
      lots: 2_000,
      only: undefined,
    })
  })

  it('prefers the newest push', () => {
    const live = new Map([[9, { price: '1.39000', profit: '5.000000' }]])
    expect(stripOf([long, other], live)?.profit).toBe(3_500_000)
  })

  it('names a single order', () => {
    expect(stripOf([waiting, long], undefined)).toMatchObject({ only: { id: 7 }, positions: 1, pending: 1 })
    expect(stripOf([waiting], undefined)).toMatchObject({ only: { id: 8 }, positions: 0 })
    expect(stripOf([], undefined)).toBeUndefined()
  })
})
