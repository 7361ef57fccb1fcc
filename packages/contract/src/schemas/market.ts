/** Instruments, categories and candles on the wire. */
import { SESSION_KINDS } from '@veritick/domain'
import { z } from 'zod'
import { MARGIN_MODE, MARKET_STATUS, PERIODS } from '../values.ts'
import { count, decimalText, id, lots, moment, percent, price } from './values.ts'

/** `Open` is the first bid of the trading day, `Close` the current bid. `null` before the first quote. */
export const quotation = z.object({
  Open: price.nullable(),
  Close: price.nullable(),
  Change: percent.nullable(),
  Bid: price.nullable(),
  Ask: price.nullable(),
  Time: moment.nullable(),
  Seq: count.nullable(),
})

/** The mark of an instrument: two flags, or letters. */
export const mark = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pair'), base: z.string(), quote: z.string() }),
  z.object({ kind: z.literal('monogram'), text: z.string() }),
])

/** The source of the rate from the quote currency to USD: 1, or the Close of another instrument. */
export const conversionSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('usd') }),
  z.object({ kind: z.literal('multiply'), Id: id }),
  z.object({ kind: z.literal('divide'), Id: id }),
  z.object({ kind: z.literal('missing') }),
])

export const tradeItem = z.object({
  Id: id,
  Code: z.string(),
  ShowCode: z.string(),
  Name: z.string().meta({ description: "In the caller's language" }),
  Logo: z.string().meta({ description: 'URL of a logo (SVG)' }),
  Mark: mark,
  CategoryId: id,
  MarketStatus: z
    .literal([MARKET_STATUS.closed, MARKET_STATUS.open])
    .meta({ description: '1: in session, enabled and the quote is fresh' }),
  Held: z.boolean().meta({
    description: 'In session, but a suspect quote waits for confirmation: orders are refused until then',
  }),
  Stale: z.boolean().meta({ description: 'In session, but the last quote is too old' }),
  NextOpen: moment.nullable().meta({ description: 'When a closed session opens next; null while open or unknown' }),
  PricePrecision: count,
  Pip: lots.meta({ description: 'Lot step' }),
  ForexMinCont: lots,
  MaxLot: lots,
  ForexContNum: decimalText.meta({ description: 'Units per lot' }),
  ForexFeeRate: decimalText.meta({ description: 'USD a lot under trade_fee_type 1, otherwise share of the margin' }),
  MarginMode: z.literal([MARGIN_MODE.fixed, MARGIN_MODE.leveraged]),
  HasForexMultiple: z.array(z.object({ Value: z.int().min(1) })),
  QuoteCurrency: z.string(),
  ConversionSource: conversionSource,
  FinancingLong: decimalText.meta({ description: 'Yearly share, negative is charged' }),
  FinancingShort: decimalText,
  Session: z.literal(SESSION_KINDS),
  SpreadTypical: price,
  Version: count.meta({ description: 'Rises with each change of terms' }),
  Api: z.string().meta({ description: 'Name of the price source' }),
  Bid: price.nullable(),
  Ask: price.nullable(),
  ForexQuotations: quotation,
})

export const category = z.object({ Id: id, NameShowTrans: z.string() })

export const candle = z.object({
  Time: moment.meta({ description: 'Opening of the bucket, unix milliseconds' }),
  Open: price,
  High: price,
  Low: price,
  Close: price,
  Volume: count.meta({ description: 'Quotes in the bucket' }),
})

export const sparkPoint = z.object({ Time: moment, Close: price })

export const searchResult = z.object({
  Id: id,
  Code: z.string(),
  ShowCode: z.string(),
  Name: z.string(),
  ForexQuotations: z.object({ Close: price.nullable() }),
})

export const periodName = z.literal(PERIODS)
