/**
 * Editing stop-loss and take-profit as pure functions: typed text in the units of the ticket, profit at each level, and
 * faults. A position is checked against the market, a pending order against its target, as in the engine.
 */
import { type CallInput, LEVEL_OFF, priceText } from '@veritick/contract'
import {
  type Conversion,
  type InstrumentTerms,
  type Micros,
  type Points,
  profitIfFits,
  stopFault,
} from '@veritick/domain'
import { closingSide, type Order } from '../../data/order.ts'
import { type LevelBase, type LevelName, type LevelUnit, levelPrice, levelText } from '../ticket/levelUnits.ts'
import { suggestedLevel } from '../ticket/ticket.ts'
import { type Level, levelOff, type TypedFault, textOfPrice } from '../ticket/typed.ts'

export type { LevelName }

/** `at`: the exact price of a text that the app wrote, until the customer types. */
type StopsLevel = Level & { readonly at?: Points }
export type StopsForm = { readonly [L in LevelName]: StopsLevel } & { readonly unit: LevelUnit }

/** The last prices, undefined before the first quote. */
export type StopsMarket = {
  readonly bid: Points | undefined
  readonly ask: Points | undefined
  readonly conversion: Conversion | undefined
  /** For levels typed as money. */
  readonly contractSize?: InstrumentTerms['contractSize'] | undefined
}

/** The base of a distance in the form: the opening price of the order. */
function baseOf(level: LevelName, order: Order, market: Pick<StopsMarket, 'conversion' | 'contractSize'>): LevelBase {
  const { contractSize } = market
  return {
    level,
    side: order.side,
    entry: order.price,
    lots: order.lots,
    conversion: contractSize === undefined ? undefined : market.conversion,
    terms: { contractSize: contractSize ?? 1, pricePrecision: order.precision },
    isOpen: order.status === 'holding',
  }
}

type Facts = Pick<StopsMarket, 'conversion' | 'contractSize'>

/** The price of a level that is on, or the fault of its text. `undefined`: off, or money without a rate. */
function levelOf(form: StopsForm, level: LevelName, order: Order, facts: Facts): Points | TypedFault | undefined {
  const { on, text, at } = form[level]
  if (!on) return undefined
  return at ?? levelPrice(form.unit, text, baseOf(level, order, facts))
}

/** The price of a level that is on and readable. */
export function stopPrice(form: StopsForm, level: LevelName, order: Order, facts: Facts): Points | undefined {
  const price = levelOf(form, level, order, facts)
  return typeof price === 'number' ? price : undefined
}

/** The same prices in another unit. A text that is no price stays; money cannot be chosen without a rate. */
export function inUnit(form: StopsForm, unit: LevelUnit, order: Order, facts: Facts): StopsForm {
  if (unit === 'money' && (facts.conversion === undefined || facts.contractSize === undefined)) return form
  const convert = (level: LevelName): StopsLevel => {
    const price = stopPrice(form, level, order, facts)
    if (price === undefined) return form[level]
    return { ...form[level], text: levelText(unit, price, baseOf(level, order, facts)), at: price }
  }
  return { unit, stopLoss: convert('stopLoss'), takeProfit: convert('takeProfit') }
}

export function stopsOf(order: Order): StopsForm {
  const level = (price: Points | undefined): StopsLevel =>
    price === undefined ? levelOff : { on: true, text: textOfPrice(price, order.precision), touched: true, at: price }
  return { unit: 'price', stopLoss: level(order.stopLoss), takeProfit: level(order.takeProfit) }
}

/** A level that is switched on starts with a suggestion near the reference price. */
export function switched(
  form: StopsForm,
  change: { level: LevelName; on: boolean; order: Order; market: StopsMarket },
): StopsForm {
  const { level, on, order, market } = change
  if (!on) return { ...form, [level]: levelOff }
  const { bid, ask } = market
  const around = order.status === 'pending' ? order.price : market[closingSide(order.side)]
  if (around === undefined || bid === undefined || ask === undefined)
    return { ...form, [level]: { on, text: '', touched: false } }
  const price = suggestedLevel({ level, side: order.side, around, spread: ask - bid, precision: order.precision })
  if (form.unit === 'price')
    return { ...form, [level]: { on, text: textOfPrice(price, order.precision), touched: false } }
  const text = levelText(form.unit, price, baseOf(level, order, market))
  return { ...form, [level]: { on, text, touched: false, at: price } }
}

export type StopsFaults = {
  readonly [L in LevelName]?: 'missing' | 'not_a_number' | 'out_of_range' | 'too_precise' | 'wrong_side'
}

export function stopsFaults(form: StopsForm, order: Order, market: StopsMarket): StopsFaults {
  const fault = (level: LevelName): StopsFaults[LevelName] => {
    if (!form[level].on) return undefined
    const price = levelOf(form, level, order, market) ?? 'missing'
    if (typeof price === 'string') return price
    const around = pricesAround(order, market)
    const levels = { stopLoss: undefined, takeProfit: undefined, [level]: price }
    return around !== undefined && stopFault({ side: order.side, ...levels, ...around }) !== undefined
      ? 'wrong_side'
      : undefined
  }
  const [stopLoss, takeProfit] = [fault('stopLoss'), fault('takeProfit')]
  return { ...(stopLoss === undefined ? {} : { stopLoss }), ...(takeProfit === undefined ? {} : { takeProfit }) }
}

/**
 * The market price in the sheet: for a position the price that would close it, for a pending order the price that is
 * compared with its target. `undefined` before the first quote.
 */
export function priceNow(order: Order, market: StopsMarket): Points | undefined {
  const closing = closingSide(order.side)
  const opening = closing === 'bid' ? 'ask' : 'bid'
  return market[order.status === 'pending' ? opening : closing]
}

/** The prices below and above which levels may be set. */
export function pricesAround(
  order: Order,
  market: StopsMarket,
): { readonly bid: Points; readonly ask: Points } | undefined {
  if (order.status === 'pending') return { bid: order.price, ask: order.price }
  return market.bid === undefined || market.ask === undefined ? undefined : { bid: market.bid, ask: market.ask }
}

/** The profit at a level, at the current rate to USD. */
export function profitAt(form: StopsForm, level: LevelName, order: Order, facts: Facts): Micros | undefined {
  const price = stopPrice(form, level, order, facts)
  if (price === undefined || facts.conversion === undefined || facts.contractSize === undefined) return undefined
  const terms = { contractSize: facts.contractSize, pricePrecision: order.precision }
  return profitIfFits({
    terms,
    side: order.side,
    lots: order.lots,
    open: order.price,
    price,
    conversion: facts.conversion,
  })
}

/** Both levels in one request, 0 for off. Only for a form without faults. */
export function stopsRequest(form: StopsForm, order: Order, facts: Facts): CallInput<'setStopPrice'> {
  const text = (level: LevelName) => {
    const price = stopPrice(form, level, order, facts)
    return price === undefined ? LEVEL_OFF : priceText(price, order.precision)
  }
  return { id: order.id, stop_loss_price: text('stopLoss'), target_profit_price: text('takeProfit') }
}

type Stops = Pick<Order, 'stopLoss' | 'takeProfit'>

/** Names the level that a change has set, if it set exactly one; a removed level is no saved one. */
export function savedWord(before: Stops, after: Stops): 'stop_loss_saved' | 'take_profit_saved' | 'edit_saved' {
  const isOther = (level: LevelName) => before[level] !== after[level]
  if (isOther('stopLoss') === isOther('takeProfit')) return 'edit_saved'
  const level = isOther('stopLoss') ? 'stopLoss' : 'takeProfit'
  if (after[level] === undefined) return 'edit_saved'
  return level === 'stopLoss' ? 'stop_loss_saved' : 'take_profit_saved'
}
