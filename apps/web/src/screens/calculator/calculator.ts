/**
 * The calculator as pure functions: the typed texts and the figures from them. Every amount comes from the functions of
 * packages/domain, which the ticket calls too, so it equals the amount of an order.
 */
import {
  financingIfFits,
  type LotUnits,
  lotsForRisk,
  MICROS_PER_CENT,
  type Micros,
  micros,
  type Points,
  type Ppm,
  points,
  ppm,
  profitIfFits,
  type Side,
  shareOf,
} from '@veritick/domain'
import { isPipPrice } from '../../format/spread.ts'
import { estimateOf } from '../ticket/costs.ts'
import { unitDecimals } from '../ticket/levelUnits.ts'
import { type LotsFault, lotsFault, lotsIn } from '../ticket/lots.ts'
import type { TicketMarket, TicketTerms } from '../ticket/ticket.ts'
import { type TypedFault, textOfLots, textOfPrice, typedGrouped, typedNumber, typedPriceNear } from '../ticket/typed.ts'

/** Texts as typed. */
export type CalculatorForm = {
  readonly side: Side
  readonly lots: string
  /** 0 in fixed mode. */
  readonly leverage: number | undefined
  readonly open: string
  readonly close: string
  readonly nights: string
  /** USD. */
  readonly capital: string
  readonly percent: string
  /** The distance of the stop in pips, or in the price for an instrument without pips. */
  readonly stop: string
}

export type CalculatorField = 'open' | 'close' | 'nights' | 'capital' | 'percent' | 'stop'
export type CalculatorFaults = { readonly [F in CalculatorField]?: TypedFault } & { readonly lots?: LotsFault }

/** `lots` in whole steps within the limits; `atMost`: the limit of the instrument is smaller than the risk allows. */
export type Sized = {
  readonly lots: LotUnits
  readonly loss: Micros | undefined
  readonly margin: Micros | undefined
  readonly atMost: boolean
}

export type Calculated = {
  readonly margin: Micros | undefined
  readonly fee: Micros | undefined
  /** The value of one pip, or of one price step for an instrument without pips. */
  readonly pip: Micros | undefined
  readonly profit: Micros | undefined
  /** Signed for the customer: negative is charged. */
  readonly financing: Micros | undefined
  /** The amount at risk. */
  readonly risk: Micros | undefined
  /** `too_small`: even the smallest order risks more. */
  readonly sized: Sized | 'too_small' | undefined
  readonly faults: CalculatorFaults
}

/** A year. */
export const NIGHTS_MAX = 365
/** A billion USD. */
export const CAPITAL_CENTS_MAX = 100_000_000_000
const CENT_DECIMALS = 2
const PERCENT_DECIMALS = 2
/** Hundredths of a percent. */
const PERCENT_MAX = 10_000
const PPM_PER_HUNDREDTH = 100
const NIGHTS_FIRST = '1'
const PERCENT_FIRST = '1'
/** Pips, or steps of the price. */
const STOP_FIRST = 200

export type CalculatorStart = {
  readonly side: Side
  readonly lots: string
  readonly leverage: number | undefined
  /** USD; empty if unknown. */
  readonly capital: string
}

/** The form with the choices of the ticket and the current price. */
export function calculatorFor(start: CalculatorStart, terms: TicketTerms, market: TicketMarket): CalculatorForm {
  const now = start.side === 'buy' ? market.ask : market.bid
  const price = now === undefined ? '' : textOfPrice(now, terms.pricePrecision)
  const precision = terms.pricePrecision
  return {
    ...start,
    open: price,
    close: price,
    nights: NIGHTS_FIRST,
    percent: PERCENT_FIRST,
    stop: textOfPrice(points(STOP_FIRST), unitDecimals('pips', precision)),
  }
}

export function calculate(form: CalculatorForm, terms: TicketTerms, market: TicketMarket): Calculated {
  const { typed, faults } = read(form, terms, market.bid)
  const { side, leverage } = form
  const { conversion, bid } = market
  const lots = lotsIn(form.lots, terms)
  const known = { margin: undefined, fee: undefined, pip: undefined, profit: undefined, financing: undefined }
  const risk =
    typed.capital === undefined || typed.share === undefined ? undefined : shareOf(typed.capital, typed.share)
  if (conversion === undefined || bid === undefined) return { ...known, risk, sized: undefined, faults }
  const at = (size: LotUnits) =>
    leverage === undefined
      ? { margin: undefined, fee: undefined }
      : estimateOf({ lots: size, price: bid, leverage }, terms, market)
  const move = (size: LotUnits, from: Points, to: Points, way: Side) =>
    profitIfFits({ terms, side: way, lots: size, open: from, price: to, conversion })
  const sized =
    risk === undefined || typed.stop === undefined
      ? undefined
      : sizeOf({ lots: lotsForRisk({ terms, risk, distance: typed.stop, conversion }), terms })
  const sizing =
    typeof sized === 'object' && typed.stop !== undefined
      ? { ...sized, loss: move(sized.lots, points(typed.stop), points(0), 'buy'), margin: at(sized.lots).margin }
      : undefined
  if (lots === undefined) return { ...known, risk, sized: sizing ?? tooSmall(sized), faults }
  const rate = side === 'buy' ? terms.financingLong : terms.financingShort
  const { open, close, nights } = typed
  return {
    ...at(lots),
    pip: move(lots, points(0), points(pipPoints(terms)), 'buy'),
    profit: open === undefined || close === undefined ? undefined : move(lots, open, close, side),
    financing:
      nights === undefined ? undefined : financingIfFits({ terms, lots, close: bid, rate, nights, conversion }),
    risk,
    sized: sizing ?? tooSmall(sized),
    faults,
  }
}

/** A pip is ten points where the price has a fractional pip digit; otherwise one step of the price. */
export const pipPoints = (terms: Pick<TicketTerms, 'pricePrecision'>): number =>
  isPipPrice(terms.pricePrecision) ? 10 : 1

/** The size for the ticket, as text. */
export const lotsTextOf = (lots: LotUnits, terms: TicketTerms): string => textOfLots(lots, terms.lotStep)

type Typed = {
  readonly open: Points | undefined
  readonly close: Points | undefined
  readonly nights: number | undefined
  readonly capital: Micros | undefined
  readonly share: Ppm | undefined
  readonly stop: number | undefined
}

/** `near`: the market, which tells a price with thousands from one with decimals. */
function read(
  form: CalculatorForm,
  terms: TicketTerms,
  near: Points | undefined,
): { readonly typed: Typed; readonly faults: CalculatorFaults } {
  const precision = terms.pricePrecision
  const numbers = {
    open: typedPriceNear(form.open, precision, near),
    close: typedPriceNear(form.close, precision, near),
    nights: within(typedGrouped(form.nights, 0), 0, NIGHTS_MAX),
    capital: within(typedGrouped(form.capital, CENT_DECIMALS), 0, CAPITAL_CENTS_MAX),
    percent: within(typedNumber(form.percent, PERCENT_DECIMALS), 1, PERCENT_MAX),
    stop: within(typedGrouped(form.stop, unitDecimals('pips', precision)), 1, STOP_POINTS_MAX),
  }
  const { open, close, nights, capital, percent, stop } = numbers
  const lots = lotsFault(form.lots, terms)
  return {
    typed: {
      open: isNumber(open) ? open : undefined,
      close: isNumber(close) ? close : undefined,
      nights: isNumber(nights) ? nights : undefined,
      capital: isNumber(capital) ? micros(capital * MICROS_PER_CENT) : undefined,
      share: isNumber(percent) ? ppm(percent * PPM_PER_HUNDREDTH) : undefined,
      stop: isNumber(stop) ? stop : undefined,
    },
    faults: { ...onlyFaults(numbers), ...(lots !== undefined && { lots }) },
  }
}

/** Above every move of a price. */
const STOP_POINTS_MAX = 1_000_000_000

const isNumber = <N extends number>(value: N | TypedFault): value is N => typeof value === 'number'

const within = (value: number | TypedFault, min: number, max: number): number | TypedFault =>
  isNumber(value) && (value < min || value > max) ? 'out_of_range' : value

function onlyFaults(numbers: Readonly<Record<CalculatorField, number | TypedFault>>): CalculatorFaults {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => typeof value !== 'number'))
}

function sizeOf({ lots, terms }: { readonly lots: LotUnits | undefined; readonly terms: TicketTerms }) {
  if (lots === undefined) return { lots: terms.lotMax, atMost: true }
  if (lots < terms.lotMin) return 'too_small' as const
  return lots > terms.lotMax ? { lots: terms.lotMax, atMost: true } : { lots, atMost: false }
}

const tooSmall = (sized: unknown): 'too_small' | undefined => (sized === 'too_small' ? 'too_small' : undefined)
