/** Tickets on EURUSD, USDJPY and Apple: the shown costs must equal the charges of the engine. */
import { conversionFrom, lotUnits, micros, points, ppm } from '@veritick/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateOf, summaryOf } from './costs.ts'
import { canSend, faultsOf } from './faults.ts'
import {
  hasLines,
  lotPresets,
  requestOf,
  type TicketAction,
  type TicketForm,
  type TicketMarket,
  type TicketTerms,
  ticketFor,
  ticketNext,
} from './ticket.ts'
import { ACCOUNT as account, EURUSD, lots, MARKET as market, stopLoss, takeProfit, typed } from './ticket-fixture.ts'

const eurusd: TicketTerms = {
  ...EURUSD,
  leverages: [30, 20, 10],
  financingLong: ppm(-21_500),
  financingShort: ppm(8_000),
}
const usdjpy: TicketTerms = { ...eurusd, id: 3, pricePrecision: 3 }

const pending = (text: string): TicketAction[] => [
  { kind: 'kind_chosen', chosen: 'pending', terms: eurusd, market },
  { kind: 'target_typed', text },
]
const seen = (form: TicketForm, changes: Partial<TicketMarket> = {}) => ({
  form,
  terms: eurusd,
  market: { ...market, ...changes },
  account,
})

describe('the lines of the chart', () => {
  const first = ticketFor(eurusd, 'buy')
  it('are not drawn for a form that only follows the market', () => {
    expect(hasLines(typed(first, lots('0.10')))).toBe(false)
  })
  it.each([
    ['a stop-loss', [stopLoss('1.08400')]],
    ['a take-profit', [takeProfit('1.08900')]],
    ['a target', pending('1.08000')],
  ])('are drawn with %s', (_, actions) => expect(hasLines(typed(first, ...actions))).toBe(true))
})

describe('the cost of an order', () => {
  it('has the figures of the sketch for 0.10 EURUSD at 1:30, to the micro-dollar', () => {
    const form = typed(ticketFor(eurusd, 'buy'), lots('0.10'), stopLoss('1.08400'), takeProfit('1.08900'))
    expect(summaryOf(seen(form))).toEqual({
      entry: 108_521,
      isAtMarket: false,
      margin: 361_706_667,
      fee: 700_000,
      spread: 900_000,
      overnight: { rate: eurusd.financingLong, nights: market.nights, amount: -648_058 },
      freeAfter: 100_000_000_000 - 361_706_667 - 700_000 - 900_000,
      marginShort: false,
      atStopLoss: -12_100_000,
      atTakeProfit: 37_900_000,
    })
  })

  it('values a short in the opposite direction and pays the short financing', () => {
    const form = typed(ticketFor(eurusd, 'sell'), lots('1'), stopLoss('1.08712'), takeProfit('1.08012'))
    const summary = summaryOf(seen(form))
    expect(summary.entry).toBe(108_512)
    expect(summary.atStopLoss).toBe(-200_000_000)
    expect(summary.atTakeProfit).toBe(500_000_000)
    expect(summary.overnight.amount).toBe(2_411_378)
  })

  it('takes the margin of a pending order from its target', () => {
    const form = typed(ticketFor(eurusd, 'buy'), lots('0.1'), ...pending('1.08000'))
    expect(summaryOf(seen(form))).toMatchObject({ entry: 108_000, margin: 360_000_000 })
  })

  it('estimates a pending order without a price at the market, and says so', () => {
    const form = typed(ticketFor(eurusd, 'buy'), lots('0.1'), ...pending(''))
    const [blank, now] = [summaryOf(seen(form)), summaryOf(seen({ ...form, kind: 'market' }))]
    expect(blank).toMatchObject({ entry: undefined, isAtMarket: true, margin: now.margin, fee: now.fee })
    expect(blank).toMatchObject({ spread: now.spread, freeAfter: undefined, marginShort: false })
    expect(blank.margin).toBeGreaterThan(0)
    expect(now.isAtMarket).toBe(false)
    const faulty = summaryOf(seen(typed(form, ...pending('x'))))
    expect([faulty.isAtMarket, faulty.margin]).toEqual([false, undefined])
  })

  it('converts yen by the Close of USDJPY and rounds the margin up', () => {
    const yen: TicketMarket = {
      ...market,
      bid: points(150_321),
      ask: points(150_330),
      conversion: conversionFrom('divide', points(150_321), 3),
    }
    const form = typed(ticketFor(usdjpy, 'buy'), lots('0.50'), stopLoss('150.000'))
    const summary = summaryOf({ form, terms: usdjpy, market: yen, account })
    expect(summary.margin).toBe(1_666_666_667)
    expect(summary.spread).toBe(2_993_594)
    expect(summary.atStopLoss).toBe(-109_765_103)
  })

  it('charges a fee of the margin by the setting of the platform, and a fixed margin by the product', () => {
    const apple: TicketTerms = {
      ...eurusd,
      id: 40,
      pricePrecision: 2,
      contractSize: 1,
      marginMode: 'fixed',
      leverages: [],
      feeOfMargin: ppm(1_500),
    }
    const form = typed(ticketFor(apple, 'buy'), lots('25'))
    const stock: TicketMarket = { ...market, bid: points(22_852), ask: points(22_856), feeType: 2 }
    expect(summaryOf({ form, terms: apple, market: stock, account })).toMatchObject({
      margin: 25_000_000,
      fee: 37_500,
      spread: 1_000_000,
    })
    expect(faultsOf({ form, terms: apple, market: stock, account })).toEqual({})
  })

  it('leaves unknown amounts undefined instead of zero', () => {
    const form = ticketFor(eurusd, 'buy')
    expect(summaryOf(seen(form, { conversion: undefined }))).toMatchObject({
      margin: undefined,
      fee: undefined,
      freeAfter: undefined,
    })
    expect(summaryOf(seen(form, { bid: undefined, ask: undefined }))).toMatchObject({
      entry: undefined,
      margin: undefined,
    })
    expect(summaryOf({ ...seen(form), account: undefined })).toMatchObject({ margin: 36_170_667, freeAfter: undefined })
    expect(summaryOf(seen(typed(form, lots('')))).margin).toBeUndefined()
  })
})

describe('the reasons why an order cannot be sent yet', () => {
  const form = typed(ticketFor(eurusd, 'buy'), lots('0.10'))
  const cases: [string, TicketForm, Partial<TicketMarket>, object][] = [
    ['nothing is wrong', form, {}, {}],
    ['the market is closed', form, { status: 'closed' }, { market: 'market_closed' }],
    ['the price is being confirmed', form, { status: 'held' }, { market: 'price_unconfirmed' }],
    ['the price is stale', form, { status: 'stale' }, { market: 'price_stale' }],
    ['the rate is missing', form, { conversion: undefined }, { market: 'conversion_missing' }],
    ['no size: blocked without a message', typed(form, lots('')), {}, { lots: 'missing' }],
    ['zero lots', typed(form, lots('0')), {}, { lots: 'lots_too_small' }],
    ['less than the smallest', typed(form, lots('0.005')), {}, { lots: 'lots_too_small' }],
    ['off the step', typed(form, lots('0.105')), {}, { lots: 'lots_off_step' }],
    ['off every step', typed(form, lots('0.10001')), {}, { lots: 'lots_off_step' }],
    ['too many lots', typed(form, lots('50.01')), {}, { lots: 'lots_too_large' }],
    ['an exponent', typed(form, lots('1e3')), {}, { lots: 'not_a_number' }],
    ['a stop-loss on the bid', typed(form, stopLoss('1.08512')), {}, { stopLoss: 'stop_loss_wrong_side' }],
    ['a stop-loss one point below the bid', typed(form, stopLoss('1.08511')), {}, {}],
    ['a take-profit on the ask', typed(form, takeProfit('1.08521')), {}, { takeProfit: 'take_profit_wrong_side' }],
    [
      'both on the wrong side',
      typed(form, stopLoss('2'), takeProfit('1')),
      {},
      { stopLoss: 'stop_loss_wrong_side', takeProfit: 'take_profit_wrong_side' },
    ],
    ['a level finer than the price', typed(form, stopLoss('1.084001')), {}, { stopLoss: 'too_precise' }],
    ['a pending order without a price', typed(form, ...pending('')), {}, { target: 'target_missing' }],
    ['a pending order at the market', typed(form, ...pending('1.08521')), {}, { target: 'target_at_market' }],
    [
      'a pending order compared with its own target',
      typed(form, ...pending('1.08000'), stopLoss('1.08100')),
      {},
      { stopLoss: 'stop_loss_wrong_side' },
    ],
    ['a huge order', typed(form, lots('50')), {}, { account: 'margin_not_enough' }],
    ['a huge pending order reserves nothing', typed(form, lots('50'), ...pending('1.08000')), {}, {}],
  ]
  it.each(cases)('%s', (_, made, changes, faults) => {
    expect(faultsOf(seen(made, changes))).toEqual(faults)
    expect(canSend(faultsOf(seen(made, changes)))).toBe(Object.keys(faults).length === 0)
  })

  it('has no leverage to choose', () => {
    const terms = { ...eurusd, leverages: [] }
    expect(faultsOf({ form: ticketFor(terms, 'buy'), terms, market, account })).toEqual({
      leverage: 'leverage_not_set',
    })
  })

  it('allows the last cent of free margin and not a micro-dollar more', () => {
    const cost = 361_706_667 + 700_000 + 900_000
    expect(faultsOf({ ...seen(form), account: { equity: micros(cost), marginUsed: micros(0) } })).toEqual({})
    expect(faultsOf({ ...seen(form), account: { equity: micros(cost - 1), marginUsed: micros(0) } })).toEqual({
      account: 'margin_not_enough',
    })
  })

  it('accepts no order, pending or not, below a margin level of 100', () => {
    const low = { equity: micros(999_999_999), marginUsed: micros(1_000_000_000) }
    expect(faultsOf({ ...seen(typed(form, ...pending('1.08000'))), account: low })).toEqual({ account: 'margin_call' })
  })
})

describe('the request', () => {
  it('contains 0 for levels that are off, and the price that the customer saw', () => {
    const form = typed(ticketFor(eurusd, 'buy'), lots('0,1'), stopLoss('1.084'))
    expect(requestOf(form, eurusd, market)).toEqual({
      forex_id: 1,
      type: 1,
      status: 1,
      cont: '0.10',
      multiple: 30,
      target_price: '0',
      stop_loss_price: '1.08400',
      target_profit_price: '0',
      seen_price: '1.08521',
    })
    const waiting = typed(ticketFor(eurusd, 'sell'), ...pending('1.09'))
    expect(requestOf(waiting, eurusd, market)).toEqual({
      forex_id: 1,
      type: 2,
      status: 0,
      cont: '0.01',
      multiple: 30,
      target_price: '1.09000',
      stop_loss_price: '0',
      target_profit_price: '0',
    })
  })
})

describe('filling the form', () => {
  it('accepts size and leverage of the calculator, and keeps the rest', () => {
    const form = typed(ticketFor(eurusd, 'buy'), stopLoss('1.08400'))
    expect(typed(form, { kind: 'calculated', lots: '0.37', leverage: 20 })).toEqual({
      ...form,
      lots: '0.37',
      leverage: 20,
    })
  })

  it('starts with the first leverage, the smallest size and no levels, also for another instrument', () => {
    const fresh = { instrument: 1, side: 'buy', kind: 'market', lots: '0.01', leverage: 30, unit: 'price' }
    const off = { on: false, text: '', touched: false }
    expect(ticketFor(eurusd, 'buy')).toEqual({
      ...fresh,
      target: '',
      targetTouched: false,
      stopLoss: off,
      takeProfit: off,
    })
    const filled = typed(
      ticketFor(eurusd, 'buy'),
      lots('2'),
      { kind: 'leverage_chosen', leverage: 10 },
      stopLoss('1.08'),
      ...pending('1.09'),
    )
    expect(ticketNext(filled, { kind: 'opened', terms: usdjpy, side: 'sell', market })).toEqual(
      ticketFor(usdjpy, 'sell'),
    )
    expect(ticketNext(filled, { kind: 'opened', terms: eurusd, side: 'buy', market })).toEqual(filled)
    expect(ticketNext(filled, { kind: 'sent' })).toMatchObject({ lots: '2', leverage: 10, target: '', stopLoss: off })
  })

  it('offers the presets of the sketch', () => {
    expect(lotPresets(eurusd)).toEqual([100, 1_000, 5_000, 10_000])
    expect(
      lotPresets({ ...eurusd, lotStep: lotUnits(10_000), lotMin: lotUnits(10_000), lotMax: lotUnits(100_000) }),
    ).toEqual([10_000, 100_000])
  })

  it('suggests levels on the right side, moves them with the order, and never moves typed levels', () => {
    const on = (level: 'stopLoss' | 'takeProfit'): TicketAction => ({
      kind: 'level_switched',
      level,
      on: true,
      terms: eurusd,
      market,
    })
    const form = typed(ticketFor(eurusd, 'buy'), on('stopLoss'), on('takeProfit'))
    expect([form.stopLoss.text, form.takeProfit.text]).toEqual(['1.08241', '1.09081'])
    expect(faultsOf(seen(form))).toEqual({})

    // Nothing moves while the price is typed, only when its field is left: the levels are those of the first price.
    const typing = typed(form, ...pending('1.07000'))
    expect([typing.stopLoss.text, typing.takeProfit.text]).toEqual(['1.08130', '1.08970'])
    const waiting = typed(typing, { kind: 'target_done', terms: eurusd, market })
    expect([waiting.stopLoss.text, waiting.takeProfit.text]).toEqual(['1.06730', '1.07540'])

    // A suggestion stays unchanged when the market has moved and the ticket opens again.
    const moved = { ...market, bid: points(108_912), ask: points(108_921) }
    const again = typed(form, { kind: 'opened', terms: eurusd, side: 'buy', market: moved })
    expect(again.stopLoss.text).toBe('1.08241')

    const mine = typed(form, stopLoss('1.08300'), ...pending('1.09000'))
    expect(mine.stopLoss.text).toBe('1.08300')

    const turned = typed(form, { kind: 'opened', terms: eurusd, side: 'sell', market })
    expect(faultsOf(seen(turned))).toEqual({})
    expect([turned.stopLoss.text, turned.takeProfit.text]).toEqual(['1.08792', '1.07952'])
  })

  it('reads texts of phones: a comma, Arabic digits, spaces, a missing zero', () => {
    const form = ticketFor(eurusd, 'buy')
    for (const text of ['0,10', '٠٫١٠', '.1', ' 0.10 ', '00.10', '۰٫۱'])
      expect(summaryOf(seen(typed(form, lots(text)))).margin, text).toBe(361_706_667)
    const large = seen(typed(form, lots('1,000.5')))
    expect(summaryOf({ ...large, terms: { ...eurusd, lotMax: lotUnits(20_000_000) } }).margin).toBe(3_618_875_200_000)
  })
})

describe('values that are too large', () => {
  it('reports that 99999 lots are too many, and shows no costs', () => {
    const form = typed(ticketFor(eurusd, 'buy'), lots('99999'))
    expect(faultsOf(seen(form))).toEqual({ lots: 'lots_too_large' })
    expect(summaryOf(seen(form))).toMatchObject({
      margin: undefined,
      fee: undefined,
      spread: undefined,
      freeAfter: undefined,
    })
  })

  it('reports that 1.25 lots at a price of 99999 are too large an amount', () => {
    const form = typed(
      ticketFor(eurusd, 'buy'),
      lots('1.25'),
      { kind: 'leverage_chosen', leverage: 20 },
      ...pending('99999'),
    )
    expect(faultsOf(seen(form))).toEqual({ target: 'amount_too_large' })
    expect(summaryOf(seen(form))).toMatchObject({ margin: 624_993_750_000_000, marginShort: true })
  })

  it('accepts 5 lots at 1:1 as a pending order with 44,000 free, and reports missing margin', () => {
    const form = typed(
      ticketFor(eurusd, 'buy'),
      lots('5'),
      { kind: 'leverage_chosen', leverage: 1 },
      ...pending('1.08000'),
    )
    const ticket = { ...seen(form), account: { equity: micros(44_000_000_000), marginUsed: micros(0) } }
    expect(faultsOf(ticket)).toEqual({})
    expect(summaryOf(ticket)).toMatchObject({ margin: 540_000_000_000, marginShort: true })
    const waiting = { lots: lotUnits(50_000), price: points(108_000), leverage: 1 }
    expect(estimateOf(waiting, eurusd, market)).toEqual({ margin: 540_000_000_000, fee: 35_000_000 })
  })

  it('distinguishes digits that are no price from text that is no number', () => {
    const form = ticketFor(eurusd, 'buy')
    expect(faultsOf(seen(typed(form, stopLoss('1.084000000000000000001'))))).toEqual({ stopLoss: 'too_precise' })
    expect(faultsOf(seen(typed(form, stopLoss('99999999999999999999'))))).toEqual({ stopLoss: 'out_of_range' })
    expect(faultsOf(seen(typed(form, stopLoss('0'))))).toEqual({ stopLoss: 'out_of_range' })
    expect(faultsOf(seen(typed(form, stopLoss('one'))))).toEqual({ stopLoss: 'not_a_number' })
    expect(faultsOf(seen(typed(form, lots('99999999999999999999'))))).toEqual({ lots: 'out_of_range' })
  })

  it('never throws, for any text in any field', () => {
    const digits = fc.stringMatching(/^-?[0-9]{0,20}[.,]?[0-9]{0,8}$/)
    const text = fc.oneof(
      digits,
      fc.string(),
      fc.constantFrom('99999', '1.25', '٩٩٩٩٩', '900719925474.0991', '-1', '0'),
    )
    const anyMarket = fc.constantFrom(market, { ...market, bid: points(1), ask: points(999_999_999_999) })
    const anyTerms = fc.constantFrom(eurusd, usdjpy, {
      ...eurusd,
      lotMax: lotUnits(900_719_925_474),
      marginMode: 'fixed' as const,
    })
    fc.assert(
      fc.property(
        fc.record({ size: text, target: text, stop: text, take: text, waits: fc.boolean(), sells: fc.boolean() }),
        anyMarket,
        anyTerms,
        (thumb, now, terms) => {
          const form = typed(
            ticketFor(terms, thumb.sells ? 'sell' : 'buy'),
            lots(thumb.size),
            { kind: 'kind_chosen', chosen: thumb.waits ? 'pending' : 'market', terms, market: now },
            { kind: 'level_switched', level: 'stopLoss', on: true, terms, market: now },
            { kind: 'target_typed', text: thumb.target },
            stopLoss(thumb.stop),
            takeProfit(thumb.take),
          )
          const ticket = { form, terms, market: now, account }
          const { overnight, ...others } = summaryOf(ticket)
          const figures = [...Object.values(others), overnight.amount].filter((value) => typeof value === 'number')
          expect(figures.every(Number.isSafeInteger)).toBe(true)
          const request = requestOf(form, terms, now)
          if (canSend(faultsOf(ticket))) expect(request).toBeDefined()
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
