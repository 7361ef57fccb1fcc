/**
 * The outcome of moving a line on the chart, as pure functions: pixel to price, distance, profit in USD, and the
 * refusal. Every figure comes from the functions of the stops sheet and the ticket, so the chart follows the rules of
 * the engine.
 */
import { priceText } from '@veritick/contract'
import { type InstrumentTerms, type Micros, type Points, PRICE_MAX, points } from '@veritick/domain'
import { closingSide, type Order } from '../../data/order.ts'
import { type AmendForm, amended, amendOf, awayFromMarket, fillPrice, targetFault } from '../orders/amend.ts'
import { pricesAround, profitAt, type StopsForm, type StopsMarket, stopsFaults, stopsOf } from '../orders/stops.ts'
import { summaryOf } from '../ticket/costs.ts'
import { faultsOf } from '../ticket/faults.ts'
import { levelText } from '../ticket/levelUnits.ts'
import { read, type TicketForm, type TicketMarket, type TicketTerms, ticketNext } from '../ticket/ticket.ts'
import { textOfPrice } from '../ticket/typed.ts'

export type LineName = 'stopLoss' | 'takeProfit' | 'target'
export type Refusal =
  | { readonly word: 'must_be_below' | 'must_be_above'; readonly price: string }
  | { readonly word: 'target_at_market' | 'out_of_range' }

export type MoveOutcome = {
  readonly price: Points
  /** Signed for the customer: from the entry, in pips or in the price itself. */
  readonly distance: string | undefined
  /** `undefined` without a rate, and for a target. */
  readonly profit: Micros | undefined
  readonly refusal: Refusal | undefined
}

/** A price of the axis in whole points, within the valid prices. */
export function pointsAt(value: number, precision: number): Points {
  const price = Number.isFinite(value) ? Math.round(value * 10 ** precision) : 1
  return points(Math.min(Math.max(price, 1), PRICE_MAX))
}

/** The price of a dragged line: it moves as far as the pointer. A line that was out of view jumps to the pointer. */
export function draggedPrice(drag: {
  readonly from: Points
  readonly grabbed: Points
  readonly pointer: Points
  readonly wasInView: boolean
}): Points {
  const { from, grabbed, pointer, wasInView } = drag
  const price = wasInView ? from + (pointer - grabbed) : pointer
  return points(Math.min(Math.max(price, 1), PRICE_MAX))
}

/** The price after a key press: moved by a pip, or by a price step for an instrument without pips; `many`: by ten. */
export function steppedPrice(price: Points, step: { readonly up: boolean; readonly many: boolean; precision: number }) {
  const size = (step.precision >= 3 ? 10 : 1) * (step.many ? 10 : 1)
  return points(Math.min(Math.max(price + (step.up ? size : -size), 1), PRICE_MAX))
}

/** The stops of the order with one level at another price. */
export function movedStops(order: Order, level: 'stopLoss' | 'takeProfit', price: Points): StopsForm {
  return { ...stopsOf(order), [level]: { on: true, text: textOfPrice(price, order.precision), touched: true } }
}

/**
 * The level that a dragged entry makes at a price: a take-profit beyond the price that would close the position, a
 * stop-loss before it, as the engine accepts them. So a position in profit gets a stop-loss above its entry.
 */
export function madeLine(order: Order, price: Points, market: Pick<StopsMarket, 'bid' | 'ask'>) {
  const now = market[closingSide(order.side)] ?? order.price
  return price > now === (order.side === 'buy') ? 'takeProfit' : 'stopLoss'
}

export function stopOutcome(of: {
  readonly order: Order
  readonly level: 'stopLoss' | 'takeProfit'
  readonly price: Points
  readonly market: StopsMarket
  readonly contractSize: InstrumentTerms['contractSize']
}): MoveOutcome {
  const { order, level, price, market, contractSize } = of
  const form = movedStops(order, level, price)
  const fault = stopsFaults(form, order, market)[level]
  const around = pricesAround(order, market)
  const profit = profitAt(form, level, order, { contractSize, conversion: market.conversion })
  const terms = { contractSize, pricePrecision: order.precision }
  return {
    price,
    distance: distanceText({ side: order.side, entry: order.price, price, terms }),
    profit,
    refusal:
      fault === undefined
        ? undefined
        : fault === 'wrong_side' && around !== undefined
          ? wrongSide(level, order.side, { ...around, precision: order.precision })
          : { word: 'out_of_range' },
  }
}

/** The change of a pending order after its price was dragged; its stops stay unchanged. */
export function movedTarget(order: Order, price: Points): AmendForm {
  return { ...amendOf(order), target: textOfPrice(price, order.precision) }
}

/** A dragged price of a pending order: its distance from the market, and the reason of a refusal. */
export function targetOutcome(of: {
  readonly order: Order
  readonly price: Points
  readonly market: StopsMarket
  readonly contractSize: InstrumentTerms['contractSize']
}): MoveOutcome {
  const { order, price, market, contractSize } = of
  const now = fillPrice(order.side, market)
  const away = now && awayFromMarket(price, now, { contractSize, pricePrecision: order.precision })
  return {
    price,
    distance: away && `${away.isBelow ? '-' : ''}${away.pips}`,
    profit: undefined,
    refusal: targetRefusal(order, price, market),
  }
}

function targetRefusal(order: Order, price: Points, market: StopsMarket): Refusal | undefined {
  const text = (value: Points) => priceText(value, order.precision)
  const fault = targetFault(order, price, market)
  const now = fillPrice(order.side, market)
  if (fault === 'target_at_market') return { word: fault }
  if (fault !== undefined && now !== undefined) return { word: fault, price: text(now) }
  const form = movedTarget(order, price)
  const stops = stopsFaults(form, amended(order, form), market)
  const isBuy = order.side === 'buy'
  if (stops.stopLoss !== undefined && order.stopLoss !== undefined)
    return { word: isBuy ? 'must_be_above' : 'must_be_below', price: text(order.stopLoss) }
  if (stops.takeProfit !== undefined && order.takeProfit !== undefined)
    return { word: isBuy ? 'must_be_below' : 'must_be_above', price: text(order.takeProfit) }
  return undefined
}

/** The form of the ticket with a line at another price. */
export function movedTicket(ticket: Ticket, line: LineName, price: Points): TicketForm {
  const { form, terms, market } = ticket
  if (line === 'target') return ticketNext(form, { kind: 'target_dragged', price, terms, market })
  return ticketNext(form, { kind: 'level_dragged', level: line, price, terms, market })
}

type Ticket = { readonly form: TicketForm; readonly terms: TicketTerms; readonly market: TicketMarket }

export function ticketOutcome(of: Ticket & { readonly line: LineName; readonly price: Points }): MoveOutcome {
  const { terms, market, line, price } = of
  // Checked as prices, also when the customer types distances or money.
  const form = ticketNext(of.form, { kind: 'unit_chosen', unit: 'price', terms, market })
  const moved = movedTicket({ form, terms, market }, line, price)
  const faults = faultsOf({ form: moved, terms, market, account: undefined })
  const { entry } = read(moved, terms, market)
  if (line === 'target') {
    const refusal = faults.target === undefined ? undefined : ({ word: refusalOfTarget(faults.target) } as const)
    return { price, distance: undefined, profit: undefined, refusal }
  }
  const summary = summaryOf({ form: moved, terms, market, account: undefined })
  const fault = faults[line]
  const around = form.kind === 'market' ? { bid: market.bid, ask: market.ask } : { bid: entry, ask: entry }
  return {
    price,
    distance: entry && distanceText({ side: form.side, entry, price, terms }),
    profit: line === 'stopLoss' ? summary.atStopLoss : summary.atTakeProfit,
    refusal:
      fault === undefined
        ? undefined
        : fault.endsWith('wrong_side') && around.bid !== undefined && around.ask !== undefined
          ? wrongSide(line, form.side, { bid: around.bid, ask: around.ask, precision: terms.pricePrecision })
          : { word: 'out_of_range' },
  }
}

const refusalOfTarget = (fault: string) => (fault === 'target_at_market' ? 'target_at_market' : 'out_of_range')

type Around = { readonly bid: Points; readonly ask: Points; readonly precision: number }

/** The refusal of a level on the wrong side, with its limit, as in the stops sheet. */
function wrongSide(level: 'stopLoss' | 'takeProfit', side: Order['side'], { bid, ask, precision }: Around): Refusal {
  const below = (level === 'stopLoss') === (side === 'buy')
  return { word: below ? 'must_be_below' : 'must_be_above', price: priceText(below ? bid : ask, precision) }
}

function distanceText(of: {
  readonly side: Order['side']
  readonly entry: Points
  readonly price: Points
  readonly terms: Pick<InstrumentTerms, 'contractSize' | 'pricePrecision'>
}): string {
  const { side, entry, price, terms } = of
  // Measured like a take-profit: a positive distance favours the customer.
  const base = { level: 'takeProfit', side, entry, lots: undefined, conversion: undefined, terms } as const
  return levelText('pips', price, base)
}
