/** The figures of the page of an instrument, from its terms, quote and candles. Pure. */
import type { CallData, TradeItem } from '@veritick/contract'
import {
  financingIfFits,
  formatDecimal,
  type LotUnits,
  type Micros,
  type Millis,
  millis,
  must,
  parseDecimal,
  points,
  profitIfFits,
  sessionAt,
  wallOf,
} from '@veritick/domain'
import type { MarketState } from '../../data/rows.ts'
import { isPipPrice } from '../../format/spread.ts'
import { estimateOf } from '../ticket/costs.ts'
import type { TicketMarket, TicketTerms } from '../ticket/ticket.ts'

/** The next opening and closing, in their order. `always`: no trading hours. */
export type Hours =
  | { readonly kind: 'always' }
  | { readonly kind: 'open'; readonly closes: number; readonly opens: number }
  | { readonly kind: 'closed'; readonly opens: number; readonly closes: number }

export function hoursOf(of: {
  readonly session: TradeItem['Session']
  readonly alwaysOpen: boolean
  readonly market: MarketState
  /** Market time. */
  readonly now: number
}): Hours {
  const { session, alwaysOpen, market, now } = of
  if (alwaysOpen) return { kind: 'always' }
  const state = sessionAt(session, millis(now))
  // The server's market state counts, because the last quote of a closed market is before its close.
  const isClosed = market.kind === 'closed' ? true : !state.open
  if (!isClosed) return { kind: 'open', closes: state.changesAt, opens: sessionAt(session, state.changesAt).changesAt }
  const named = market.kind === 'closed' ? market.opens : undefined
  const opens = named ?? (state.open ? sessionAt(session, state.changesAt).changesAt : state.changesAt)
  return { kind: 'closed', opens, closes: sessionAt(session, millis(opens)).changesAt }
}

/** The hours of a week as moments: its first opening and last closing, and the first break between them. */
type WeekHours = {
  readonly opens: number
  readonly closes: number
  /** The end of a session within the week, and the next opening. */
  readonly pause: number
  readonly resumes: number
  /** The opening of the last session. */
  readonly last: number
}

/** Openings and closings of two weeks, and one more. */
const CHANGES_READ = 22
const SUNDAY = 0
const MONDAY = 1
const FRIDAY = 5
const weekdayInNewYork = (moment: Millis): number => new Date(wallOf(moment)).getUTCDay()

/** The usual week from the sessions after `now`: a holiday leaves out its opening, and a short day ends earlier. */
export function weekHoursOf(session: TradeItem['Session'], now: number): WeekHours {
  const first = session === 'us_stocks' ? MONDAY : SUNDAY
  const starts: Millis[] = []
  const ends: Millis[] = []
  let at = millis(now)
  for (let read = 0; read < CHANGES_READ; read += 1) {
    const { open, changesAt } = sessionAt(session, at)
    ;(open ? ends : starts).push(changesAt)
    at = changesAt
  }
  const on = (moments: readonly Millis[], weekday: number) =>
    moments.filter((moment) => weekdayInNewYork(moment) === weekday)
  const opens = on(starts, first)[0] ?? must(starts[0], 'a market opens')
  const ended = ends.find((end) => end > opens) ?? opens
  const closes = on(ends, FRIDAY).find((end) => end > opens) ?? ended
  return {
    opens,
    closes,
    last: starts.findLast((start) => start < closes) ?? opens,
    pause: ended,
    resumes: starts.find((start) => start > ended) ?? ended,
  }
}

/** Margin and fee of a size at each leverage; one line without leverage in fixed mode. */
export type MarginLine = {
  readonly leverage: number
  readonly margin: Micros | undefined
  readonly fee: Micros | undefined
}

export function marginLines(lots: LotUnits | undefined, terms: TicketTerms, market: TicketMarket): MarginLine[] {
  const price = market.bid
  const leverages = terms.marginMode === 'fixed' ? [0] : terms.leverages
  return leverages.map((leverage) => ({
    leverage,
    ...(lots === undefined || price === undefined
      ? { margin: undefined, fee: undefined }
      : estimateOf({ lots, price, leverage: Math.max(leverage, 1) }, terms, market)),
  }))
}

/** USD of one step of the price and of a pip, and of one night of financing, for a size. */
export function valuesOf(lots: LotUnits | undefined, terms: TicketTerms, market: TicketMarket) {
  const { bid, conversion } = market
  const none = { point: undefined, pip: undefined, long: undefined, short: undefined }
  if (lots === undefined || bid === undefined || conversion === undefined) return none
  const move = (steps: number) =>
    profitIfFits({ terms, side: 'buy', lots, open: points(0), price: points(steps), conversion })
  const night = (rate: TicketTerms['financingLong']) =>
    financingIfFits({ terms, lots, close: bid, rate, nights: 1, conversion })
  return {
    point: move(1),
    pip: isPipPrice(terms.pricePrecision) ? move(10) : undefined,
    long: night(terms.financingLong),
    short: night(terms.financingShort),
  }
}

/** A typical spread in the unit of the live spread: pips, or the price itself. */
export function typicalSpread(item: Pick<TradeItem, 'SpreadTypical' | 'PricePrecision'>): string | undefined {
  const { SpreadTypical, PricePrecision } = item
  const steps = parseDecimal(SpreadTypical, PricePrecision)
  return typeof steps === 'number' ? formatDecimal(steps, isPipPrice(PricePrecision) ? 1 : PricePrecision) : undefined
}

/** `days`: trading days that the candles cover. */
export type Range = { readonly low: string; readonly high: string; readonly days: number }

/** The range of the newest daily candle and of all given candles. `undefined` without candles. */
export function rangesOf(
  candles: CallData<'kline'>,
  precision: number,
): { readonly day: Range; readonly all: Range } | undefined {
  const newest = candles.at(-1)
  if (newest === undefined) return undefined
  return { day: rangeOf([newest], precision), all: rangeOf(candles, precision) }
}

function rangeOf(candles: CallData<'kline'>, precision: number): Range {
  const steps = (text: string) => {
    const value = parseDecimal(text, precision)
    return typeof value === 'number' ? value : 0
  }
  const lows = candles.map(({ Low }) => steps(Low))
  const highs = candles.map(({ High }) => steps(High))
  return {
    low: formatDecimal(Math.min(...lows), precision),
    high: formatDecimal(Math.max(...highs), precision),
    days: candles.length,
  }
}

/** The place of a price between low and high, 0 to 100. */
export function placeIn({ low, high }: Range, price: string | undefined): number | undefined {
  if (price === undefined) return undefined
  const [from, to, at] = [Number(low), Number(high), Number(price)]
  return to > from ? Math.min(Math.max(((at - from) / (to - from)) * 100, 0), 100) : undefined
}
