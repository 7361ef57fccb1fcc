/** Makes the content of the topics: values of the market and the engine as JSON of the wire's messages. Pure. */
import {
  type DayMarket,
  type ForexTrade,
  KLINE_TOPIC_PREFIX,
  type KlineUpdate,
  MARKET_STATUS,
  moneyText,
  type PeriodName,
  PRIVATE_TOPICS,
  type PrivateTopic,
  PUBLIC_TOPICS,
  priceText,
} from '@veritick/contract'
import { must } from '@veritick/domain'
import type { AccountLive } from '@veritick/engine'
import { wireCandle, wireQuotation } from '../features/instruments/index.ts'
import { wireAccount } from '../features/orders/index.ts'
import type { Candle, MarketItem } from '../market/index.ts'
import type { Ids } from '../services/encryption/index.ts'

export type Topic =
  | { readonly kind: 'day' }
  | { readonly kind: 'kline'; readonly code: string }
  | { readonly kind: 'private'; readonly name: PrivateTopic }

const PUBLIC: { readonly [Name in (typeof PUBLIC_TOPICS)[number]]: Topic } = { DAY_MARKET: { kind: 'day' } }

/**
 * Reads the name of a topic; `undefined`: no topic has such a name. The hub checks whether the code in it exists.
 */
export function topicOf(name: string): Topic | undefined {
  const open = PUBLIC_TOPICS.find((each) => each === name)
  if (open !== undefined) return PUBLIC[open]
  const own = PRIVATE_TOPICS.find((each) => each === name)
  if (own !== undefined) return { kind: 'private', name: own }
  if (name.startsWith(KLINE_TOPIC_PREFIX)) return { kind: 'kline', code: name.slice(KLINE_TOPIC_PREFIX.length) }
  return undefined
}

export function dayMarketData(item: MarketItem): string {
  const { terms } = item.entry
  const { Open, Close, Change, Bid, Ask, Time, Seq } = wireQuotation(item)
  const data: DayMarket = {
    symbol: terms.code,
    quotation: {
      open: Open,
      close: Close,
      change: Change,
      bid: Bid,
      ask: Ask,
      time: Time,
      seq: Seq,
      status: item.status === 'open' && terms.enabled ? MARKET_STATUS.open : MARKET_STATUS.closed,
      held: item.status === 'held',
      stale: item.stale,
      next_open: item.nextOpen ?? null,
    },
  }
  return JSON.stringify(data)
}

export function klineData(item: MarketItem, period: PeriodName, candle: Candle): string {
  const { code, pricePrecision } = item.entry.terms
  const data: KlineUpdate = { symbol: code, kline: { Period: period, ...wireCandle(candle, pricePrecision) } }
  return JSON.stringify(data)
}

/** The account's figures, what each of its holdings is worth now, and how often its orders have changed. */
export function forexTradeData(
  { view, holdings }: AccountLive,
  how: { readonly precisionOf: (instrument: number) => number; readonly ids: Ids; readonly orderChanges: number },
): string {
  const { balance, equity, margin, free_margin, margin_level, hazard_rate } = wireAccount(view)
  const shown = how.ids.orders(holdings.map(({ order }) => order))
  const data: ForexTrade = {
    ProfitsTotal: moneyText(view.profit),
    HazardRate: hazard_rate,
    CautionMoneyAll: margin,
    Balance: balance,
    Equity: equity,
    FreeMargin: free_margin,
    MarginLevel: margin_level,
    TransOrder: holdings.map(({ price, profit, instrument }, at) => ({
      Id: must(shown[at], 'each holding has an id'),
      UpdatePrice: priceText(price, how.precisionOf(instrument)),
      FactProfits: moneyText(profit),
    })),
    OrderChanges: how.orderChanges,
  }
  return JSON.stringify(data)
}
