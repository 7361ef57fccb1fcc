/** An order's row from the events that make it: every field of the evidence, flat, null where there is none. Pure. */
import { ORDER_STATUS } from '@veritick/contract'
import type { Event } from '@veritick/engine'
import type { orders } from '../store/index.ts'

export type OrderRow = typeof orders.$inferSelect

type Placed = Extract<Event, { kind: 'order_placed' }>
type Opened = Extract<Event, { kind: 'order_opened' }>
type Split = Extract<Event, { kind: 'order_split' }>
type Closed = Extract<Event, { kind: 'order_closed' }>

export function placedOrder(event: Placed, sequence: number): OrderRow {
  const { quote } = event
  const row = newOrder(event, sequence)
  row.pending = event.pending
  row.target = event.target
  row.placedQuoteSeq = quote.seq
  row.placedQuoteBid = quote.bid
  row.placedQuoteAsk = quote.ask
  row.placedQuoteTime = quote.time
  return row
}

/** `pending` is its row so far when it was a pending order; it is changed. */
export function openedOrder(event: Opened, sequence: number, pending: OrderRow | undefined): OrderRow {
  const { quote, conversion } = event
  const row = pending ?? newOrder(event, sequence)
  row.status = ORDER_STATUS.holding
  row.lots = event.lots
  row.leverage = event.leverage
  row.stopLoss = event.stopLoss ?? null
  row.takeProfit = event.takeProfit ?? null
  row.openedAt = event.at
  row.termsVersion = event.terms
  row.openPrice = event.price
  row.openReference = event.reference ?? null
  row.openQuoteSeq = quote.seq
  row.openQuoteBid = quote.bid
  row.openQuoteAsk = quote.ask
  row.openQuoteTime = quote.time
  row.openConversionNumerator = conversion.numerator
  row.openConversionDenominator = conversion.denominator
  row.openConversionInstrument = conversion.instrument
  row.openConversionSeq = conversion.seq
  row.margin = event.margin
  row.fee = event.fee
  return row
}

/** `whole`: the row of the position so far. The amounts of both rows sum to its. */
export function splitOrders(event: Split, whole: OrderRow): { readonly rest: OrderRow; readonly part: OrderRow } {
  const { order, part, lots, margin, fee, swap } = event
  return {
    rest: {
      ...whole,
      lots: whole.lots - lots,
      margin: whole.margin - margin,
      fee: whole.fee - fee,
      swap: whole.swap - swap,
    },
    part: { ...whole, order: part, splitFrom: order, lots, margin, fee, swap },
  }
}

export function closedOrder(event: Closed): Partial<OrderRow> {
  const { quote, conversion } = event
  return {
    closePrice: event.price,
    closeReference: event.reference ?? null,
    closeQuoteSeq: quote.seq,
    closeQuoteBid: quote.bid,
    closeQuoteAsk: quote.ask,
    closeQuoteTime: quote.time,
    closeConversionNumerator: conversion.numerator,
    closeConversionDenominator: conversion.denominator,
    closeConversionInstrument: conversion.instrument,
    closeConversionSeq: conversion.seq,
    profit: event.profit,
  }
}

/**
 * The columns that the event gives for every order; the rest is null or 0. One literal: to copy fields one by one costs
 * more.
 */
function newOrder(event: Placed | Opened, sequence: number): OrderRow {
  return {
    order: event.order,
    account: event.account,
    instrument: event.instrument,
    status: ORDER_STATUS.pending,
    side: event.side,
    splitFrom: null,
    pending: null,
    lots: event.lots,
    leverage: event.leverage,
    target: null,
    stopLoss: event.stopLoss ?? null,
    takeProfit: event.takeProfit ?? null,
    placedAt: event.at,
    placedSequence: sequence,
    placedQuoteSeq: null,
    placedQuoteBid: null,
    placedQuoteAsk: null,
    placedQuoteTime: null,
    openedAt: null,
    termsVersion: null,
    openPrice: null,
    openReference: null,
    openQuoteSeq: null,
    openQuoteBid: null,
    openQuoteAsk: null,
    openQuoteTime: null,
    openConversionNumerator: null,
    openConversionDenominator: null,
    openConversionInstrument: null,
    openConversionSeq: null,
    margin: 0,
    fee: 0,
    // A pending order pays no financing.
    swap: 0,
    endedAt: null,
    endedSequence: null,
    endReason: null,
    closePrice: null,
    closeReference: null,
    closeQuoteSeq: null,
    closeQuoteBid: null,
    closeQuoteAsk: null,
    closeQuoteTime: null,
    closeConversionNumerator: null,
    closeConversionDenominator: null,
    closeConversionInstrument: null,
    closeConversionSeq: null,
    profit: 0,
    stopOutSequence: null,
    stopOutEquity: null,
    stopOutMarginUsed: null,
  }
}
