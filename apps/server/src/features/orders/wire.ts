/** A shown order and an account in the wire's own names. Pure. */
import {
  type AccountSummary,
  LEVEL_OFF,
  lotsText,
  moneyText,
  ORDER_STATUS,
  ORDER_TYPE,
  percentText,
  priceText,
  type WireEvidence,
  type WireOrder,
} from '@veritick/contract'
import { hazardRateOf, marginLevelOf, type Points, points } from '@veritick/domain'
import type { AccountView } from '@veritick/engine'
import type { Ids } from '../../services/encryption/index.ts'
import type { ShownInstrument } from './instrument.ts'
import type { Fill, Shown } from './shown.ts'

export function wireOrder(shown: Shown, entry: ShownInstrument, ids: Ids): WireOrder {
  const { terms, showCode } = entry
  const precision = terms.pricePrecision
  const level = (price: Points | undefined) => (price === undefined ? LEVEL_OFF : priceText(price, precision))
  const requestedPrice = shown.target ?? shown.open?.price
  const price = shown.open?.price ?? shown.target
  const { open, close } = shown
  return {
    Id: ids.order(shown.order),
    OrderType: ORDER_TYPE[shown.side],
    Status: ORDER_STATUS[shown.status],
    SplitFrom: shown.splitFrom === undefined ? null : ids.order(shown.splitFrom),
    PendingKind: shown.pending ?? null,
    Quantity: lotsText(shown.lots),
    Multiple: shown.leverage,
    OriginPrice: level(requestedPrice),
    Price: level(price),
    UpdatePrice: level(shown.priceNow ?? price),
    FactProfits: moneyText(shown.profit),
    CautionMoney: moneyText(shown.margin),
    TradeFee: moneyText(shown.fee),
    Swap: moneyText(shown.swap),
    TargetLossPrice: level(shown.stopLoss),
    TargetProfitPrice: level(shown.takeProfit),
    CreateTimeHandler: new Date(shown.placedAt).toISOString(),
    OpenTime: open?.at ?? null,
    EndTime: shown.endedAt ?? null,
    OpenQuote: open === undefined ? null : wireEvidence(open, precision),
    CloseQuote: close === undefined ? null : wireEvidence(close, precision),
    OpenSlippage: open === undefined ? null : slippageText(open, { buys: shown.side === 'buy', precision }),
    CloseSlippage: close === undefined ? null : slippageText(close, { buys: shown.side === 'sell', precision }),
    CloseReason: shown.endReason ?? null,
    Cancelled: shown.status === 'history' && close === undefined,
    StopOut: shown.stopOut === undefined ? null : wireStopOut(shown.stopOut),
    Conversion: shown.conversionNow === undefined ? null : { ...shown.conversionNow },
    ForexTradeLists: {
      Id: terms.id,
      Code: terms.code,
      ShowCode: showCode,
      PricePrecision: precision,
      QuoteCurrency: terms.quoteCurrency,
    },
  }
}

function wireEvidence(fill: Fill, precision: number): WireEvidence {
  const { seq, bid, ask, time } = fill.quote
  return {
    seq,
    bid: priceText(bid, precision),
    ask: priceText(ask, precision),
    time,
    conversion: { ...fill.conversion },
  }
}

/** Positive: better than what was asked for or seen. */
function slippageText(fill: Fill, how: { readonly buys: boolean; readonly precision: number }): string | null {
  if (fill.reference === undefined) return null
  const better = how.buys ? fill.reference - fill.price : fill.price - fill.reference
  return priceText(points(better), how.precision)
}

function wireStopOut(numbers: NonNullable<Shown['stopOut']>): WireOrder['StopOut'] {
  const { equity, marginUsed } = numbers
  return {
    equity: moneyText(equity),
    margin: moneyText(marginUsed),
    margin_level: percentText(marginLevelOf(equity, marginUsed) ?? 0),
  }
}

export function wireAccount(account: AccountView): AccountSummary {
  const { balance, equity, marginUsed, marginFree } = account
  const level = marginLevelOf(equity, marginUsed)
  return {
    balance: moneyText(balance),
    equity: moneyText(equity),
    margin: moneyText(marginUsed),
    free_margin: moneyText(marginFree),
    margin_level: level === undefined ? null : percentText(level),
    hazard_rate: percentText(hazardRateOf(equity, marginUsed)),
  }
}
