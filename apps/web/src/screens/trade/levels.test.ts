/** The lines of a customer's orders on the chart, with the value of each level in USD. */
import type { WireOrder } from '@veritick/contract'
import { CONVERSION_USD } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import { orderFrom } from '../../data/order.ts'
import { alert } from '../priceAlerts/price-alert-fixture.ts'
import { alertLevels, hasHandle, isOwn, levelsOf, madeLevel, marketLevels, withProfits } from './levels.ts'

const usd = { numerator: 1, denominator: 1, instrument: 0, seq: 0 }
const wire = (change: Partial<WireOrder>): WireOrder => ({
  Id: 7,
  OrderType: 1,
  Status: 1,
  SplitFrom: null,
  PendingKind: null,
  Quantity: '0.10',
  Multiple: 30,
  OriginPrice: '1.08490',
  Price: '1.08490',
  UpdatePrice: '1.08512',
  FactProfits: '2.200000',
  CautionMoney: '361.640000',
  TradeFee: '0.350000',
  Swap: '0.000000',
  TargetLossPrice: '1.08400',
  TargetProfitPrice: '1.09690',
  CreateTimeHandler: '2014-05-08T09:30:00.000+00:00',
  OpenTime: 1_399_541_400_000,
  EndTime: null,
  OpenQuote: { seq: 11, bid: '1.08480', ask: '1.08490', time: 1_399_541_400_000, conversion: usd },
  CloseQuote: null,
  OpenSlippage: '0.00000',
  CloseSlippage: null,
  CloseReason: null,
  Cancelled: false,
  StopOut: null,
  Conversion: usd,
  ForexTradeLists: { Id: 1, Code: 'EURUSD', ShowCode: 'EURUSD', PricePrecision: 5, QuoteCurrency: 'USD' },
  ...change,
})
const eurusd = { contractSize: 100_000, pricePrecision: 5 }
const drawn = (order: WireOrder) =>
  levelsOf([orderFrom(order)], eurusd).map(({ kind, price, profit }) => [kind, price, profit])

it('a pending order has the money of its levels at the rate of the market', () => {
  const pending = orderFrom(wire({ Status: 0, PendingKind: 'limit', Conversion: null }))
  expect(levelsOf([pending], eurusd, CONVERSION_USD).map(({ kind, profit }) => [kind, profit])).toEqual([
    ['pending', undefined],
    ['stop_loss', '-9.000000'],
    ['take_profit', '120.000000'],
  ])
})

describe('levels of an order', () => {
  it('a position: entry price, loss at the stop, gain at the target', () => {
    expect(drawn(wire({}))).toEqual([
      ['entry', '1.08490', undefined],
      ['stop_loss', '1.08400', '-9.000000'],
      ['take_profit', '1.09690', '120.000000'],
    ])
  })
  it('a short is the mirror image', () => {
    expect(drawn(wire({ OrderType: 2, TargetLossPrice: '1.08590', TargetProfitPrice: '0' }))).toEqual([
      ['entry', '1.08490', undefined],
      ['stop_loss', '1.08590', '-10.000000'],
    ])
  })
  it('a pending order is at its target, without money while no rate is known', () => {
    expect(drawn(wire({ Status: 0, PendingKind: 'limit', Conversion: null, TargetLossPrice: '0' }))).toEqual([
      ['pending', '1.08490', undefined],
      ['take_profit', '1.09690', undefined],
    ])
  })
})

it('a picture without the lines of the customer keeps the lines of the market', () => {
  const market = marketLevels({ ask: '1.08521', high: '1.08712', low: undefined })
  const all = [...levelsOf([orderFrom(wire({}))], eurusd), ...market]
  expect(all.filter((level) => !isOwn(level)).map(({ kind, price }) => [kind, price])).toEqual([
    ['ask', '1.08521'],
    ['day_high', '1.08712'],
  ])
})

it('a price alert that can still fire has a line of the customer without a handle', () => {
  const list = [alert(4), alert(5, { forex_id: 2 }), alert(6, { state: 'done' })]
  const levels = alertLevels(list, 1)
  expect(levels.map(({ id, kind, price }) => [id, kind, price])).toEqual([['alert 4', 'alert', '1.09000']])
  expect(levels.map((level) => [isOwn(level), hasHandle(level)])).toEqual([[true, false]])
  expect(levelsOf([orderFrom(wire({}))], eurusd).every(hasHandle)).toBe(true)
})

it('the price of a pending order can be dragged', () =>
  expect(levelsOf([orderFrom(wire({ Status: 0, PendingKind: 'limit' }))], eurusd)[0]?.line).toBe('target'))

it('stops can be dragged, an entry that has both cannot', () =>
  expect(levelsOf([orderFrom(wire({}))], eurusd).map(({ line, makes }) => [line, makes])).toEqual([
    [undefined, false],
    ['stopLoss', false],
    ['takeProfit', false],
  ]))

describe('an entry without one of its levels', () => {
  const levels = levelsOf([orderFrom(wire({ TargetProfitPrice: '0' }))], eurusd)
  const [entry, stop] = levels

  it('is dragged to make it', () => {
    expect(levels.map(({ kind, makes }) => [kind, makes])).toEqual([
      ['entry', true],
      ['stop_loss', false],
    ])
    expect(entry && madeLevel(entry, 'takeProfit', levels)).toMatchObject({
      id: '7 take_profit',
      kind: 'take_profit',
      line: 'takeProfit',
      owner: 7,
      lots: '0.10',
      makes: false,
    })
  })
  it('moves the level that it has', () => expect(entry && madeLevel(entry, 'stopLoss', levels)).toBe(stop))
  it('does not belong to a pending order', () => {
    const pending = orderFrom(wire({ Status: 0, PendingKind: 'limit', TargetLossPrice: '0', TargetProfitPrice: '0' }))
    expect(levelsOf([pending], eurusd).map(({ makes }) => makes)).toEqual([false])
  })
})

it('an entry shows the newest profit, a level its profit at its price', () => {
  const orders = [orderFrom(wire({})), orderFrom(wire({ Id: 8, TargetLossPrice: '0' }))]
  const live = new Map([[8, { profit: '-3.100000' }]])
  expect(withProfits(levelsOf(orders, eurusd), orders, live).map(({ id, profit }) => [id, profit])).toEqual([
    ['7 entry', '2.200000'],
    ['7 stop_loss', '-9.000000'],
    ['7 take_profit', '120.000000'],
    ['8 entry', '-3.100000'],
    ['8 take_profit', '120.000000'],
  ])
})
