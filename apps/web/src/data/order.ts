/**
 * One order as the screens use it: wire text parsed once into whole numbers, wire names translated into names of the
 * app.
 */
import {
  type EndReason,
  LEVEL_OFF,
  lotsOf,
  moneyOf,
  ORDER_STATUS,
  ORDER_TYPE,
  priceOf,
  type WireConversion,
  type WireEvidence,
  type WireOrder,
} from '@veritick/contract'
import {
  type LotUnits,
  type Micros,
  type Millis,
  micros,
  millis,
  must,
  type PendingKind,
  type Points,
  parseDecimal,
  type Side,
} from '@veritick/domain'

export type OrderStatus = 'pending' | 'holding' | 'ended'

/** The published quote that filled the order, and the rate to USD that was used. */
export type Evidence = {
  readonly seq: number
  readonly bid: Points
  readonly ask: Points
  readonly time: Millis
  readonly conversion: WireConversion
}

export type Order = {
  readonly id: number
  readonly instrument: number
  readonly code: string
  /** The display code. */
  readonly showCode: string
  readonly precision: number
  readonly quoteCurrency: string
  readonly side: Side
  readonly status: OrderStatus
  /** For a closed part: the original position. */
  readonly splitFrom: number | undefined
  /** Limit or stop, as classified at placement; `undefined` for a market order. */
  readonly pending: PendingKind | undefined
  readonly lots: LotUnits
  readonly leverage: number
  /** Target of a pending order, also after it filled; otherwise the fill price. */
  readonly origin: Points
  /** Fill price, the target while pending. */
  readonly price: Points
  /** The price at which the order would fill (pending) or close (open) now, or the close price. */
  readonly priceNow: Points
  /** Unrealised or realised profit, without fee and financing. */
  readonly profit: Micros
  readonly margin: Micros
  readonly fee: Micros
  readonly swap: Micros
  readonly stopLoss: Points | undefined
  readonly takeProfit: Points | undefined
  readonly createdAt: Millis
  readonly openedAt: Millis | undefined
  readonly endedAt: Millis | undefined
  readonly openQuote: Evidence | undefined
  readonly closeQuote: Evidence | undefined
  /** Fill against target, level or seen price. Negative is worse for the customer. */
  readonly openSlippage: Points | undefined
  readonly closeSlippage: Points | undefined
  readonly endReason: EndReason | undefined
  readonly cancelled: boolean
  /** Equity and margin of the account that led to a stop-out. */
  readonly stopOut: { readonly equity: Micros; readonly margin: Micros; readonly level: number } | undefined
  /** The rate to USD now or at the close; `undefined` while pending. */
  readonly conversion: WireConversion | undefined
}

/** Financing minus fee. Negative: paid by the customer. */
export const costsOf = (order: Pick<Order, 'fee' | 'swap'>): Micros => micros(order.swap - order.fee)

/** Profit minus fee, plus financing: the effect on the balance. */
export const netOf = (order: Pick<Order, 'profit' | 'fee' | 'swap'>): Micros => micros(order.profit + costsOf(order))

/** Throws on a value that breaks the contract, which is a bug of the server. */
export function orderFrom(wire: WireOrder): Order {
  const { Id, Code, ShowCode, PricePrecision, QuoteCurrency } = wire.ForexTradeLists
  const broken = `order ${wire.Id} breaks the contract`
  const price = (text: string) => must(priceOf(text, PricePrecision), broken)
  const maybe = (text: string | null) => (text === null ? undefined : price(text))
  const level = (text: string) => (text === LEVEL_OFF ? undefined : positive(price(text)))
  const money = (text: string) => must(moneyOf(text), broken)
  const quote = (found: WireEvidence | null) =>
    found === null ? undefined : { ...found, bid: price(found.bid), ask: price(found.ask), time: millis(found.time) }
  return {
    id: wire.Id,
    instrument: Id,
    code: Code,
    showCode: ShowCode,
    precision: PricePrecision,
    quoteCurrency: QuoteCurrency,
    side: wire.OrderType === ORDER_TYPE.buy ? 'buy' : 'sell',
    status: statusOf(wire.Status),
    splitFrom: wire.SplitFrom ?? undefined,
    pending: wire.PendingKind ?? undefined,
    lots: must(lotsOf(wire.Quantity), broken),
    leverage: wire.Multiple,
    origin: price(wire.OriginPrice),
    price: price(wire.Price),
    priceNow: price(wire.UpdatePrice),
    profit: money(wire.FactProfits),
    margin: money(wire.CautionMoney),
    fee: money(wire.TradeFee),
    swap: money(wire.Swap),
    stopLoss: level(wire.TargetLossPrice),
    takeProfit: level(wire.TargetProfitPrice),
    createdAt: millis(Date.parse(wire.CreateTimeHandler)),
    openedAt: wire.OpenTime === null ? undefined : millis(wire.OpenTime),
    endedAt: wire.EndTime === null ? undefined : millis(wire.EndTime),
    openQuote: quote(wire.OpenQuote),
    closeQuote: quote(wire.CloseQuote),
    openSlippage: maybe(wire.OpenSlippage),
    closeSlippage: maybe(wire.CloseSlippage),
    endReason: wire.CloseReason ?? undefined,
    cancelled: wire.Cancelled,
    stopOut: wire.StopOut === null ? undefined : stopOutFrom(wire.StopOut, broken),
    conversion: wire.Conversion ?? undefined,
  }
}

function statusOf(status: WireOrder['Status']): OrderStatus {
  if (status === ORDER_STATUS.pending) return 'pending'
  return status === ORDER_STATUS.holding ? 'holding' : 'ended'
}

/** "0.00000" also means off. */
const positive = (price: Points) => (price > 0 ? price : undefined)

function stopOutFrom(wire: NonNullable<WireOrder['StopOut']>, broken: string): NonNullable<Order['stopOut']> {
  const level = parseDecimal(wire.margin_level, 2)
  return {
    equity: must(moneyOf(wire.equity), broken),
    margin: must(moneyOf(wire.margin), broken),
    level: must(typeof level === 'number' ? level : undefined, broken),
  }
}

/** The side of the quote that closes a position. */
export function closingSide(side: Side): 'bid' | 'ask' {
  return side === 'buy' ? 'bid' : 'ask'
}
