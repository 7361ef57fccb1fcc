/** A pending sell limit of 0.10 EURUSD at 1.40000 is changed while the market is at 1.39775 / 1.39790. */
import { CONVERSION_USD, points } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../data/order.ts'
import { PENDING_SELL } from '../../data/order-fixture.ts'
import { targetStep } from '../ticket/targetStep.ts'
import { type AmendForm, amended, amendFaults, amendOf, amendRequest, awayFromMarket } from './amend.ts'

const sell: Order = { ...PENDING_SELL, stopLoss: points(140_300) }
const market = { bid: points(139_775), ask: points(139_790), conversion: CONVERSION_USD, status: 'open' as const }
const at = (target: string): AmendForm => ({ ...amendOf(sell), target })
const faults = (target: string, now = {}) => amendFaults(at(target), sell, { ...market, ...now })

describe('the price of a pending order', () => {
  it('starts with the current levels, and sends only changes', () => {
    expect(amendOf(sell).target).toBe('1.40000')
    expect(amendRequest(amendOf(sell), sell)).toEqual({
      call: 'setStopPrice',
      body: { id: 8, stop_loss_price: '1.40300', target_profit_price: '0' },
    })
    expect(amendRequest(at('1,4010'), sell)).toEqual({
      call: 'amendTrade',
      body: { id: 8, target_price: '1.40100', stop_loss_price: '1.40300', target_profit_price: '0' },
    })
  })

  it('stays on its side of the market', () => {
    expect(faults('1.40100')).toEqual({})
    expect(faults('1.39775')).toEqual({ target: 'target_at_market' })
    expect(faults('1.39774')).toEqual({ target: 'must_be_above' })
    expect(amendFaults(at('1.39800'), { ...sell, pending: 'stop' }, market)).toEqual({ target: 'must_be_below' })
    expect(amendFaults(at('1.39800'), { ...sell, side: 'buy' }, market)).toMatchObject({ target: 'must_be_below' })
  })

  it('must be a price', () => {
    expect(faults('')).toEqual({ target: 'missing' })
    expect(faults('soon')).toEqual({ target: 'not_a_number' })
    expect(faults('1.400001')).toEqual({ target: 'too_precise' })
    expect(faults('0')).toEqual({ target: 'out_of_range' })
  })

  it('is no price with thousands, and stays as it was however far it is', () => {
    const index = { ...sell, precision: 2, price: points(4_500_000), stopLoss: undefined, takeProfit: undefined }
    const now = { ...market, bid: points(4_461_230), ask: points(4_461_280) }
    const faultOf = (target: string, of = index) => amendFaults({ ...amendOf(of), target }, of, now).target
    expect(['44,900', '44.900', '20,000', '44900'].map((text) => faultOf(text))).toEqual([
      'not_a_number',
      'not_a_number',
      'not_a_number',
      undefined,
    ])
    const far = { ...index, precision: 3, price: points(20_125), side: 'buy', pending: 'limit' } as const
    expect(amendFaults(amendOf(far), far, { ...now, bid: points(2_651_000), ask: points(2_651_500) })).toEqual({})
  })

  it('is the reference for the stops', () => {
    expect(faults('1.40400')).toEqual({ stopLoss: 'wrong_side' })
    expect(amended(sell, at('1.40400')).price).toBe(140_400)
    expect(amended(sell, at('soon')).price).toBe(140_000)
  })

  it('needs an open market for a new price, not for new stops', () => {
    expect(faults('1.40100', { status: 'closed' })).toEqual({ market: 'market_closed' })
    expect(faults('1.40100', { status: 'held' })).toEqual({ market: 'price_unconfirmed' })
    expect(faults('1.40100', { bid: undefined, ask: undefined })).toEqual({ market: 'price_stale' })
    expect(faults('1.40000', { status: 'closed' })).toEqual({})
  })
})

it('gives the distance of the price from the market', () => {
  const eurusd = { contractSize: 100_000, pricePrecision: 5 }
  expect(awayFromMarket(points(140_000), points(139_775), eurusd)).toEqual({
    pips: '22.5',
    percent: '0.16',
    isBelow: false,
  })
  expect(awayFromMarket(points(139_000), points(139_790), eurusd)).toEqual({
    pips: '79.0',
    percent: '0.57',
    isBelow: true,
  })
})

it('a step is a pip, or a price step for an instrument without pips', () => {
  expect([targetStep(5), targetStep(3), targetStep(2)]).toEqual([10, 10, 1])
})
