/**
 * An order as it is shown, from each of its three sources: the engine while it lives, the read table once it has ended,
 * the event that just happened in between.
 */
import type { EndReason } from '@veritick/contract'
import {
  assert,
  CANCEL_REASONS,
  CLOSE_REASONS,
  type LotUnits,
  lotUnits,
  type Micros,
  micros,
  millis,
  type Points,
  points,
  type Side,
} from '@veritick/domain'
import type { ConversionEvidence, Event, OrderSeen, QuoteEvidence } from '@veritick/engine'
import type { OrderRow } from '../../projections/index.ts'

export type Shown = {
  readonly order: number
  readonly instrument: number
  readonly side: Side
  readonly status: 'pending' | 'holding' | 'history'
  /** The position that it was a part of. */
  readonly splitFrom: number | undefined
  readonly pending: 'limit' | 'stop' | undefined
  readonly lots: LotUnits
  readonly leverage: number
  /** The target price of an order that is or was pending. */
  readonly target: Points | undefined
  readonly stopLoss: Points | undefined
  readonly takeProfit: Points | undefined
  readonly margin: Micros
  readonly fee: Micros
  readonly swap: Micros
  readonly profit: Micros
  readonly placedAt: number
  readonly open: Fill | undefined
  readonly close: Fill | undefined
  /** The price at which it would fill or close now; for an ended order, the price at which it closed. */
  readonly priceNow: Points | undefined
  readonly conversionNow: ConversionEvidence | undefined
  readonly endedAt: number | undefined
  readonly endReason: EndReason | undefined
  readonly stopOut: { readonly equity: Micros; readonly marginUsed: Micros } | undefined
}

export type Fill = {
  readonly at: number
  readonly price: Points
  /** The target, level or price seen that the fill is measured against. */
  readonly reference: Points | undefined
  readonly quote: QuoteEvidence
  readonly conversion: ConversionEvidence
}

/** A living order. A pending one shows the price at which it would fill now, if there is a quote. */
export function shownFromSeen({ view, quote: marketQuote }: OrderSeen): Shown {
  const { openQuote: quote, openConversion: conversion } = view
  const filled = quote !== undefined && conversion !== undefined && view.openedAt !== undefined
  const open = filled
    ? { at: view.openedAt, price: view.price, reference: view.openReference, quote, conversion }
    : undefined
  return {
    order: view.order,
    instrument: view.instrument,
    side: view.side,
    status: view.status,
    splitFrom: undefined,
    pending: view.pending,
    lots: view.lots,
    leverage: view.leverage,
    target: view.status === 'pending' ? view.price : view.wasPending ? view.openReference : undefined,
    stopLoss: view.stopLoss,
    takeProfit: view.takeProfit,
    margin: view.margin,
    fee: view.fee,
    swap: view.swap,
    profit: view.profit ?? NOTHING,
    placedAt: view.placedAt,
    open,
    close: undefined,
    priceNow: view.closePrice ?? fillPrice(view.side, marketQuote),
    conversionNow: view.conversion,
    endedAt: undefined,
    endReason: undefined,
    stopOut: undefined,
  }
}

/** The side of the market on which an order of this side fills. */
function fillPrice(side: Side, quote: QuoteEvidence | undefined): Points | undefined {
  return side === 'buy' ? quote?.ask : quote?.bid
}

const NOTHING = micros(0)

/** A part as it stood at the split; a part never lives longer than the command that closes it. */
export function shownPart(position: Shown, split: Extract<Event, { kind: 'order_split' }>): Shown {
  const { order: splitFrom, part: order, lots, margin, fee, swap } = split
  return { ...position, order, splitFrom, lots, margin, fee, swap }
}

/** A living order and the event that just ended it. */
export function shownEnded(before: Shown, event: Extract<Event, { kind: 'order_closed' | 'order_cancelled' }>): Shown {
  const ended = { ...before, status: 'history', endedAt: event.at, endReason: event.reason } as const
  if (event.kind === 'order_cancelled') return ended
  const { at, price, reference, quote, conversion, profit } = event
  return {
    ...ended,
    profit,
    close: { at, price, reference, quote, conversion },
    priceNow: price,
    conversionNow: conversion,
  }
}

/** An ended order out of the read table. */
export function shownFromRow(row: OrderRow): Shown {
  const open = fillOf({
    at: row.openedAt,
    price: row.openPrice,
    reference: row.openReference,
    quote: [row.openQuoteSeq, row.openQuoteBid, row.openQuoteAsk, row.openQuoteTime],
    conversion: [
      row.openConversionNumerator,
      row.openConversionDenominator,
      row.openConversionInstrument,
      row.openConversionSeq,
    ],
  })
  const close = fillOf({
    at: row.endedAt,
    price: row.closePrice,
    reference: row.closeReference,
    quote: [row.closeQuoteSeq, row.closeQuoteBid, row.closeQuoteAsk, row.closeQuoteTime],
    conversion: [
      row.closeConversionNumerator,
      row.closeConversionDenominator,
      row.closeConversionInstrument,
      row.closeConversionSeq,
    ],
  })
  const { stopOutEquity: equity, stopOutMarginUsed: marginUsed } = row
  return {
    order: row.order,
    instrument: row.instrument,
    side: row.side,
    status: 'history',
    splitFrom: row.splitFrom ?? undefined,
    pending: row.pending ?? undefined,
    lots: lotUnits(row.lots),
    leverage: row.leverage,
    target: pointsOf(row.target),
    stopLoss: pointsOf(row.stopLoss),
    takeProfit: pointsOf(row.takeProfit),
    margin: micros(row.margin),
    fee: micros(row.fee),
    swap: micros(row.swap),
    profit: micros(row.profit),
    placedAt: row.placedAt,
    open,
    close,
    priceNow: close?.price,
    conversionNow: close?.conversion,
    endedAt: row.endedAt ?? undefined,
    endReason: row.endReason === null ? undefined : endReasonOf(row.endReason),
    stopOut:
      equity !== null && marginUsed !== null ? { equity: micros(equity), marginUsed: micros(marginUsed) } : undefined,
  }
}

const pointsOf = (value: number | null): Points | undefined => (value === null ? undefined : points(value))

type Four = readonly [number | null, number | null, number | null, number | null]

/** A fill stands in the row whole, or not at all. */
function fillOf(columns: {
  readonly at: number | null
  readonly price: number | null
  readonly reference: number | null
  readonly quote: Four
  readonly conversion: Four
}): Fill | undefined {
  const { at, price, reference } = columns
  const [seq, bid, ask, time] = columns.quote
  const [numerator, denominator, instrument, conversionSeq] = columns.conversion
  if (at === null || price === null || seq === null || bid === null || ask === null || time === null) return undefined
  assert(
    numerator !== null && denominator !== null && instrument !== null && conversionSeq !== null,
    'a fill names its conversion',
  )
  return {
    at,
    price: points(price),
    reference: pointsOf(reference),
    quote: { seq, bid: points(bid), ask: points(ask), time: millis(time) },
    conversion: { numerator, denominator, instrument, seq: conversionSeq },
  }
}

const END_REASONS: readonly EndReason[] = [...CLOSE_REASONS, ...CANCEL_REASONS]

function endReasonOf(text: string): EndReason {
  const reason = END_REASONS.find((each) => each === text)
  assert(reason !== undefined, `an order ended for an unknown reason: ${text}`)
  return reason
}
