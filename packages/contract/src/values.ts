/**
 * Numbers on the wire: decimal text, always exact. Money has 6 decimals, a price those of its instrument, a size 2 to
 * 4, percentages 2. Requests take the same text, or plain numbers.
 */
import {
  CLOSE_REASONS,
  formatDecimal,
  LOT_DECIMALS,
  type LotUnits,
  lotUnits,
  type Micros,
  micros,
  type Points,
  type Ppm,
  parseDecimal,
  points,
} from '@veritick/domain'

/** A decimal string as `formatDecimal` writes it. */
export type DecimalText = string

const MONEY_DECIMALS = 6
const LOT_DECIMALS_SHOWN = 2
const PERCENT_DECIMALS = 2
const RATE_DECIMALS = 6

/** -12000000 micros -> `"-12.000000"`. */
export const moneyText = (amount: Micros | bigint): DecimalText => formatDecimal(amount, MONEY_DECIMALS)
/** 108123 points at precision 5 -> `"1.08123"`. */
export const priceText = (price: Points, precision: number): DecimalText => formatDecimal(price, precision)
/** 1000 lot units -> `"0.10"`, 125 -> `"0.0125"`. */
export function lotsText(lots: LotUnits): DecimalText {
  const full = formatDecimal(lots, LOT_DECIMALS)
  const spare = LOT_DECIMALS - LOT_DECIMALS_SHOWN
  return full.slice(0, -spare) + full.slice(-spare).replace(/0+$/, '')
}
/** Hundredths of a percent -> `"66.67"`. */
export const percentText = (hundredths: number): DecimalText => formatDecimal(hundredths, PERCENT_DECIMALS)
/** A share of something in ppm -> `"0.000350"`. */
export const rateText = (rate: Ppm): DecimalText => formatDecimal(rate, RATE_DECIMALS)

/** The whole number of a wire value; `undefined` when the text is not such a value. */
export const moneyOf = (text: DecimalText): Micros | undefined => branded(text, MONEY_DECIMALS, micros)
export const priceOf = (text: DecimalText, precision: number): Points | undefined => branded(text, precision, points)
export const lotsOf = (text: DecimalText): LotUnits | undefined => branded(text, LOT_DECIMALS, lotUnits)

function branded<Kind>(text: string, decimals: number, brand: (value: number) => Kind): Kind | undefined {
  const value = parseDecimal(text, decimals)
  return typeof value === 'number' ? brand(value) : undefined
}

/** The subject of a notice. */
export const NOTICE_KINDS = [
  'margin_call',
  'margin_warning',
  'margin_recovered',
  'stopped_out',
  'balance_protected',
  'order_opened',
  'order_cancelled',
  'order_closed',
  'demo_reset',
  'fee_changed',
  'price_alert',
  'deposit',
  'withdrawal',
  'identity',
  'sign_in',
  'account_frozen',
  'account_unfrozen',
  'support',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
/** Notices stored for one account; when there are more, read ones are removed first. */
export const NOTICES_KEPT_MAX = 100

/** The two lists of the ranking. */
export const RANKING_KINDS = ['real', 'demo'] as const
export type RankingKind = (typeof RANKING_KINDS)[number]
/** The figures that the ranking can be sorted by, the largest first. */
export const RANKING_SORTS = [
  'three_week_rate',
  'total_rate',
  'three_week_profit',
  'three_week_win',
  'total_trade_num',
] as const
export type RankingSort = (typeof RANKING_SORTS)[number]
/** Whether an account is in the ranking, or why it is not. `waiting`: the next update lists it. */
export const RANKING_STATES = [
  'listed',
  'off',
  'unverified',
  'frozen',
  'too_new',
  'too_few_trades',
  'below',
  'waiting',
] as const
export type RankingState = (typeof RANKING_STATES)[number]
/** Places that the ranking shows. */
export const RANKING_PLACES_MAX = 100
/** The time that `three_week_rate` measures, and the shortest record that is listed. */
export const RANKING_DAYS = 21
/** Closed positions of the shortest record that is listed. */
export const RANKING_TRADES_MIN = 10

/**
 * The reasons that keep an account from being closed, in the order in which a customer solves them: a cancelled
 * withdrawal becomes a balance again.
 */
export const CLOSING_OBSTACLES = [
  'account_frozen',
  'closing_orders_open',
  'closing_withdrawal_open',
  'closing_deposit_open',
  'closing_booking_open',
  'closing_identity_waiting',
  'closing_balance_left',
] as const
export type ClosingObstacle = (typeof CLOSING_OBSTACLES)[number]

/** A stop-loss or take-profit that is off, on the wire. */
export const LEVEL_OFF: DecimalText = '0'

/** Filters of the history by the reason of the end. */
export const ORDER_ENDS = [...CLOSE_REASONS, 'cancelled'] as const
export type OrderEnd = (typeof ORDER_ENDS)[number]
/** Orders of the history: newest and oldest by the time of the end, the others by realised profit. */
export const ORDER_SORTS = ['newest', 'oldest', 'profit_high', 'profit_low'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** `OrderType` and the `type` of submit. */
export const ORDER_TYPE = { buy: 1, sell: 2 } as const
/** `Status` of an order, `status` of submit and my_deal. */
export const ORDER_STATUS = { pending: 0, holding: 1, history: 3 } as const
export const MARGIN_MODE = { fixed: 1, leveraged: 2 } as const
export const MARKET_STATUS = { closed: 0, open: 1 } as const

/** `period` of the candle calls and `Period` of KLINE messages. */
export { PERIODS, type Period as PeriodName } from '@veritick/domain'
