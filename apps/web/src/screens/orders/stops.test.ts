/** The stops of a long of 0.10 EURUSD from 1.39790 are moved; a pending sell at 1.40000 gets its first. */
import { CONVERSION_USD, points } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import { LONG as long, PENDING_SELL as waiting } from '../../data/order-fixture.ts'
import {
  inUnit,
  priceNow,
  profitAt,
  type StopsForm,
  savedWord,
  stopsFaults,
  stopsOf,
  stopsRequest,
  switched,
} from './stops.ts'

const market = { bid: points(139_775), ask: points(139_790), conversion: CONVERSION_USD }
const level = (text: string) => ({ on: true, text, touched: true })
const off = { on: false, text: '', touched: false }
const form = (stopLoss: string, takeProfit = ''): StopsForm => ({
  unit: 'price',
  stopLoss: level(stopLoss),
  takeProfit: takeProfit === '' ? off : level(takeProfit),
})

describe('moving the stops of a holding', () => {
  it('starts with the current levels', () => {
    const stopLoss = { ...level('1.39300'), at: points(139_300) }
    expect(stopsOf(long)).toEqual({ unit: 'price', stopLoss, takeProfit: off })
    expect(stopsRequest(stopsOf(long), long, market)).toEqual({
      id: 7,
      stop_loss_price: '1.39300',
      target_profit_price: '0',
    })
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

  it('refuses a stop-loss at the bid, a take-profit at the ask, and text that is no price', () => {
    expect(stopsFaults(form('1.39775'), long, market)).toEqual({ stopLoss: 'wrong_side' })
    expect(stopsFaults(form('1.39774', '1.39790'), long, market)).toEqual({ takeProfit: 'wrong_side' })
    expect(stopsFaults(form('1.3930001', 'soon'), long, market)).toEqual({
      stopLoss: 'too_precise',
      takeProfit: 'not_a_number',
    })
    expect(stopsFaults(form(''), long, market)).toEqual({
      stopLoss: 'missing',
    })
  })

  it('leaves the check to the server while no price is known', () => {
    expect(stopsFaults(form('9'), long, { bid: undefined, ask: undefined, conversion: undefined })).toEqual({})
  })

  it('computes the profit at each level', () => {
    const facts = { contractSize: 100_000, conversion: CONVERSION_USD }
    expect(profitAt(form('1.39300'), 'stopLoss', long, facts)).toBe(-49_000_000)
    expect(profitAt(form('1.39300', '1,405'), 'takeProfit', long, facts)).toBe(71_000_000)
    expect(profitAt(form('1.39300'), 'takeProfit', long, facts)).toBeUndefined()
    expect(profitAt(form('1.39300'), 'stopLoss', long, { ...facts, conversion: undefined })).toBeUndefined()
  })
})

describe('stops of an open position in the units of the ticket', () => {
  const priced = { ...market, contractSize: 100_000 }
  const typed = (unit: StopsForm['unit'], text: string): StopsForm => ({ ...form(''), unit, stopLoss: level(text) })
  const sent = (of: StopsForm, facts = priced) => stopsRequest(of, long, facts).stop_loss_price

  it.each([
    ['pips', '49', '1.39300'],
    ['percent', '0.35', '1.39301'],
    ['money', '49', '1.39300'],
    // Above the opening price: a gain is kept.
    ['pips', '-20', '1.39990'],
    ['money', '-20', '1.39990'],
    ['money', '0', '1.39790'],
  ] as const)('a stop-loss of %s %s is %s', (unit, text, price) => expect(sent(typed(unit, text))).toBe(price))

  it('counts the profit of a short in its own direction', () => {
    const short = { ...long, side: 'sell' } as const
    const both: StopsForm = { unit: 'money', stopLoss: level('10'), takeProfit: level('10') }
    expect(stopsRequest(both, short, priced)).toMatchObject({
      stop_loss_price: '1.39890',
      target_profit_price: '1.39690',
    })
  })

  it('shows the same price in another unit and never moves it', () => {
    const percent = inUnit(stopsOf(long), 'percent', long, priced)
    expect(percent.stopLoss.text).toBe('0.35')
    expect(sent(percent)).toBe('1.39300')
    const money = inUnit(percent, 'money', long, priced)
    expect([money.unit, money.stopLoss.text, money.takeProfit]).toEqual(['money', '49.00', off])
    expect(inUnit(money, 'price', long, priced).stopLoss.text).toBe('1.39300')
  })

  it('does not take thousands for a distance of a few dollars or pips', () => {
    for (const unit of ['pips', 'money'] as const)
      for (const text of ['1,000', '1.000', '-2,500'])
        expect(stopsFaults(typed(unit, text), long, priced)).toEqual({ stopLoss: 'not_a_number' })
    expect(stopsFaults(typed('percent', '1,000'), long, priced)).toEqual({})
  })

  it('keeps a level that is far from the price, however it is written', () => {
    const gold = { ...long, precision: 3, price: points(2_651_400), stopLoss: points(20_125) }
    const now = { ...priced, bid: points(2_651_000), ask: points(2_651_500) }
    expect(stopsFaults(stopsOf(gold), gold, now)).toEqual({})
  })

  it('is compared with the market, not with the opening price', () => {
    // 1.39990 is above the bid.
    expect(stopsFaults(typed('pips', '-20'), long, priced)).toEqual({ stopLoss: 'wrong_side' })
    const risen = { ...priced, bid: points(140_500), ask: points(140_515) }
    expect(stopsFaults(typed('pips', '-20'), long, risen)).toEqual({})
    expect(stopsFaults(typed('pips', '1.25'), long, risen)).toEqual({ stopLoss: 'too_precise' })
    expect(stopsFaults(typed('percent', '100'), long, risen)).toEqual({ stopLoss: 'out_of_range' })
  })

  it('has no money without a rate', () => {
    const blind = { ...priced, conversion: undefined }
    expect(stopsFaults(typed('money', '49'), long, blind)).toEqual({ stopLoss: 'missing' })
    expect(inUnit(stopsOf(long), 'money', long, blind)).toEqual(stopsOf(long))
  })

  it('suggests in the chosen unit', () => {
    const on = switched(
      { ...stopsOf(long), unit: 'pips' },
      { level: 'stopLoss', on: true, order: long, market: priced },
    )
    expect([on.stopLoss.text, sent(on)]).toEqual(['36.5', '1.39425'])
  })
})

it('compares the stops of a pending order with its target', () => {
  expect(stopsFaults(form('1.40001', '1.39999'), waiting, market)).toEqual({})
  expect(stopsFaults(form('1.39900', '1.40000'), waiting, market)).toEqual({
    stopLoss: 'wrong_side',
    takeProfit: 'wrong_side',
  })
  const on = switched(stopsOf(waiting), { level: 'stopLoss', on: true, order: waiting, market })
  expect(on.stopLoss.text).toBe('1.40350')
})

it('names the market price, not the opening price of the order', () => {
  const moved = { ...market, bid: points(139_500), ask: points(139_515) }
  expect(priceNow(long, moved)).toBe(139_500)
  expect(priceNow({ ...long, side: 'sell' }, moved)).toBe(139_515)
  // A pending sell order fills at the bid.
  expect(priceNow(waiting, moved)).toBe(139_500)
  expect(priceNow(long, { ...market, bid: undefined })).toBeUndefined()
})

describe('after a change the notice names', () => {
  const at = (stopLoss?: number, takeProfit?: number) => ({
    stopLoss: stopLoss === undefined ? undefined : points(stopLoss),
    takeProfit: takeProfit === undefined ? undefined : points(takeProfit),
  })
  it.each([
    ['a first stop-loss', at(), at(139_300), 'stop_loss_saved'],
    ['a moved stop-loss beside a take-profit', at(139_300, 141_000), at(139_400, 141_000), 'stop_loss_saved'],
    ['a first take-profit', at(139_300), at(139_300, 141_000), 'take_profit_saved'],
    ['both', at(), at(139_300, 141_000), 'edit_saved'],
    ['a removed stop-loss as a change', at(139_300), at(), 'edit_saved'],
  ] as const)('%s', (_, before, after, word) => expect(savedWord(before, after)).toBe(word))
})
