/**
 * Dragged lines: a long of 0.10 EURUSD from 1.39790 with its stop, a pending sell at 1.40000, and the ticket of a new
 * buy. The figures equal the figures of the stops sheet and of the ticket.
 */
import { CONVERSION_USD, PRICE_MAX, points } from '@veritick/domain'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../data/order.ts'
import { LONG, PENDING_SELL } from '../../data/order-fixture.ts'
import { type TicketMarket, ticketFor, ticketNext } from '../ticket/ticket.ts'
import { EURUSD as terms } from '../ticket/ticket-fixture.ts'
import {
  draggedPrice,
  madeLine,
  movedStops,
  movedTicket,
  pointsAt,
  steppedPrice,
  stopOutcome,
  targetOutcome,
  ticketOutcome,
} from './dragLevel.ts'

const long: Order = { ...LONG, takeProfit: points(140_500) }
const waiting: Order = { ...PENDING_SELL, stopLoss: long.stopLoss, takeProfit: long.takeProfit }
const market = { bid: points(139_775), ask: points(139_790), conversion: CONVERSION_USD }
const outcomeOf = (order: Order, level: 'stopLoss' | 'takeProfit', price: number) =>
  stopOutcome({ order, level, price: points(price), market, contractSize: 100_000 })

describe('from the pointer to a price', () => {
  it.each([
    [1.397904, 139_790],
    [1.397906, 139_791],
    [-4, 1],
    [Number.NaN, 1],
    [1e9, PRICE_MAX],
  ])('%d is %d', (value, price) => expect(pointsAt(value, 5)).toBe(price))

  it('moves as far as the pointer, from any grabbed point of the tag', () => {
    const drag = { from: points(139_300), grabbed: points(139_320), pointer: points(139_270) }
    expect(draggedPrice({ ...drag, wasInView: true })).toBe(139_250)
  })

  it('jumps to the pointer when the line was out of view', () => {
    const drag = { from: points(120_000), grabbed: points(139_320), pointer: points(139_270) }
    expect(draggedPrice({ ...drag, wasInView: false })).toBe(139_270)
  })

  it('stays a valid price', () => {
    const drag = { from: points(10), grabbed: points(900), pointer: points(100), wasInView: true }
    expect(draggedPrice(drag)).toBe(1)
  })

  it('a key moves by a pip, or by a price step for an instrument without pips', () => {
    expect(steppedPrice(points(139_300), { up: true, many: false, precision: 5 })).toBe(139_310)
    expect(steppedPrice(points(139_300), { up: false, many: true, precision: 5 })).toBe(139_200)
    expect(steppedPrice(points(22_852), { up: true, many: false, precision: 2 })).toBe(22_853)
    expect(steppedPrice(points(3), { up: false, many: true, precision: 2 })).toBe(1)
  })
})

describe('a stop of a position', () => {
  it('shows distance from the entry and USD, and may be sent', () => {
    expect(outcomeOf(long, 'stopLoss', 139_250)).toEqual({
      price: 139_250,
      distance: '-54.0',
      profit: -54_000_000,
      refusal: undefined,
    })
    expect(movedStops(long, 'stopLoss', points(139_250))).toEqual({
      unit: 'price',
      stopLoss: { on: true, text: '1.39250', touched: true },
      takeProfit: { on: true, text: '1.40500', touched: true, at: 140_500 },
    })
  })

  it('is refused at the bid, with that price as its upper limit', () => {
    expect(outcomeOf(long, 'stopLoss', 139_775).refusal).toEqual({ word: 'must_be_below', price: '1.39775' })
    expect(outcomeOf(long, 'stopLoss', 139_774).refusal).toBeUndefined()
    expect(outcomeOf(long, 'takeProfit', 139_790).refusal).toEqual({ word: 'must_be_above', price: '1.39790' })
  })

  it('updates its refusal with the quote, not its price', () => {
    const later = { ...market, bid: points(139_200), ask: points(139_215) }
    const outcome = stopOutcome({
      order: long,
      level: 'stopLoss',
      price: points(139_250),
      market: later,
      contractSize: 100_000,
    })
    expect(outcome).toMatchObject({ price: 139_250, refusal: { word: 'must_be_below', price: '1.39200' } })
  })

  it('of a pending order is checked against its target', () => {
    expect(outcomeOf(waiting, 'stopLoss', 140_000).refusal).toEqual({ word: 'must_be_above', price: '1.40000' })
    expect(outcomeOf(waiting, 'takeProfit', 139_990)).toMatchObject({ distance: '1.0', refusal: undefined })
  })

  it('the price of a pending order shows its distance from the market, and stays on its side', () => {
    const sell: Order = { ...waiting, stopLoss: undefined, takeProfit: undefined }
    const target = (price: number, order = sell) =>
      targetOutcome({ order, price: points(price), market, contractSize: 100_000 })
    expect(target(139_990)).toEqual({ price: 139_990, distance: '21.5', profit: undefined, refusal: undefined })
    expect(target(139_775).refusal).toEqual({ word: 'target_at_market' })
    expect(target(139_770).refusal).toEqual({ word: 'must_be_above', price: '1.39775' })
    const buy: Order = { ...sell, side: 'buy', price: points(139_500), stopLoss: points(139_300) }
    expect(target(139_400, buy)).toMatchObject({ distance: '-39.0', refusal: undefined })
    expect(target(139_300, buy).refusal).toEqual({ word: 'must_be_above', price: '1.39300' })
    expect(target(139_800, buy).refusal).toEqual({ word: 'must_be_below', price: '1.39790' })
    const short: Order = { ...sell, takeProfit: points(139_900) }
    expect(target(139_900, short).refusal).toEqual({ word: 'must_be_above', price: '1.39900' })
  })

  it('has no USD without a rate', () => {
    const noRate = { ...market, conversion: undefined }
    const price = points(139_250)
    expect(
      stopOutcome({ order: long, level: 'stopLoss', price, market: noRate, contractSize: 100_000 }).profit,
    ).toBeUndefined()
  })
})

describe('a dragged entry', () => {
  const made = (order: Order, price: number) => madeLine(order, points(price), market)
  const short: Order = { ...long, side: 'sell' }

  it('makes a take-profit beyond the price that closes the position, and a stop-loss before it', () => {
    expect(made(long, 139_776)).toBe('takeProfit')
    expect(made(long, 139_774)).toBe('stopLoss')
    expect(made(short, 139_789)).toBe('takeProfit')
    expect(made(short, 139_791)).toBe('stopLoss')
  })

  it('makes a stop-loss above the entry of a long in profit, with its gain', () => {
    const inProfit: Order = { ...long, price: points(139_500), stopLoss: undefined, takeProfit: undefined }
    expect(made(inProfit, 139_600)).toBe('stopLoss')
    expect(outcomeOf(inProfit, 'stopLoss', 139_600)).toMatchObject({ profit: 10_000_000, refusal: undefined })
  })

  it('is measured from the entry before the first quote', () => {
    const noQuote = { bid: undefined, ask: undefined }
    expect(madeLine(long, points(139_800), noQuote)).toBe('takeProfit')
    expect(madeLine(long, points(139_700), noQuote)).toBe('stopLoss')
  })
})

const open: TicketMarket = { ...market, status: 'open', feeType: 1, nights: 1 }
const buy = ticketNext(ticketFor(terms, 'buy'), { kind: 'lots_typed', text: '0.10' })

describe('a line of the ticket', () => {
  const ticket = { form: buy, terms, market: open }

  it('has the figures of the ticket, and writes its field', () => {
    const outcome = ticketOutcome({ ...ticket, line: 'stopLoss', price: points(139_500) })
    expect(outcome).toEqual({ price: 139_500, distance: '-29.0', profit: -29_000_000, refusal: undefined })
    expect(movedTicket(ticket, 'stopLoss', points(139_500)).stopLoss).toEqual({
      on: true,
      text: '1.39500',
      touched: true,
    })
  })

  it('writes the field in the unit of the customer', () => {
    const inPips = ticketNext(buy, { kind: 'unit_chosen', unit: 'pips', terms, market: open })
    const moved = movedTicket({ ...ticket, form: inPips }, 'takeProfit', points(140_000))
    expect(moved.takeProfit).toEqual({ on: true, text: '21.0', touched: true })
  })

  it('is refused on the wrong side, in any unit', () => {
    const inMoney = ticketNext(buy, { kind: 'unit_chosen', unit: 'money', terms, market: open })
    for (const form of [buy, inMoney])
      expect(ticketOutcome({ ...ticket, form, line: 'stopLoss', price: points(139_780) }).refusal).toEqual({
        word: 'must_be_below',
        price: '1.39775',
      })
  })

  it('moves the target of a pending order, but not to the market', () => {
    const form = ticketNext(buy, { kind: 'kind_chosen', chosen: 'pending', terms, market: open })
    const target = points(139_000)
    expect(movedTicket({ ...ticket, form }, 'target', target).target).toBe('1.39000')
    expect(ticketOutcome({ ...ticket, form, line: 'target', price: target }).refusal).toBeUndefined()
    expect(ticketOutcome({ ...ticket, form, line: 'target', price: points(139_790) }).refusal).toEqual({
      word: 'target_at_market',
    })
  })
})
