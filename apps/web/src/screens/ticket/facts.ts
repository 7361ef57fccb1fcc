/** The server's facts about an instrument, parsed once: wire text in, terms and prices as whole numbers out. */
import { lotsOf, MARGIN_MODE, MARKET_STATUS, moneyOf, priceOf, type TradeItem } from '@veritick/contract'
import {
  type Conversion,
  type ConversionSource,
  conversionOf,
  type FeeType,
  type Millis,
  micros,
  millis,
  must,
  nightsAt,
  type Points,
  type Ppm,
  parseDecimal,
  ppm,
  rolloverInstants,
} from '@veritick/domain'
import type { LiveQuote } from '../../data/live.ts'
import { DAY_MILLIS } from '../../format/time.ts'
import type { TicketMarket, TicketTerms } from './ticket.ts'

/** Throws on a value that breaks the contract, which is a bug of the server. */
export function termsFrom(item: TradeItem, feeType: FeeType): TicketTerms {
  const broken = (name: string) => `${name} of ${item.Code} is not what the contract says`
  return {
    id: item.Id,
    pricePrecision: item.PricePrecision,
    contractSize: whole(item.ForexContNum, broken('ForexContNum')),
    lotStep: must(lotsOf(item.Pip), broken('Pip')),
    lotMin: must(lotsOf(item.ForexMinCont), broken('ForexMinCont')),
    lotMax: must(lotsOf(item.MaxLot), broken('MaxLot')),
    marginMode: item.MarginMode === MARGIN_MODE.fixed ? 'fixed' : 'leveraged',
    leverages: item.HasForexMultiple.map((each) => each.Value),
    feePerLot: feeType === 1 ? must(moneyOf(item.ForexFeeRate), broken('ForexFeeRate')) : micros(0),
    feeOfMargin: feeType === 1 ? ppm(0) : rate(item.ForexFeeRate, broken('ForexFeeRate')),
    financingLong: rate(item.FinancingLong, broken('FinancingLong')),
    financingShort: rate(item.FinancingShort, broken('FinancingShort')),
  }
}

/**
 * `look` returns the Close (bid) of the converting instrument; `feeType` comes from the platform's settings; `time` is
 * market time, because a closed market's last quote is before the rollover that has been charged since.
 */
export function marketFrom(facts: {
  readonly item: Pick<TradeItem, 'PricePrecision' | 'ConversionSource' | 'Session'>
  readonly quote: Pick<LiveQuote, 'bid' | 'ask' | 'status' | 'held' | 'stale' | 'time'>
  readonly look: CloseOf
  readonly feeType: FeeType
  readonly time: number | undefined
}): TicketMarket {
  const { item, quote, look, feeType } = facts
  const price = (text: string | undefined) => (text === undefined ? undefined : priceOf(text, item.PricePrecision))
  const status = statusOf(quote)
  const time = Math.max(quote.time ?? 0, facts.time ?? 0)
  const nights = time === 0 ? 0 : nightsNext(item.Session, millis(time))
  return {
    status,
    bid: price(quote.bid),
    ask: price(quote.ask),
    conversion: conversionNow(item.ConversionSource, look),
    feeType,
    nights,
  }
}

function statusOf({ status, held, stale }: Pick<LiveQuote, 'status' | 'held' | 'stale'>): TicketMarket['status'] {
  if (status === MARKET_STATUS.open) return 'open'
  if (held) return 'held'
  return stale ? 'stale' : 'closed'
}

export type CloseOf = (
  instrument: number,
) => { readonly precision: number; readonly close: Points | undefined } | undefined

/** Nights that the rollover of the next 24 hours charges; 0 without one. `now` is market time. */
export function nightsNext(session: TradeItem['Session'], now: Millis): number {
  const next = rolloverInstants(now, millis(now + DAY_MILLIS))[0]
  return next === undefined ? 0 : nightsAt(next)[session]
}

/** The current rate to USD; `undefined` while the converting instrument has no price. */
export function conversionNow(wire: TradeItem['ConversionSource'], look: CloseOf): Conversion | undefined {
  const source: ConversionSource =
    wire.kind === 'usd' || wire.kind === 'missing' ? wire : { kind: wire.kind, instrument: wire.Id }
  return conversionOf(source, (instrument) => {
    const found = look(instrument)
    return found && { terms: { pricePrecision: found.precision }, close: found.close }
  })
}

const RATE_DECIMALS = 6

function rate(text: string, broken: string): Ppm {
  return ppm(whole(text, broken, RATE_DECIMALS))
}

function whole(text: string, broken: string, decimals = 0): number {
  const value = parseDecimal(text, decimals)
  return must(typeof value === 'number' ? value : undefined, broken)
}
