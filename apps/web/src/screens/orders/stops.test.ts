/** The stops of a long of 0.10 EURUSD from 1.39790 are moved; a pending sell at 1.40000 gets its first. */
import { CONVERSION_USD, lotUnits, micros, millis, points } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../data/order.ts'
import { profitAt, type StopsForm, stopsFaults, stopsOf, stopsRequest, switched } from './stops.ts'

const long: Order = {
  id: 7,
  instrument: 1,
  code: 'EURUSD',
  showCode: 'EUR/USD',
  precision: 5,
  quoteCurrency: 'USD',
  side: 'buy',
  status: 'holding',
  pending: undefined,
  lots: lotUnits(1_000),
  leverage: 30,
  origin: points(139_790),
  price: points(139_790),
  priceNow: points(139_775),
  profit: micros(-1_500_000),
  margin: micros(465_910_000),
  fee: micros(700_000),
  swap: micros(0),
  stopLoss: points(139_300),
  takeProfit: undefined,
  createdAt: millis(1_399_553_170_120),
  openedAt: millis(1_399_553_170_120),
  endedAt: undefined,
  openQuote: undefined,
  closeQuote: undefined,
  openSlippage: undefined,
  closeSlippage: undefined,
  endReason: undefined,
  cancelled: false,
  stopOut: undefined,
  conversion: undefined,
}
const waiting: Order = {
  ...long,
  id: 8,
  side: 'sell',
  status: 'pending',
  pending: 'limit',
  price: points(140_000),
  stopLoss: undefined,
}
const market = { bid: points(139_775), ask: points(139_790), conversion: CONVERSION_USD }
const level = (text: string) => ({ on: true, text, touched: true })
const off = { on: false, text: '', touched: false }
const form = (stopLoss: string, takeProfit = ''): StopsForm => ({
  stopLoss: level(stopLoss),
  takeProfit: takeProfit === '' ? off : level(takeProfit),
})

describe('moving the stops of a holding', () => {
  it('starts from what is set', () => {
    expect(stopsOf(long)).toEqual({ stopLoss: level('1.39300'), takeProfit: off })
    expect(stopsRequest(stopsOf(long), long)).toEqual({ id: 7, stop_loss_price: '1.39300', target_profit_price: '0' })
  })

  it('suggests levels that can be saved', () => {
    const both = switched(
      switched(stopsOf({ ...long, stopLoss: undefined }), { level: 'stopLoss', on: true, order: long, market }),
      {
        level: 'takeProfit',
        on: true,
        order: long,
        market,
      },
    )
    expect([both.stopLoss.text, both.takeProfit.text]).toEqual(['1.39425', '1.40475'])
    expect(stopsFaults(both, long, market)).toEqual({})
    expect(switched(both, { level: 'stopLoss', on: false, order: long, market }).stopLoss).toEqual(off)
  })

  it('refuses a stop-loss at the bid, a take-profit at the ask, and what is no price', () => {
    expect(stopsFaults(form('1.39775'), long, market)).toEqual({ stopLoss: 'wrong_side' })
    expect(stopsFaults(form('1.39774', '1.39790'), long, market)).toEqual({ takeProfit: 'wrong_side' })
    expect(stopsFaults(form('1.3930001', 'soon'), long, market)).toEqual({
      stopLoss: 'too_precise',
      takeProfit: 'not_a_number',
    })
    expect(stopsFaults({ stopLoss: { on: true, text: '', touched: true }, takeProfit: off }, long, market)).toEqual({
      stopLoss: 'missing',
    })
  })

  it('leaves the judgement to the server while no price is known', () => {
    expect(stopsFaults(form('9'), long, { bid: undefined, ask: undefined, conversion: undefined })).toEqual({})
  })

  it('says what each level brings', () => {
    const facts = { contractSize: 100_000, conversion: CONVERSION_USD }
    expect(profitAt(level('1.39300'), long, facts)).toBe(-49_000_000)
    expect(profitAt(level('1,405'), long, facts)).toBe(71_000_000)
    expect(profitAt(off, long, facts)).toBeUndefined()
    expect(profitAt(level('1.39300'), long, { ...facts, conversion: undefined })).toBeUndefined()
  })
})

it('judges the stops of a pending order by its target', () => {
  expect(stopsFaults(form('1.40001', '1.39999'), waiting, market)).toEqual({})
  expect(stopsFaults(form('1.39900', '1.40000'), waiting, market)).toEqual({
    stopLoss: 'wrong_side',
    takeProfit: 'wrong_side',
  })
  const on = switched(stopsOf(waiting), { level: 'stopLoss', on: true, order: waiting, market })
  expect(on.stopLoss.text).toBe('1.40350')
})
