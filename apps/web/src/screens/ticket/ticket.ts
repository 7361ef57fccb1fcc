/**
 * The order form without a component: the choices of the customer, the costs, and why it cannot be sent yet. Every
 * amount comes from the functions of the engine, so the estimate is the charge. The sheet only renders these values.
 */
import { type CallInput, LEVEL_OFF, ORDER_STATUS, ORDER_TYPE } from '@veritick/contract'
import {
  type Conversion,
  type FeeType,
  feeIfFits,
  financingIfFits,
  type InstrumentTerms,
  type LotUnits,
  type Micros,
  marginIfFits,
  micros,
  type Points,
  PRICE_MAX,
  points,
  profitIfFits,
  type Side,
} from '@veritick/domain'
import { type Level, levelOff, pointsIn, textOfLots, textOfPrice, typedLots, typedPrice } from './typed.ts'

/** The part of the instrument's terms that a ticket uses. */
export type TicketTerms = Pick<
  InstrumentTerms,
  | 'id'
  | 'pricePrecision'
  | 'contractSize'
  | 'lotStep'
  | 'lotMin'
  | 'lotMax'
  | 'marginMode'
  | 'leverages'
  | 'feePerLot'
  | 'feeOfMargin'
  | 'financingLong'
  | 'financingShort'
>

/** The current market. `conversion` is `undefined` without a rate; `nights`: charged at the next rollover. */
export type TicketMarket = {
  readonly status: 'open' | 'closed' | 'held' | 'stale'
  readonly bid: Points | undefined
  readonly ask: Points | undefined
  readonly conversion: Conversion | undefined
  readonly feeType: FeeType
  readonly nights: number
}

/** The current figures of the customer. A visitor has none and sees the costs without what remains. */
export type TicketAccount = { readonly equity: Micros; readonly marginUsed: Micros }

export type TicketKind = 'market' | 'pending'

/** The choices of the customer. Texts are kept as typed; `read` parses them. */
export type TicketForm = {
  readonly instrument: number
  readonly side: Side
  readonly kind: TicketKind
  readonly lots: string
  /** 0 in fixed mode; `undefined` where the instrument offers none. */
  readonly leverage: number | undefined
  readonly target: string
  readonly stopLoss: Level
  readonly takeProfit: Level
}

export type TicketAction =
  | { readonly kind: 'opened'; readonly terms: TicketTerms; readonly side: Side; readonly market: TicketMarket }
  /** The order was placed: the next one starts without its price and levels. */
  | { readonly kind: 'sent' }
  | {
      readonly kind: 'kind_chosen'
      readonly chosen: TicketKind
      readonly terms: TicketTerms
      readonly market: TicketMarket
    }
  | { readonly kind: 'lots_typed'; readonly text: string }
  | { readonly kind: 'leverage_chosen'; readonly leverage: number }
  | { readonly kind: 'target_typed'; readonly text: string; readonly terms: TicketTerms; readonly market: TicketMarket }
  | {
      readonly kind: 'level_switched'
      readonly level: 'stopLoss' | 'takeProfit'
      readonly on: boolean
      readonly terms: TicketTerms
      readonly market: TicketMarket
    }
  | { readonly kind: 'level_typed'; readonly level: 'stopLoss' | 'takeProfit'; readonly text: string }

/** A new form: first leverage, smallest size, stop-loss and take-profit off. */
export function ticketFor(terms: TicketTerms, side: Side): TicketForm {
  return {
    instrument: terms.id,
    side,
    kind: 'market',
    lots: textOfLots(terms.lotMin, terms.lotStep),
    leverage: terms.marginMode === 'fixed' ? 0 : terms.leverages[0],
    target: '',
    stopLoss: levelOff,
    takeProfit: levelOff,
  }
}

/** The next form. Another instrument starts anew; the same one keeps the choices, with levels moved to the new side. */
export function ticketNext(form: TicketForm, action: TicketAction): TicketForm {
  switch (action.kind) {
    case 'opened': {
      if (action.terms.id !== form.instrument) return ticketFor(action.terms, action.side)
      return placeLevels({ ...form, side: action.side }, action, action.side === form.side ? 'untouched' : 'all')
    }
    case 'sent':
      return { ...form, target: '', stopLoss: levelOff, takeProfit: levelOff }
    case 'kind_chosen':
      return placeLevels({ ...form, kind: action.chosen }, action, 'untouched')
    case 'lots_typed':
      return { ...form, lots: action.text }
    case 'leverage_chosen':
      return { ...form, leverage: action.leverage }
    case 'target_typed':
      return placeLevels({ ...form, target: action.text }, action, 'untouched')
    case 'level_switched': {
      if (!action.on) return { ...form, [action.level]: levelOff }
      const switched = { ...form, [action.level]: { on: true, text: '', touched: false } }
      return placeLevels(switched, action, 'untouched')
    }
    case 'level_typed':
      return { ...form, [action.level]: { on: true, text: action.text, touched: true } }
  }
}

/** At most four common sizes: the smallest, and 10, 50 and 100 steps, as far as they are allowed. */
export function lotPresets(terms: TicketTerms): readonly LotUnits[] {
  const wanted = [terms.lotMin, terms.lotStep * 10, terms.lotStep * 50, terms.lotStep * 100]
  const allowed = wanted.filter((lots) => lots >= terms.lotMin && lots <= terms.lotMax)
  return [...new Set(allowed)].map((lots) => lots as LotUnits)
}

/** The numbers of the form, parsed once. `undefined`: missing or not readable. */
type Reading = {
  readonly lots: LotUnits | undefined
  /** The fill price: ask or bid for a market order, the target for a pending one. */
  readonly entry: Points | undefined
  readonly stopLoss: Points | undefined
  readonly takeProfit: Points | undefined
}

export function read(form: TicketForm, terms: TicketTerms, market: TicketMarket): Reading {
  const lots = typedLots(form.lots)
  const marketPrice = form.side === 'buy' ? market.ask : market.bid
  return {
    lots: typeof lots === 'number' ? lots : undefined,
    entry: form.kind === 'market' ? marketPrice : pointsIn(typedPrice(form.target, terms.pricePrecision)),
    stopLoss: form.stopLoss.on ? pointsIn(typedPrice(form.stopLoss.text, terms.pricePrecision)) : undefined,
    takeProfit: form.takeProfit.on ? pointsIn(typedPrice(form.takeProfit.text, terms.pricePrecision)) : undefined,
  }
}

/** The costs of the order and what remains, in USD. `undefined`: unknown, because something is missing or too large. */
export type TicketSummary = {
  readonly entry: Points | undefined
  readonly margin: Micros | undefined
  readonly fee: Micros | undefined
  /** The cost of crossing the spread. */
  readonly spread: Micros | undefined
  /** Signed for the customer: negative is charged. */
  readonly financing: Micros | undefined
  readonly freeAfter: Micros | undefined
  /**
   * The account lacks margin, fee and spread now: a market order is refused, a pending one would be cancelled if it
   * triggered now.
   */
  readonly marginShort: boolean
  /** Profit (negative: loss) at the stop-loss and at the take-profit, before fee and financing. */
  readonly atStopLoss: Micros | undefined
  readonly atTakeProfit: Micros | undefined
}

export function summaryOf(ticket: {
  readonly form: TicketForm
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly account: TicketAccount | undefined
}): TicketSummary {
  const { form, terms, market, account } = ticket
  const { lots, entry, stopLoss, takeProfit } = read(form, terms, market)
  const { bid, ask, conversion } = market
  const nothing = {
    entry,
    margin: undefined,
    fee: undefined,
    spread: undefined,
    financing: undefined,
    freeAfter: undefined,
  }
  const none = { ...nothing, atStopLoss: undefined, atTakeProfit: undefined, marginShort: false }
  if (
    lots === undefined ||
    lots <= 0 ||
    entry === undefined ||
    conversion === undefined ||
    bid === undefined ||
    ask === undefined
  )
    return none
  // Limits come first: a size that no order may have has no costs.
  if (lots > terms.lotMax) return none

  const at = (level: Points | undefined) =>
    level === undefined
      ? undefined
      : profitIfFits({ terms, side: form.side, lots, open: entry, price: level, conversion })
  const crossing = profitIfFits({ terms, side: 'sell', lots, open: bid, price: ask, conversion })
  const spread = crossing === undefined ? undefined : micros(-crossing)
  const rate = form.side === 'buy' ? terms.financingLong : terms.financingShort
  const financing = financingIfFits({ terms, lots, close: bid, rate, nights: market.nights, conversion })
  const shown = { ...none, spread, financing, atStopLoss: at(stopLoss), atTakeProfit: at(takeProfit) }
  if (form.leverage === undefined) return shown

  const marginPrice = form.kind === 'market' ? bid : entry
  const { margin, fee } = estimateOf({ lots, price: marginPrice, leverage: form.leverage }, terms, market)
  if (account === undefined) return { ...shown, margin, fee }
  if (margin === undefined || fee === undefined || spread === undefined)
    return { ...shown, margin, fee, marginShort: true }
  const freeAfter = account.equity - account.marginUsed - margin - fee - spread
  if (!Number.isSafeInteger(freeAfter)) return { ...shown, margin, fee, marginShort: true }
  return { ...shown, margin, fee, freeAfter: micros(freeAfter), marginShort: freeAfter < 0 }
}

/** Margin and fee of a pending order if it filled at `price` at the current rate. */
export function estimateOf(
  order: { readonly lots: LotUnits; readonly price: Points; readonly leverage: number },
  terms: TicketTerms,
  market: Pick<TicketMarket, 'conversion' | 'feeType'>,
): Pick<TicketSummary, 'margin' | 'fee'> {
  const { conversion, feeType } = market
  if (conversion === undefined) return { margin: undefined, fee: undefined }
  const { lots, price, leverage } = order
  const margin = marginIfFits({ terms, lots, price, leverage, conversion })
  return { margin, fee: margin === undefined ? undefined : feeIfFits({ feeType, terms, lots, margin }) }
}

/** The request of the form: sizes and prices as text, 0 for a level that is off. Only for a form without faults. */
export function requestOf(form: TicketForm, terms: TicketTerms, market: TicketMarket): CallInput<'submit'> | undefined {
  const { lots, entry, stopLoss, takeProfit } = read(form, terms, market)
  if (lots === undefined || entry === undefined || form.leverage === undefined) return undefined
  const text = (price: Points | undefined) =>
    price === undefined ? LEVEL_OFF : textOfPrice(price, terms.pricePrecision)
  return {
    forex_id: terms.id,
    type: ORDER_TYPE[form.side],
    status: form.kind === 'market' ? ORDER_STATUS.holding : ORDER_STATUS.pending,
    cont: textOfLots(lots, terms.lotStep),
    multiple: form.leverage,
    target_price: form.kind === 'market' ? LEVEL_OFF : text(entry),
    stop_loss_price: text(stopLoss),
    target_profit_price: text(takeProfit),
    ...(form.kind === 'market' ? { seen_price: text(entry) } : {}),
  }
}

/**
 * Distance of a suggested stop-loss from the entry: a quarter of a percent, at least ten spreads; the take-profit is
 * twice as far.
 */
export const SUGGESTED_STOP_PER_ENTRY = 400
export const SUGGESTED_STOP_SPREADS = 10
export const SUGGESTED_GAIN_PER_RISK = 2

/** A level on its right side of `around`, at the suggested distance. */
export function suggestedLevel(of: {
  readonly level: 'stopLoss' | 'takeProfit'
  readonly side: Side
  readonly around: Points
  readonly spread: number
  readonly precision: number
}): Points {
  const { level, side, around, spread, precision } = of
  const risk = roundToPips(
    Math.max(Math.ceil(around / SUGGESTED_STOP_PER_ENTRY), spread * SUGGESTED_STOP_SPREADS, 1),
    precision,
  )
  const distance = level === 'stopLoss' ? -risk : risk * SUGGESTED_GAIN_PER_RISK
  return points(Math.min(Math.max(around + (side === 'buy' ? distance : -distance), 1), PRICE_MAX))
}

/** Distances are rounded to whole pips (ten points) where a price has that many decimals. */
function roundToPips(distance: number, precision: number): number {
  return precision >= 3 ? Math.ceil(distance / 10) * 10 : distance
}

/** Puts suggestions into levels that are on: all, or only those that the customer has not typed. */
function placeLevels(
  form: TicketForm,
  facts: { readonly terms: TicketTerms; readonly market: TicketMarket },
  which: 'all' | 'untouched',
): TicketForm {
  const { terms, market } = facts
  const { bid, ask } = market
  const { entry } = read(form, terms, market)
  const around = entry ?? (form.side === 'buy' ? ask : bid)
  if (around === undefined || bid === undefined || ask === undefined) return form
  const precision = terms.pricePrecision
  const place = (level: 'stopLoss' | 'takeProfit'): Level => {
    const now = form[level]
    if (!now.on || (which === 'untouched' && now.touched)) return now
    const price = suggestedLevel({ level, side: form.side, around, spread: ask - bid, precision })
    return { on: true, text: textOfPrice(price, precision), touched: false }
  }
  return { ...form, stopLoss: place('stopLoss'), takeProfit: place('takeProfit') }
}
