/**
 * The costs of a form's order and the remaining margin, in USD. Every amount comes from the functions of the engine, so
 * the estimate equals the charge.
 */
import {
  feeIfFits,
  financingIfFits,
  type LotUnits,
  type Micros,
  marginIfFits,
  micros,
  type Points,
  type Ppm,
  profitIfFits,
  type Side,
} from '@veritick/domain'
import { lotsFault } from './lots.ts'
import { read, type TicketAccount, type TicketForm, type TicketMarket, type TicketTerms } from './ticket.ts'

/**
 * The costs of the order and the remaining margin, in USD. `undefined`: unknown, because something is missing or too
 * large.
 */
export type TicketSummary = {
  readonly entry: Points | undefined
  /** A pending order has no price yet: margin and costs are those of a fill at the market. */
  readonly isAtMarket: boolean
  readonly margin: Micros | undefined
  readonly fee: Micros | undefined
  /** The cost of crossing the spread. */
  readonly spread: Micros | undefined
  readonly overnight: Overnight
  readonly freeAfter: Micros | undefined
  /**
   * The account lacks margin, fee and spread now: a market order is refused, a pending one would be cancelled if it
   * triggered now.
   */
  readonly marginShort: boolean
  /** Profit (negative: loss) at the stop-loss and at the take-profit, before fee and financing. */
  readonly atStopLoss: Micros | undefined
  readonly atTakeProfit: Micros | undefined
}

/** The financing of the next rollover: its yearly rate, its nights and its amount; negative is charged. */
export type Overnight = { readonly rate: Ppm; readonly nights: number; readonly amount: Micros | undefined }

export function summaryOf(ticket: {
  readonly form: TicketForm
  readonly terms: TicketTerms
  readonly market: TicketMarket
  readonly account: TicketAccount | undefined
}): TicketSummary {
  const { form, terms, market, account } = ticket
  const { lots, entry, stopLoss, takeProfit } = read(form, terms, market)
  const { bid, ask, conversion } = market
  const isAtMarket = form.kind === 'pending' && form.target.trim() === ''
  const nothing = {
    entry,
    isAtMarket,
    margin: undefined,
    fee: undefined,
    spread: undefined,
    overnight: overnightOf({ side: form.side, lots: undefined }, terms, market),
    freeAfter: undefined,
  }
  const none = { ...nothing, atStopLoss: undefined, atTakeProfit: undefined, marginShort: false }
  if (
    // An invalid size has no costs.
    lotsFault(form.lots, terms) !== undefined ||
    lots === undefined ||
    (entry === undefined && !isAtMarket) ||
    conversion === undefined ||
    bid === undefined ||
    ask === undefined
  )
    return none

  const at = (level: Points | undefined) =>
    level === undefined || entry === undefined
      ? undefined
      : profitIfFits({ terms, side: form.side, lots, open: entry, price: level, conversion })
  const crossing = profitIfFits({ terms, side: 'sell', lots, open: bid, price: ask, conversion })
  const spread = crossing === undefined ? undefined : micros(-crossing)
  const overnight = overnightOf({ side: form.side, lots }, terms, market)
  const shown = { ...none, spread, overnight, atStopLoss: at(stopLoss), atTakeProfit: at(takeProfit) }
  if (form.leverage === undefined) return shown

  const marginPrice = form.kind === 'market' || entry === undefined ? bid : entry
  const { margin, fee } = estimateOf({ lots, price: marginPrice, leverage: form.leverage }, terms, market)
  // An order without a price can be neither sent nor refused.
  if (account === undefined || isAtMarket) return { ...shown, margin, fee }
  if (margin === undefined || fee === undefined || spread === undefined)
    return { ...shown, margin, fee, marginShort: true }
  const freeAfter = account.equity - account.marginUsed - margin - fee - spread
  if (!Number.isSafeInteger(freeAfter)) return { ...shown, margin, fee, marginShort: true }
  return { ...shown, margin, fee, freeAfter: micros(freeAfter), marginShort: freeAfter < 0 }
}

/** `lots`: `undefined` if the size has a fault. */
export function overnightOf(
  { side, lots }: { readonly side: Side; readonly lots: LotUnits | undefined },
  terms: TicketTerms,
  { bid, conversion, nights }: Pick<TicketMarket, 'bid' | 'conversion' | 'nights'>,
): Overnight {
  const rate = side === 'buy' ? terms.financingLong : terms.financingShort
  const amount =
    lots === undefined || bid === undefined || conversion === undefined
      ? undefined
      : financingIfFits({ terms, lots, close: bid, rate, nights, conversion })
  return { rate, nights, amount }
}

/** Margin and fee of a pending order if it filled at `price` at the current rate. */
export function estimateOf(
  order: { readonly lots: LotUnits; readonly price: Points; readonly leverage: number },
  terms: TicketTerms,
  market: Pick<TicketMarket, 'conversion' | 'feeType'>,
): Pick<TicketSummary, 'margin' | 'fee'> {
  const { conversion, feeType } = market
  if (conversion === undefined) return { margin: undefined, fee: undefined }
  const { lots, price, leverage } = order
  const margin = marginIfFits({ terms, lots, price, leverage, conversion })
  return { margin, fee: margin === undefined ? undefined : feeIfFits({ feeType, terms, lots, margin }) }
}
