/**
 * Editing stop-loss and take-profit without a component: typed text, profit at each level, and faults. A position is
 * checked against the market, a pending order against its target, as in the engine.
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
import { suggestedLevel } from '../ticket/ticket.ts'
import { type Level, levelOff, pointsIn, textOfPrice, typedPrice } from '../ticket/typed.ts'

export type LevelName = 'stopLoss' | 'takeProfit'
export type StopsForm = { readonly [L in LevelName]: Level }

/** The last prices, undefined before the first quote. */
export type StopsMarket = {
  readonly bid: Points | undefined
  readonly ask: Points | undefined
  readonly conversion: Conversion | undefined
}

export function stopsOf(order: Order): StopsForm {
  const level = (price: Points | undefined): Level =>
    price === undefined ? levelOff : { on: true, text: textOfPrice(price, order.precision), touched: true }
  return { stopLoss: level(order.stopLoss), takeProfit: level(order.takeProfit) }
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
  return { ...form, [level]: { on, text: textOfPrice(price, order.precision), touched: false } }
}

export type StopsFaults = {
  readonly [L in LevelName]?: 'missing' | 'not_a_number' | 'out_of_range' | 'too_precise' | 'wrong_side'
}

export function stopsFaults(form: StopsForm, order: Order, market: StopsMarket): StopsFaults {
  const fault = (level: LevelName): StopsFaults[LevelName] => {
    if (!form[level].on) return undefined
    const price = typedPrice(form[level].text, order.precision)
    if (typeof price === 'string') return price
    const around = judgedBy(order, market)
    const levels = { stopLoss: undefined, takeProfit: undefined, [level]: price }
    return around !== undefined && stopFault({ side: order.side, ...levels, ...around }) !== undefined
      ? 'wrong_side'
      : undefined
  }
  const [stopLoss, takeProfit] = [fault('stopLoss'), fault('takeProfit')]
  return { ...(stopLoss === undefined ? {} : { stopLoss }), ...(takeProfit === undefined ? {} : { takeProfit }) }
}

/** The prices on both sides of which levels may be set. */
export function judgedBy(
  order: Order,
  market: StopsMarket,
): { readonly bid: Points; readonly ask: Points } | undefined {
  if (order.status === 'pending') return { bid: order.price, ask: order.price }
  return market.bid === undefined || market.ask === undefined ? undefined : { bid: market.bid, ask: market.ask }
}

/** The profit at a level, at the current rate to USD. */
export function profitAt(
  level: Level,
  order: Order,
  facts: { readonly contractSize: InstrumentTerms['contractSize']; readonly conversion: Conversion | undefined },
): Micros | undefined {
  const price = level.on ? pointsIn(typedPrice(level.text, order.precision)) : undefined
  if (price === undefined || facts.conversion === undefined) return undefined
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
export function stopsRequest(form: StopsForm, order: Order): CallInput<'setStopPrice'> {
  const text = (level: Level) => {
    const price = level.on ? pointsIn(typedPrice(level.text, order.precision)) : undefined
    return price === undefined ? LEVEL_OFF : priceText(price, order.precision)
  }
  return { id: order.id, stop_loss_price: text(form.stopLoss), target_profit_price: text(form.takeProfit) }
}
