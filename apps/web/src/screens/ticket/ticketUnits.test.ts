/**
 * Sizes without a cost, levels by pips, percent or money, and pending orders far from the market: EURUSD at 1.08512.
 */
import { points } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import { summaryOf } from './costs.ts'
import { farTarget } from './farTarget.ts'
import { faultsOf } from './faults.ts'
import { intentOf, requestOf, type TicketAction, type TicketForm, ticketFor } from './ticket.ts'
import {
  ACCOUNT as account,
  EURUSD as eurusd,
  lots,
  MARKET as market,
  stopLoss,
  takeProfit,
  typed,
} from './ticket-fixture.ts'

const pending = (text: string): TicketAction[] => [
  { kind: 'kind_chosen', chosen: 'pending', terms: eurusd, market },
  { kind: 'target_typed', text },
]
const seen = (form: TicketForm) => ({ form, terms: eurusd, market, account })

describe('an invalid size', () => {
  it.each(['0.005', '0.105', '50.01', '0', '-1'])('%s lots have no margin, no fee and no gain at a level', (size) => {
    const form = typed(ticketFor(eurusd, 'buy'), lots(size), stopLoss('1.08400'))
    expect(summaryOf(seen(form))).toMatchObject({
      margin: undefined,
      fee: undefined,
      spread: undefined,
      freeAfter: undefined,
      atStopLoss: undefined,
    })
  })
})

describe('levels in another unit', () => {
  const unit = (chosen: 'price' | 'pips' | 'percent' | 'money'): TicketAction => ({
    kind: 'unit_chosen',
    unit: chosen,
    terms: eurusd,
    market,
  })
  const form = typed(ticketFor(eurusd, 'buy'), lots('0.10'), stopLoss('1.08400'), takeProfit('1.08900'))

  it('has the typed price again after a look at percent, whose rounding is coarser than a point', () => {
    const precise = typed(form, stopLoss('1.08403'))
    const byPercent = typed(precise, unit('percent'))
    expect(typed(byPercent, unit('price')).stopLoss.text).toBe('1.08403')
    expect(typed(byPercent, unit('pips'), unit('price')).stopLoss.text).toBe('1.08403')
    const changed = typed(byPercent, { kind: 'level_typed', level: 'stopLoss', text: '0.20' }, unit('price'))
    expect(changed.stopLoss.text).not.toBe('1.08403')
  })

  it('keeps the prices when the unit changes, and sends prices', () => {
    const byMoney = typed(form, unit('money'))
    expect([byMoney.stopLoss.text, byMoney.takeProfit.text]).toEqual(['12.10', '37.90'])
    const byPips = typed(byMoney, unit('pips'))
    expect([byPips.stopLoss.text, byPips.takeProfit.text]).toEqual(['12.1', '37.9'])
    for (const each of [form, byMoney, byPips])
      expect(requestOf(each, eurusd, market)).toMatchObject({
        stop_loss_price: '1.08400',
        target_profit_price: '1.08900',
      })
  })

  const units = ['price', 'pips', 'percent', 'money'] as const
  it.each(units)(
    'a level typed as %s keeps its price in every other unit, and its distance while the market moves',
    (from) => {
      const stop = { price: '1.08403', pips: '11.8', percent: '0.11', money: '99.90' }[from]
      const gain = { price: '1.08816', pips: '29.5', percent: '2', money: '250' }[from]
      const first = typed({ ...ticketFor(eurusd, 'buy'), unit: from }, lots('0.85'), stopLoss(stop), takeProfit(gain))
      const pricesOf = (form: TicketForm, at = market) => {
        const { stop_loss_price, target_profit_price } = requestOf(form, eurusd, at) ?? {}
        return [stop_loss_price, target_profit_price]
      }
      const moved = { ...market, bid: points(108_522), ask: points(108_531) }
      for (const to of units.filter((each) => each !== from)) {
        const changed = typed(first, unit(to))
        expect(pricesOf(changed)).toEqual(pricesOf(first))
        expect(pricesOf(typed(changed, unit('percent'), unit('money'), unit(to)))).toEqual(pricesOf(first))
        if (to !== 'price' && from === 'pips') expect(pricesOf(changed, moved)).toEqual(pricesOf(first, moved))
      }
    },
  )

  it('money that was converted keeps its amount when the size changes', () => {
    const byMoney = typed(form, unit('percent'), unit('money'), lots('0.20'))
    // 12.10 USD are 121 points of 0.10 lots, and 60.5 of 0.20.
    expect(requestOf(byMoney, eurusd, market)?.stop_loss_price).toBe('1.08460')
    expect(typed(byMoney, stopLoss('12.10')).stopLoss).toEqual({ on: true, text: '12.10', touched: true })
  })

  it('a line that was dragged on the chart keeps its price in percent', () => {
    const dragged: TicketAction = {
      kind: 'level_dragged',
      level: 'stopLoss',
      price: points(108_403),
      terms: eurusd,
      market,
    }
    const byPercent = typed(form, unit('percent'), dragged)
    expect(byPercent.stopLoss.text).toBe('0.11')
    expect(requestOf(byPercent, eurusd, market)?.stop_loss_price).toBe('1.08403')
  })

  it('a distance follows the market, and is the same order until the answer', () => {
    const byPips = typed(form, unit('pips'))
    const moved = { ...market, bid: points(108_522), ask: points(108_531) }
    const [now, later] = [requestOf(byPips, eurusd, market), requestOf(byPips, eurusd, moved)]
    if (now === undefined || later === undefined) throw new Error('both can be sent')
    expect([now.stop_loss_price, later.stop_loss_price]).toEqual(['1.08400', '1.08410'])
    expect(intentOf(byPips, later)).toBe(intentOf(byPips, now))
    const other = typed(byPips, stopLoss('20'))
    expect(intentOf(other, requestOf(other, eurusd, market) ?? now)).not.toBe(intentOf(byPips, now))
  })

  it('never sends an order without a level that is switched on', () => {
    const byMoney = typed(form, unit('money'))
    expect(requestOf(byMoney, eurusd, { ...market, conversion: undefined })).toBeUndefined()
    expect(faultsOf(seen(typed(byMoney, stopLoss('x'))))).toEqual({ stopLoss: 'not_a_number' })
    expect(faultsOf(seen(typed(byMoney, stopLoss('0'))))).toEqual({ stopLoss: 'out_of_range' })
    // 5 points are less than the spread, so the market is already beyond the stop.
    expect(faultsOf(seen(typed(form, unit('pips'), stopLoss('0.5'))))).toEqual({ stopLoss: 'stop_loss_wrong_side' })
  })
})

describe('a pending order far from the market', () => {
  it.each([
    ['1.08000', undefined],
    ['1.19373', undefined],
    ['1.19374', '10.00'],
    ['10.8521', '900.00'],
    ['0.00001', '99.99'],
    ['9999', '921288.48'],
  ])('%s is %s away in percent', (target, distance) => {
    const form = typed(ticketFor(eurusd, 'buy'), ...pending(target))
    expect(farTarget(form, eurusd, market)).toBe(distance)
  })
  it('a market order is never far', () => expect(farTarget(ticketFor(eurusd, 'buy'), eurusd, market)).toBeUndefined())
})
