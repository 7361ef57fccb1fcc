/** The order screen through a day: prices change, orders end, the URL keeps the state. */
import { ORDER_STATUS, ORDER_TYPE, type WireOrder } from '@veritick/contract'
import { describe, expect, it } from 'vitest'
import { netOf, orderFrom } from '../../data/order.ts'
import {
  closable,
  figuresOf,
  firstStep,
  inCents,
  leftBecause,
  pagesWithout,
  placeFrom,
  searchOf,
  withLive,
} from './orders.ts'

const usd = { numerator: 1, denominator: 1, instrument: 0, seq: 0 }
const wire: WireOrder = {
  Id: 7,
  OrderType: ORDER_TYPE.buy,
  Status: ORDER_STATUS.holding,
  SplitFrom: null,
  PendingKind: null,
  Quantity: '0.10',
  Multiple: 30,
  OriginPrice: '1.39790',
  Price: '1.39790',
  UpdatePrice: '1.39775',
  FactProfits: '-1.500000',
  CautionMoney: '465.910000',
  TradeFee: '0.700000',
  Swap: '-0.650000',
  TargetLossPrice: '1.39300',
  TargetProfitPrice: '0',
  CreateTimeHandler: '2014-05-08T12:46:10.120+00:00',
  OpenTime: 1_399_553_170_120,
  EndTime: null,
  OpenQuote: { seq: 812, bid: '1.39775', ask: '1.39790', time: 1_399_553_170_000, conversion: usd },
  CloseQuote: null,
  OpenSlippage: '-0.00002',
  CloseSlippage: null,
  CloseReason: null,
  Cancelled: false,
  StopOut: null,
  Conversion: usd,
  ForexTradeLists: { Id: 1, Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5, QuoteCurrency: 'USD' },
}
const list = {
  data: [wire],
  total: 1,
  all_fact_profits: '-1.500000',
  balance: '99999.300000',
  equity: '99997.800000',
  margin: '465.910000',
  free_margin: '99531.890000',
  margin_level: '21462.90',
  hazard_rate: '0.23',
}
const holding = orderFrom(wire)

describe('one order', () => {
  it('is parsed to the last digit', () => {
    expect(holding).toMatchObject({
      id: 7,
      code: 'EURUSD',
      showCode: 'EUR/USD',
      side: 'buy',
      status: 'holding',
      lots: 1_000,
      price: 139_790,
      priceNow: 139_775,
      profit: -1_500_000,
      margin: 465_910_000,
      fee: 700_000,
      swap: -650_000,
      stopLoss: 139_300,
      takeProfit: undefined,
      createdAt: 1_399_553_170_120,
      openSlippage: -2,
      openQuote: { seq: 812, bid: 139_775, ask: 139_790 },
    })
    expect(orderFrom({ ...wire, TargetLossPrice: '0.00000' }).stopLoss).toBeUndefined()
  })

  it('has a result after costs: -1.50 less 0.70 of fee, with 0.65 of financing paid', () => {
    expect(netOf(holding)).toBe(-2_850_000)
  })

  it('contains the figures of a stop-out', () => {
    const StopOut = { equity: '232.955000', margin: '465.910000', margin_level: '50.00' }
    const ended = orderFrom({ ...wire, Status: ORDER_STATUS.history, CloseReason: 'stop_out', StopOut })
    expect(ended.stopOut).toEqual({ equity: 232_955_000, margin: 465_910_000, level: 5_000 })
    expect(ended.status).toBe('ended')
  })

  it('is refused with an invalid number', () => {
    expect(() => orderFrom({ ...wire, FactProfits: 'NaN' })).toThrow('order 7')
  })
})

it('an empty list of a real account without money leads to the deposit, every other to the market', () => {
  const to = (isReal: boolean, balance: string | undefined) => firstStep({ isReal, balance }).to
  expect(to(true, '0.000000')).toBe('/mine/charge')
  expect([to(true, '0.010000'), to(true, undefined), to(false, '0.000000')]).toEqual(['/trade', '/trade', '/trade'])
  expect(firstStep({ isReal: true, balance: '0.000000' }).text).toBe('orders.empty_unfunded_text')
  expect(firstStep({ isReal: true, balance: '25.000000' }).text).toBe('orders.empty_holding_text')
})

describe('lists', () => {
  it('take price and profit from the push; an unchanged order stays the same object', () => {
    expect(withLive(holding, { price: '1.39801', profit: '1.100000' })).toMatchObject({
      priceNow: 139_801,
      profit: 1_100_000,
    })
    expect(withLive(holding, { price: '1.39775', profit: '-1.500000' })).toBe(holding)
    expect(withLive(holding, undefined)).toBe(holding)
    expect(withLive({ ...holding, status: 'pending' }, { price: '1.39801', profit: '1.100000' }).priceNow).toBe(139_775)
  })

  it('drop ended orders, and give the reason', () => {
    const push = { ids: [7, 9], reasons: ['stop_loss' as const, 'take_profit' as const] }
    const page = (ids: number[]) => ({ ...list, total: 23, data: ids.map((Id) => ({ ...wire, Id })) })
    const left = pagesWithout([page([9, 8]), page([7, 6])], push.ids)
    expect(left.map((each) => [each.total, each.data.map((order) => order.Id)])).toEqual([
      [21, [8]],
      [21, [6]],
    ])
    expect(leftBecause(push, 9)).toBe('take_profit')
    expect(leftBecause(push, 8)).toBeUndefined()
  })

  it('are restored from the URL, and written to the URL', () => {
    const place = (text: string, last?: 'pending') => placeFrom(new URLSearchParams(text), last)
    expect(place('')).toEqual({ tab: 'holding', order: undefined, proof: false })
    expect(place('', 'pending').tab).toBe('pending')
    expect(place('tab=history&order=7&proof=1', 'pending')).toEqual({ tab: 'history', order: 7, proof: true })
    expect(place('tab=3&order=7e1&proof=1')).toEqual({ tab: 'holding', order: undefined, proof: false })
    for (const text of ['tab=holding', 'tab=pending&order=7', 'tab=history&order=7&proof=1'])
      expect(searchOf(place(text))).toBe(text)
  })
})

describe('the account', () => {
  const live = {
    ProfitsTotal: '1.100000',
    Balance: '99999.300000',
    Equity: '100000.400000',
    CautionMoneyAll: '465.910000',
    FreeMargin: '99534.490000',
    MarginLevel: '21463.45',
    HazardRate: '0.23',
    OrderChanges: 0,
    orders: new Map(),
  }

  it('uses the push, and before the first push the list', () => {
    expect(figuresOf('holding', list, undefined)).toEqual({
      profit: '-1.500000',
      costs: undefined,
      net: undefined,
      balance: '99999.300000',
      margin: '465.910000',
      free: '99531.890000',
      hazard: '0.23',
    })
    expect(figuresOf('holding', list, live)).toMatchObject({ profit: '1.100000', free: '99534.490000' })
    expect(figuresOf('pending', { ...list, all_fact_profits: '0.000000' }, undefined).profit).toBeUndefined()
  })

  it('shows total profit, costs and net profit of the history, without margin and risk', () => {
    expect(figuresOf('history', { ...list, all_fact_profits: '57.900000', all_costs: '-3.500000' }, live)).toEqual({
      profit: '57.900000',
      costs: '-3.500000',
      net: '54.400000',
      balance: '99999.300000',
      margin: undefined,
      free: undefined,
      hazard: undefined,
    })
  })
})

describe('the card in cents', () => {
  it.each([
    // Regression: a balance was rounded up beside a free margin that was rounded down.
    {
      balance: '99998.714200',
      profit: '-3.000000',
      margin: '1343.266667',
      free: '98652.447533',
      shown: ['99998.71', '-3.00', '1343.27', '98652.44'],
    },
    {
      balance: '100.009999',
      profit: '0.004999',
      margin: '0.020001',
      free: '99.994997',
      shown: ['100.00', '0.00', '0.03', '99.99'],
    },
    {
      balance: '-0.001000',
      profit: '0.000000',
      margin: '0.000000',
      free: '-0.001000',
      shown: ['-0.01', '0.00', '0.00', '-0.01'],
    },
    {
      balance: '50.005000',
      profit: '-0.005000',
      margin: '10.000000',
      free: '40.000000',
      shown: ['50.00', '-0.01', '10.00', '40.00'],
    },
  ])('$balance with $profit', ({ shown, ...exact }) => {
    const figures = inCents({ ...exact, costs: undefined, net: undefined, hazard: '1.00' })
    expect([figures.balance, figures.profit, figures.margin, figures.free]).toEqual(shown.map((text) => `${text}0000`))
    expect(Number(figures.free)).toBeLessThanOrEqual(Number(exact.free))
    expect(Number(figures.balance)).toBeLessThanOrEqual(Number(exact.balance))
  })
  it('omits unknown figures, and the margin of a history', () => {
    const figures = {
      profit: '57.905000',
      costs: '-3.505000',
      net: '54.400000',
      balance: '1.999999',
      margin: undefined,
      free: undefined,
      hazard: undefined,
    }
    expect(inCents(figures)).toEqual({ ...figures, profit: '57.910000', costs: '-3.510000', balance: '1.990000' })
  })
})

describe('a position can be closed', () => {
  it.each([
    ['while its market is open', { close: '1.08400', status: 1, held: false, stale: false, nextOpen: undefined }, true],
    ['not on a stale price', { close: '1.08400', status: 0, held: false, stale: true, nextOpen: undefined }, false],
    [
      'not while its price is being confirmed',
      { close: '1.08400', status: 0, held: true, stale: false, nextOpen: undefined },
      false,
    ],
    [
      'not before the opening',
      { close: '1.08400', status: 0, held: false, stale: false, nextOpen: 1_399_842_300_000 },
      false,
    ],
    [
      'though its product takes no new orders',
      { close: '1.08400', status: 0, held: false, stale: false, nextOpen: undefined },
      true,
    ],
    [
      'not when the feed has no price of it',
      { close: undefined, status: 0, held: false, stale: false, nextOpen: undefined },
      false,
    ],
  ] as const)('%s', (_, quote, expected) => expect(closable(quote)).toBe(expected))
})
