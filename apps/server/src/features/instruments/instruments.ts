/** Instruments, quotes and candles as the wire names them. Pure. */
import {
  lotsText,
  MARGIN_MODE,
  MARKET_STATUS,
  moneyText,
  percentText,
  priceText,
  type Quotation,
  rateText,
  type TradeItem,
  type WireCandle,
} from '@veritick/contract'
import { type ConversionSource, type FeeType, mulDivHalfAway, type Points, unreachable } from '@veritick/domain'
import type { Language } from '@veritick/locales'
import { type MarketItem, nameIn } from '../../market/index.ts'

/** Change in hundredths of a percent: (close - open) / open x 100. */
export function changeOf(open: Points, close: Points): number {
  return mulDivHalfAway(close - open, 10_000, open)
}

export function wireQuotation(item: MarketItem): Quotation {
  const { quote, open } = item
  const { pricePrecision } = item.entry.terms
  if (quote === undefined) return { Open: null, Close: null, Change: null, Bid: null, Ask: null, Time: null, Seq: null }
  return {
    Open: open === undefined ? null : priceText(open, pricePrecision),
    Close: priceText(quote.bid, pricePrecision),
    Change: open === undefined ? null : percentText(changeOf(open, quote.bid)),
    Bid: priceText(quote.bid, pricePrecision),
    Ask: priceText(quote.ask, pricePrecision),
    Time: quote.time,
    Seq: quote.seq,
  }
}

export function wireItem(shown: {
  readonly item: MarketItem
  readonly language: Language
  readonly feeType: FeeType
  /** Address of the drawn mark. */
  readonly logo: string
  /** Name of the price source. */
  readonly api: string
}): TradeItem {
  const { item, language, feeType, logo, api } = shown
  const { terms, showCode, names, mark, category } = item.entry
  const quotation = wireQuotation(item)
  return {
    Id: terms.id,
    Code: terms.code,
    ShowCode: showCode,
    Name: nameIn(names, language),
    Logo: logo,
    Mark: { ...mark },
    CategoryId: category,
    MarketStatus: item.status === 'open' && terms.enabled ? MARKET_STATUS.open : MARKET_STATUS.closed,
    Held: item.status === 'held',
    Stale: item.stale,
    NextOpen: item.nextOpen ?? null,
    PricePrecision: terms.pricePrecision,
    Pip: lotsText(terms.lotStep),
    ForexMinCont: lotsText(terms.lotMin),
    MaxLot: lotsText(terms.lotMax),
    ForexContNum: String(terms.contractSize),
    ForexFeeRate: feeType === 1 ? moneyText(terms.feePerLot) : rateText(terms.feeOfMargin),
    MarginMode: MARGIN_MODE[terms.marginMode],
    HasForexMultiple: terms.leverages.map((Value) => ({ Value })),
    QuoteCurrency: terms.quoteCurrency,
    ConversionSource: wireConversionSource(terms.conversion),
    FinancingLong: rateText(terms.financingLong),
    FinancingShort: rateText(terms.financingShort),
    Session: terms.session,
    SpreadTypical: priceText(terms.spreadTypical, terms.pricePrecision),
    Version: terms.version,
    Api: api,
    Bid: quotation.Bid,
    Ask: quotation.Ask,
    ForexQuotations: quotation,
  }
}

function wireConversionSource(source: ConversionSource): TradeItem['ConversionSource'] {
  switch (source.kind) {
    case 'usd':
    case 'missing':
      return { kind: source.kind }
    case 'multiply':
    case 'divide':
      return { kind: source.kind, Id: source.instrument }
    default:
      return unreachable(source)
  }
}

export function wireCandle(candle: Candle, pricePrecision: number): WireCandle {
  return {
    Time: candle.time,
    Open: priceText(candle.open, pricePrecision),
    High: priceText(candle.high, pricePrecision),
    Low: priceText(candle.low, pricePrecision),
    Close: priceText(candle.close, pricePrecision),
    Volume: candle.volume,
  }
}

type Candle = {
  readonly time: number
  readonly open: Points
  readonly high: Points
  readonly low: Points
  readonly close: Points
  readonly volume: number
}
