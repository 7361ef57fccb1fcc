/**
 * The order form as pure functions: the choices of the customer, the change by each action, and the request. The sheet
 * only renders these values; `costs.ts` has the amounts, `faults.ts` the reasons why it cannot be sent yet.
 */
import { type CallInput, LEVEL_OFF, ORDER_STATUS, ORDER_TYPE } from '@veritick/contract'
import {
  type Conversion,
  type FeeType,
  type InstrumentTerms,
  type LotUnits,
  type Micros,
  type Points,
  PRICE_MAX,
  points,
  type Side,
} from '@veritick/domain'
import {
  exactDistance,
  exactPrice,
  type LevelBase,
  type LevelName,
  type LevelUnit,
  levelPrice,
  levelText,
} from './levelUnits.ts'
import type { Remembered } from './rememberedChoice.ts'
import { suggestedTarget } from './suggestedTarget.ts'
import {
  type Level,
  levelOff,
  pointsIn,
  type TypedFault,
  textOfLots,
  textOfPrice,
  typedLots,
  typedPriceNear,
} from './typed.ts'

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

/** The current figures of the customer. A visitor has none and sees the costs without the remaining margin. */
export type TicketAccount = { readonly equity: Micros; readonly marginUsed: Micros }

export type TicketKind = 'market' | 'pending'

/** The choices of the customer. Texts are kept as typed; `read` parses them. */
export type TicketForm = {
  readonly instrument: number
  readonly side: Side
  readonly kind: TicketKind
  readonly lots: string
  /** 0 in fixed mode; `undefined` if the instrument offers none. */
  readonly leverage: number | undefined
  readonly target: string
  /** The customer typed or dragged the target, so the app no longer changes it. */
  readonly targetTouched: boolean
  /** The unit of typed stop-loss and take-profit. */
  readonly unit: LevelUnit
  readonly stopLoss: Level
  readonly takeProfit: Level
}

/** The market at the moment of an action that suggests or converts prices. */
type Facts = { readonly terms: TicketTerms; readonly market: TicketMarket }

export type TicketAction =
  | ({ readonly kind: 'opened'; readonly side: Side; readonly kept?: Remembered } & Facts)
  /** The order was placed: the next order starts without its price and levels. */
  | { readonly kind: 'sent' }
  | ({ readonly kind: 'kind_chosen'; readonly chosen: TicketKind } & Facts)
  | { readonly kind: 'lots_typed'; readonly text: string }
  | { readonly kind: 'leverage_chosen'; readonly leverage: number }
  /** The size of the calculator. */
  | { readonly kind: 'calculated'; readonly lots: string; readonly leverage: number | undefined }
  | { readonly kind: 'target_typed'; readonly text: string }
  /** The customer left the field of the target. */
  | ({ readonly kind: 'target_done' } & Facts)
  | ({ readonly kind: 'level_switched'; readonly level: LevelName; readonly on: boolean } & Facts)
  | { readonly kind: 'level_typed'; readonly level: LevelName; readonly text: string }
  /** The line of the level was dragged to a price on the chart. */
  | ({ readonly kind: 'level_dragged'; readonly level: LevelName; readonly price: Points } & Facts)
  | ({ readonly kind: 'target_dragged'; readonly price: Points } & Facts)
  | ({ readonly kind: 'unit_chosen'; readonly unit: LevelUnit } & Facts)

/** A new form: the remembered size, leverage and unit, or the first ones; stop-loss and take-profit off. */
export function ticketFor(terms: TicketTerms, side: Side, kept?: Remembered): TicketForm {
  return {
    instrument: terms.id,
    side,
    kind: 'market',
    lots: kept?.lots ?? textOfLots(terms.lotMin, terms.lotStep),
    leverage: terms.marginMode === 'fixed' ? 0 : (kept?.leverage ?? terms.leverages[0]),
    target: '',
    targetTouched: false,
    unit: kept?.unit ?? 'price',
    stopLoss: levelOff,
    takeProfit: levelOff,
  }
}

/** Whether the form has a price of its own, which the chart shows as a line. */
export const hasLines = ({ kind, stopLoss, takeProfit }: TicketForm): boolean =>
  kind === 'pending' || stopLoss.on || takeProfit.on

/**
 * The next form. Another instrument gets a new form; the same instrument keeps the choices, with levels moved to the
 * new side. A text that the customer is typing never changes, and a suggested level stays unchanged.
 */
export function ticketNext(form: TicketForm, action: TicketAction): TicketForm {
  switch (action.kind) {
    case 'opened': {
      if (action.terms.id !== form.instrument) return ticketFor(action.terms, action.side, action.kept)
      const placed = placeTarget({ ...form, side: action.side }, action)
      if (action.side !== form.side) return placeLevels(placed, action, 'all')
      return placed.target === form.target ? form : placeLevels(placed, action, 'untouched')
    }
    case 'sent':
      return { ...form, target: '', targetTouched: false, stopLoss: levelOff, takeProfit: levelOff }
    case 'kind_chosen':
      return placeLevels(placeTarget({ ...form, kind: action.chosen }, action), action, 'untouched')
    case 'lots_typed':
      return { ...form, lots: action.text }
    case 'leverage_chosen':
      return { ...form, leverage: action.leverage }
    case 'calculated':
      return { ...form, lots: action.lots, leverage: action.leverage }
    case 'target_typed':
      return { ...form, target: action.text, targetTouched: true }
    case 'target_done':
      return placeLevels(form, action, 'untouched')
    case 'level_switched': {
      if (!action.on) return { ...form, [action.level]: levelOff }
      const switched = { ...form, [action.level]: { on: true, text: '', touched: false } }
      return placeLevels(switched, action, 'empty')
    }
    case 'level_typed':
      return { ...form, [action.level]: { on: true, text: action.text, touched: true } }
    case 'level_dragged': {
      const base = baseOf(form, action.level, action.terms, action.market)
      const written = base && writtenLevel(form.unit, action.price, base)
      return written === undefined ? form : { ...form, [action.level]: { on: true, ...written, touched: true } }
    }
    case 'target_dragged': {
      const target = textOfPrice(action.price, action.terms.pricePrecision)
      return placeLevels({ ...form, target, targetTouched: true }, action, 'untouched')
    }
    case 'unit_chosen':
      return inUnit(form, action)
  }
}

/**
 * The same prices in another unit. A text that is no price stays. A shown distance is rounded, the price is not; back
 * in prices, a level that was not changed has the price again that the customer typed.
 */
function inUnit(form: TicketForm, { unit, terms, market }: Facts & { readonly unit: LevelUnit }): TicketForm {
  const convert = (name: LevelName): Level => {
    const level = form[name]
    const asPrice = form.unit === 'price' ? level.text : level.asPrice
    const { on, touched } = level
    if (on && unit === 'price' && asPrice !== undefined) return { on, touched, text: asPrice, asPrice }
    const price = priceIn(levelOf(form, name, terms, market))
    const base = baseOf(form, name, terms, market)
    const written = price === undefined || base === undefined ? undefined : writtenLevel(unit, price, base)
    if (!on || written === undefined) return level
    return { on, touched, ...written, ...(asPrice !== undefined && { asPrice }) }
  }
  return { ...form, unit, stopLoss: convert('stopLoss'), takeProfit: convert('takeProfit') }
}

/** A price as the text of a unit, with the distance that the text rounds. `undefined`: the text is unknown. */
function writtenLevel(unit: LevelUnit, price: Points, base: LevelBase): Pick<Level, 'text' | 'exact'> | undefined {
  const text = levelText(unit, price, base)
  const exact = exactDistance(unit, price, base)
  return text === '' ? undefined : { text, ...(exact !== undefined && { exact }) }
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
  return {
    lots: lotsOf(form, terms),
    entry: entryPriceOf(form, terms, market),
    stopLoss: priceIn(levelOf(form, 'stopLoss', terms, market)),
    takeProfit: priceIn(levelOf(form, 'takeProfit', terms, market)),
  }
}

const priceIn = (level: Points | TypedFault | undefined) => (typeof level === 'number' ? level : undefined)

function lotsOf(form: TicketForm, terms: TicketTerms): LotUnits | undefined {
  const lots = typedLots(form.lots, terms)
  return typeof lots === 'number' ? lots : undefined
}

function entryPriceOf(form: TicketForm, terms: TicketTerms, market: TicketMarket): Points | undefined {
  if (form.kind === 'market') return form.side === 'buy' ? market.ask : market.bid
  return pointsIn(typedPriceNear(form.target, terms.pricePrecision, market.bid))
}

/** The price of a level that is on, or the fault of its text. `undefined`: off, or unknown. */
export function levelOf(
  form: TicketForm,
  name: LevelName,
  terms: TicketTerms,
  market: TicketMarket,
): Points | TypedFault | undefined {
  const level = form[name]
  if (!level.on) return undefined
  if (form.unit === 'price')
    return typedPriceNear(level.text, terms.pricePrecision, entryPriceOf(form, terms, market) ?? market.bid)
  const base = baseOf(form, name, terms, market)
  if (base === undefined) return undefined
  return level.exact === undefined ? levelPrice(form.unit, level.text, base) : exactPrice(form.unit, level.exact, base)
}

/** The base of a distance of the level; `undefined` without a price. */
export function baseOf(
  form: TicketForm,
  level: LevelName,
  terms: TicketTerms,
  market: TicketMarket,
): LevelBase | undefined {
  const entry = entryPriceOf(form, terms, market)
  return entry && { level, side: form.side, entry, lots: lotsOf(form, terms), conversion: market.conversion, terms }
}

/** The request of the form: sizes and prices as text, 0 for a level that is off. Only for a form without faults. */
export function requestOf(form: TicketForm, terms: TicketTerms, market: TicketMarket): CallInput<'submit'> | undefined {
  const { lots, entry, stopLoss, takeProfit } = read(form, terms, market)
  if (lots === undefined || entry === undefined || form.leverage === undefined) return undefined
  // A level that is on is never omitted.
  if ((form.stopLoss.on && stopLoss === undefined) || (form.takeProfit.on && takeProfit === undefined)) return undefined
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
 * Identifies the intended order: the request without prices that only follow the market, which are the seen price and
 * levels typed as a distance. Two requests with the same intent are one order.
 */
export function intentOf(form: TicketForm, request: CallInput<'submit'>): string {
  const { seen_price: _, ...intent } = request
  if (form.unit === 'price') return JSON.stringify(intent)
  const text = ({ on, text }: Level) => (on ? `${form.unit} ${text.trim()}` : LEVEL_OFF)
  return JSON.stringify({
    ...intent,
    stop_loss_price: text(form.stopLoss),
    target_profit_price: text(form.takeProfit),
  })
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

/** Rounds a distance to whole pips (ten points) if the price has enough decimals. */
function roundToPips(distance: number, precision: number): number {
  return precision >= 3 ? Math.ceil(distance / 10) * 10 : distance
}

/** Puts the suggested price into a pending order whose price the customer has not chosen. */
function placeTarget(form: TicketForm, { terms, market }: Facts): TicketForm {
  const { bid, ask } = market
  if (form.kind === 'market' || form.targetTouched || bid === undefined || ask === undefined) return form
  const { pricePrecision: precision } = terms
  const price = suggestedTarget({ side: form.side, bid, ask, precision })
  return price === undefined ? form : { ...form, target: textOfPrice(price, precision) }
}

/** Puts suggestions into levels that are on: all, only untyped ones, or only empty ones. */
function placeLevels(form: TicketForm, { terms, market }: Facts, which: 'all' | 'untouched' | 'empty'): TicketForm {
  const { bid, ask } = market
  const around = entryPriceOf(form, terms, market) ?? (form.side === 'buy' ? ask : bid)
  if (around === undefined || bid === undefined || ask === undefined) return form
  const place = (name: LevelName): Level => {
    const now = form[name]
    const stays = { all: false, untouched: now.touched, empty: now.text !== '' }
    if (!now.on || stays[which]) return now
    const precision = terms.pricePrecision
    const price = suggestedLevel({ level: name, side: form.side, around, spread: ask - bid, precision })
    const base = {
      level: name,
      side: form.side,
      entry: around,
      lots: lotsOf(form, terms),
      conversion: market.conversion,
      terms,
    }
    return { on: true, text: levelText(form.unit, price, base), touched: false }
  }
  return { ...form, stopLoss: place('stopLoss'), takeProfit: place('takeProfit') }
}
